package measure

import (
	"math"
	"time"

	"wavetank/faults"
)

// Scenario is what the formats say about the scenario.
type Scenario struct {
	Name      string
	Hash      string // 12 hex digits
	File      string // "library:NAME" or a path
	Title     string // its why in a line
	Rate      string // of arrivals, as "5 req/s"
	Duration  time.Duration
	SLO       time.Duration // 0: none
	Limit     time.Duration // within which a provider that is well gives a usable answer
	LimitOf   string        // what Limit comes from: slo, deadline, patience, or truth.limit
	Providers []string      // in the chain's order
	Timeline  []Fault       // in the order of the file, as Run.Windows and Run.Fired
	Decide    []Decide      // what a decision asks, in this order; none: the default
}

// Decide is one question of a scenario's own decision.
type Decide struct {
	Metric string
	Part   float64 // of the larger value that the smallest difference is that matters; with Least 0 too: the metric's default
	Least  float64 // the same in the metric's unit
}

// Fault is what the formats say about a timeline entry.
type Fault struct {
	Kind    string
	Targets []int // into Scenario.Providers
	At, For faults.Span
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
	// Counterexample stands in its file to be shown wrong: drawn apart, never shipped.
	Counterexample bool
	HasBreaker     bool
	File           string // where it is written, with Line
	Line           int    // 0: nowhere, as a preset
	Runs           []Run  // in the order of Result.Seeds
}

// Figure returns a metric's mean and interval over seeds. An unknown name has
// no value.
func (s *Strategy) Figure(metric string) Summary {
	m, ok := Index[metric]
	if !ok {
		return Summarize(nil)
	}
	return SummarizeIn(Catalogue[m].Unit, s.Values(metric))
}

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
	return SummarizeIn(memberCatalogue[m].Unit, out)
}

// Values are a metric's values by seed.
func (s *Strategy) Values(metric string) []float64 {
	m, ok := Index[metric]
	if !ok {
		return nil
	}
	out := make([]float64, len(s.Runs))
	for i := range s.Runs {
		out[i] = s.Runs[i].Values[m]
	}
	return out
}

// Paired summarizes a's values less b's over the seeds where both have one, with
// its 95 % interval. Strategies meet the same luck, so what they share cancels
// out. Carriers are the runs that carry the difference, Unseen the share of runs
// that could yet do so. Times of which some never ended have no difference: LogRank
// compares them.
func Paired(a, b *Strategy, metric string) Summary {
	x, _ := a.Never(metric)
	y, _ := b.Never(metric)
	if x+y > 0 {
		return Summarize(nil)
	}
	return Summarize(Differences(a.Values(metric), b.Values(metric)))
}

// Differences are one side's values less the other's, seed by seed. What only the
// last of twelve digits tells apart is the same.
func Differences(a, b []float64) []float64 {
	out := make([]float64, min(len(a), len(b)))
	for i := range out {
		if d := a[i] - b[i]; !(math.Abs(d) <= rounding*max(math.Abs(a[i]), math.Abs(b[i]))) {
			out[i] = d
		}
	}
	return out
}
