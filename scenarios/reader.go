package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"wavetank/chain/strategy/yamldoc"
)

// maxFile bounds any file that is read whole: a trace of two million rows is
// about 80 MB.
const maxFile = 128 << 20

// Files reads files of the file system, each within a folder that it does not
// leave: neither by an absolute name, nor by .., nor by a link. What git keeps of
// itself in a folder .git is no part of the folder. A hard link cannot be told from
// a file of the folder's own.
type Files struct {
	Allow []string // folders whose files may be read from anywhere, values of --allow-files
}

// Outside is the error of a file that lies outside of the folder in which it is
// named, so that nothing of it was read.
type Outside struct {
	Name string // as it was written
	How  string // it leaves the folder
}

func (e *Outside) Error() string {
	return e.Name + " " + e.How + ": put a file there, or allow the folder of that one by --allow-files DIR"
}

// How a name leads out of a folder.
const (
	byName = "lies outside of the folder of what names it"
	byLink = "is a link that leads out of its folder"
	byGit  = "belongs to git itself"
)

// Read reads a regular file of bounded size by its name in a folder.
func (fl Files) Read(folder, name string) ([]byte, error) {
	return fl.read(folder, name, beside(folder, name))
}

// Open opens a regular file by the path that a user wrote, which may lie anywhere;
// if it is a link, it may not lead out of the folder that it lies in.
func (fl Files) Open(path string) (*os.File, error) {
	folder, name := split(path)
	f, err := fl.regular(folder, name, path)
	return f, placed(path, err)
}

// read is Read of a file that messages call shown.
func (fl Files) read(folder, name, shown string) ([]byte, error) {
	f, err := fl.regular(folder, name, shown)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s is larger than %d MiB", shown, maxFile>>20)
	}
	return data, err
}

// regular opens a file that has an end: not a device, a pipe or a folder, and
// nothing that a kernel makes up when it is read, which says that it is empty.
func (fl Files) regular(folder, name, shown string) (*os.File, error) {
	f, err := fl.open(folder, name, shown)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() && (info.Size() > 0 || hollow(f)) {
		return f, nil
	}
	f.Close()
	if err != nil {
		return nil, tidyPathError(err, shown)
	}
	return nil, fmt.Errorf("%s is no regular file", shown)
}

// hollow tells that there is nothing in a file that says so.
func hollow(f *os.File) bool {
	n, err := f.Read(make([]byte, 1))
	return n == 0 && err == io.EOF
}

// open opens a file or a folder by its name in a folder, or in one that is allowed.
func (fl Files) open(folder, name, shown string) (*os.File, error) {
	f, err := within(folder, name)
	var out *Outside
	if errors.As(err, &out) {
		if allowed := fl.allowed(beside(folder, name)); allowed != nil {
			return allowed, nil
		}
		out.Name = shown
		return nil, out
	}
	if err != nil {
		return nil, tidyPathError(err, shown)
	}
	return f, nil
}

// allowed opens a file that lies in a folder that may be read from anywhere; nil
// where there is none.
func (fl Files) allowed(path string) *os.File {
	if len(fl.Allow) == 0 {
		return nil
	}
	path, err := trueName(path)
	if err != nil {
		return nil
	}
	for _, dir := range fl.Allow {
		root, err := trueName(dir)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(root, path); err == nil {
			if f, err := within(root, rel); err == nil {
				return f
			}
		}
	}
	return nil
}

// within opens a name in a folder and nowhere else.
func within(folder, name string) (*os.File, error) {
	if !filepath.IsLocal(name) {
		return nil, &Outside{How: byName}
	}
	root, err := openFolder(folder)
	if err != nil {
		return nil, escaped(err)
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, escaped(err)
	case ofGit(folder, name):
		return nil, &Outside{How: byGit}
	case !info.Mode().IsRegular() && !info.IsDir():
		return nil, errIrregular
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have become a pipe meanwhile
	return f, escaped(err)
}

// openFolder opens a folder. One that was written relative to the working folder
// must not lead out of that by a link: a repository that is checked out here may
// hold such a link.
func openFolder(folder string) (*os.Root, error) {
	if folder != "" && !filepath.IsLocal(folder) {
		return os.OpenRoot(folder)
	}
	here, err := os.OpenRoot(".")
	if err != nil {
		return nil, err
	}
	defer here.Close()
	return here.OpenRoot(cmp.Or(folder, "."))
}

var errIrregular = errors.New("is no regular file")

// escaped tells a link that leads out of a root, which has no error of its own to
// be told by.
func escaped(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) && pe.Err.Error() == "path escapes from parent" {
		return &Outside{How: byLink}
	}
	return err
}

// ofGit tells that a file belongs to what git keeps of itself, among which are
// credentials.
func ofGit(folder, name string) bool {
	root, err := trueName(folder)
	if err != nil {
		return true
	}
	path, err := trueName(beside(folder, name))
	if err != nil {
		return true
	}
	rel, err := filepath.Rel(root, path)
	return err != nil || slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), func(part string) bool {
		return strings.EqualFold(part, ".git")
	})
}

// trueName is a path from the root without links.
func trueName(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// tidyPathError leaves the system call's name out.
func tidyPathError(err error, shown string) error {
	var pe *fs.PathError
	switch {
	case errors.Is(err, errIrregular):
		return fmt.Errorf("%s %w", shown, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist", shown)
	case errors.As(err, &pe):
		return fmt.Errorf("%s: %w", shown, pe.Err)
	}
	return err
}

// placed gives the error of a document that the user named a place, since it is
// something about the file that is to be mended.
func placed(path string, err error) error {
	var out *Outside
	if errors.As(err, &out) {
		return yamldoc.Problems{{Pos: yamldoc.Pos{Origin: path, Line: 1, Col: 1}, Text: err.Error()}}
	}
	return err
}

// split divides a path into a folder, "" for the working one, and a name in it, as
// they are written: ./a.yaml is a.yaml in the folder . of this one.
func split(path string) (folder, name string) {
	path = strings.TrimRightFunc(path, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) })
	if name = filepath.Base(path); name == "." || !filepath.IsLocal(name) {
		return cmp.Or(path, string(filepath.Separator)), "."
	}
	switch folder = path[:len(path)-len(name)]; len(folder) {
	case 0, 1:
		return folder, name
	}
	return folder[:len(folder)-1], name
}

// beside resolves a name that a document in a folder mentions.
func beside(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
