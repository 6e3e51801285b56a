package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// kept is where a search keeps what was played.
func (f *tuneFlags) kept() []target {
	if f.checkpoint == "" {
		return nil
	}
	return []target{{path: f.checkpoint, flag: "--checkpoint"}}
}

// openCheckpoint opens the file that keeps what was played: what is there is
// taken over, what was cut off is cut away, and what comes is written behind it.
// Without a path there is no log.
func (s *system) openCheckpoint(path string, t *search.Tuning, request []string) (log tune.Log, done func(), err error) {
	if path == "" {
		return nil, func() {}, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, ours(fmt.Errorf("--checkpoint %s: %w", path, cause(err)))
	}
	if !lock(f) {
		f.Close()
		return nil, nil, fmt.Errorf("--checkpoint %s: another wavetank writes to it; give each its own file", path)
	}
	l := search.NewLog(f)
	if err := takeOver(f, t, l, request); err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("--checkpoint %s: %w", path, err)
	}
	return l, func() { f.Close() }, nil
}

// takeOver reads what a checkpoint holds and leaves the file at its end. A file
// in which not even the first line is whole is begun anew.
func takeOver(f *os.File, t *search.Tuning, l *search.Log, request []string) error {
	r := bufio.NewReader(f)
	begun, err := beginsWithLine(f)
	if err != nil {
		return err
	}
	end := int64(0)
	if begun {
		head, first, err := search.ReadHead(r)
		if err == nil {
			err = t.Same(head)
		}
		if err != nil {
			return err
		}
		size, err := t.Read(r, l)
		if err != nil {
			return err
		}
		end = first + size
	}
	if err := f.Truncate(end); err != nil && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	if _, err := f.Seek(end, 0); err != nil {
		return err
	}
	if !begun {
		return search.WriteHead(f, t.Head(request))
	}
	return nil
}

// beginsWithLine reports whether a file holds a whole line. A long file without one is no checkpoint, and is left alone.
func beginsWithLine(f *os.File) (bool, error) {
	start := make([]byte, 1<<20)
	n, _ := f.ReadAt(start, 0)
	if bytes.IndexByte(start[:n], '\n') >= 0 {
		return true, nil
	}
	if n > 0 && start[0] != '[' || n == len(start) {
		return false, errors.New("there is something else in this file")
	}
	return false, nil
}
