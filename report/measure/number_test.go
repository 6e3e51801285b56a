package measure

import (
	"math"
	"slices"
	"testing"
	"time"
)

func TestUnitFormat(t *testing.T) {
	for _, tc := range []struct {
		unit Unit
		in   float64
		want string
	}{
		{Seconds, 0, "0 s"},
		{Seconds, 0.0000123, "0.0123 ms"},
		{Seconds, 0.045, "45.0 ms"},
		{Seconds, 0.0994, "99.4 ms"},
		{Seconds, 0.0996, "0.1 s"},
		{Seconds, 0.612, "0.6 s"},
		{Seconds, 30.68, "30.7 s"},
		{Seconds, 60.04, "60.0 s"},
		{Seconds, 60.06, "1m00s"},
		{Seconds, 167.2, "2m47s"},
		{Seconds, 3599.4, "59m59s"},
		{Seconds, 3599.6, "1h00m"},
		{Seconds, 3720, "1h02m"},
		{Seconds, -30.68, "-30.7 s"},
		{Seconds, math.NaN(), "-"},
		{Rate, 0.973, "97.3 %"},
		{Rate, 0, "0.0 %"},
		{Rate, 1, "100.0 %"},
		{Rate, 0.9996, "99.96 %"},
		{Rate, 0.99996, "99.996 %"},
		{Rate, 0.0004, "0.04 %"},
		{Rate, 1e-12, "0.0 %"},
		{Count, 354.35, "354"},
		{Count, 12061, "12,061"},
		{Count, 1234567, "1,234,567"},
		{Count, -1234, "-1,234"},
		{Count, 0, "0"},
		{Count, 3, "3"},
		{Count, 1.05, "1.1"},
		{Count, 2.98, "3"},
		{Count, 0.04, "0.04"},
		{Count, 9.96, "10"},
		{Count, 1e18, "1e+18"},
		{Dollars, 0, "$0"},
		{Dollars, 1.234, "$1.23"},
		{Dollars, 0.01234, "$0.0123"},
		{Dollars, 1234.5, "$1,235"},
		{Scale, 1.2345, "1.23"},
		{Scale, 0.0999999, "0.100"},
		{Scale, 157.4, "157"},
		{Scale, math.Inf(1), "-"},
	} {
		if got := Format(tc.unit, tc.in); got != tc.want {
			t.Errorf("Unit(%d).format(%v) = %q, want %q", tc.unit, tc.in, got, tc.want)
		}
	}
}

func TestUnitInterval(t *testing.T) {
	for _, tc := range []struct {
		unit       Unit
		mean, half float64
		want       string
	}{
		{Rate, 0.9731, 0.0024, "97.31 % ±0.24"},
		{Rate, 0.5, 0, "50.0 % ±0"},
		{Seconds, 0.61234, 0.00178, "0.6123 s ±0.0018"},
		{Seconds, 30.68, 0.0942, "30.680 s ±0.094"},
		{Seconds, 167, 0.5, "2m47s ±0.5 s"},
		{Count, 2300.4, 7.12, "2,300.4 ±7.1"},
		{Count, 12061.2, 341, "12,061 ±341"},
		{Count, 12061.2, 34.1, "12,061 ±34"},
		{Dollars, 0.6123, 0.00186, "$0.6123 ±0.0019"},
		{Count, 3, math.NaN(), "3"},
		{Seconds, 30.015487, 0, "30.0 s ±0"},
		{Seconds, 30.015487, 3.6e-15, "30.0 s ±0"},
		{Seconds, -29.914, 1e-14, "-29.9 s ±0"},
		{Rate, 0, 0, "0.0 %"},
	} {
		f := Summary{Mean: tc.mean, Low: tc.mean - tc.half, High: tc.mean + tc.half, N: 2}
		if got := FormatInterval(tc.unit, &f); got != tc.want {
			t.Errorf("Unit(%d).interval(%v ± %v) = %q, want %q", tc.unit, tc.mean, tc.half, got, tc.want)
		}
	}
}

// TestSummaryOfEquals: what is the same in all runs is its mean, to the last bit, and
// has no spread.
func TestSummaryOfEquals(t *testing.T) {
	for n := 2; n < 50; n++ {
		for _, v := range []float64{30.015487, 0.1, 1.0 / 3, -29.915487} {
			values := append(slices.Repeat([]float64{v}, n), math.NaN())
			if s := Summarize(values); s.Mean != v || s.Low != v || s.High != v || s.N != n {
				t.Errorf("%d times %v: %v [%v, %v] of %d", n, v, s.Mean, s.Low, s.High, s.N)
			}
		}
	}
}

func TestPercentShort(t *testing.T) {
	for _, tc := range []struct {
		in   float64
		want string
	}{{0.973, "97 %"}, {1, "100 %"}, {0, "0 %"}, {0.9981, "99.8 %"}, {0.002, "0.2 %"}, {0.996, "99.6 %"}} {
		if got := FormatPercentShort(tc.in); got != tc.want {
			t.Errorf("percentShort(%v) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestSpans(t *testing.T) {
	for _, tc := range []struct {
		in          time.Duration
		span, clock string
	}{
		{40 * time.Minute, "40 min", "40:00"},
		{90 * time.Second, "90 s", "01:30"},
		{1500 * time.Millisecond, "1.5 s", "00:02"},
		{150 * time.Second, "2m30s", "02:30"},
		{3 * time.Hour, "3 h", "3:00:00"},
		{90 * time.Minute, "90 min", "1:30:00"},
		{0, "0 s", "00:00"},
	} {
		if got := Span(tc.in); got != tc.span {
			t.Errorf("span(%v) = %q, want %q", tc.in, got, tc.span)
		}
		if got := Clock(tc.in); got != tc.clock {
			t.Errorf("clock(%v) = %q, want %q", tc.in, got, tc.clock)
		}
	}
}
