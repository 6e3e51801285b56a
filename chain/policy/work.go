package policy

import (
	"reflect"
	"time"

	"wavetank/chain"
)

// Work is what a strategy asks of a machine beyond the events of its calls, about.
// It is told before anything is built.
type Work struct {
	Attempts int           // of one call, where everything fails
	State    int           // bytes that one process remembers
	Shared   int           // bytes of tables that all processes share
	Step     time.Duration // of walking through what is remembered, for each attempt that ends
	Looks    float64       // a second: how often breakers look at what they remember by themselves
}

// remembering is implemented by parts that keep more than a handful of numbers.
type remembering interface {
	// remembers returns the bytes of one memory, and how many things of it a result
	// makes it walk through at most.
	remembers() (bytes, walk int)
}

// walkTime is what one step through a ring, a bucket or a sorted list takes.
const walkTime = time.Nanosecond

// Work reckons what a strategy over so many providers asks for.
func (d *Document) Work(providers int) Work {
	w := Work{Attempts: d.attempts(providers)}
	if b := d.Breaker; b != nil {
		w.keep(b.Trip, providers)
		w.looks(b.Trip, providers)
	}
	for _, own := range d.PerProvider {
		if own != nil && own.Breaker != nil {
			w.keep(own.Breaker.Trip, 1)
			w.looks(own.Breaker.Trip, 1)
		}
		if own != nil {
			w.Shared += tables(own.Retry)
		}
	}
	w.keep(d.Admission, providers)
	w.keep(d.Hedge, 1)
	w.keep(d.Budget, 1)
	w.Shared += tables(d.Retry)
	if d.Inside != nil {
		w.Shared += tables(d.Inside.Retry)
	}
	return w
}

// keep adds so many memories of a part.
func (w *Work) keep(part any, n int) {
	bytes, walk := remembered(part)
	w.State += n * (memoryBytes + bytes)
	w.Step += time.Duration(walk) * walkTime
}

// memoryBytes is what a memory takes that keeps a handful of numbers.
const memoryBytes = 256

func remembered(part any) (bytes, walk int) {
	if r, ok := part.(remembering); ok && !reflect.ValueOf(part).IsNil() {
		return r.remembers()
	}
	return 0, 0
}

// looks adds what a trip looks at by itself.
func (w *Work) looks(t Trip, scopes int) {
	if s, ok := t.(Sweeping); ok && s.Every() > 0 {
		w.Looks += float64(scopes) * float64(time.Second) / float64(s.Every())
	}
}

// attempts is how many a call may come to.
func (d *Document) attempts(providers int) int {
	queue := providers
	switch o := d.Order.(type) {
	case *Listed:
		if len(o.Providers) > 0 {
			queue = len(o.Providers)
		}
		if o.First > 0 {
			queue = min(queue, o.First)
		}
	case *Groups:
		queue = max(queue, o.most(providers))
	}
	retries := retriesOf(d.Retry)
	for _, own := range d.PerProvider {
		if own != nil {
			retries = max(retries, retriesOf(own.Retry))
		}
	}
	n := queue * (1 + retries)
	if d.Inside != nil {
		n *= 1 + retriesOf(d.Inside.Retry)
	}
	return min(max(1, n), chain.MaxAttempts)
}

// most is how many attempts the groups name.
func (o *Groups) most(providers int) (n int) {
	if len(o.Groups) == 0 {
		return providers * max(1, o.Attempts)
	}
	for _, g := range o.Groups {
		n += max(1, g.Attempts)
	}
	return n
}

// repeating is implemented by kinds of retry that ask again.
type repeating interface {
	// repeats returns the most retries on one provider, and how their waits are spread.
	repeats() (n int, j Jitter)
}

// retriesOf is the most retries on one provider.
func retriesOf(r Retry) int {
	if b, ok := r.(repeating); ok {
		n, _ := b.repeats()
		return max(0, n)
	}
	return 0
}

// tables are the bytes of what a retry draws its waits from.
func tables(r Retry) int {
	b, ok := r.(repeating)
	if !ok {
		return 0
	}
	n, j := b.repeats()
	if j == JitterPolly {
		return min(n, 32) * 8 << pollyBits
	}
	return n * 8
}

func (r *ConstantRetry) repeats() (int, Jitter) { return r.PerClass.most(r.Max), r.Jitter }

func (r *LinearRetry) repeats() (int, Jitter) { return r.PerClass.most(r.Max), r.Jitter }

func (r *ExponentialRetry) repeats() (int, Jitter) { return r.PerClass.most(r.Max), r.Jitter }

func (r *ScheduleRetry) repeats() (int, Jitter) { return r.PerClass.most(len(r.Waits)), r.Jitter }

func (t *AnyTrip) remembers() (bytes, walk int) {
	for _, one := range t.Of {
		b, n := remembered(one)
		bytes, walk = bytes+memoryBytes+b, walk+n
	}
	return bytes, walk
}

// A sliding window of failures forgets from its beginning, and moves the rest up.
func (t *CountTrip) remembers() (bytes, walk int) { return 2 * 8 * t.Failures, t.Failures / 2 }

func (t *NOfMTrip) remembers() (bytes, walk int) { return t.M, 0 }

func (t *RatioTrip) remembers() (bytes, walk int) { return t.Span.remembers() }

func (t *SlowTrip) remembers() (bytes, walk int) { return t.Span.remembers() }

func (s *Span) remembers() (bytes, walk int) {
	if s.Last > 0 {
		return s.Last, 0
	}
	n := s.Buckets
	if n == 0 {
		n = windowBuckets
	}
	return 2 * 8 * n, 2 * n
}

// A sorted list moves up by half of itself, on average, for what goes and comes.
func (h *QuantileHedge) remembers() (bytes, walk int) { return 2 * 8 * h.Window, h.Window / 4 }
