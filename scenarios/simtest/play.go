package simtest

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/report"
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
	result   *report.Result
}

// contestant is one chain of the user's.
type contestant struct {
	name  string
	make  New
	needs int // failures after which its breaker opened before the seeds; 0: none did
	runs  []report.Run

	mu    sync.Mutex
	told  bool // of a breaker
	err   error
	marks oddities
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
		c.runs = make([]report.Run, len(p.seeds))
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
	acc := report.NewAccumulator(setup, chain.Instant(p.scenario.SLO))
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

// needs is a breaker as far as an Accumulator asks: how many failures open it.
type needs int

// MakeBreaker implements chain.BreakerMaker.
func (needs) MakeBreaker(chain.BreakerEnv) chain.Breaker {
	panic("simtest: the chain has breakers of its own")
}

// Needs implements chain.BreakerMaker.
func (n needs) Needs() int { return int(n) }

func (c *contestant) lose(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

func (c *contestant) lost() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err != nil
}

// note sums up what a run found odd.
func (c *contestant) note(r *records) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &c.marks
	c.told = c.told || r.told
	m.requests += r.requests
	m.strays += r.strays
	m.groundless += r.groundless
	m.late += r.late
	m.latest = max(m.latest, r.latest)
	if m.left == nil {
		m.left = r.left
	}
}

// judge puts the chains before the scenario's strategies and holds the rules
// against all of them.
func (p *play) judge() {
	r := p.result
	var own []report.Strategy
	for _, c := range p.chains {
		if c.err != nil {
			continue
		}
		s := report.Strategy{Name: c.name, Summary: "a chain of this test's own", HasBreaker: c.told, Runs: c.runs}
		if !c.told {
			forget(s.Runs)
		}
		own = append(own, s)
		r.Warnings = append(r.Warnings, c.warnings(p.scenario.File)...)
	}
	r.Strategies = append(own, r.Strategies...)
	r.Again = []string{"go", "test", "-run", "^" + strings.ReplaceAll(p.t.Name(), "/", "$/^") + "$"}
	r.Expectations = nil
	for _, rule := range p.scenario.Rules {
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
}

// forget removes the figures of breakers that nobody told of: an outage is not
// missed by a breaker that is not there.
func forget(runs []report.Run) {
	for _, name := range []string{"missed_outages", "time_to_detect", "time_to_recover", "over_hold"} {
		for i := range runs {
			if m, ok := report.MetricIndex(name); ok {
				runs[i].Values[m] = math.NaN()
			}
			if m, ok := report.ProviderMetricIndex(name); ok {
				for _, figures := range runs[i].Providers {
					figures[m] = math.NaN()
				}
			}
		}
	}
}

// warnings are what the figures do not show.
func (c *contestant) warnings(file string) (out []report.Warning) {
	m := &c.marks
	say := func(format string, args ...any) {
		out = append(out, report.Warning{Text: c.name + " " + fmt.Sprintf(format, args...)})
	}
	if m.groundless > 0 {
		say("gave %d answers with no provider's success behind them (a cache, a fixed text?): counted as failures", m.groundless)
	}
	if m.late > 0 {
		say("returned %d questions after their context had ended, the last of them %v late", m.late, time.Duration(m.latest).Round(time.Millisecond))
	}
	if m.strays > 0 {
		say("sent %d requests for questions that had returned: they were not answered and are in no figure", m.strays)
	}
	if m.left != nil {
		say("leaves goroutines behind (Env.Cleanup can stop them): %s", strings.Join(strings.Fields(strings.Join(m.left, " ")), " "))
	}
	return out
}

// errNotJudged is of a chain that the results do not have.
var errNotJudged = errors.New("simtest: no chain and no strategy of that name was judged")
