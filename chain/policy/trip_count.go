package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Trips.Register("count", "so many failures within a window open it", func() Trip { return &CountTrip{} })
}

// CountTrip opens on the last of so many failures within a window of time. With
// expiry, each failure begins the window anew and a window without one forgets
// all (LiteLLM's allowed_fails). Each failure of a sliding window is forgotten by
// itself; failsafe-go forgets a tenth of the period at a time.
type CountTrip struct {
	Failures int           `yaml:"failures" required:"true" doc:"failures that open it"`
	Window   time.Duration `yaml:"window" required:"true" doc:"within this time"`
	Expiry   Expiry        `yaml:"expiry,omitempty" doc:"how failures are forgotten: sliding (each by itself), tumbling (all at once, at multiples of the window) or rearmed (all, when none has come for a window)"`
}

// Expiry is how failures are forgotten.
type Expiry = Word[expiryWords]

// The ways.
const (
	Sliding Expiry = iota
	Tumbling
	Rearmed
)

type expiryWords struct{}

func (expiryWords) list() []string { return []string{"sliding", "tumbling", "rearmed"} }

func (t *CountTrip) Check() error {
	return errors.Join(within("failures", t.Failures, 1, 1<<16), atLeast("window", t.Window, time.Millisecond))
}

func (t *CountTrip) Needs() int { return t.Failures }

func (t *CountTrip) Build() Tally {
	return &recent{limit: t.Failures, window: t.Window, expiry: t.Expiry}
}

// recent remembers when failures came. It implements Tally.
type recent struct {
	limit  int
	window time.Duration
	expiry Expiry
	at     []chain.Instant
}

func (t *recent) Good(chain.Instant, *chain.Result) bool { return false }

func (t *recent) Bad(now chain.Instant, _ *chain.Result) (int, bool) {
	t.forget(now)
	t.at = append(t.at, now)
	return len(t.at), len(t.at) >= t.limit
}

func (t *recent) forget(now chain.Instant) {
	n := len(t.at)
	switch {
	case n == 0:
	case t.expiry == Rearmed && now.Sub(t.at[n-1]) >= t.window,
		t.expiry == Tumbling && floorDiv(int64(t.at[n-1]), int64(t.window)) != floorDiv(int64(now), int64(t.window)):
		t.at = t.at[:0]
	case t.expiry == Sliding:
		k := 0
		for k < n && now.Sub(t.at[k]) >= t.window {
			k++
		}
		t.at = append(t.at[:0], t.at[k:]...)
	}
}

func (t *recent) Clear() { t.at = t.at[:0] }

func (t *recent) Failures() int { return len(t.at) }

func (t *recent) counts(now chain.Instant) chain.Counts {
	t.forget(now)
	return chain.Counts{Failures: len(t.at), Enough: t.limit}
}
