package report

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"
)

// TestTapes wants of one seed what the figures of its run say, for a tape sees the
// same requests, and when the fault was.
func TestTapes(t *testing.T) {
	r := replayed(t, 1)
	tapes, err := r.tapes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	spectra, err := r.spectra()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range spectra {
		s, all := &r.Strategies[i], newLatencies(tapeDigits)
		for k := range tapes[i].points {
			all.add(tapes[i].points[k].latency)
		}
		for metric, got := range map[string][2]float64{
			"latency_p50": {c.all.quantiles()[0], 1e-3}, "latency_p99": {c.all.quantiles()[2], 1e-3}} {
			if want := s.Figure(metric).Mean; math.Abs(got[0]-want) > got[1]*want {
				t.Errorf("%s: %s = %v by the spectrum, %v by the figures", s.Name, metric, got[0], want)
			}
		}
		if got, want := all.quantiles()[2], s.Figure("latency_p99").Mean; math.Abs(got-want) > 2e-2*want {
			t.Errorf("%s: p99 = %v by the tape, %v by the figures", s.Name, got, want)
		}
		if all.n != c.all.n || all.n == 0 {
			t.Errorf("%s: %d requests in points of %d", s.Name, all.n, c.all.n)
		}
	}
	all := coverage(r, acted)
	if len(all) != 1 || time.Duration(all[0].from) != 5*time.Minute || time.Duration(all[0].to) != 25*time.Minute || all[0].share != 1 {
		t.Errorf("the fault from 5 to 25 of 40 minutes is drawn %v", all)
	}
}

// TestOverTime draws the percentile of each point level over it, with gaps where
// nobody asked.
func TestOverTime(t *testing.T) {
	r := &Result{Scenario: Scenario{Duration: 80 * time.Second}, Strategies: []Strategy{{Name: "one"}}}
	c := newTape(&r.Scenario, 80)
	for i := range 100 {
		c.points[3].latency.record(int64(i+1) * 10e6) // 10 ms to 1 s
	}
	c.points[4].latency.record(2e9)
	c.points[30].latency.record(5e9)
	c.points[79].latency.record(0)
	rank := r.Rank()
	f := overTime(r, &rank, []*tape{c})
	var lines [][]xy
	var in rect
	for _, p := range f.Paths {
		switch {
		case strings.HasPrefix(p.Class, "c0 "):
			lines = append(lines, p.Points)
		case p.Class == "edge":
			in = rect{p.Points[0].X, p.Points[0].Y, p.Points[2].X, p.Points[1].Y}
		}
	}
	if len(lines) != 3 || len(lines[0]) != 4 || len(lines[1]) != 2 || len(lines[2]) != 2 {
		t.Fatalf("lines %v", lines)
	}
	x := func(p xy) float64 { return (p.X - in.left) / in.width() * 80 }
	y := func(p xy) float64 { return (in.bottom - p.Y) / in.height() }
	axis := newAxis(Seconds, []float64{5. / longestAxis, 5}, nil, nil)
	for i, w := range []struct{ got, want float64 }{
		{x(lines[0][0]), 3}, {x(lines[0][1]), 4}, {y(lines[0][0]), axis.share(0.99)}, {y(lines[0][2]), axis.share(2)},
		{x(lines[1][0]), 30}, {x(lines[1][1]), 31}, {y(lines[1][0]), axis.share(5)}, // a point by itself
		{x(lines[2][1]), 80}, {y(lines[2][1]), 0}, // at the edge
	} {
		if math.Abs(w.got-w.want) > 0.01 {
			t.Errorf("%d: %v, want %v", i, w.got, w.want)
		}
	}
}

// TestShares draws a distribution that ends at one.
func TestShares(t *testing.T) {
	w := waits{usable: newLatencies(requestDigits)}
	for i := range 1000 {
		w.book(true, time.Duration(i+1)*time.Millisecond) // 1 ms to 1 s
	}
	x := axis{log: true, low: 0.01, high: 10}
	shares := w.shares(&x)
	for i, want := range map[int]float64{0: 0.01, curvePoints / 3: 0.1, 2 * curvePoints / 3: 1, curvePoints - 1: 1} {
		if got := shares[i]; math.Abs(got-want) > 0.04*want {
			t.Errorf("point %d: %v, want %v", i, got, want)
		}
	}
	if a := waitsAxis(&Result{}, []*tape{{soon: [2]waits{w}}}); a.low > 0.002 || a.high < 1 {
		t.Errorf("the axis reaches from %v to %v", a.low, a.high)
	}
	if a := waitsAxis(&Result{}, []*tape{{soon: [2]waits{{usable: newLatencies(requestDigits)}}}}); a.low != 0.1 || a.high != 10 {
		t.Errorf("the axis of nothing reaches from %v to %v", a.low, a.high)
	}
}
