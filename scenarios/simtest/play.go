package simtest

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/sim"
)

// play is one call of Run: chains, seeds, and what came of them.
type play struct {
	t        *testing.T
	scenario *scenarios.Scenario
	seeds    []uint64
	chains   []*contestant
	parallel int
	watchdog time.Duration
	closing  sync.RWMutex // held for writing once the test is over: nothing is logged after that
	over     bool
	result   *judge.Result
}

// all plays the chains: first each before empty stalls, then under every seed,
// several bubbles side by side.
func (p *play) all() error {
	defer p.shut()
	rehearsal, err := newRehearsal(p.scenario.Setup)
	if err != nil {
		return err
	}
	p.workers(len(p.chains), func(i int) {
		c := p.chains[i]
		c.lose(p.rehearse(c, rehearsal))
		c.runs = make([]measure.Run, len(p.seeds))
	})
	n := len(p.chains)
	p.workers(n*len(p.seeds), func(i int) {
		c, seed := p.chains[i%n], i/n
		if c.lost() {
			return
		}
		if err := p.seed(c, seed); err != nil {
			c.lose(fmt.Errorf("%s is not judged: under seed %d, %w", c.name, p.seeds[seed], err))
		}
	})
	return nil
}

// workers does n jobs, so many at a time.
func (p *play) workers(n int, job func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	workers := p.parallel
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(i)
			}
		})
	}
	wg.Wait()
}

// seed plays a chain under one seed.
func (p *play) seed(c *contestant, k int) error {
	setup := p.scenario.Setup
	acc := measure.NewAccumulator(setup, chain.Instant(p.scenario.SLO))
	acc.Prepare(chain.Strategy{Breaker: needs(c.needs)}, k == 0)
	r := p.run(c, setup, acc, p.seeds[k])
	if err := p.live(r); err != nil {
		return err
	}
	c.runs[k] = acc.Run()
	c.note(&r.records)
	return nil
}

func (p *play) run(c *contestant, setup *sim.Setup, sink sim.Sink, seed uint64) *run {
	return &run{name: c.name, seed: seed, make: c.make, setup: setup, sink: sink, logf: p.logf}
}

// live plays one run in its bubble.
func (p *play) live(r *run) error {
	err := r.watch.bubble(p.t, p.watchdog, r.live)
	if r.lost.Load() {
		return r.err
	}
	if err != nil {
		r.lost.Store(true) // whoever is left in there asks nobody any more
		return err
	}
	return nil
}

// logf writes to the test's log while there is one.
func (p *play) logf(format string, args ...any) {
	p.closing.RLock()
	defer p.closing.RUnlock()
	if !p.over {
		p.t.Logf(format, args...)
	}
}

func (p *play) shut() {
	p.closing.Lock()
	defer p.closing.Unlock()
	p.over = true
}
