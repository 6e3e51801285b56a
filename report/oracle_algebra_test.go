package report_test

import (
	"math"
	"testing"
	"time"

	"wavetank/report"
)

// channel is the Gilbert-Elliott channel of the rows G1 and G2.
var channel = report.GilbertElliott{ToBad: 0.002, ToGood: 0.1, ErrorsGood: 0.001, ErrorsBad: 0.6}

const day = 24 * time.Hour

// algebraChecks are the rows that our own formulas give.
func algebraChecks() []check {
	low, _ := report.QuantileRanks(10_000, 0.99)
	rows := []struct {
		id    string
		value float64
	}{
		{"E1-3-0.01", report.RunLength(0.01, 3)},
		{"E1-5-0.1", report.RunLength(0.1, 5)},
		{"E4c", report.RunLength(0.3, 5)},
		{"F1-inf", report.BucketFloor(10, 15)},
		{"G2b", report.RunLength(channel.Errors(), 5)},
		{"H3a", report.BudgetSpent(20*time.Minute, 30*day, 0.999)},
		{"H3b", report.BurnRate(0.02, time.Hour, 30*day)},
		{"I1a", float64(low)},
		{"I1b", float64(report.LeastForQuantile(0.99, 0.025))},
		{"I1c", float64(report.LeastForQuantile(0.99, 0.05))},
		{"I1d", report.QuantileHalfWidth(10_000, 0.99, 0.6)},
		{"I3", report.SelectionConstant(5, 20, 0.05)},
		{"I4", float64(report.ReplicationsNeeded(0.2, 0.05, 0.9))},
		{"J1a", report.RunLength(0.02, 5)},
		{"J1b", report.RunLength(0.5, 5)},
		{"J1c", report.RunLength(0.3, 5)},
		{"J2a", report.BreakEven(30*time.Second, 500*time.Millisecond)},
		{"J2b", report.BreakEven(200*time.Millisecond, 500*time.Millisecond)},
	}
	var out []check
	for _, r := range rows {
		out = append(out, check{ids: []string{r.id}, exact: 1e-9, measure: func(*testing.T) map[string]estimate {
			return map[string]estimate{r.id: {value: r.value}}
		}})
	}
	return out
}

// TestAlgebraTwice holds the formulas against rows that are also simulated, and
// against the figures that stand only in the rows' notes.
func TestAlgebraTwice(t *testing.T) {
	rows := readRows(t)
	stall := report.Stall{Good: 100 * time.Second, Stalled: 100 * time.Second, Served: time.Millisecond}
	_, high := report.QuantileRanks(10_000, 0.99)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"E1-3-0.1", report.RunLength(0.1, 3), rows["E1-3-0.1"].Value},
		{"E1-5-0.3", report.RunLength(0.3, 5), rows["E1-5-0.3"].Value},
		{"E1-5-0.5", report.RunLength(0.5, 5), rows["E1-5-0.5"].Value},
		{"G1a", channel.Bad(), rows["G1a"].Value},
		{"G1b", channel.Errors(), rows["G1b"].Value},
		{"I2a", stall.Open(), rows["I2a"].Value},
		{"I2b", stall.OpenQuantile(0.99), rows["I2b"].Value},
		{"I1a, the upper rank", float64(high), 9921},
	} {
		if math.Abs(c.got-c.want) > 1e-9*c.want {
			t.Errorf("%s: %.15g, want %.15g", c.what, c.got, c.want)
		}
	}
}
