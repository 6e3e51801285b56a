package policy

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

// Span is which results a ratio looks at: the last so many, or those of a stretch
// of time. Windows and their buckets begin at multiples of their length, and a
// result counts when it comes: gobreaker's begin with a call, and its results
// count where their attempts were sent.
type Span struct {
	Last     int           `yaml:"last,omitempty" doc:"the last so many results"`
	Window   time.Duration `yaml:"window,omitempty" doc:"the results of so long a time"`
	Buckets  int           `yaml:"buckets,omitempty" doc:"in which a window slides; default 10"`
	Tumbling bool          `yaml:"tumbling,omitempty" doc:"the window begins anew at its multiples, as a calendar minute does"`
	Every    time.Duration `yaml:"every,omitempty" doc:"the ratio is looked at at multiples of this alone; 0 after each result"`
}

// maxLooks bounds how often one window is looked at: a result that comes after a
// pause is answered only when all looks of the pause are made up for, some 10 ns each.
const maxLooks = 1 << 16

func (s *Span) check(min int) error {
	err := errors.Join(within("last", s.Last, 0, 1<<16), within("buckets", s.Buckets, 0, 1<<12), atLeast("every", s.Every, 0), within("min", min, 1, 1<<20))
	switch {
	case (s.Last > 0) == (s.Window > 0):
		err = errors.Join(err, errors.New("window: write either window, a time, or last, a number of results"))
	case s.Last > 0 && min > s.Last:
		err = errors.Join(err, errors.New("min: more than last holds: it would never open"))
	case s.Window > 0 && s.Window < time.Millisecond:
		err = errors.Join(err, errors.New("window: must be 1ms or longer"))
	case s.Tumbling && s.Last > 0:
		err = errors.Join(err, errors.New("tumbling: goes with window"))
	case s.Every > 0 && s.Window/maxLooks > s.Every:
		err = errors.Join(err, fmt.Errorf("every: %s looks more than %d times at one window of %s: let %s or more pass between them", s.Every, maxLooks, s.Window, max(time.Millisecond, s.Window/maxLooks+1)))
	case s.Every > 0 && s.Every < time.Millisecond:
		err = errors.Join(err, errors.New("every: must be 1ms or longer, or 0 for after each result"))
	}
	return err
}

func (s *Span) build() tally {
	if s.Last > 0 {
		return &lastOnes{ring: make([]bool, s.Last)}
	}
	n := s.Buckets
	if n == 0 {
		n = windowBuckets
	}
	if s.Tumbling {
		return &tumbling{width: int64(s.Window)}
	}
	return &sliding{hits: newBuckets(s.Window, n), all: newBuckets(s.Window, n)}
}

// tally counts hits among results.
type tally interface {
	add(now chain.Instant, hit bool)
	count(now chain.Instant) (hits, of int64)
	clear()
}

// lastOnes looks at the last so many results.
type lastOnes struct {
	ring    []bool
	next, n int
	hits    int64
}

func (l *lastOnes) add(_ chain.Instant, hit bool) {
	if l.n == len(l.ring) {
		if l.ring[l.next] {
			l.hits--
		}
	} else {
		l.n++
	}
	if l.ring[l.next] = hit; hit {
		l.hits++
	}
	l.next = (l.next + 1) % len(l.ring)
}

func (l *lastOnes) count(chain.Instant) (int64, int64) { return l.hits, int64(l.n) }

func (l *lastOnes) clear() { l.next, l.n, l.hits = 0, 0, 0 }

// sliding looks at a stretch of time.
type sliding struct{ hits, all *window }

func (s *sliding) add(now chain.Instant, hit bool) {
	s.all.add(now, 1)
	if hit {
		s.hits.add(now, 1)
	}
}

func (s *sliding) count(now chain.Instant) (int64, int64) { return s.hits.sum(now), s.all.sum(now) }

func (s *sliding) clear() {
	s.hits.clear()
	s.all.clear()
}

// tumbling looks at the stretch that began at the last multiple of its width.
type tumbling struct {
	width     int64
	at        int64
	hits, all int64
}

func (t *tumbling) turn(now chain.Instant) {
	if k := floorDiv(int64(now), t.width); k != t.at || t.all == 0 {
		t.at, t.hits, t.all = k, 0, 0
	}
}

func (t *tumbling) add(now chain.Instant, hit bool) {
	t.turn(now)
	t.all++
	if hit {
		t.hits++
	}
}

func (t *tumbling) count(now chain.Instant) (int64, int64) {
	t.turn(now)
	return t.hits, t.all
}

func (t *tumbling) clear() { t.hits, t.all = 0, 0 }
