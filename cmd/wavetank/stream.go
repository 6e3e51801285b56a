package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"wavetank/chain/printable"
)

// stream is a standard stream that keeps its first error, so that whoever wrote to
// it without a look at errors, as help does, has not written well.
type stream struct {
	io.Writer
	err error
}

func (s *stream) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// fileOf is the file behind a stream; nil where there is none.
func fileOf(w any) *os.File {
	if s, ok := w.(*printable.Stream); ok {
		w = s.Behind()
	}
	if s, ok := w.(*stream); ok {
		w = s.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// standard is a standard stream to write to; nil for other descriptors.
func (s *system) standard(fd int) io.Writer {
	switch fd {
	case standardOutput:
		return s.stdout
	case 2:
		return s.stderr
	}
	return nil
}

// harmless are devices that only take what is written. Another may hold a file
// system, or act.
var harmless = []string{os.DevNull, "/dev/full", "/dev/zero", "/dev/tty"}

// openStream opens what is no file and is there.
func (s *system) openStream(p *destination, t *target) (io.WriteCloser, error) {
	if p.fd >= 0 {
		if w := s.standard(p.fd); w != nil {
			if t.kind == "github" || binary(t.kind) {
				w = unguarded(w)
			}
			return keepOpen{w}, nil
		}
		return duplicate(p.fd)
	}
	if p.info.Mode().Type() != fs.ModeNamedPipe && !isHarmless(p) {
		return nil, errors.New("it is a device, a socket or the like, which nothing is written over: give the name of a file")
	}
	f, err := openNow(p.file)
	if errors.Is(err, syscall.ENXIO) {
		return nil, errors.New("it is a pipe that nobody reads: start its reader first")
	}
	return f, err
}

func isHarmless(p *destination) bool {
	if filepath.Dir(p.file) == "/dev/pts" {
		return true
	}
	for _, name := range harmless {
		if info, err := os.Stat(name); err == nil && os.SameFile(info, p.info) {
			return true
		}
	}
	return false
}

// keepOpen is a stream that others write to as well.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// put writes what a target is to where it goes.
func (s *system) put(p *destination, t *target, write func(io.Writer) error) error {
	switch {
	case p.stream():
	case t.add:
		return extend(p.file, write)
	default:
		return replace(p.file, p.info, t.only, write)
	}
	w, err := s.openStream(p, t)
	if err != nil {
		return err
	}
	return errors.Join(write(w), w.Close())
}
