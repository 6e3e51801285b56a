package report_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// play is a run of the real loop as a row asks for it. Zero values are no
// deadline, no warm-up, no faults.
type play struct {
	providers []faults.Provider
	timeline  []faults.Entry
	arrivals  sim.Arrivals
	duration  time.Duration
	warmup    time.Duration // fault-free and uncounted
	deadline  time.Duration
	strategy  policy.Document
}

func (p *play) setup(t *testing.T) *sim.Setup {
	t.Helper()
	for i := range p.providers {
		if p.providers[i].Name == "" {
			p.providers[i].Name = fmt.Sprintf("p%d", i)
		}
	}
	world, err := faults.Compile(faults.Spec{Providers: p.providers, Timeline: p.timeline,
		Duration: p.duration, Warmup: p.warmup, Drain: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: p.arrivals, Deadline: p.deadline, Patience: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

func (p *play) recipe(t *testing.T) chain.Strategy {
	t.Helper()
	s, err := p.strategy.Strategy("row")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// watch plays once, under seed 1, and shows the records to a sink.
func (p *play) watch(t *testing.T, s sim.Sink) {
	t.Helper()
	if err := sim.NewRunner(p.setup(t)).Run(context.Background(), p.recipe(t), 1, s); err != nil {
		t.Fatal(err)
	}
}

// metrics plays under so many seeds and returns each seed's value of metrics.
func (p *play) metrics(t *testing.T, seeds int, names ...string) [][]float64 {
	t.Helper()
	c := measure.Comparison{Setup: p.setup(t), Strategies: []chain.Strategy{p.recipe(t)}}
	for seed := range uint64(seeds) {
		c.Seeds = append(c.Seeds, seed+1)
	}
	runs, _, err := measure.Compare(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, len(names))
	for k, name := range names {
		i, ok := measure.Index[name]
		if !ok {
			t.Fatalf("no metric %q", name)
		}
		for _, r := range runs[0] {
			out[k] = append(out[k], r.Values[i])
		}
	}
	return out
}

// eyes is a sim.Sink that looks at counted requests and at what a row cares for.
type eyes struct {
	ended    func(*sim.Attempt)
	moved    func(*chain.Move)
	finished func(*sim.Request)
}

func (eyes) Begin(*faults.World, uint64) {}
func (eyes) Close(chain.Instant)         {}

func (e eyes) Ended(a *sim.Attempt) {
	if e.ended != nil {
		e.ended(a)
	}
}

func (e eyes) Moved(m *chain.Move) {
	if e.moved != nil {
		e.moved(m)
	}
}

func (e eyes) Finished(r *sim.Request) {
	if e.finished != nil && r.Counted {
		e.finished(r)
	}
}

// latencies plays once and returns all latencies in seconds, sorted.
func (p *play) latencies(t *testing.T) []float64 {
	t.Helper()
	var all []float64
	p.watch(t, eyes{finished: func(r *sim.Request) { all = append(all, r.End.Sub(r.Arrived).Seconds()) }})
	slices.Sort(all)
	return all
}

// meanOf estimates a mean from independent values.
func meanOf(values []float64) estimate {
	n := float64(len(values))
	mean := 0.0
	for _, v := range values {
		mean += v / n
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return estimate{mean, math.Sqrt(squares / (n - 1) / n)}
}

// varianceOf estimates a variance from independent values of a law without long
// tails: its error is that of the mean of squared distances.
func varianceOf(values []float64) estimate {
	mean := meanOf(values).value
	squares := make([]float64, len(values))
	for i, v := range values {
		squares[i] = (v - mean) * (v - mean)
	}
	return meanOf(squares)
}

// quantileOf estimates a quantile from sorted independent values; a standard
// error is half the distance between the order statistics one binomial standard
// deviation to either side.
func quantileOf(sorted []float64, q float64) estimate {
	n := float64(len(sorted))
	sd := math.Sqrt(n * q * (1 - q))
	at := func(rank float64) float64 { return sorted[min(max(int(rank), 0), len(sorted)-1)] }
	return estimate{at(n * q), (at(n*q+sd) - at(n*q-sd)) / 2}
}

// shares collects yes and no in an order in which neighbours depend on each
// other: batches that are long against that memory are the unit of the error.
type shares struct {
	batch      int // calls in each
	hits, seen int
	done       []float64
}

func (s *shares) add(hit bool) {
	if hit {
		s.hits++
	}
	if s.seen++; s.seen == s.batch {
		s.done = append(s.done, float64(s.hits)/float64(s.batch))
		s.hits, s.seen = 0, 0
	}
}

func (s *shares) estimate() estimate { return meanOf(s.done) }

// shareOf estimates a probability from independent trials.
func shareOf(hits, trials int) estimate {
	p := float64(hits) / float64(trials)
	return estimate{p, math.Sqrt(p * (1 - p) / float64(trials))}
}

// product multiplies independent estimates.
func product(parts ...estimate) estimate {
	out, squares := 1.0, 0.0
	for _, p := range parts {
		out *= p.value
		squares += (p.se / p.value) * (p.se / p.value)
	}
	return estimate{out, out * math.Sqrt(squares)}
}

// The parts that many rows share.

func constant(d time.Duration) faults.Law { return &faults.Constant{Value: faults.Time(d)} }

// z99 is the normal law's 99th percentile.
const z99 = 2.3263478740408408

// lognormal is the law of the rows that say LN(.8, .6): its median, and the
// sigma of its logarithm.
func lognormal(median, sigma float64) faults.Law {
	ns := func(s float64) faults.Amount { return faults.Time(time.Duration(math.Round(s * 1e9))) }
	return &faults.Lognormal{Median: ns(median), P99: ns(median * math.Exp(sigma*z99))}
}

func failing(share float64, after time.Duration) *faults.Errors {
	return &faults.Errors{Share: faults.Share(share), Status: 500, After: constant(after)}
}

// window is a fault on the first provider for a while.
func window(at, length time.Duration, f faults.Fault) faults.Entry {
	return faults.Entry{At: faults.Span{Min: at, Max: at}, For: faults.Span{Min: length, Max: length},
		Provider: []string{"primary"}, Fault: f}
}

func every(d time.Duration) sim.Arrivals { return &sim.Constant{Every: d} }

func poisson(rate float64) sim.Arrivals { return &sim.Poisson{Rate: rate} }

// calls is how long so many calls at a rate take.
func calls(n int, rate float64) time.Duration {
	return time.Duration(float64(n) / rate * float64(time.Second))
}
