package fakehttp

import (
	"context"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"wavetank/chain"
	"wavetank/chain/wire"
	"wavetank/faults"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// millis is a law of so many milliseconds.
func millis(n int64) faults.Law {
	return &faults.Constant{Value: faults.Time(time.Duration(n) * time.Millisecond)}
}

// world is one provider's life of an hour, with one fault all along, or none.
func world(t testing.TB, p faults.Provider, f faults.Fault) *faults.World {
	t.Helper()
	if p.Name == "" {
		p.Name = "p"
	}
	if p.Latency == nil {
		p.Latency = millis(50)
	}
	s := faults.Spec{Providers: []faults.Provider{p}, Duration: time.Hour, Drain: time.Hour}
	if f != nil {
		s.Timeline = []faults.Entry{{For: faults.Span{Min: time.Hour, Max: time.Hour}, Provider: []string{"all"}, Fault: f}}
	}
	b, err := faults.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(1)
	return w
}

func newFake(t testing.TB, w *faults.World, o Options) *Fake {
	t.Helper()
	f, err := New(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// fast is a clock on which a second of the scenario passes in 10 ms. Its
// calendar stands still, so that answers do not depend on how fast it was.
type fast struct{ start time.Time }

const speed = 100

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func (c fast) Now() chain.Instant           { return chain.Instant(time.Since(c.start) * speed) }
func (c fast) Date(chain.Instant) time.Time { return noon }
func (c fast) Wait(ctx context.Context, until chain.Instant) error {
	if until != chain.Never {
		until = until/speed + 1
	}
	return Wall{c.start}.Wait(ctx, until)
}

// undated stops the calendar of a clock.
type undated struct{ Clock }

func (undated) Date(chain.Instant) time.Time { return noon }

// log is an observer that keeps everything.
type log struct {
	mu      sync.Mutex
	arrived []Exchange
	left    []Exchange
}

func (l *log) Arrived(x *Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.arrived = append(l.arrived, *x)
}

func (l *log) Left(x *Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = append(l.left, *x)
}

// last is the exchange that arrived last.
func (l *log) last(t testing.TB) Exchange {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.arrived) == 0 {
		t.Fatal("nobody arrived")
	}
	return l.arrived[len(l.arrived)-1]
}

// question is what the tests ask.
func question(stream bool) *wire.Request {
	return &wire.Request{Messages: []wire.Message{{Role: "user", Content: "Where do waves come from?"}}, MaxTokens: 64, Stream: stream}
}

// hand is a clock that a test turns.
type hand struct {
	mu    sync.Mutex
	now   chain.Instant
	moved chan struct{} // closed when now changes
}

func newHand() *hand { return &hand{moved: make(chan struct{})} }

func (c *hand) turn(to chain.Instant) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = to
	close(c.moved)
	c.moved = make(chan struct{})
}

func (c *hand) look() (chain.Instant, chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now, c.moved
}

func (c *hand) Now() chain.Instant { now, _ := c.look(); return now }

func (c *hand) Date(at chain.Instant) time.Time { return noon.Add(time.Duration(at)) }

func (c *hand) Wait(ctx context.Context, until chain.Instant) error {
	for {
		now, moved := c.look()
		if now >= until {
			return ctx.Err()
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// always is a clock on which nobody waits.
type always struct{ *hand }

func (c always) Wait(ctx context.Context, until chain.Instant) error {
	if until == chain.Never {
		return c.hand.Wait(ctx, until)
	}
	return ctx.Err()
}
