package judge

import (
	"context"
	"fmt"

	"wavetank/chain"
	"wavetank/report/measure"
)

// Cause is what a complaint blames. Whoever knows strategies finds the settings
// that it hangs on.
type Cause uint8

// The causes.
const (
	CauseNobody    Cause = iota // nobody can answer: even the clairvoyant bound cannot
	CauseHang                   // calls hang until an illness is noticed
	CauseKnown                  // calls go on to a provider that was known to be ill
	CauseProbes                 // tests of an ill provider
	CauseSlow                   // answers that are not waited for
	CauseImpatient              // our own timeouts on a provider that would have answered in time
	CauseAnswers                // delivered answers that take long
	CauseErrors                 // failures that take long to come
	CauseWaits                  // waits before retries
	CauseRefused                // breakers hold everybody back
	CauseLimited                // our own limits and budgets hold attempts back
	CauseStopped                // an error ends the call though others would answer
	CauseFailed                 // everybody who is asked fails
	CauseSilent                 // broken answers are delivered
	CauseFalse                  // breakers open on providers that are well
	CauseDuplicate              // hedges that lose
	CauseLate                   // answers that come after the caller has gone
	CauseInvalid                // answers that do not fit, and another call for each
	CauseRepeat                 // what one provider refused for the request's sake, another is asked
	CauseThrottled              // calls beyond a limit
	CauseReturn                 // a provider is held back long after it is well
	CauseDiffers                // nothing: it says in what equals differ
)

// Complaint is what the strategy to ship leaves unsolved: the largest contributor
// to its worst figure. Which of its figures exist depends on the cause.
type Complaint struct {
	Cause    Cause
	Strategy string
	Metric   string      // that it is about, of the catalogue
	Provider int         // whom it is about, into Scenario.Providers; -1: nobody in particular
	Reason   string      // of false trips, as Trip has it; for CauseLimited, what refused, as chain.Refusal says it
	Class    chain.Class // of the error that ends calls, for CauseStopped
	Against  string      // the equal that has less of the metric, for CauseDiffers
	Figures  ComplaintFigures
}

// ComplaintFigures are what the sentence of a complaint is made of. NaN is none.
type ComplaintFigures struct {
	Value   float64 // of the metric, or calls of the kind that is blamed
	Other   float64 // beside it: the bound's, an equal's, or all of that kind
	Each    float64 // seconds that one of them takes
	Timeout bool    // Each is the chain's own limit for an attempt
	Noticed float64 // seconds until somebody noticed
	Missed  float64 // part of the requests that miss for it
	P99     float64 // seconds, of all requests
}

// tailSeeds is how many runs are played again to find out what the slowest
// requests are made of: the figures of the sentence are means over all seeds,
// only whom to blame comes from these.
const tailSeeds = 4

// Diagnose finds what the strategy to ship leaves unsolved, or in what the first
// two differ where nothing separates them, and notes it in r.Complaint. It asks
// what the ranking asks, in that order, against the bound: answers in time, the
// slowest percent, broken answers; then what the ranking does not ask. It plays
// a few runs again; without Replay it says nothing.
func (r *Result) Diagnose(ctx context.Context) error {
	r.Complaint = nil
	k := r.Rank()
	if r.Partial || r.Replay == nil || len(k.First) == 0 {
		return nil
	}
	if len(k.First) > 1 {
		if len(r.Seeds) > 1 {
			r.Complaint = r.difference(k.First[0], k.First[1])
		}
		return nil
	}
	d := r.diagnosis(k.First[0])
	if err := d.play(ctx); err != nil {
		return err
	}
	for _, ask := range []func() *Complaint{d.nobody, d.misses, d.slow, d.silent, d.falseTrips, d.waste, d.comeback} {
		if c := ask(); c != nil {
			c.Strategy, r.Complaint = d.s.Name, c
			return nil
		}
	}
	return nil
}

// diagnosis is the search for a complaint.
type diagnosis struct {
	*Result
	s     *measure.Strategy
	ideal *measure.Strategy // nil: there is none
	phase string            // that counts, with its dot
	rate  string            // the metric of answers in time
	tail  *measure.Tail     // of some runs
}

func (r *Result) diagnosis(s *measure.Strategy) *diagnosis {
	d := &diagnosis{Result: r, s: s, rate: r.Criteria()[0].Metric}
	if len(r.Scenario.Timeline) > 0 {
		d.phase = ".during"
	}
	for i := range r.Strategies {
		if r.Strategies[i].Ideal {
			d.ideal = &r.Strategies[i]
		}
	}
	return d
}

// play takes the slowest and the missed requests of some runs apart.
func (d *diagnosis) play(ctx context.Context) error {
	d.tail = d.newTail(0)
	strategy := d.place()
	for i := range min(tailSeeds, len(d.s.Runs)) {
		p99, _ := measure.Index["latency_p99"+d.phase]
		t := d.newTail(measure.SlowFrom(d.s.Runs[i].Values[p99]))
		if err := d.Replay(ctx, strategy, d.s.Runs[i].Seed, t); err != nil {
			return fmt.Errorf("report: playing %s again: %w", d.s.Name, err)
		}
		d.tail.Add(t)
	}
	return nil
}

func (d *diagnosis) newTail(slow chain.Instant) *measure.Tail {
	return measure.NewTail(chain.Instant(d.Scenario.SLO), slow, d.phase != "")
}

// place is the strategy's among all.
func (d *diagnosis) place() int {
	for i := range d.Strategies {
		if &d.Strategies[i] == d.s {
			return i
		}
	}
	panic("report: a strategy that is not in its result")
}

// mean is a figure's mean over the seeds; exists tells whether it has one.
func (d *diagnosis) mean(metric string) (v float64, exists bool) {
	f := d.s.Figure(metric)
	return f.Mean, f.Exists()
}

// bound is the clairvoyant's mean, or a value where there is no bound.
func (d *diagnosis) bound(metric string, without float64) float64 {
	if d.ideal == nil {
		return without
	}
	if f := d.ideal.Figure(metric); f.Exists() {
		return f.Mean
	}
	return without
}

// at is a figure of one provider.
func (d *diagnosis) at(provider int, metric string) (v float64, exists bool) {
	f := d.s.ProviderFigure(provider, metric)
	return f.Mean, f.Exists()
}
