package report

import (
	"math"
	"testing"
	"time"
)

// The values behind the oracles are tested in oracle_test.go; here stand the
// edges, where a formula must still say something sensible.
func TestFormulaEdges(t *testing.T) {
	hang := Stall{Good: 100 * time.Second, Stalled: 100 * time.Second, Served: time.Millisecond}
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"an outage as long as the whole window spends 1/(1-objective) budgets", BudgetSpent(time.Hour, time.Hour, 0.99), 100},
		{"burning evenly is a rate of 1", BurnRate(0.5, time.Hour, 2*time.Hour), 1},
		{"a run of one failure is a geometric wait", RunLength(0.25, 1), 4},
		{"a run of two with a fair coin takes six tosses", RunLength(0.5, 2), 6},
		{"a provider as slow as its next pays at a half", BreakEven(time.Second, time.Second), 0.5},
		{"a next provider that costs nothing more pays at once", BreakEven(time.Second, 0), 0},
		{"a bucket under its limit refuses nothing in the end", BucketFloor(10, 8), 0},
		{"a channel that never turns bad has its good errors", GilbertElliott{ToGood: 0.1, ErrorsGood: 0.01, ErrorsBad: 1}.Errors(), 0.01},
		{"the slowest call of an open loop waits for the whole stall", hang.OpenQuantile(1), 100},
		{"a closed loop reports 11 ms where an open one reports 25 s", math.Round(hang.Closed(100) * 1e4), 110},
	} {
		if math.Abs(c.got-c.want) > 1e-9*math.Abs(c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

// The ranks must enclose the quantile in 95 of 100 samples by the exact
// binomial law, of which they are an approximation.
func TestQuantileRanksCover(t *testing.T) {
	for _, c := range []struct {
		n int
		q float64
	}{{10_000, 0.99}, {2_000, 0.5}, {5_000, 0.9}} {
		low, high := QuantileRanks(c.n, c.q)
		covered, logOf := 0.0, func(v int) float64 { l, _ := math.Lgamma(float64(v) + 1); return l }
		for k := low; k < high; k++ {
			covered += math.Exp(logOf(c.n) - logOf(k) - logOf(c.n-k) +
				float64(k)*math.Log(c.q) + float64(c.n-k)*math.Log1p(-c.q))
		}
		if covered < 0.945 || covered > 0.965 {
			t.Errorf("ranks %d and %d of %d values enclose the %g-quantile with probability %.4f, want about 0.95",
				low, high, c.n, c.q, covered)
		}
	}
}
