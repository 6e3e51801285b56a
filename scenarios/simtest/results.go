package simtest

import (
	"errors"
	"math"
	"time"

	"wavetank/report/measure"
)

// Results are the figures of all who played, by name: the chains, and the
// strategies beside them. Figures are means over seeds. One that does not exist
// (nothing to count, a chain that was not judged, a name that did not play) is
// the worst there is, so that no check passes for want of a value.
type Results map[string]*Result

// Result is one chain's or strategy's figures. Nil is one that did not play.
type Result struct {
	strategy *measure.Strategy
	err      error
}

// errNotJudged is of a chain that the results do not have.
var errNotJudged = errors.New("simtest: no chain and no strategy of that name was judged")

func (p *play) results() Results {
	out := Results{}
	for _, c := range p.chains {
		out[c.name] = &Result{err: c.err}
	}
	for i := range p.result.Strategies {
		s := &p.result.Strategies[i]
		out[s.Name] = &Result{strategy: s}
	}
	return out
}

// Err says why the chain was not judged, nil if it was.
func (r *Result) Err() error {
	switch {
	case r == nil:
		return errNotJudged
	case r.strategy == nil && r.err == nil:
		return errNotJudged
	}
	return r.err
}

// Figure returns any metric of `wavetank run -o json` by its name, as
// latency_p99.during; the mean and its interval are over seeds.
func (r *Result) Figure(metric string) measure.Summary {
	if r == nil || r.strategy == nil {
		return measure.Summarize(nil)
	}
	return r.strategy.Figure(metric)
}

func (r *Result) value(metric string, worst float64) float64 {
	if f := r.Figure(metric); f.Exists() {
		return f.Mean
	}
	return worst
}

func (r *Result) time(metric string) time.Duration {
	v := r.value(metric, math.Inf(1)) * 1e9
	if v >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(math.Round(v))
}

// LatencyP50 is the time within which half of the questions had an answer or an
// error.
func (r *Result) LatencyP50() time.Duration { return r.time("latency_p50") }

// LatencyP99 is the time within which 99 % of the questions had an answer or an
// error.
func (r *Result) LatencyP99() time.Duration { return r.time("latency_p99") }

// SuccessRate is the share of the questions that somebody could serve which got
// a usable answer, 0 to 1.
func (r *Result) SuccessRate() float64 { return r.value("success_rate", 0) }

// SLORate is the share of them that got it within the scenario's slo, 0 to 1.
func (r *Result) SLORate() float64 { return r.value("slo_rate", 0) }

// WastedCalls is how many requests of a run gave no answer that was used.
func (r *Result) WastedCalls() float64 { return r.value("wasted_calls", math.Inf(1)) }

// WastedPer1k is WastedCalls per 1,000 questions.
func (r *Result) WastedPer1k() float64 { return r.value("wasted_per_1k", math.Inf(1)) }

// Trips is how often breakers opened in a run, as far as the chain told.
func (r *Result) Trips() float64 { return r.value("trips", math.Inf(1)) }

// SpuriousTrips is how many of them were of providers that were well.
func (r *Result) SpuriousTrips() float64 { return r.value("spurious_trips", math.Inf(1)) }

// SilentBad is how many answers of a run were returned as good and break the
// schema.
func (r *Result) SilentBad() float64 { return r.value("silent_bad", math.Inf(1)) }

// CostPer1k is what 1,000 usable answers cost, in dollars.
func (r *Result) CostPer1k() float64 { return r.value("cost_per_1k", math.Inf(1)) }
