package report

import (
	"math"
	"testing"
)

// TestCurves wants of one seed what the figures of its run say, for a curve sees
// the same requests.
func TestCurves(t *testing.T) {
	r := replayed(t, 1)
	curves, err := r.curves()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range curves {
		s := &r.Strategies[i]
		for metric, got := range map[string]float64{"latency_p50": c.whole.quantiles()[0], "latency_p99": c.whole.quantiles()[2],
			"latency_p99.during": c.during.quantiles()[2]} {
			if want := s.Figure(metric).Mean; math.Abs(got-want) > 1e-3*want {
				t.Errorf("%s: %s = %v by the curve, %v by the figures", s.Name, metric, got, want)
			}
		}
		n := int64(0)
		for _, l := range c.slices {
			n += l.n
		}
		if n != c.whole.n || n == 0 {
			t.Errorf("%s: %d requests in slices of %d", s.Name, n, c.whole.n)
		}
		if c.faulty[9] != 0 || c.faulty[10] != 1 || c.faulty[49] != 1 || c.faulty[50] != 0 {
			t.Errorf("%s: the fault from 5 to 25 of 40 minutes is drawn %v", s.Name, c.faulty)
		}
	}
}

// TestP99Lines draws the percentile of each slice, at its middle.
func TestP99Lines(t *testing.T) {
	c := newCurve(80e9)
	for i := range 100 {
		c.slices[3].record(int64(i+1) * 10e6) // 10 ms to 1 s
	}
	c.slices[6].record(2e9)
	c.slices[30].record(5e9)
	c.slices[79].record(0)
	lines := c.p99Lines(80)
	if len(lines) != 3 || len(lines[0]) != 2 || len(lines[1]) != 2 || len(lines[2]) != 2 {
		t.Fatalf("lines %v", lines)
	}
	for _, w := range []struct{ got, want float64 }{
		{lines[0][0].X, 3.5}, {lines[0][0].Y, 0.99}, {lines[0][1].X, 6.5}, {lines[0][1].Y, 2}, // a line over two empty slices
		{lines[1][0].X, 30}, {lines[1][1].X, 31}, {lines[1][0].Y, 5}, // a slice by itself
		{lines[2][1].Y, leastDrawn},
	} {
		if math.Abs(w.got-w.want) > 0.01*w.want {
			t.Errorf("lines %v: %v, want %v", lines, w.got, w.want)
		}
	}
}

// TestSteps draws a distribution that ends at one.
func TestSteps(t *testing.T) {
	l := newLatencies(requestDigits)
	for i := range 1000 {
		l.record(int64(i+1) * 1e6) // 1 ms to 1 s
	}
	steps := l.steps(0.01, 10)
	for i, want := range map[int]float64{0: 0.01, stepsDrawn / 3: 0.1, 2 * stepsDrawn / 3: 1, stepsDrawn: 1} {
		if got := steps[i].Y; math.Abs(got-want) > 0.02*want {
			t.Errorf("at %v s: %v, want %v", steps[i].X, got, want)
		}
	}
	if low, high, ok := l.ends(); !ok || math.Abs(low-0.01) > 1e-4 || math.Abs(high-1) > 1e-3 {
		t.Errorf("ends %v and %v", low, high)
	}
	if _, _, ok := newLatencies(requestDigits).ends(); ok {
		t.Error("ends of nothing")
	}
}
