package report

import (
	"math"
	"strings"
	"testing"

	"wavetank/report/figure"
	"wavetank/report/measure"
)

func TestFigureTicks(t *testing.T) {
	for _, c := range []struct {
		what string
		axis figure.Axis
		want string
	}{
		{"seconds", figure.Axis{Unit: measure.Seconds, Low: 1.9, High: 4.1}, "2.0 s 2.5 s 3.0 s 3.5 s 4.0 s"},
		{"seconds on a log scale", figure.Axis{Unit: measure.Seconds, Low: 0.04, High: 400, Log: true}, "50 ms 0.1 s 0.2 s 0.5 s 1 s 2 s 5 s 10 s 20 s 50 s 60 s 2 min 5 min"},
		{"milliseconds", figure.Axis{Unit: measure.Seconds, Low: 0.011, High: 0.052}, "20 ms 30 ms 40 ms 50 ms"},
		{"minutes", figure.Axis{Unit: measure.Seconds, Low: 60, High: 400}, "2 min 4 min 6 min"},
		{"a narrow log scale", figure.Axis{Unit: measure.Dollars, Low: 0.61, High: 0.69, Log: true}, "$0.62 $0.64 $0.66 $0.68"},
		{"rates", figure.Axis{Unit: measure.Rate, Low: 0.985, High: 1.004}, "98.5 % 99.0 % 99.5 % 100.0 %"},
		{"counts", figure.Axis{Unit: measure.Count, Low: -20, High: 2100}, "0 500 1,000 1,500 2,000"},
		{"nothing but zero", figure.NewAxis(measure.Count, []float64{0}, nil, nil), "0.0 0.5 1.0"},
	} {
		var got []string
		for _, tick := range c.axis.Ticks(5) {
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
	a := figure.NewAxis(measure.Dollars, []float64{2, 3, 4}, nil, []float64{5, 5000})
	if a.Log || a.High > 6 || a.Beyond(5) != 0 || a.Beyond(5000) != 1 || a.Beyond(-1) != -1 {
		t.Errorf("the axis reaches from %v to %v", a.Low, a.High)
	}
	wide := figure.NewAxis(measure.Seconds, []float64{2, 10}, nil, []float64{30})
	if !wide.Log || wide.Beyond(30) != 0 {
		t.Errorf("the axis from %v to %v, logarithmic %v, does not hold the other", wide.Low, wide.High, wide.Log)
	}
	if s := wide.Share(math.Sqrt(wide.Low * wide.High)); math.Abs(s-0.5) > 1e-9 {
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
		a := figure.NewAxis(measure.Seconds, c.means, c.ends, nil)
		if got := a.Unscale(a.Scale(a.Low) + figure.AxisRoom/(1+2*figure.AxisRoom)*(a.Scale(a.High)-a.Scale(a.Low))); math.Abs(got-c.least) > 1e-9 || a.Beyond(c.greatest) != 0 {
			t.Errorf("%s: the axis begins at %v, want %v", c.what, got, c.least)
		}
	}
	for _, odd := range [][]float64{nil, {math.NaN()}, {0}, {-3}, {math.Inf(1), 5}} {
		if a := figure.NewAxis(measure.Count, odd, odd, nil); !(a.Low < a.High) || measure.Bad(a.Low) || measure.Bad(a.High) || len(a.Ticks(4)) == 0 {
			t.Errorf("of %v: from %v to %v, ticks %v", odd, a.Low, a.High, a.Ticks(4))
		}
	}
}

// TestHeatColors wants a scale that rises in brightness, and text that can be
// read on all of it.
func TestHeatColors(t *testing.T) {
	last := -1.0
	for i := range 101 {
		c := figure.HeatColor(float64(i) / 100)
		if b := figure.Brightness(c); b <= last {
			t.Errorf("at %d %% the brightness is %v after %v", i, b, last)
		} else {
			last = b
		}
		if apart := lightnessApart(c, figure.InkOn(c)); apart < 4.5 {
			t.Errorf("at %d %% text has a contrast of %.1f", i, apart)
		}
	}
}
