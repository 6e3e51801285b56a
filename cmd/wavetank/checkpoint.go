package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
func (s *system) openCheckpoint(f *tuneFlags, t *search.Tuning) (log tune.Log, done func(), err error) {
	kept := f.kept()
	if len(kept) == 0 {
		return nil, func() {}, nil
	}
	p, err := s.allowed(&kept[0])
	if err != nil {
		return nil, nil, err
	}
	c := checkpoint{target: kept[0], tuning: t, head: t.Head(search.CheckpointKind, f.ask)}
	if p.stream() {
		return c.stream(s, &p)
	}
	return c.file(&p)
}

// checkpoint is one that is being opened.
type checkpoint struct {
	target
	tuning *search.Tuning
	head   search.PartHead
}

// stream begins a checkpoint where nothing can be read again.
func (c *checkpoint) stream(s *system, p *destination) (tune.Log, func(), error) {
	w, err := s.openStream(p, &c.target)
	if err != nil {
		return nil, nil, c.blame(err)
	}
	l := search.NewLog(w)
	if err := l.Begin(c.head); err != nil {
		w.Close()
		return nil, nil, c.blame(err)
	}
	return l, func() { w.Close() }, nil
}

// file begins a checkpoint in a file or goes on in it. One that is not there gets its
// first line at once.
func (c *checkpoint) file(p *destination) (tune.Log, func(), error) {
	if p.info == nil {
		err := replace(p.file, nil, true, func(w io.Writer) error { return search.NewLog(w).Begin(c.head) })
		if err != nil && !errors.Is(err, fs.ErrExist) { // another has just begun it
			return nil, nil, c.blame(err)
		}
	}
	f, err := os.OpenFile(p.file, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, c.blame(err)
	}
	if !lock(f) {
		f.Close()
		return nil, nil, c.about(errors.New("another wavetank writes to it; give each its own file"))
	}
	l := search.NewLog(f)
	if err := c.takeOver(f, l); err != nil {
		f.Close()
		return nil, nil, err
	}
	return l, func() { f.Close() }, nil
}

// takeOver reads what a checkpoint holds and leaves the file at its end. A file in
// which there is nothing but the beginning of its first line is begun anew.
func (c *checkpoint) takeOver(f *os.File, l *search.Log) error {
	first, err := search.HeadLine(c.head)
	if err != nil {
		return ours(err)
	}
	start := make([]byte, len(first))
	n, err := f.ReadAt(start, 0)
	if err != nil && err != io.EOF {
		return c.blame(err)
	}
	if n < len(first) && bytes.HasPrefix(first, start[:n]) {
		if err := f.Truncate(0); err != nil {
			return c.blame(err)
		}
		return c.blame(l.Begin(c.head))
	}
	g, err := search.ReadHead(c.path, search.CheckpointKind, f)
	if err == nil {
		err = c.tuning.Same(g)
	}
	if err == nil {
		err = c.tuning.Resume(g, l)
	}
	if err != nil {
		return fmt.Errorf("--checkpoint %w", err)
	}
	if err := f.Truncate(g.Size); err != nil {
		return c.blame(err)
	}
	_, err = f.Seek(g.Size, io.SeekStart)
	return c.blame(err)
}
