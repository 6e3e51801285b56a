package judge

import (
	"math"
	"strings"

	"wavetank/report/measure"
)

// What a difference of means must come to before it decides what to ship. An
// interval over seeds only says that a difference is no accident: twenty runs
// show one of a thousandth, which is no reason to choose a chain.
const (
	mattersMisses = 0.1   // of the requests that the worse one misses, that the better one saves: with all providers down, 1 % instead of none is nothing, and 99 % instead of 98 % is half
	mattersRate   = 0.001 // and at least this share of all requests; the gate's floor
	mattersPart   = 0.05  // of a count, a time or money; the gate's tolerance
	mattersCalls  = 0.001 // and at least so many calls per request; the gate's floor
	mattersTime   = 0.05  // and at least so many seconds; the gate's floor
	mattersMoney  = 0.01  // and at least so many dollars per 1,000 answers; the gate's floor
	mattersTrips  = 1     // and at least so many trips a run: chosen
)

// Matters reports whether two means of a metric differ by as much as anybody
// would choose a chain for. Requests is how many a run has.
func Matters(metric string, a, b, requests float64) bool {
	d := math.Abs(a - b)
	switch u := measure.UnitOf(metric); {
	case metric == "silent_bad":
		return d > 0 // broken data is never a matter of degree
	case u == measure.Rate:
		return d >= mattersRate && d >= mattersMisses*(1-min(a, b))-1e-12
	case u == measure.Seconds:
		return d >= mattersTime && d >= mattersPart*max(a, b)
	case u == measure.Dollars:
		return d >= mattersMoney && d >= mattersPart*max(a, b)
	case strings.HasSuffix(metric, "trips"):
		return d >= mattersTrips && d >= mattersPart*max(a, b)
	}
	return d >= mattersCalls*requests && d >= mattersPart*max(a, b)
}

// Outdoes reports whether a is shown to be better than b in a metric, by as much
// as matters.
func Outdoes(a, b *measure.Strategy, metric string) bool {
	x, y := a.Figure(metric), b.Figure(metric)
	if !x.Exists() || !y.Exists() || !Matters(metric, x.Mean, y.Mean, requests(a)) {
		return false
	}
	d := measure.Paired(a, b, metric)
	if measure.Catalogue[measure.Index[metric]].Better == measure.Higher {
		return d.Low > 0
	}
	return d.High < 0
}

// requests is how many a run has, on average.
func requests(s *measure.Strategy) float64 {
	f := s.Figure("requests")
	return f.Mean
}
