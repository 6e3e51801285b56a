package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"wavetank/chain/printable"
	"wavetank/report/measure"
)

const (
	redrawn  = 100 * time.Millisecond // how often a terminal's line is written anew
	reported = 15 * time.Second       // how often a log gets a line
	foretold = 2 * time.Second        // before that nobody knows how long it takes
)

// progress tells how many runs have finished and how long the others take, on
// standard error: in one line of a terminal, or now and then in a line of a log.
// Nothing of it depends on what is found, nor the other way round.
type progress struct {
	w        io.Writer
	what     string
	terminal bool
	now      func() time.Time

	mu          sync.Mutex
	began, last time.Time
	first       int // finished before anything was played
	shown       bool
}

// newProgress returns a function to tell of finished runs, which several goroutines
// may call, and one to call at the end.
func newProgress(s *system, quiet bool, what string) (tell func(done, total int), finish func()) {
	if quiet {
		return nil, func() {}
	}
	p := &progress{w: s.stderr, what: printable.Line(printable.Mask(what)), terminal: s.progress, now: time.Now}
	if p.terminal {
		p.w = unguarded(p.w)
	}
	return p.tell, p.finish
}

func (p *progress) tell(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, every := p.now(), reported
	if p.terminal {
		every = redrawn
	}
	if p.began.IsZero() {
		p.began, p.first = now, done
		if !p.terminal {
			p.last = now // what is over soon leaves no line
		}
	}
	if now.Sub(p.last) < every {
		return
	}
	p.last, p.shown = now, true
	text := fmt.Sprintf("%s: %s of %s runs%s", p.what, measure.FormatThousands(int64(done)), measure.FormatThousands(int64(total)),
		timeLeft(done-p.first, total-done, now.Sub(p.began)))
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(p.w, text)
}

// finish wipes a terminal's line.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.shown = false
}

// timeLeft says how long the runs that are left take, if they take as long as those
// that have finished.
func timeLeft(done, left int, took time.Duration) string {
	if done <= 0 || left <= 0 || took < foretold {
		return ""
	}
	minutes := took.Minutes() * float64(left) / float64(done)
	switch {
	case minutes < 1:
		return ", less than a minute left"
	case minutes < 1.5:
		return ", about a minute left"
	case minutes < 90:
		return fmt.Sprintf(", about %.0f minutes left", math.Round(minutes))
	}
	return fmt.Sprintf(", about %.0f hours left", math.Round(minutes/60))
}
