package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Trips.Register("count", "so many failures within a window open it", func() Trip { return &CountTrip{} })
	Trips.Register("n_of_m", "so many failures among the last results open it", func() Trip { return &NOfMTrip{} })
}

// CountTrip opens on the last of so many failures within a window of time. With
// expiry, each failure begins the window anew and a window without one forgets
// all (LiteLLM's allowed_fails).
type CountTrip struct {
	Failures int           `yaml:"failures" required:"true" doc:"failures that open it"`
	Window   time.Duration `yaml:"window" required:"true" doc:"within this time"`
	Expiry   Expiry        `yaml:"expiry,omitempty" doc:"how failures are forgotten: sliding (each by itself), tumbling (all at once, at multiples of the window) or rearmed (all, when none has come for a window)"`
}

// Expiry is how failures are forgotten.
type Expiry uint8

// The ways.
const (
	Sliding Expiry = iota
	Tumbling
	Rearmed
)

var expiryWords = []string{"sliding", "tumbling", "rearmed"}

// Words lists the ways.
func (Expiry) Words() []string { return expiryWords }

// UnmarshalText reads one of the ways.
func (e *Expiry) UnmarshalText(text []byte) error {
	i, err := word(text, expiryWords)
	*e = Expiry(i)
	return err
}

// MarshalText writes the word.
func (e Expiry) MarshalText() ([]byte, error) { return spell(int(e), expiryWords) }

// Check implements Trip.
func (t *CountTrip) Check() error {
	return errors.Join(within("failures", t.Failures, 1, 1<<16), atLeast("window", t.Window, time.Millisecond))
}

// Needs implements Trip.
func (t *CountTrip) Needs() int { return t.Failures }

// Build implements Trip.
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

// NOfMTrip opens when N of the last M results were failures. Fewer than M
// results are judged too, once N of them failed.
type NOfMTrip struct {
	N int `yaml:"n" required:"true" doc:"failures that open it"`
	M int `yaml:"m" required:"true" doc:"results that are looked at, the newest"`
}

// Check implements Trip.
func (t *NOfMTrip) Check() error {
	return errors.Join(within("n", t.N, 1, 1<<16), within("m", t.M, t.N, 1<<16))
}

// Needs implements Trip.
func (t *NOfMTrip) Needs() int { return t.N }

// Build implements Trip.
func (t *NOfMTrip) Build() Tally { return &lastResults{need: t.N, ring: make([]bool, t.M)} }

// lastResults remembers results, newest over oldest. It implements Tally.
type lastResults struct {
	need     int
	ring     []bool // true: a failure
	next, n  int
	failures int
}

func (t *lastResults) push(bad bool) {
	if t.n == len(t.ring) {
		if t.ring[t.next] {
			t.failures--
		}
	} else {
		t.n++
	}
	if t.ring[t.next] = bad; bad {
		t.failures++
	}
	t.next = (t.next + 1) % len(t.ring)
}

func (t *lastResults) Good(chain.Instant, *chain.Result) bool {
	t.push(false)
	return false
}

func (t *lastResults) Bad(chain.Instant, *chain.Result) (int, bool) {
	t.push(true)
	return t.failures, t.failures >= t.need
}

func (t *lastResults) Clear() { t.next, t.n, t.failures = 0, 0, 0 }

func (t *lastResults) Failures() int { return t.failures }
