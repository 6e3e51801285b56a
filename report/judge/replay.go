package judge

import (
	"context"
	"errors"

	"wavetank/sim"
)

// ErrNoReplay is what a format says that tells more than figures, of a result
// that holds no more: one that was read from a file.
var ErrNoReplay = errors.New("only figures are left of this result: run the scenario again for what its attempts did")

// ReplayAll plays every strategy under every seed again, one after another in
// the order of the figures, each into the sink that it is given.
func (r *Result) ReplayAll(ctx context.Context, sink func(strategy int, seed uint64) sim.Sink) error {
	for i := range r.Strategies {
		for _, seed := range r.Seeds {
			if r.Replay == nil {
				return ErrNoReplay
			}
			if err := r.replayOne(ctx, i, seed, sink(i, seed)); err != nil {
				return err
			}
		}
	}
	return nil
}
