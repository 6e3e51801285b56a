package search

import (
	"math"
	"slices"
	"testing"

	"wavetank/sim/tune"
)

// longtail is the closed form of testdata/tune/longtail.yaml: A3 and E6 in one.
// Times are in seconds.
type longtail struct {
	lam      float64 // calls a second
	m, delta float64 // home's mean, and how much slower away is
	a, b     float64 // the outage lasts between these
	duration float64
}

// mean is the mean latency for an attempt timeout, a cooldown, and failures that
// trip.
//
// A healthy call is cut off with the chance p = exp(-tau/m), and then costs tau and
// away's m + delta; since what is left of an exponential latency has its mean
// again, that is delta more than if it had been waited for. By chance n in a row are
// cut off, on the average after (1-p^n)/((1-p) p^n) calls; then everybody goes to
// away until a probe has answered. The rest is as in the tests of A3 and E6.
func (w *longtail) mean(tau, c, n float64) float64 {
	const outages = 2000
	p := math.Exp(-tau / w.m)
	cycle, trip := c+1/w.lam+tau, n/w.lam+tau
	closed := (1 - math.Pow(p, n)) / ((1 - p) * math.Pow(p, n)) / w.lam
	share := closed / (closed + (c+1/w.lam)/(1-p)) // of the healthy time
	excess := 0.0
	for i := range outages {
		end := w.a + (w.b-w.a)*(float64(i)+0.5)/outages
		probes := math.Ceil((end-trip+tau)/cycle) - 1
		back := trip + (probes+1)*cycle - tau + w.m
		slower := w.lam*back - 1 + w.lam*(w.duration-back)*(share*p+1-share)
		excess += ((n+w.lam*tau+probes)*tau + w.delta*slower) / outages
	}
	return w.m + excess/(w.lam*w.duration)
}

// at is the same at a point of a space.
func (w *longtail) at(axes []axis, settings []int) float64 {
	return w.mean(axes[0].At[settings[0]], axes[1].At[settings[1]], axes[2].At[settings[2]])
}

// The optimum of a space of 8 x 6 x 5 settings is found by playing all of them in
// full, by halving, and, to a step, by a Latin hypercube of a quarter of them.
func TestTuneFindsTheOptimumOfThreeSettings(t *testing.T) {
	t.Parallel()
	w := &longtail{lam: 0.25, m: 1, delta: 1.9, a: 300, b: 1500, duration: 3300}
	options := TuneOptions{Minimize: []string{"latency_mean"}, Plan: exactly(16), Vary: []string{
		"attempt.total=3s..20s log 8", "breaker.open.base=20s..640s log 6", "breaker.trip.failures=1,2,3,6,12"}}
	tuning, full := tuned(t, "longtail", options)
	space := tuning.space()
	size, _ := space.Size()
	var known []float64
	for p := range tune.Point(size) {
		known = append(known, w.at(tuning.axes, space.Settings(p)))
	}
	best := space.Settings(tune.Point(lowest(known)))
	if !within(1, winnerOf(full), best) {
		t.Errorf("found %v, the best is %v", winnerOf(full), best)
	}
	w.agreeAround(t, tuning, full)

	options.Plan.Affordable = 2 * int(size)
	_, halved := tuned(t, "longtail", options)
	if len(halved.Rungs) < 3 || halved.Rungs[2].Points > int(size)/10 {
		t.Errorf("nobody was halved away: %v", halved.Rungs)
	}
	if !slices.Equal(winnerOf(halved), winnerOf(full)) {
		t.Errorf("halving finds %v, playing everything %v", winnerOf(halved), winnerOf(full))
	}

	options.Plan.Affordable, options.Plan.Candidates = 0, int(size)/4
	_, sampled := tuned(t, "longtail", options)
	if !sampled.Sampled || sampled.Candidates != int(size)/4 {
		t.Errorf("%d candidates, sampled: %v", sampled.Candidates, sampled.Sampled)
	}
	if !within(1, winnerOf(sampled), best) && !saysSo(sampled) {
		t.Errorf("a sample finds %v and knows nothing better, the best is %v", winnerOf(sampled), best)
	}
}

// agreeAround holds the lines through the winner against the closed form.
func (w *longtail) agreeAround(t *testing.T, tuning *Tuning, o *tune.Outcome) {
	t.Helper()
	for a, x := range tuning.axes {
		settings := slices.Clone(winnerOf(o))
		var want []float64
		for v := range x.Labels {
			settings[a] = v
			want = append(want, w.at(tuning.axes, settings))
		}
		agree(t, x, o.Sensitivity[a].Steps[0], want, 0.2)
	}
}

// saysSo reports whether an outcome shows a better setting beside its winner.
func saysSo(o *tune.Outcome) bool {
	return slices.ContainsFunc(o.Sensitivity, func(s tune.Sensitivity) bool {
		return slices.Contains(s.Signs[0], tune.Better)
	})
}
