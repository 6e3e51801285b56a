package scenarios

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// Stdin is the reference to standard input.
const Stdin = "-"

// StandardInput is what output calls it.
const StandardInput = "standard input"

// source is a scenario's text and where names in it are resolved.
type source struct {
	file string // as output names it: a path, library:NAME, or "standard input"
	dir  string // of the files that it names
	text []byte
}

// open finds what a reference means: a path if it has a slash or ends in .yaml,
// - for standard input, else a library name.
func (o *Options) open(ref string) (source, error) {
	switch {
	case ref == Stdin:
		text, err := io.ReadAll(io.LimitReader(o.StandardIn(), yamldoc.MaxBytes+1))
		return source{StandardInput, "", text}, err
	case isPath(ref):
		text, err := o.Open(ref)
		return source{ref, filepath.Dir(ref), text}, err
	}
	name := strings.TrimPrefix(ref, libraryPrefix)
	text := libraryFile(name)
	switch {
	case text == nil && slices.Contains(strategy.Names(), name):
		return source{}, fmt.Errorf("no scenario %q (it is a strategy: --strategy %s)", name, name)
	case text == nil:
		return source{}, UnknownName("scenario", name, libraryNames())
	}
	return source{libraryPrefix + name, "", text}, nil
}

// UnknownName is the error of a name that nothing has.
func UnknownName(what, name string, known []string) error {
	hint := yamldoc.DidYouMean(name, known)
	if hint == "" {
		hint = "a path has a / or ends in .yaml"
	}
	return fmt.Errorf("no %s %q (%s)", what, name, hint)
}

// StandardIn is standard input, the process's own where no other is given.
func (o *Options) StandardIn() io.Reader {
	if o.Stdin != nil {
		return o.Stdin
	}
	return os.Stdin
}

// Open reads a document by the path that a user gave. It may lie anywhere; if it is
// a link, it may not lead out of the folder that it lies in.
func (o *Options) Open(path string) ([]byte, error) {
	folder, name := split(path)
	data, err := o.read(folder, name, path)
	return data, placed(path, err)
}

// read reads a file by its name in a folder; messages call it shown.
func (o *Options) read(folder, name, shown string) ([]byte, error) {
	if o.confined {
		folder, name = "", beside(folder, name)
	}
	if o.Opened != nil {
		o.Opened(beside(folder, name))
	}
	if o.ReadFile != nil {
		return o.ReadFile(folder, name)
	}
	return o.Files().read(folder, name, shown)
}

// Files are the files that may be read.
func (o *Options) Files() Files { return Files{Allow: o.AllowFiles} }

// Confined returns options for paths that a document says, not the user: they mean
// nothing but files of the working folder and of those that are allowed.
func (o Options) Confined() Options {
	o.confined = true
	return o
}

// Reader returns what loads another text as if it stood where a reference leads: names
// of files in it mean the same.
func (o Options) Reader(ref string) func(text []byte) (*Scenario, error) {
	return func(text []byte) (*Scenario, error) {
		src := source{file: ref, text: text}
		if isPath(ref) {
			src.dir, _ = split(ref)
		}
		return load(src, o)
	}
}

// Everything is the reference to all scenarios of the library.
const Everything = "library"

// Expand turns references into references to single scenarios: a folder means
// the .yaml files in it, in order of name, and Everything, where it is no folder,
// the library.
func (o *Options) Expand(refs []string) ([]string, error) {
	var out []string
	for _, ref := range refs {
		info, err := os.Stat(ref)
		if ref == Everything && (err != nil || !info.IsDir()) {
			for _, i := range Library() {
				out = append(out, i.Name)
			}
			continue
		}
		if ref == Stdin || err != nil || !info.IsDir() || !isPath(ref) && libraryFile(ref) != nil {
			out = append(out, ref)
			continue
		}
		in, err := o.folder(ref)
		if err != nil {
			return nil, err
		}
		out = append(out, in...)
	}
	return out, nil
}

// folder lists the documents of a folder.
func (o *Options) folder(path string) ([]string, error) {
	dir, name := split(path)
	if o.confined {
		dir, name = "", beside(dir, name)
	}
	f, err := o.Files().open(dir, name, path)
	if err != nil {
		return nil, placed(path, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, tidyPathError(err, path)
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".yaml") {
			out = append(out, strings.TrimSuffix(path, string(filepath.Separator))+string(filepath.Separator)+e.Name()) // not Join: a path must keep its ./
		}
	}
	slices.Sort(out)
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no .yaml file", path)
	}
	return out, nil
}
