package policy

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Trips.Register("n_of_m", "so many failures among the last results open it", func() Trip { return &NOfMTrip{} })
}

// NOfMTrip opens when N of the last M results were failures. Fewer than M
// results are judged too, once N of them failed.
type NOfMTrip struct {
	N int `yaml:"n" required:"true" doc:"failures that open it"`
	M int `yaml:"m" required:"true" doc:"results that are looked at, the newest"`
}

func (t *NOfMTrip) Check() error {
	return errors.Join(within("n", t.N, 1, 1<<16), within("m", t.M, t.N, 1<<16))
}

func (t *NOfMTrip) Needs() int { return t.N }

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

func (t *lastResults) counts(chain.Instant) chain.Counts {
	return chain.Counts{Failures: t.failures, Enough: t.need}
}
