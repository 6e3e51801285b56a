package report

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/report/feeds"
	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// TestTapes wants of one seed what the figures of its run say, for a tape sees the
// same requests, and when the fault was.
func TestTapes(t *testing.T) {
	r := replayed(t, 1)
	tapes, err := figure.Tapes(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	spectra, err := feeds.Spectra(r)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range spectra {
		s, all := &r.Strategies[i], measure.NewLatencies(figure.TapeDigits)
		for k := range tapes[i].Points {
			all.Add(tapes[i].Points[k].Latency)
		}
		for metric, got := range map[string][2]float64{
			"latency_p50": {c.All.Quantiles()[0], 1e-3}, "latency_p99": {c.All.Quantiles()[2], 1e-3}} {
			if want := s.Figure(metric).Mean; math.Abs(got[0]-want) > got[1]*want {
				t.Errorf("%s: %s = %v by the spectrum, %v by the figures", s.Name, metric, got[0], want)
			}
		}
		if got, want := all.Quantiles()[2], s.Figure("latency_p99").Mean; math.Abs(got-want) > 2e-2*want {
			t.Errorf("%s: p99 = %v by the tape, %v by the figures", s.Name, got, want)
		}
		if all.N != c.All.N || all.N == 0 {
			t.Errorf("%s: %d requests in points of %d", s.Name, all.N, c.All.N)
		}
	}
	all := figure.Coverage(r, figure.Acted)
	if len(all) != 1 || time.Duration(all[0].From) != 5*time.Minute || time.Duration(all[0].To) != 25*time.Minute || all[0].Share != 1 {
		t.Errorf("the fault from 5 to 25 of 40 minutes is drawn %v", all)
	}
}

// TestCurvesEndAtAnswers: a curve of answers counts errors among those who asked, and
// so ends at the part that was answered.
func TestCurvesEndAtAnswers(t *testing.T) {
	w := figure.Waits{Usable: measure.NewLatencies(figure.TapeDigits)}
	for i := range 200 {
		w.Book(i < 5, time.Duration(i+1)*time.Second)
	}
	x := figure.NewLogarithmic(0.1, 300)
	shares := w.Shares(&x)
	if last := shares[len(shares)-1]; last != 5.0/200 || !slices.IsSorted(shares) {
		t.Errorf("5 of 200 are answered, the curve ends at %v: %v", last, shares)
	}
}

// TestOverTime draws the percentile of each point level over it, with gaps where
// nobody asked.
func TestOverTime(t *testing.T) {
	r := &judge.Result{Scenario: measure.Scenario{Duration: 80 * time.Second}, Strategies: []measure.Strategy{{Name: "one"}}}
	c := figure.NewTape(&r.Scenario, 80)
	for i := range 100 {
		c.Points[3].Latency.Record(int64(i+1) * 10e6) // 10 ms to 1 s
	}
	c.Points[4].Latency.Record(2e9)
	c.Points[30].Latency.Record(5e9)
	c.Points[79].Latency.Record(0)
	rank := r.Rank()
	f := figure.OverTime(r, &rank, []*figure.Tape{c})
	var lines [][]figure.Xy
	var in figure.Rect
	for _, p := range f.Paths {
		switch {
		case strings.HasPrefix(p.Class, "c0 "):
			lines = append(lines, p.Points)
		case p.Class == "edge":
			in = figure.Rect{Left: p.Points[0].X, Top: p.Points[0].Y, Right: p.Points[2].X, Bottom: p.Points[1].Y}
		}
	}
	if len(lines) != 3 || len(lines[0]) != 4 || len(lines[1]) != 2 || len(lines[2]) != 2 {
		t.Fatalf("lines %v", lines)
	}
	x := func(p figure.Xy) float64 { return (p.X - in.Left) / in.Width() * 80 }
	y := func(p figure.Xy) float64 { return (in.Bottom - p.Y) / in.Height() }
	axis := figure.NewAxis(measure.Seconds, []float64{5. / figure.LongestAxis, 5}, nil, nil)
	for i, w := range []struct{ got, want float64 }{
		{x(lines[0][0]), 3}, {x(lines[0][1]), 4}, {y(lines[0][0]), axis.Share(0.99)}, {y(lines[0][2]), axis.Share(2)},
		{x(lines[1][0]), 30}, {x(lines[1][1]), 31}, {y(lines[1][0]), axis.Share(5)}, // a point by itself
		{x(lines[2][1]), 80}, {y(lines[2][1]), 0}, // at the edge
	} {
		if math.Abs(w.got-w.want) > 0.01 {
			t.Errorf("%d: %v, want %v", i, w.got, w.want)
		}
	}
}

// TestShares draws a distribution that ends at one.
func TestShares(t *testing.T) {
	w := figure.Waits{Usable: measure.NewLatencies(measure.RequestDigits)}
	for i := range 1000 {
		w.Book(true, time.Duration(i+1)*time.Millisecond) // 1 ms to 1 s
	}
	x := figure.Axis{Log: true, Low: 0.01, High: 10}
	shares := w.Shares(&x)
	for i, want := range map[int]float64{0: 0.01, figure.CurvePoints / 3: 0.1, 2 * figure.CurvePoints / 3: 1, figure.CurvePoints - 1: 1} {
		if got := shares[i]; math.Abs(got-want) > 0.04*want {
			t.Errorf("point %d: %v, want %v", i, got, want)
		}
	}
	if a := figure.WaitsAxis(&judge.Result{}, []*figure.Tape{{Soon: [2]figure.Waits{w}}}); a.Low > 0.002 || a.High < 1 {
		t.Errorf("the axis reaches from %v to %v", a.Low, a.High)
	}
	if a := figure.WaitsAxis(&judge.Result{}, []*figure.Tape{{Soon: [2]figure.Waits{{Usable: measure.NewLatencies(measure.RequestDigits)}}}}); a.Low != 0.1 || a.High != 10 {
		t.Errorf("the axis of nothing reaches from %v to %v", a.Low, a.High)
	}
}
