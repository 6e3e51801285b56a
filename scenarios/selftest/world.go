package selftest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/sim"
)

// played counts what a world, or many, came to.
type played struct {
	Worlds   int64
	Runs     int64 // under all the laws
	Requests int64 // of those
	Attempts int64 // of those
	Replays  int64 // requests that were played again, to compare
}

func (p *played) add(o played) {
	p.Worlds, p.Runs, p.Requests = p.Worlds+o.Worlds, p.Runs+o.Runs, p.Requests+o.Requests
	p.Attempts, p.Replays = p.Attempts+o.Attempts, p.Replays+o.Replays
}

// file is what a document is called where it has no file.
const file = "./selftest.yaml"

// read loads a scenario from memory, which names no files.
func read(text []byte) (*scenarios.Scenario, error) {
	return scenarios.Load(file, scenarios.Options{ReadFile: func(_, name string) ([]byte, error) {
		if name == filepath.Base(file) {
			return text, nil
		}
		return nil, fmt.Errorf("%s: a drawn world names no files", name)
	}})
}

// game is a world while it is played.
type game struct {
	ctx     context.Context
	sc      *scenarios.Scenario
	seeds   []uint64
	used    *sim.Runner // plays one run after another
	again   *sim.Runner // new for each strategy: it knows nothing of other runs
	acc     *measure.Accumulator
	books   *books
	w       witness
	reread  reader
	played  played
	values  [][]float64 // of each run, seed by seed
	ideal   []float64   // of the seed that plays
	bounds  map[int64]faults.Bound
	bounded bool // the bound is one for the strategy that plays
}

// seedsPerWorld share what a world costs to compile.
const seedsPerWorld = 3

// reader reads a scenario from what is written of it.
type reader = func(text []byte) (*scenarios.Scenario, error)

// play plays a scenario under all laws, and with a reader those too that take long. It
// ends at the first that is broken.
func play(ctx context.Context, sc *scenarios.Scenario, seeds []uint64, reread reader) (p played, broken *Broken, err error) {
	g := game{ctx: ctx, sc: sc, seeds: seeds, used: sim.NewRunner(sc.Setup),
		acc: measure.NewAccumulator(sc.Setup, chain.Instant(sc.SLO)), reread: reread}
	defer func() {
		if x := recover(); x != nil {
			g.w.breaks(LawPlays, "internal error: %v", x)
			p, broken, err = g.played, g.w.first, nil
		}
	}()
	g.books = newBooks(&g.w, sc)
	g.played.Worlds = 1
	for _, seed := range seeds {
		if err := g.seed(seed); err != nil || g.w.first != nil {
			return g.played, g.w.first, err
		}
	}
	if reread != nil && g.w.first == nil {
		err = errors.Join(g.written(), g.cores())
	}
	return g.played, g.w.first, err
}

// seed plays all strategies under one seed, the bound first.
func (g *game) seed(seed uint64) error {
	t, err := newTraffic(g.sc.Setup, seed)
	if err != nil {
		g.w.breaks(LawPlays, "%v", err)
		return nil
	}
	g.ideal, g.bounds = nil, map[int64]faults.Bound{}
	order := slices.Clone(g.sc.Strategies)
	slices.SortStableFunc(order, func(a, b *strategy.Loaded) int {
		return int(bit(b.Name == scenarios.Ideal) - bit(a.Name == scenarios.Ideal))
	})
	for _, st := range order {
		g.w.strategy, g.w.seed = st.Name, seed
		if err := g.run(st, seed, t); err != nil || g.w.first != nil {
			return err
		}
	}
	return nil
}

