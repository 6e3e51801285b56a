package report

import (
	"context"
	"math"
	"slices"
	"time"

	"wavetank/faults"
)

// Model rises when the same seed may give other numbers than before; results of
// different models are not compared.
const Model = 1

// Result is one scenario's comparison of strategies. All strategies met the
// same seeds; everything in it is in a fixed order, so that equal runs are
// equal bytes.
type Result struct {
	Scenario     Scenario
	Seeds        []uint64 // that every strategy has finished, in order
	Asked        int      // how many seeds were asked for; 0: as many as there are
	Partial      bool     // interrupted: seeds are missing
	Warnings     []Warning
	Imprecise    []string // precisions that were asked for and not reached, in a clause each
	Strategies   []Strategy
	Expectations []Expectation // in the order of the file
	Again        []string      // arguments of the command that repeats the run, its name first
	Why          []string      // arguments of the command that explains it, its name first; none: nothing explains it
	Reference    string        // the strategy that others are compared with; "" is the first that is no bound
	Complaint    *Complaint    // what the strategy to ship leaves unsolved; nil: nothing that was found
	Trial        *Trial        // nil: nothing was tried
	Baseline     *Result       // what it is held against: another run on the same seeds; nil: nothing
	BaselineName string        // what people call the baseline: a file, or a revision and its commit
	Regressions  []Regression  // against the baseline; nil without one
	FailOn       FailOn        // what the command fails on; 0: FailDefault
	Seen         *Seen         // what formats asked to see of the runs; nil: nothing
	Replay       Replay        // nil where only figures are left, as of a result read from a file

	// Explain tells of the worst request of a strategy in its first run; nil where
	// nobody can.
	Explain func(ctx context.Context, strategy string) (*Explanation, error)
}

// Scenario is what the formats say about the scenario.
type Scenario struct {
	Name      string
	Hash      string // 12 hex digits
	File      string // "library:NAME" or a path
	Title     string // its why in a line
	Rate      string // of arrivals, as "5 req/s"
	Duration  time.Duration
	SLO       time.Duration // 0: none
	Providers []string      // in the chain's order
	Timeline  []Fault       // in the order of the file, as Run.Windows and Run.Fired
}

// Fault is what the formats say about a timeline entry.
type Fault struct {
	Kind    string
	Targets []int // into Scenario.Providers
	At, For faults.Span
}

// Warning is something a lint or a run found worth saying.
type Warning struct {
	File string
	Line int // 0: of the whole file
	Text string
}

// Strategy is one strategy's runs.
type Strategy struct {
	Name       string
	Preset     string // it comes from; empty: none
	Version    string // the preset's date
	Unverified int    // the preset's numbers that its source does not give
	Hash       string
	Summary    string // in a line
	Ideal      bool   // the clairvoyant bound: shown, never shipped
	HasBreaker bool
	File       string // where it is written, with Line
	Line       int    // 0: nowhere, as a preset
	Runs       []Run  // in the order of Result.Seeds
}

// NewResult joins the runs that Compare gives to the strategies, in the same
// order.
func NewResult(sc Scenario, strategies []Strategy, runs [][]Run, seeds []uint64) *Result {
	r := &Result{Scenario: sc, Seeds: seeds, Strategies: slices.Clone(strategies)}
	for i := range r.Strategies {
		r.Strategies[i].Runs = runs[i]
	}
	return r
}

// Strategy finds a strategy by name; nil if it is not in the run.
func (r *Result) Strategy(name string) *Strategy {
	for i := range r.Strategies {
		if r.Strategies[i].Name == name {
			return &r.Strategies[i]
		}
	}
	return nil
}

// Figure returns a metric's mean and interval over seeds. An unknown name has
// no value.
func (s *Strategy) Figure(metric string) Summary { return Summarize(s.values(metric)) }

// ProviderFigure is Figure for a figure of one provider, by its place in the
// chain's order.
func (s *Strategy) ProviderFigure(provider int, metric string) Summary {
	m, ok := ProviderMetricIndex(metric)
	if !ok {
		return Summarize(nil)
	}
	out := make([]float64, len(s.Runs))
	for i := range s.Runs {
		out[i] = math.NaN()
		if p := s.Runs[i].Providers; provider < len(p) {
			out[i] = p[provider][m]
		}
	}
	return Summarize(out)
}

// values are a metric's values by seed.
func (s *Strategy) values(metric string) []float64 {
	m, ok := MetricIndex(metric)
	if !ok {
		return nil
	}
	out := make([]float64, len(s.Runs))
	for i := range s.Runs {
		out[i] = s.Runs[i].Values[m]
	}
	return out
}

// Paired summarizes a's values less b's over the seeds where both have one.
// Strategies meet the same luck, so what they share cancels out.
func Paired(a, b *Strategy, metric string) Summary {
	x, y := a.values(metric), b.values(metric)
	n := min(len(x), len(y))
	out := make([]float64, n)
	for i := range n {
		out[i] = x[i] - y[i]
	}
	return Summarize(out)
}

// fired counts the attempts that a timeline entry touched, over all strategies
// and seeds.
func (r *Result) fired(entry int) (n int64) {
	for i := range r.Strategies {
		for k := range r.Strategies[i].Runs {
			if f := r.Strategies[i].Runs[k].Fired; entry < len(f) {
				n += f[entry]
			}
		}
	}
	return n
}

// occurred reports whether any fault touched any attempt.
func (r *Result) occurred() bool {
	for i := range r.Scenario.Timeline {
		if r.fired(i) > 0 {
			return true
		}
	}
	return false
}
