package judge

import (
	"context"
	"slices"

	"wavetank/report/explain"
	"wavetank/report/measure"
)

// Model rises when the same seed may give other numbers than before; results of
// different models are not compared.
const Model = 3

// Result is one scenario's comparison of strategies. All strategies met the
// same seeds; everything in it is in a fixed order, so that equal runs are
// equal bytes.
type Result struct {
	Scenario     measure.Scenario
	Seeds        []uint64 // that every strategy has finished, in order
	Asked        int      // how many seeds were asked for; 0: as many as there are
	Partial      bool     // interrupted: seeds are missing
	Warnings     []Warning
	Imprecise    []string // precisions that were asked for and not reached, in a clause each
	Strategies   []measure.Strategy
	Expectations []Expectation // in the order of the file
	Again        []string      // arguments of the command that repeats the run, its name first
	Why          []string      // arguments of the command that explains it, its name first; none: nothing explains it
	Reference    string        // the strategy that others are compared with; "" is the first that is no bound
	Complaint    *Complaint    // what the strategy to ship leaves unsolved; nil: nothing that was found
	Trial        *Trial        // what helps against that; nil: nothing that was tried
	Tried        []string      // what was tried and does not help; empty where something does
	Baseline     *Result       // what it is held against: another run on the same seeds; nil: nothing
	BaselineName string        // what people call the baseline: a file, or a revision and its commit
	Regressions  []Regression  // against the baseline; nil without one
	FailOn       FailOn        // what the command fails on; 0: FailDefault
	Seen         *measure.Seen // what formats asked to see of the runs; nil: nothing
	Line         int           // where it begins in the file that it was read from; 0: it was read from none
	Replay       Replay        // nil where only figures are left, as of a result read from a file

	// Explain tells of the worst request of a strategy in its first run; nil where
	// nobody can.
	Explain func(ctx context.Context, strategy string) (*explain.Explanation, error)
}

// Warning is something a lint or a run found worth saying.
type Warning struct {
	File string
	Line int // 0: of the whole file
	Text string
}

// NewResult joins the runs that Compare gives to the strategies, in the same
// order.
func NewResult(sc measure.Scenario, strategies []measure.Strategy, runs [][]measure.Run, seeds []uint64) *Result {
	r := &Result{Scenario: sc, Seeds: seeds, Strategies: slices.Clone(strategies)}
	for i := range r.Strategies {
		r.Strategies[i].Runs = runs[i]
	}
	return r
}

// Strategy finds a strategy by name; nil if it is not in the run.
func (r *Result) Strategy(name string) *measure.Strategy {
	for i := range r.Strategies {
		if r.Strategies[i].Name == name {
			return &r.Strategies[i]
		}
	}
	return nil
}

// Fired counts the attempts that a timeline entry touched, over all strategies
// and seeds.
func (r *Result) Fired(entry int) (n int64) {
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
		if r.Fired(i) > 0 {
			return true
		}
	}
	return false
}

// Any reports whether some strategy has a value of a metric.
func (r *Result) Any(metric string) bool {
	for i := range r.Strategies {
		if f := r.Strategies[i].Figure(metric); f.Exists() {
			return true
		}
	}
	return false
}
