package search

import (
	"fmt"
	"io"

	"wavetank/sim/tune"
)

// Log is what was played of a search, in memory, and written on as it grows.
type Log struct {
	known map[played][]float64 // nil: invalid, whatever the replication
	to    io.Writer            // nil: nowhere
	line  []byte
	sum   checksum // of what stands where it is written to
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

// Begin writes the first line.
func (l *Log) Begin(head PartHead) error {
	l.sum = 0
	line, err := l.sum.head(head)
	if err != nil {
		return err
	}
	_, err = l.to.Write(line)
	return err
}

// Record implements tune.Log. What is written is there at once: whoever is killed
// has lost one line at most.
func (l *Log) Record(p tune.Point, replication int, figures []float64) error {
	if l.to == nil {
		return nil
	}
	l.line = l.sum.seal(appendPlay(l.line[:0], tune.Play{Point: p, Replication: replication, Figures: figures}), playEnd)
	if _, err := l.to.Write(l.line); err != nil {
		return fmt.Errorf("the checkpoint: %w", err)
	}
	return nil
}

// add keeps a play that was read, unless another is known of the same.
func (l *Log) add(p tune.Play) error {
	at := played{p.Point, p.Replication}
	if p.Figures == nil {
		at.replication = anyReplication
	}
	known, ok := l.known[at]
	if ok && !alike(known, p.Figures) {
		return fmt.Errorf("point %s, replication %d has other figures in another line: two builds of wavetank differ, or one was changed", p.Point, p.Replication)
	}
	l.known[at] = p.Figures
	return nil
}

// alike tells whether figures are the same; a figure without a value is like another
// one.
func alike(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && (a[i] == a[i] || b[i] == b[i]) {
			return false
		}
	}
	return true
}
