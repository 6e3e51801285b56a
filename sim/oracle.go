package sim

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// oracle is the world's foresight for callers who give up after a while: an
// answer that nobody waits for any more is none.
type oracle struct {
	world    *faults.World
	patience time.Duration
}

// Foresee implements chain.Oracle. Calls begin when they are foreseen. An answer
// at the very instant of giving up is still taken, one at a deadline is not.
func (o oracle) Foresee(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	asked := *r
	if gone := now.Add(o.patience + 1); asked.Deadline == 0 || gone < asked.Deadline {
		asked.Deadline = gone
	}
	return o.world.Foresee(now, &asked)
}

func (o oracle) Prices() []int64 { return o.world.Blueprint().Spec().Prices() }
