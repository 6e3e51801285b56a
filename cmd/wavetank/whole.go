package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// Files are written under a name of their own beside the place where they belong,
// and take it when they are whole: whoever is interrupted, killed or finds the disk
// full leaves the old file or the new one, and two that write at once leave that of
// one of them.

// temporaries are the files of this process that are not whole yet.
var temporaries struct {
	sync.Mutex
	names map[string]bool
	ended bool
}

// removeTemporaries removes what is not whole. The process ends after it: nothing
// is begun or put in its place any more.
func removeTemporaries() {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	t.ended = true
	for name := range t.names {
		os.Remove(name)
	}
	clear(t.names)
}

// errEnded is told to writers that go on while the process ends.
var errEnded = errors.New("interrupted")

// temporary makes a file in a folder under a name that nobody else has.
func temporary(folder string, mode fs.FileMode) (*os.File, error) {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	if t.ended {
		return nil, errEnded
	}
	name := filepath.Join(folder, ".wavetank-"+rand.Text()+".partial") // 130 bits: no second try is needed
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		t.names = map[string]bool{}
	}
	t.names[name] = true
	return f, nil
}

// settle ends a temporary file by what it is given to do with it: a rename, a
// link, or nothing; what is left under its name is removed.
func settle(name string, place func() error) error {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	if t.ended {
		return errEnded
	}
	err := place()
	os.Remove(name) // after a rename there is none
	delete(t.names, name)
	return err
}

// newFile is the mode of files that were not there, less what umask takes.
const newFile = 0o644

// replace writes a file that appears whole or not at all, with mode and owner of the
// one that was there. Without one nothing that has come meanwhile is replaced, if
// only is set.
func replace(file string, old os.FileInfo, only bool, write func(io.Writer) error) error {
	mode := fs.FileMode(newFile)
	switch {
	case old != nil && only:
		return fs.ErrExist
	case old != nil:
		mode = old.Mode().Perm()
	}
	f, err := temporary(filepath.Dir(file), mode)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 1<<16)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil && old != nil {
		own(f, old)
		err = f.Chmod(mode) // umask took from it
	}
	if err == nil {
		err = synced(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, settle(f.Name(), func() error { return nil }))
	}
	err = settle(f.Name(), func() error { return publish(f.Name(), file, only) })
	if err == nil {
		syncFolder(filepath.Dir(file))
	}
	return err
}

// extend writes behind what is there, all at once.
func extend(file string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, newFile)
	if err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}

// publish gives a file the name that it is for.
func publish(temporary, file string, only bool) error {
	if only {
		err := os.Link(temporary, file)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, err := os.Lstat(file); err == nil { // no hard links here
			return fs.ErrExist
		}
	}
	return os.Rename(temporary, file)
}

// synced has a file's bytes on the disk, where the file system can do so: a full
// disk may show there and nowhere else.
func synced(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// syncFolder has a name on the disk, where the system can do so.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