// run plays one strategy under one seed: watched, once more unwatched, and with the
// other engine where that has what the strategy asks for.
func (g *game) run(st *strategy.Loaded, seed uint64, t *traffic) error {
	recipe, parts := watch(&g.w, st.Recipe, &st.Doc)
	g.books.prepare(&st.Doc, t)
	g.acc.Prepare(st.Recipe, false)
	first, again := &digest{}, &digest{}
	all := sim.Tee{g.books, g.acc, first}
	if st.Name == scenarios.Ideal {
		all = append(all, foreseen{g.bounds})
	} else if g.bounded = t.open && !t.serial && g.alike(st); g.bounded {
		all = append(all, beaten{g})
	}
	if err := g.used.Run(g.ctx, recipe, seed, all); err != nil {
		return g.blame(err)
	}
	parts.settle()
	g.played.Runs++
	g.played.Requests += g.books.finished
	g.played.Attempts += g.books.ended
	values := g.acc.Values()
	g.values = append(g.values, values)
	if st.Name == scenarios.Ideal {
		g.ideal = values
	} else if !g.books.world.Foreseen() {
		g.books.recount.audit(&g.w, values)
		g.bound(values)
	}
	g.again = sim.NewRunner(g.sc.Setup)
	if err := g.again.Run(g.ctx, st.Recipe, seed, again); err != nil {
		return g.blame(err)
	}
	g.played.Replays += g.books.finished
	if *first != *again {
		g.w.breaks(LawBytes, "played again, the run has other records")
	}
	return g.engines(st, seed, again)
}

// alike tells whether the faults strike a strategy that strike the bound: those of
// places in an order follow each strategy's own.
func (g *game) alike(st *strategy.Loaded) bool {
	if !slices.ContainsFunc(g.books.spec.Timeline, func(e faults.Entry) bool { return e.Placed() }) {
		return true
	}
	places := g.sc.Setup.Places(st.Recipe) // fewer than there are: the last of them is another
	for i, p := range places {
		if int(p) != i {
			return false
		}
	}
	return len(places) == 0 || len(places) == len(g.books.spec.Providers)
}

// blame is what an error of a run means: the context's own, or a law.
func (g *game) blame(err error) error {
	if g.ctx.Err() != nil {
		return g.ctx.Err()
	}
	g.w.breaks(LawPlays, "%v", err)
	return nil
}

// engines plays the strategy with the other breaker, and wants the same records.
func (g *game) engines(st *strategy.Loaded, seed uint64, want *digest) error {
	if st.Doc.Breaker == nil || st.Name == scenarios.Ideal {
		return nil
	}
	d := st.Doc
	breaker := *d.Breaker
	if breaker.Engine = policy.Gobreaker; st.Doc.Breaker.Engine == policy.Gobreaker {
		breaker.Engine = policy.Native
	}
	d.Breaker = &breaker
	recipe, err := d.Strategy(st.Name)
	if err != nil {
		return nil // which gobreaker has not
	}
	got := &digest{}
	if err := g.again.Run(g.ctx, recipe, seed, got); err != nil {
		return g.blame(err)
	}
	g.played.Replays += g.books.finished
	if *got != *want {
		g.w.breaks(LawEngines, "with the other engine, the run has other records")
	}
	return nil
}

// foreseen keeps the bounds of requests.
type foreseen struct{ bounds map[int64]faults.Bound }

func (f foreseen) Begin(*faults.World, uint64) {}
func (f foreseen) Ended(*sim.Attempt)          {}
func (f foreseen) Moved(*chain.Move)           {}
func (f foreseen) Close(chain.Instant)         {}
func (f foreseen) Finished(r *sim.Request) {
	if r.Servable && r.Bound != nil {
		f.bounds[r.Number] = *r.Bound
	}
}

// beaten holds each answer against its bound.
type beaten struct{ g *game }

