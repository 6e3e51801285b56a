package simtest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/faults"
	"wavetank/sim"

	"wavetank/chain"
)

// Try is Run for tests of what Run complains about: it fails no test, and returns
// what it would say.
func (c Config) Try(t *testing.T, scenario string, chains map[string]New) (r Results, said string, err error) {
	t.Helper()
	p, err := c.play(t, scenario, chains)
	if err != nil {
		return nil, "", err
	}
	var n notebook
	var out io.Writer
	if c.Out != nil {
		out = c.Out
	}
	p.tell(&n, out)
	return p.results(), n.String(), nil
}

// notebook is a test that only takes notes.
type notebook struct{ strings.Builder }

func (n *notebook) Helper() {}

func (n *notebook) Log(args ...any) { fmt.Fprintln(n, args...) }

func (n *notebook) Errorf(format string, args ...any) { fmt.Fprintf(n, "ERROR "+format+"\n", args...) }

// Records returns what a chain does under one seed, as a program and as a
// document.
func (c Config) Records(t *testing.T, scenario string, make New) (program, document *Book) {
	t.Helper()
	sc, err := c.load(scenario, []string{"ours"})
	if err != nil {
		t.Fatal(err)
	}
	var a, b Book
	p := &play{t: t, watchdog: time.Minute}
	if err := p.live(p.run(&contestant{name: "ours", make: make}, sc.Setup, &a, c.Seed)); err != nil {
		t.Fatal(err)
	}
	if err := sim.NewRunner(sc.Setup).Run(context.Background(), sc.Strategies[0].Recipe, c.Seed, &b); err != nil {
		t.Fatal(err)
	}
	return a.sorted(t), b.sorted(t)
}

// Book is a sim.Sink that keeps everything, and looks at the order of time.
type Book struct {
	Requests []sim.Request // in order of number
	Moves    []chain.Move

	ended int
	now   chain.Instant
	back  bool // time went back
}

// Begin implements sim.Sink.
func (b *Book) Begin(*faults.World, uint64) { b.now = -chain.Never }

func (b *Book) at(now chain.Instant) {
	b.back = b.back || now < b.now
	b.now = now
}

// Ended implements sim.Sink.
func (b *Book) Ended(a *sim.Attempt) {
	b.ended++
	b.at(a.End)
}

// Moved implements sim.Sink.
func (b *Book) Moved(m *chain.Move) { b.Moves = append(b.Moves, *m) }

// Finished implements sim.Sink.
func (b *Book) Finished(r *sim.Request) {
	b.at(r.End)
	q := *r
	q.Attempts = slices.Clone(r.Attempts)
	b.Requests = append(b.Requests, q)
	b.ended -= len(q.Attempts)
}

// Close implements sim.Sink.
func (b *Book) Close(end chain.Instant) { b.at(end) }

func (b *Book) sorted(t *testing.T) *Book {
	t.Helper()
	if b.back || b.ended != 0 {
		t.Errorf("records go back in time (%v), or %d attempts ended more than they belong to questions", b.back, b.ended)
	}
	slices.SortFunc(b.Requests, func(x, y sim.Request) int { return cmp.Compare(x.Number, y.Number) })
	return b
}
