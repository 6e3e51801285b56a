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
	CauseAlone                  // the first attempt takes all the time that the caller gives
	CausePrice                  // somebody answers as well for less
	CauseDiffers                // nothing: it says in what equals differ
)

// Complaint is what the strategy to ship leaves unsolved: what costs it most. Which
// of its figures exist depends on the cause.
type Complaint struct {
	Cause    Cause
	Strategy string
	Metric   string      // that it is about, of the catalogue
	Provider int         // whom it is about, into Scenario.Providers; -1: nobody in particular
	Reason   string      // of false trips, as Trip has it; for CauseLimited, what refused, as chain.Refusal says it
	Class    chain.Class // of the error that ends calls, for CauseStopped
	Against  string      // who has less of the metric, for CauseDiffers and CausePrice
	Never    [2]int      // episodes that never ended, and all, for CauseReturn
	Paid     bool        // the wasted calls are a part of the bill that matters
	Times    float64     // how many times worse than it might be; the largest is told
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

// Costs of all kinds are held against each other by one measure: how many times
// worse than it might be a figure is (than the bound's, the usual provider's, the cheapest rival's, or nothing),
// with this much added to both, so that little beside nothing is not endless.
const (
	missesFloor = 0.005 // of the requests: one in two hundred
	timeFloor   = 1.0   // seconds
	lagFloor    = 60.0  // seconds, of a provider that is well and passed over
	tripsFloor  = 1.0   // a false trip a run
	moneyFloor  = 0.01  // dollars per 1,000 answers
)

// timesWorse is that measure.
func timesWorse(value, best, floor float64) float64 { return (value + floor) / (best + floor) }

// Diagnose finds what costs the strategy to ship most, whatever its kind, or, where
// nothing separates the first two and nothing costs the first as much as twice what it might,
// in what those differ, and notes it in r.Complaint. It plays a few runs again;
// without Replay it says nothing.
func (r *Result) Diagnose(ctx context.Context) error {
	r.Complaint = nil
	k := r.Rank()
	if r.Partial || r.Replay == nil || len(k.First) == 0 {
		return nil
	}
	d := r.diagnosis(k.First[0])
	if err := d.play(ctx); err != nil {
		return err
	}
	const alike = 2 // times; below that a difference of two equals says more
	worst := d.worst()
	if len(k.First) > 1 && len(r.Seeds) > 1 && (worst == nil || worst.Times < alike) {
		worst = r.difference(k.First[0], k.First[1])
	}
	r.Complaint = worst
	return nil
}

// worst is the complaint about what costs most; nil: nothing that is worth a word.
func (d *diagnosis) worst() (worst *Complaint) {
	for _, ask := range []func() *Complaint{d.nobody, d.misses, d.slow, d.silent, d.falseTrips, d.waste, d.price, d.comeback} {
		if c := ask(); c != nil && (worst == nil || c.Times > worst.Times) {
			worst = c
		}
	}
	if worst != nil {
		worst.Strategy = d.s.Name
	}
	return worst
}

// diagnosis is the search for a complaint.
type diagnosis struct {
	*Result
	s     *measure.Strategy
	ideal *measure.Strategy // nil: there is none
	phase string            // of the faults, with its dot
	rate  string            // the share of answers, in time where that is asked for
	tail  *measure.Tail     // of some runs
}

func (r *Result) diagnosis(s *measure.Strategy) *diagnosis {
	d := &diagnosis{Result: r, s: s, rate: r.AnswerRate()}
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

// AnswerRate is the share of requests that were answered since the first fault, in
// time where that is asked for: what people mean by how well a chain does.
func (r *Result) AnswerRate() string {
	phase, rate := "", "success_rate"
	if len(r.Scenario.Timeline) > 0 {
		phase = "." + measure.Since
	}
	if r.Scenario.SLO > 0 {
		rate = "slo_rate"
	}
	return rate + phase
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
