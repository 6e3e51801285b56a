package report

import (
	"math"
	"strconv"
	"testing"
	"time"

	"wavetank/report/figure"
	"wavetank/report/page"
)

func TestTimeTicks(t *testing.T) {
	for _, tc := range []struct {
		length time.Duration
		want   string
	}{
		{40 * time.Minute, "0 | 10 min 25 | 20 min 50 | 30 min 75 | 40 min 100 | "},
		{90 * time.Second, "0 | 20 s 22.22 | 40 s 44.44 | 60 s 66.67 | 80 s 88.89 | "},
		{24 * time.Hour, "0 | 6 h 25 | 12 h 50 | 18 h 75 | 24 h 100 | "},
		{time.Second, "0 | 1 s 100 | "},
	} {
		got := ""
		for i, k := range figure.TimeTicks(tc.length) {
			got += k.Label
			if i > 0 {
				got += " " + strconv.FormatFloat(k.At, 'g', 4, 64)
			}
			got += " | "
		}
		if got != tc.want {
			t.Errorf("timeTicks(%s) = %s, want %s", tc.length, got, tc.want)
		}
	}
}

func TestAxesHoldTheirValues(t *testing.T) {
	for _, v := range []float64{1e-9, 0.013, 0.99, 1, 5.1, 9.99, 10, 13.9, 1e6} {
		if l := figure.NewLinear(v); l.High < v*0.999 || l.High > 2*v {
			t.Errorf("newLinear(%g) ends at %g", v, l.High)
		}
	}
	for _, tc := range []struct{ least, most, low, high float64 }{
		{0.6, 30.7, 0.3, 60}, {0.6, 60, 0.3, 120}, {1, 1, 1, 3}, {1e-9, 1e5, 30, 86400}, {1e-6, 30, 0.01, 60}, {1e-9, 3e-6, 1e-6, 1e-5},
		{0, 10, 0.1, 10}, {math.Inf(1), 0, 0.1, 10}, {math.NaN(), math.NaN(), 0.1, 10},
	} {
		l := figure.NewLogarithmic(tc.least, tc.most)
		if l.Low != tc.low || l.High != tc.high {
			t.Errorf("newLogarithmic(%g, %g) = %v, want %g to %g", tc.least, tc.most, l, tc.low, tc.high)
		}
		last := -1.0
		for _, k := range l.Marks(0.15) {
			if k.At-last < 14.9 && last >= 0 {
				t.Errorf("%v: label %s at %g, the one before at %g", l, k.Label, k.At, last)
			}
			last = k.At
		}
	}
}

func TestStairs(t *testing.T) {
	nan := math.NaN()
	for _, tc := range []struct {
		heights []float64
		last    float64
		want    string
	}{
		{[]float64{0.5, 0.5, 0.25}, 1, "M0 500h2v-250h1"},
		{[]float64{0.5, nan, 0.5}, 0.5, "M0 500h1M2 500h0.5"},
		{[]float64{nan, nan}, 1, ""},
		{nil, 1, ""},
	} {
		if got := page.Stairs(tc.heights, tc.last); got != tc.want {
			t.Errorf("stairs(%v, %g) = %s, want %s", tc.heights, tc.last, got, tc.want)
		}
	}
}

func TestBand(t *testing.T) {
	for _, tc := range []struct {
		top, bottom []float64
		last        float64
		want        string
	}{
		{[]float64{0.5, 0.5}, []float64{1, 1}, 1, "M0 500h2v500h-2Z"},
		{[]float64{1, 0.5, 1, 0.2}, []float64{1, 0.6, 1, 1}, 0.5, "M1 500h1v100h-1ZM3 200h0.5v800h-0.5Z"},
		{[]float64{1, 1}, []float64{1, 1}, 1, ""},
	} {
		if got := page.Band(tc.top, tc.bottom, tc.last); got != tc.want {
			t.Errorf("band(%v, %v, %g) = %s, want %s", tc.top, tc.bottom, tc.last, got, tc.want)
		}
	}
}

func TestTapeWidth(t *testing.T) {
	for _, d := range []time.Duration{time.Nanosecond, time.Second, 40 * time.Minute, 24 * time.Hour, 400 * 24 * time.Hour} {
		for _, points := range []int{figure.TapePointsMin, 60, figure.TapePointsMax} {
			if w := figure.TapeWidth(d, points); d > time.Duration(points)*w || w <= 0 {
				t.Errorf("tapeWidth(%s, %d) = %s", d, points, w)
			}
		}
	}
}
