package measure

import (
	"math"
	"slices"
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
			if err := h.RecordValue(min(int64(d)/1000, latencyMax)); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := l.Histogram().TotalCount(), h.TotalCount(); got != want || l.N != want {
			t.Fatalf("%d counted, the library %d", got, want)
		}
		got, want := l.Quantiles(), h.ValueAtPercentiles(percents)
		for i, p := range percents {
			if us := int64(got[i]*1e6 + 0.5); us != want[p] {
				t.Fatalf("percentile %g is %d, the library's %d", p, us, want[p])
			}
		}
	})
}

// TestExactQuantiles: a quantile is one of the latencies, in the order of the
// percents, at most the digits from the true one, and of equal ones it is that one.
// What two have counted is what one would have.
func TestExactQuantiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]time.Duration{time.Microsecond, time.Second, 265 * time.Second, time.Hour}).Draw(t, "top")
		few := rapid.SliceOfN(rapid.Int64Range(0, int64(top)), 1, 5).Draw(t, "latencies")
		l, one, two := NewLatencies(RequestDigits).Exact(), NewLatencies(RequestDigits).Exact(), NewLatencies(RequestDigits).Exact()
		var all []int64
		for i := range rapid.IntRange(1, 300).Draw(t, "n") {
			d := rapid.SampledFrom(few).Draw(t, "latency")
			all = append(all, d)
			l.Record(d)
			[]*Latencies{one, two}[i%2].Record(d)
		}
		slices.Sort(all)
		if one.Add(two); one.Quantiles() != l.Quantiles() {
			t.Fatalf("two sum to %v, one has %v", one.Quantiles(), l.Quantiles())
		}
		got := l.Quantiles()
		for i, p := range percents {
			want := float64(all[l.rank(p)-1]) / 1e9
			if !slices.Contains(all, int64(math.Round(got[i]*1e9))) || got[i] < want || got[i] > want*1.001+2e-6 {
				t.Fatalf("percentile %g of %v is %v, truly %v", p, all, got[i], want)
			}
			if len(few) == 1 && got[i] != float64(few[0])/1e9 {
				t.Fatalf("percentile %g of %d alone is %v", p, few[0], got[i])
			}
		}
		if !slices.IsSorted(got[:]) || l.Top() != all[len(all)-1] {
			t.Fatalf("%v, the largest %d, truly %d", got, l.Top(), all[len(all)-1])
		}
	})
}
