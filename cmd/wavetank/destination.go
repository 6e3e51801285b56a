package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// destination is what a path of an output leads to, whatever links are on the way: the
// name of a file, which is replaced, or a stream, which is written to as it is.
type destination struct {
	file string      // without links; "" for a descriptor
	info os.FileInfo // of what is there; nil: nothing is, or nobody can tell
	fd   int         // a descriptor of this process: 1 is standard output; -1: a name
}

// standardOutput is where outputs go that have no path.
const standardOutput = 1

// mostLinks is as many links as kernels follow.
const mostLinks = 40

// placeOf follows a path as far as a file or a descriptor. Links to descriptors
// are not followed: what a descriptor stands for has a name only by chance, and
// whoever names /dev/stdout means the stream.
func (s *system) placeOf(path string) (destination, error) {
	if path == "" || path == "-" {
		return s.descriptor(standardOutput)
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return destination{}, ours(fmt.Errorf("%s names a folder", path))
	}
	at := path
	for range mostLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(at))
		if err != nil {
			return destination{}, ours(fmt.Errorf("there is no folder %s", filepath.Dir(at)))
		}
		base := filepath.Base(at)
		if fd, ok := descriptorNamed(dir, base); ok {
			return s.descriptor(fd)
		}
		at = filepath.Join(dir, base)
		to, err := os.Readlink(at)
		if err != nil {
			return nameAt(path, at)
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		at = to
	}
	return destination{}, ours(fmt.Errorf("%s: too many links", path))
}

// nameAt is the place of a name without links.
func nameAt(path, at string) (destination, error) {
	info, err := os.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return destination{}, ours(fmt.Errorf("%s: %w", path, cause(err)))
	case info.IsDir():
		return destination{}, ours(fmt.Errorf("%s is a folder", path))
	}
	if filepath.ToSlash(filepath.VolumeName(at)) == "" && strings.HasPrefix(at, "/proc/") {
		return destination{}, ours(fmt.Errorf("%s is no place for a file", path))
	}
	return destination{file: at, info: info, fd: -1}, nil
}

// descriptorNamed tells which descriptor of this process a name in a folder without
// links stands for. Systems differ in whether such names are links.
func descriptorNamed(dir, base string) (int, bool) {
	if dir == "/dev" {
		fd := slices.Index([]string{"stdin", "stdout", "stderr"}, base)
		return fd, fd >= 0
	}
	own := strings.HasPrefix(dir, fmt.Sprintf("/proc/%d/", os.Getpid())) && strings.HasSuffix(dir, "/fd")
	fd, err := strconv.Atoi(base)
	return fd, (own || dir == "/dev/fd") && err == nil && fd >= 0
}

// descriptor is the place of an open descriptor.
func (s *system) descriptor(fd int) (destination, error) {
	if fd == 0 {
		return destination{}, errors.New("standard input is read, not written")
	}
	p := destination{fd: fd}
	f := fileOf(s.standard(fd))
	if fd > 2 {
		var err error
		if f, err = duplicate(fd); err != nil {
			return destination{}, ours(fmt.Errorf("descriptor %d is not open", fd))
		}
		defer f.Close()
	}
	if f != nil {
		p.info, _ = f.Stat()
	}
	return p, nil
}

// stream tells whether a place is written to as it is, since nothing can stand in
// its stead.
func (p *destination) stream() bool {
	return p.file == "" || p.info != nil && !p.info.Mode().IsRegular()
}

// regular tells whether there is a file with bytes that could be lost.
func (p *destination) regular() bool { return p.info != nil && p.info.Mode().IsRegular() }

// same tells whether two places are one, by whatever names. What is written to a
// device by several does not replace anything there.
func (p *destination) same(q *destination) bool {
	switch {
	case p.fd >= 0 && p.fd == q.fd:
		return true
	case p.info != nil && q.info != nil:
		return p.info.Mode()&fs.ModeDevice == 0 && os.SameFile(p.info, q.info)
	case p.file == "" || q.file == "" || p.info != nil || q.info != nil:
		return false
	}
	// Neither is there yet: whether their folder tells capitals apart, nobody knows.
	return strings.EqualFold(filepath.Base(p.file), filepath.Base(q.file)) && sameFolder(p.file, q.file)
}

func sameFolder(a, b string) bool {
	x, err1 := os.Stat(filepath.Dir(a))
	y, err2 := os.Stat(filepath.Dir(b))
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
