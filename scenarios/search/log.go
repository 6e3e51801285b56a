package search

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"wavetank/report/judge"
	"wavetank/sim/tune"
)

// Log is what was played of a search, in memory, and written on as it grows.
type Log struct {
	known map[played][]float64 // nil: invalid, whatever the replication
	to    io.Writer            // nil: nowhere
	line  []byte
}

type played struct {
	point       tune.Point
	replication int
}

// NewLog makes a log that is written on to w, which may be nil.
func NewLog(w io.Writer) *Log { return &Log{known: map[played][]float64{}, to: w} }

// Find implements tune.Log.
func (l *Log) Find(p tune.Point, replication int) ([]float64, bool) {
	if figures, ok := l.known[played{p, replication}]; ok {
		return figures, true
	}
	_, invalid := l.known[played{p, anyReplication}]
	return nil, invalid
}

// anyReplication is where an invalid point stands.
const anyReplication = -1

// Record implements tune.Log. What is written is there at once: whoever is killed
// has lost one line at most.
func (l *Log) Record(p tune.Point, replication int, figures []float64) error {
	if l.to == nil {
		return nil
	}
	l.line = appendPlay(l.line[:0], tune.Play{Point: p, Replication: replication, Figures: figures})
	if _, err := l.to.Write(l.line); err != nil {
		return fmt.Errorf("the checkpoint: %w", err)
	}
	return nil
}

// add keeps a play that was read.
func (l *Log) add(p tune.Play) {
	if p.Figures == nil {
		p.Replication = anyReplication
	}
	l.known[played{p.Point, p.Replication}] = p.Figures
}

// ReadHead reads the first line of a log, and returns its length in bytes.
func ReadHead(r *bufio.Reader) (h PartHead, size int64, err error) {
	line, err := r.ReadBytes('\n')
	text, begun := bytes.CutPrefix(line, []byte("["))
	if err != nil || !begun || json.Unmarshal(text, &h) != nil || h.Kind != PartKind {
		return h, 0, errors.New("it is no part of a search: wavetank tune writes one with --shard or --checkpoint")
	}
	size = int64(len(line))
	switch {
	case h.Version != partVersion:
		return h, size, fmt.Errorf("it is of version %d, and this wavetank reads version %d", h.Version, partVersion)
	case h.Model != judge.Model:
		return h, size, fmt.Errorf("it was played by model %d, and this wavetank has model %d: the same seeds give other numbers", h.Model, judge.Model)
	}
	return h, size, nil
}

// Read takes the plays of a log into memory. It returns how many bytes of whole
// lines it has read: what follows was cut off.
func (t *Tuning) Read(r *bufio.Reader, into *Log) (size int64, err error) {
	columns := len(t.suite) * len(t.aims.columns.names)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return size, nil
		}
		if err != nil {
			return size, err
		}
		p, err := parsePlay(line, columns)
		if err != nil {
			return size, nil
		}
		into.add(p)
		size += int64(len(line))
	}
}

// Same refuses a log of another search.
func (t *Tuning) Same(h PartHead) error {
	if h.Search != t.fingerprint() {
		return fmt.Errorf("it belongs to another search (%s, this one is %s): scenarios, seeds, the strategy, what is varied or asked for differ", h.Search, t.fingerprint())
	}
	return nil
}
