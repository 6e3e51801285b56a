package selftest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/sim/pool"
)

// Plan says what to play.
type Plan struct {
	Seed     uint64                       // of the first world; the next has the next
	Count    int                          // worlds; 0 is as many as there are until Enough
	Enough   func() bool                  // asked before each world: no more are begun; nil never says so
	Workers  int                          // side by side; 0 one a core
	Progress func(worlds, requests int64) // told after each world, by several goroutines; may be nil
}

// Report is what came of it.
type Report struct {
	played
	Refused int64   // drawn documents that the language refused, with their place
	Broken  *Broken // the law that the world of the lowest seed breaks, nil for none
	World   uint64  // the seed of that world
	Reduced []byte  // a small scenario that breaks the same law, as a file
}

// errEnough ends the play of worlds.
var errEnough = errors.New("selftest: enough")

// Run draws worlds and plays each under all laws, until the plan is done or a law is
// broken. When the context ends, the report is of the worlds that were finished, and
// comes with the context's error. The world of a seed is the same on any machine.
func Run(ctx context.Context, p Plan) (*Report, error) {
	if p.Count <= 0 {
		p.Count = math.MaxInt
	}
	out := &Report{World: math.MaxUint64}
	var mu sync.Mutex
	err := pool.Each(ctx, p.Workers, p.Count, func(int) func(int) error {
		return func(k int) error {
			if p.Enough != nil && p.Enough() {
				return errEnough
			}
			seed := p.Seed + uint64(k)
			one, err := world(ctx, seed)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			out.add(one.played)
			out.Refused += one.Refused
			if p.Progress != nil {
				p.Progress(out.Worlds, out.Requests)
			}
			if one.Broken == nil {
				return nil
			}
			if seed < out.World {
				out.World, out.Broken = seed, one.Broken
			}
			return errEnough
		}
	})
	if out.Broken != nil {
		out.Reduced, out.Broken = reduce(ctx, document(out.World), out.Broken)
	}
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil && !errors.Is(err, errEnough) {
		return out, err
	}
	return out, nil
}

// wholeEvery is in how many worlds the laws are tried too that take long.
const wholeEvery = 4

// optional parts are left out, in this order, where the language refuses what was
// drawn of them together.
var optional = []string{"truth", "timeline", "fleet", "output", "warmup", "strategies"}

// world draws and plays the world of a seed.
func world(ctx context.Context, seed uint64) (*Report, error) {
	out, root := &Report{}, document(seed)
	sc, err := read(yamldoc.Format(root))
	for i := 0; err != nil && i < len(optional); i++ {
		var ps yamldoc.Problems
		if !errors.As(err, &ps) || slices.ContainsFunc(ps, func(p yamldoc.Problem) bool { return p.Pos.Line == 0 }) {
			out.Worlds, out.Broken = 1, &Broken{Law: LawLoads, Seed: seed, Text: err.Error()}
			return out, nil
		}
		out.Refused++
		root = root.Without(optional[i])
		sc, err = read(yamldoc.Format(root))
	}
	if err != nil {
		return out, nil
	}
	var reread reader
	if seed%wholeEvery == 0 {
		reread = read
	}
	out.played, out.Broken, err = play(ctx, sc, sc.Seeds(seedsPerWorld), reread)
	return out, err
}

// Check plays a scenario under all laws. Reread loads a scenario from a text, with the
// files that the one at hand names.
func Check(ctx context.Context, sc *scenarios.Scenario, seeds []uint64, reread func(text []byte) (*scenarios.Scenario, error)) (*Report, error) {
	out := &Report{World: sc.Seed}
	var err error
	out.played, out.Broken, err = play(ctx, sc, seeds, reread)
	return out, err
}

// Command is what plays the world of a seed again.
func (r *Report) Command() string {
	return fmt.Sprintf("wavetank selftest --seed %d --count 1", r.World)
}
