package measure

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"wavetank/chain"
	"wavetank/sim"
	"wavetank/sim/pool"
)

// Comparison asks for runs of several strategies on the same seeds.
type Comparison struct {
	Setup      *sim.Setup
	Strategies []chain.Strategy
	Seeds      []uint64
	SLO        time.Duration
	Workers    int                   // 0: all cores
	Progress   func(done, total int) // may be nil; called from several goroutines
	Shares     bool                  // fill in Run.Against of all but the reference
	Reference  int                   // the strategy that Shares compare with, by its place
	Seen       *Seen                 // the seeds that all have finished are added to its sheets
}

// Compare plays every strategy under every seed, replications side by side, and
// returns runs[strategy][stored.seed] in the order asked for: the number of workers
// changes nothing but the time. When the context ends it returns the seeds that
// every strategy has finished, and the context's error.
func Compare(ctx context.Context, c Comparison) (runs [][]Run, seeds []uint64, err error) {
	n := len(c.Strategies)
	g := games{Comparison: c, runs: make([]Run, n*len(c.Seeds)), finished: make([]bool, n*len(c.Seeds))}
	if c.Shares {
		g.against = newDuels(len(c.Seeds), n)
	}
	g.seen = newGallery(c.Seen, n)
	err = pool.Each(ctx, c.Workers, len(g.runs), func(int) func(int) error { return g.worker(ctx) })
	if err != nil && ctx.Err() == nil {
		return nil, nil, err
	}
	runs, seeds = collect(g.runs, g.finished, n, c.Seeds)
	return runs, seeds, err
}

// games are the runs of a comparison while workers play them.
type games struct {
	Comparison
	runs     []Run // seed by seed
	finished []bool
	done     atomic.Int64
	against  *duels   // nil: nobody asked
	seen     *gallery // nil: nobody asked
}

// worker plays one run after another, by its turn.
func (g *games) worker(ctx context.Context) func(turn int) error {
	w := worker{games: g, runner: sim.NewRunner(g.Setup), acc: NewAccumulator(g.Setup, chain.Instant(g.SLO))}
	return func(turn int) error {
		i := g.place(turn)
		if err := w.run(ctx, i%len(g.Strategies), i/len(g.Strategies), &g.runs[i]); err != nil {
			return err
		}
		g.finished[i] = true
		if g.Progress != nil {
			g.Progress(int(g.done.Add(1)), len(g.runs))
		}
		return nil
	}
}

// collect turns seed-major runs into strategy-major ones, leaving out seeds that
// some strategy has not finished.
func collect(flat []Run, finished []bool, n int, seeds []uint64) ([][]Run, []uint64) {
	runs := make([][]Run, n)
	var kept []uint64
	for s, seed := range seeds {
		whole := true
		for k := range n {
			whole = whole && finished[s*n+k]
		}
		if !whole {
			continue
		}
		kept = append(kept, seed)
		for k := range n {
			runs[k] = append(runs[k], flat[s*n+k])
		}
	}
	return runs, kept
}

// place turns the turn of a run into its place: seed by seed, and the reference
// first, since those that finish before it keep their requests in memory.
func (c *Comparison) place(turn int) int {
	n := len(c.Strategies)
	switch k := turn % n; {
	case !c.Shares || k > c.Reference:
		return turn
	case k == 0:
		return turn + c.Reference
	}
	return turn - 1
}

type worker struct {
	*games
	runner *sim.Runner
	acc    *Accumulator
}

// run plays one strategy under one seed. A panic in a part becomes an error that
// names the run, so that it can be repeated.
func (w *worker) run(ctx context.Context, strategy, seed int, out *Run) (err error) {
	s := w.Strategies[strategy]
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("report: strategy %s, seed %d: internal error: %v", s.Name, w.Seeds[seed], p)
		}
	}()
	w.acc.Prepare(s, seed == 0)
	var sink sim.Sink = w.acc
	var l *ledger
	if w.against != nil {
		l = &ledger{Accumulator: w.acc, book: book{fates: w.against.page()}}
		sink = l
	}
	sheets := w.seen.take()
	if sheets != nil {
		all := sim.Tee{sink}
		for _, s := range sheets {
			all = append(all, s)
		}
		sink = all
	}
	if err := w.runner.Run(ctx, s, w.Seeds[seed], sink); err != nil {
		return err
	}
	w.seen.finish(strategy, seed, sheets)
	*out = w.acc.Run()
	if l != nil {
		w.against.finish(seed, out, &l.book, strategy == w.Reference)
	}
	return nil
}