func (b beaten) Begin(*faults.World, uint64) {}
func (b beaten) Ended(*sim.Attempt)          {}
func (b beaten) Moved(*chain.Move)           {}
func (b beaten) Close(chain.Instant)         {}
func (b beaten) Finished(r *sim.Request) {
	best, known := b.g.bounds[r.Number]
	x := r.Delivered()
	if !known || x == nil || !x.Reply.Usable || !r.Servable {
		return
	}
	paid := int64(0)
	for k := range r.Attempts {
		paid += r.Attempts[k].Reply.Billed
	}
	if best.Soonest > r.End || best.Cost > paid {
		b.g.w.breaks(LawIdeal, "request %d is answered at %s for %d nanodollars, its bound is %s and %d", r.Number, r.End, paid, best.Soonest, best.Cost)
	}
}

// bound holds figures against the clairvoyant chain's.
func (g *game) bound(got []float64) {
	if !g.bounded || g.ideal == nil {
		return
	}
	for _, m := range []string{"success_rate", "slo_rate"} {
		if i := measure.Index[m]; got[i] > g.ideal[i] {
			g.w.breaks(LawIdeal, "%s is %v, the bound %v", m, got[i], g.ideal[i])
		}
	}
	if i := measure.Index["cost_per_1k"]; g.sized() && got[i] < g.ideal[i]*(1-1e-12) {
		g.w.breaks(LawIdeal, "cost_per_1k is %v, the bound %v", got[i], g.ideal[i])
	}
}

// sized tells whether all requests are of one size: else a chain may by chance answer
// the small ones, and the bound of a mean is not one for each.
func (g *game) sized() bool {
	tokens := g.sc.Document.Workload.Requests.Tokens
	_, in := tokens.In.(*faults.Constant)
	_, out := tokens.Out.(*faults.Constant)
	return in && out
}

// written reads the scenario's own writing of itself, and plays that.
func (g *game) written() error {
	text := g.sc.Canonical()
	g.w.strategy = ""
	other, err := g.reread(text)
	switch {
	case err != nil:
		g.w.breaks(LawWritten, "what it writes of itself does not load: %v", err)
		return nil
	case other.Hash != g.sc.Hash:
		g.w.breaks(LawWritten, "its hash is %s, of what it writes of itself %s", g.sc.Hash, other.Hash)
		return nil
	case string(other.Canonical()) != string(text):
		g.w.breaks(LawWritten, "what it writes of itself is read and written otherwise")
		return nil
	}
	runner := sim.NewRunner(other.Setup)
	for i, st := range g.sc.Strategies {
		if st.Hash != other.Strategies[i].Hash {
			g.w.breaks(LawWritten, "the hash of %s is %s, as written %s", st.Name, st.Hash, other.Strategies[i].Hash)
		}
	}
	seed := g.seeds[0]
	k := int(seed % uint64(len(g.sc.Strategies)))
	a, b := &digest{}, &digest{}
	if err := errors.Join(g.again.Run(g.ctx, g.sc.Strategies[k].Recipe, seed, a), runner.Run(g.ctx, other.Strategies[k].Recipe, seed, b)); err != nil {
		return g.blame(err)
	}
	if *a != *b {
		g.w.breaks(LawWritten, "%s, as written, has other records", g.sc.Strategies[k].Name)
	}
	return nil
}

// cores plays everything as commands do, on several cores, and wants the same
// figures.
func (g *game) cores() error {
	runs, _, err := measure.Compare(g.ctx, measure.Comparison{Setup: g.sc.Setup, Strategies: g.sc.Recipes(), Seeds: g.seeds, SLO: g.sc.SLO, Workers: 3})
	if err != nil {
		return g.blame(err)
	}
	n := len(g.sc.Strategies)
	for k, values := range g.values {
		// The bound is the last of the strategies, and was played first.
		seed, st := k/n, (k%n+n-1)%n
		if !slices.EqualFunc(values, runs[st][seed].Values, func(a, b float64) bool {
			return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
		}) {
			g.w.breaks(LawBytes, "%s, seed %d: on several cores the figures are others", g.sc.Strategies[st].Name, g.seeds[seed])
		}
	}
	return nil
}
