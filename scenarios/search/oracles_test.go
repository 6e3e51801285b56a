package search

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// Searches of which the best setting is known without a simulation: the closed
// forms of some of the rows in ../../testdata/oracles.json.

// oracleRow returns the value of a row.
func oracleRow(t *testing.T, id string) float64 {
	t.Helper()
	data, err := os.ReadFile("../../testdata/oracles.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		ID    string
		Value float64
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.ID == id {
			return r.Value
		}
	}
	t.Fatalf("no row %s", id)
	return 0
}

// tuned searches around the strategy ours of a file in testdata/tune.
func tuned(t *testing.T, file string, o TuneOptions) (*Tuning, *tune.Outcome) {
	t.Helper()
	o.Strategies = []string{"ours"}
	tuning, err := NewTuning([]string{"testdata/tune/" + file + ".yaml"}, o)
	if err != nil {
		t.Fatal(err)
	}
	search, err := tuning.Search(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := search.Screen(context.Background()); err != nil {
		t.Fatal(err)
	}
	outcome, err := search.Conclude(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return tuning, outcome
}

// winnerOf are the places of the winner's values.
func winnerOf(o *tune.Outcome) []int { return o.Front[o.Winner].Settings }

// exactly is a plan whose winner is the best of so many replications: nobody is
// played more often, and hardly anything is held out.
func exactly(replications int) tune.Plan {
	return tune.Plan{Replications: replications, Most: replications, Held: 2}
}

// along are a curve's values at those of an axis.
func along(a axis, curve func(at float64) float64) (out []float64) {
	for _, at := range a.At {
		out = append(out, curve(at))
	}
	return out
}

// nearestTo is the place of the value that is nearest to another by their ratio.
func nearestTo(a axis, best float64) int {
	return lowest(along(a, func(at float64) float64 { return math.Abs(math.Log(at / best)) }))
}

// lowest is the place of the least value.
func lowest(values []float64) int { return slices.Index(values, slices.Min(values)) }

// within reports whether no place is more than some steps from another.
func within(steps int, a, b []int) bool {
	for i := range a {
		if max(a[i]-b[i], b[i]-a[i]) > steps {
			return false
		}
	}
	return true
}

// standardError is that of an estimate's mean.
func standardError(e tune.Estimate) float64 {
	return (e.High - e.Low) / 2 / distuv.StudentsT{Sigma: 1, Nu: float64(e.N - 1)}.Quantile(0.975)
}

// agree holds measured steps along an axis against a curve: each must lie within
// four standard errors, and those must be a small part of it, for a wide interval
// proves nothing.
func agree(t *testing.T, a axis, steps []tune.Estimate, want []float64, slack float64) {
	t.Helper()
	for i, e := range steps {
		se := standardError(e)
		t.Logf("%s=%-6s %8.3f, simulated %8.3f, standard error %.3f", a.Name, a.Labels[i], want[i], e.Mean, se)
		if off := math.Abs(e.Mean - want[i]); off > 4*se {
			t.Errorf("%s=%s: %.4f, want %.4f: %.1f standard errors off", a.Name, a.Labels[i], e.Mean, want[i], off/se)
		}
		if 4*se > slack*want[i] {
			t.Errorf("%s=%s: a standard error of %.3f proves little of %.3f", a.Name, a.Labels[i], se, want[i])
		}
	}
}

// A3, with what stands against it. A breaker that trips after n failures in a
// row meets a provider that hangs, with lam calls a second and an attempt timeout
// tau. The n-th call comes n/lam after the beginning and fails tau later (A3a);
// until then n + lam tau calls are doomed (A3b). In the healthy time T before,
// those of lam T calls are cut off whose answer would take longer than tau: with
// exponential latencies of mean m a share exp(-tau/m). So
//
//	wasted(tau)  = n + lam tau + lam T exp(-tau/m)
//	wasted'(tau) = lam - lam T/m exp(-tau/m) = 0  at  tau* = m ln(T/m)
func TestTuneFindsTheTimeoutBetweenTailAndDetection(t *testing.T) {
	t.Parallel()
	const n, lam, m, healthy = 5, 2.0, 2.0, 1200.0
	if doomed := oracleRow(t, "A3b"); doomed != 5+10*30 {
		t.Fatalf("row A3b is %v", doomed)
	}
	tuning, o := tuned(t, "detect", TuneOptions{Vary: []string{"attempt.total=4s..40s log 10"},
		Minimize: []string{"wasted_calls"}, Plan: exactly(40)})
	a, won := tuning.axes[0], winnerOf(o)[0]
	best := nearestTo(a, m*math.Log(healthy/m)) // 12.8 s
	want := along(a, func(tau float64) float64 { return n + lam*tau + lam*healthy*math.Exp(-tau/m) })
	if best != lowest(want) || won != best {
		t.Errorf("found %s, nearest to the best is %s", a.Labels[won], a.Labels[best])
	}
	agree(t, a, o.Sensitivity[0].Steps[0], want, 0.15)
}

// E6 as one figure: the first provider hangs for a time T between a and b, and
// the next one is delta slower. Each probe after a constant cooldown c costs one
// request the attempt timeout tau, and from one to the next it takes
//
//	L = c + 1/lam + tau
//
// for the first request after the cooldown is the probe, and the cooldown begins
// anew when that has failed. T/L probes fail, and after the outage it takes L/2 in
// the mean until one succeeds, in which lam L/2 requests are delta slower than
// need be:
//
//	excess(L)  = tau T/L + lam delta L/2
//	excess'(L) = 0  at  L* = sqrt(2 T tau/(lam delta))
//
// To hold figures against it takes what does not depend on c as well. The breaker
// trips n/lam + tau after the beginning, the first probe is sent L - tau later;
// n + lam tau calls hang by then; all calls until the good probe's answer are delta
// slower, the probe itself is not.
func TestTuneFindsTheCooldownBetweenProbesAndLag(t *testing.T) {
	t.Parallel()
	const n, lam, tau, m, delta, a, b, duration = 3, 0.25, 10.0, 1.0, 4.0, 600.0, 3000.0, 4200.0
	excess := func(c float64) (mean float64) {
		const outages = 10_000
		cycle, trip := c+1/lam+tau, n/lam+tau
		for i := range outages {
			end := a + (b-a)*(float64(i)+0.5)/outages
			probes := math.Ceil((end-trip+tau)/cycle) - 1 // the k-th is sent at trip + k cycle - tau
			back := trip + (probes+1)*cycle - tau + m
			mean += ((n+lam*tau+probes)*tau + delta*(lam*back-1)) / outages
		}
		return mean
	}
	tuning, o := tuned(t, "relapse", TuneOptions{Vary: []string{"breaker.open.base=20s,30s,45s,70s,110s,170s,260s,390s,600s"},
		Minimize: []string{"latency_mean"}, Plan: exactly(80)})
	x, won := tuning.axes[0], winnerOf(o)[0]
	best := nearestTo(x, math.Sqrt((a+b)*tau/(lam*delta))-1/lam-tau) // 176 s
	want := along(x, func(c float64) float64 { return m + excess(c)/(lam*duration) })
	if best != lowest(want) || !within(1, []int{won}, []int{best}) {
		t.Errorf("found %s, nearest to the best is %s", x.Labels[won], x.Labels[best])
	}
	agree(t, x, o.Sensitivity[0].Steps[0], want, 0.15)
}

// J2: a share p of the calls to the first provider costs d until it has failed, and
// the next provider takes delta longer. The first one's mean is p (d + delta), the
// other's delta more than an answer takes, so
//
//	p* = delta/(d + delta)
//
// is where the order turns. One search each for several shares finds the turn
// between two of them; the line through the differences that they measured finds
// it to four standard errors.
func TestTuneFindsTheBreakEvenOfAnOrder(t *testing.T) {
	t.Parallel()
	const delta = 0.5
	for _, c := range []struct {
		row, file string
		d         float64
	}{{"J2a", "hangs", 30}, {"J2b", "fails", 0.2}} {
		even := delta / (c.d + delta)
		if math.Abs(even-oracleRow(t, c.row)) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.row, even, oracleRow(t, c.row))
		}
		for _, times := range []float64{0.7, 0.9, 1.1, 1.3} {
			p := times * even
			_, o := tuned(t, c.file, TuneOptions{Options: scenarios.Options{Set: []string{fmt.Sprintf("timeline[0].share=%g", p)}},
				Vary: []string{"order"}, Minimize: []string{"latency_mean"}, Plan: exactly(20)})
			if first := winnerOf(o)[0] == 0; first != (times < 1) {
				t.Errorf("%s: at %.1f of the break-even the first provider comes first: %v", c.row, times, first)
			}
			steps := o.Sensitivity[0].Steps[0]
			behind, se := steps[0].Mean-steps[1].Mean, math.Hypot(standardError(steps[0]), standardError(steps[1]))
			found := p - behind/(c.d+delta)
			t.Logf("%s: at %.1f of it: the break-even is %.3f %%, found %.3f %%, standard error %.3f", c.row, times, 100*even, 100*found, 100*se/(c.d+delta))
			if off := math.Abs(found-even) * (c.d + delta); off > 4*se || 4*se > 0.2*delta {
				t.Errorf("%s: the break-even is %.5f, found %.5f: %.1f standard errors of %.5f off", c.row, even, found, off/se, se/(c.d+delta))
			}
		}
	}
}
