package report

import (
	"math"
	"strings"
	"testing"
)

func TestFigureTicks(t *testing.T) {
	for _, c := range []struct {
		what string
		axis axis
		want string
	}{
		{"seconds", axis{unit: Seconds, low: 1.9, high: 4.1}, "2.0 s 2.5 s 3.0 s 3.5 s 4.0 s"},
		{"seconds on a log scale", axis{unit: Seconds, low: 0.04, high: 400, log: true}, "50 ms 0.1 s 0.2 s 0.5 s 1 s 2 s 5 s 10 s 20 s 50 s 60 s 2 min 5 min"},
		{"milliseconds", axis{unit: Seconds, low: 0.011, high: 0.052}, "20 ms 30 ms 40 ms 50 ms"},
		{"minutes", axis{unit: Seconds, low: 60, high: 400}, "2 min 4 min 6 min"},
		{"a narrow log scale", axis{unit: Dollars, low: 0.61, high: 0.69, log: true}, "$0.62 $0.64 $0.66 $0.68"},
		{"rates", axis{unit: Rate, low: 0.985, high: 1.004}, "98.5 % 99.0 % 99.5 % 100.0 %"},
		{"counts", axis{unit: Count, low: -20, high: 2100}, "0 500 1,000 1,500 2,000"},
		{"nothing but zero", newAxis(Count, []float64{0}, nil, nil), "0.0 0.5 1.0"},
	} {
		var got []string
		for _, tick := range c.axis.ticks(5) {
			got = append(got, tick.Label)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
	}
}

// TestFarOff wants a plot that keeps room for whom it is about: who lies far off
// stands at its edge.
func TestFarOff(t *testing.T) {
	a := newAxis(Dollars, []float64{2, 3, 4}, nil, []float64{5, 5000})
	if a.log || a.high > 6 || a.beyond(5) != 0 || a.beyond(5000) != 1 || a.beyond(-1) != -1 {
		t.Errorf("the axis reaches from %v to %v", a.low, a.high)
	}
	wide := newAxis(Seconds, []float64{2, 10}, nil, []float64{30})
	if !wide.log || wide.beyond(30) != 0 {
		t.Errorf("the axis from %v to %v, logarithmic %v, does not hold the other", wide.low, wide.high, wide.log)
	}
	if s := wide.share(math.Sqrt(wide.low * wide.high)); math.Abs(s-0.5) > 1e-9 {
		t.Errorf("the middle lies at %v", s)
	}
	for _, c := range []struct {
		what            string
		means, ends     []float64
		least, greatest float64
	}{
		{"an interval that reaches below zero", []float64{1, 2}, []float64{-3, 3}, 0, 3},
		{"one that is wide on a log scale", []float64{1, 20}, []float64{-3, 30}, 0.25, 30},
		{"figures below zero", []float64{-1, 2}, []float64{-3, 3}, -3, 3},
	} {
		a := newAxis(Seconds, c.means, c.ends, nil)
		if got := a.unscale(a.scale(a.low) + axisRoom/(1+2*axisRoom)*(a.scale(a.high)-a.scale(a.low))); math.Abs(got-c.least) > 1e-9 || a.beyond(c.greatest) != 0 {
			t.Errorf("%s: the axis begins at %v, want %v", c.what, got, c.least)
		}
	}
	for _, odd := range [][]float64{nil, {math.NaN()}, {0}, {-3}, {math.Inf(1), 5}} {
		if a := newAxis(Count, odd, odd, nil); !(a.low < a.high) || bad(a.low) || bad(a.high) || len(a.ticks(4)) == 0 {
			t.Errorf("of %v: from %v to %v, ticks %v", odd, a.low, a.high, a.ticks(4))
		}
	}
}

// TestHeatColors wants a scale that rises in brightness, and text that can be
// read on all of it.
func TestHeatColors(t *testing.T) {
	last := -1.0
	for i := range 101 {
		c := heatColor(float64(i) / 100)
		if b := brightness(c); b <= last {
			t.Errorf("at %d %% the brightness is %v after %v", i, b, last)
		} else {
			last = b
		}
		if apart := lightnessApart(c, inkOn(c)); apart < 4.5 {
			t.Errorf("at %d %% text has a contrast of %.1f", i, apart)
		}
	}
}
