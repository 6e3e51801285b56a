package policy

import (
	"math"
	"testing"

	"wavetank/chain"
)

// TestCooldownWithoutEnd stays open where a cooldown is longer than time.
func TestCooldownWithoutEnd(t *testing.T) {
	for _, half := range []HalfOpen{&NoHalfOpen{}, &SingleProbe{}, &NoHalfOpen{Sweep: sec}, &SingleProbe{Probing: Probing{Timeout: sec}}} {
		b := newBench(Breaker{Trip: &ImmediateTrip{}, Open: &ConstantOpen{Base: math.MaxInt64}, HalfOpen: half})
		b.fail(t, 10)
		for _, now := range []chain.Instant{11, chain.Instant(sec), chain.Never - 1} {
			if b.Ready(now) || b.State(now) != chain.Open {
				t.Errorf("%+v: at %s it is %s, ready %v", half, now, b.State(now), b.Ready(now))
			}
		}
	}
}
