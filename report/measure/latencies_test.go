package measure

import (
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"pgregory.net/rapid"
)

// TestLatenciesAreHDR holds the buckets against the library's: what is counted
// here has the quantiles that the library alone would have given, to the last
// microsecond.
func TestLatenciesAreHDR(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.SampledFrom([]int{ProviderDigits, RequestDigits}).Draw(t, "digits")
		l, h := NewLatencies(digits), hdrhistogram.New(1, latencyMax, digits)
		top := rapid.SampledFrom([]time.Duration{time.Microsecond, time.Millisecond, time.Second, time.Hour, 30 * time.Hour}).Draw(t, "top")
		for range rapid.IntRange(1, 300).Draw(t, "n") {
			d := time.Duration(rapid.Int64Range(0, int64(top)).Draw(t, "latency"))
			l.Record(int64(d))
			if err := h.RecordValue(min((int64(d)+500)/1000, latencyMax)); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := l.Histogram().TotalCount(), h.TotalCount(); got != want || l.N != want {
			t.Fatalf("%d counted, the library %d", got, want)
		}
		got, want := l.Histogram().ValueAtPercentiles(percents), h.ValueAtPercentiles(percents)
		for _, p := range percents {
			if got[p] != want[p] {
				t.Fatalf("percentile %g is %d, the library's %d", p, got[p], want[p])
			}
		}
	})
}
