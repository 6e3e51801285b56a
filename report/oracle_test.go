package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// The oracles are 100 figures that are known without a simulation: algebra,
// counting, queueing theory. Each row is either checked by one of the files
// oracle_*_test.go or waits for a part that does not exist yet; no row may be
// forgotten.

// row is one oracle.
type row struct {
	ID, What, Params, Formula, Note string
	Value                           float64
}

// estimate is a figure with its standard error. An error of 0 claims exactness.
type estimate struct{ value, se float64 }

// check measures some rows that come out of one piece of work.
type check struct {
	ids     []string
	exact   float64 // relative tolerance of rows that claim exactness
	slack   float64 // largest allowed 4*se/value: a wide interval proves nothing
	measure func(t *testing.T) map[string]estimate
}

// standardErrors is how far a sample may lie from the truth: with a fixed seed
// the verdict never varies, and a sound row had a chance of 1 in 16,000 to be
// unlucky when it was written.
const standardErrors = 4

func checks() []check {
	return slices.Concat(algebraChecks(), mechanicalChecks(), latencyChecks(), detectionChecks(),
		runChecks(), breakerChecks(), limitChecks(), retryChecks(), noiseChecks(), hedgeChecks())
}

// waiting lists the rows for which a part is missing.
var waiting = []struct {
	part string
	ids  []string
}{
	{"a provider with a queue", []string{"B1a", "B1b", "B1c", "B2a", "B2b", "B2c", "B4a", "B4b", "B5a", "B5b", "H1", "H2a", "H2b"}},
	{"a budget paid by successes", []string{"D2d", "D2e"}},
	{"adaptive throttling in the chain's admission", []string{"D4a", "D4b", "D4c"}},
	{"a trip over a window of calls", []string{"E3a", "E3b", "E4a", "E4b"}},
	{"a limiter that counts refused calls in a sliding window", []string{"F2"}},
}

func TestOracles(t *testing.T) {
	rows := readRows(t)
	for _, c := range checks() {
		t.Run(strings.Join(c.ids, ","), func(t *testing.T) {
			t.Parallel()
			got := c.measure(t)
			if len(got) != len(c.ids) {
				t.Errorf("measured %d rows, want the %d of %v", len(got), len(c.ids), c.ids)
			}
			for _, id := range c.ids {
				if e, ok := got[id]; ok {
					c.judge(t, rows[id], e)
				} else {
					t.Errorf("%s: not measured", id)
				}
			}
		})
	}
}

// judge holds one measured figure against its oracle.
func (c *check) judge(t *testing.T, r row, e estimate) {
	t.Helper()
	off := math.Abs(e.value - r.Value)
	if e.se == 0 {
		t.Logf("%s: measured %.12g, oracle %.12g", r.ID, e.value, r.Value)
		if !(off <= c.exact*math.Abs(r.Value)) {
			t.Errorf("%s (%s; %s): measured %.12g, want %.12g within %g of it", r.ID, r.What, r.Params, e.value, r.Value, c.exact)
		}
		return
	}
	width := standardErrors * e.se
	t.Logf("%s: measured %.6g ± %.2g, oracle %.6g: %+.2f se, 4 se are %.2g %%", r.ID, e.value, e.se, r.Value, (e.value-r.Value)/e.se, 100*width/r.Value)
	switch {
	case c.exact > 0:
		if !(off <= c.exact*r.Value) {
			t.Errorf("%s (%s; %s): measured %.6g, want %.6g within %g of it", r.ID, r.What, r.Params, e.value, r.Value, c.exact)
		}
	case !(off <= width):
		t.Errorf("%s (%s; %s): measured %.6g, want %.6g within %.2g, four standard errors", r.ID, r.What, r.Params, e.value, r.Value, width)
	}
	if !(width <= c.slack*r.Value) {
		t.Errorf("%s: four standard errors are %.3g %% of the value, which proves too little: the bound is %.3g %%", r.ID, 100*width/r.Value, 100*c.slack)
	}
}

// TestOraclesComplete fails if a row is neither checked nor waiting, or both.
func TestOraclesComplete(t *testing.T) {
	rows := readRows(t)
	if len(rows) != 100 {
		t.Errorf("testdata/oracles.json has %d rows, want 100", len(rows))
	}
	var checked, later []string
	for _, c := range checks() {
		checked = append(checked, c.ids...)
	}
	for _, w := range waiting {
		later = append(later, w.ids...)
		t.Logf("waiting for %s: %s", w.part, strings.Join(w.ids, " "))
	}
	ids := make([]string, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	for _, p := range misplaced(ids, checked, later) {
		t.Error(p)
	}
	t.Logf("%d rows are checked, %d wait", len(checked), len(later))
}

func TestMisplaced(t *testing.T) {
	for _, c := range []struct {
		what               string
		ids, checked, late []string
		want               int
	}{
		{"each row has its place", []string{"A", "B"}, []string{"A"}, []string{"B"}, 0},
		{"a row is forgotten", []string{"A", "B"}, []string{"A"}, nil, 1},
		{"a row is checked and waits", []string{"A"}, []string{"A"}, []string{"A"}, 1},
		{"a row is checked twice", []string{"A"}, []string{"A", "A"}, nil, 1},
		{"a check is of no row", []string{"A"}, []string{"A", "Z"}, nil, 1},
	} {
		if got := misplaced(c.ids, c.checked, c.late); len(got) != c.want {
			t.Errorf("%s: %d complaints %q, want %d", c.what, len(got), got, c.want)
		}
	}
}

// misplaced complains about rows that do not stand in exactly one place.
func misplaced(ids, checked, later []string) []string {
	places := map[string]int{}
	for _, id := range slices.Concat(checked, later) {
		places[id]++
	}
	var out []string
	for _, id := range slices.Sorted(slices.Values(ids)) {
		if n := places[id]; n != 1 {
			out = append(out, fmt.Sprintf("row %s stands in %d places, want 1: checked or waiting", id, n))
		}
		delete(places, id)
	}
	for id := range places {
		out = append(out, fmt.Sprintf("%q is no row", id))
	}
	return out
}

func readRows(t *testing.T) map[string]row {
	t.Helper()
	data, err := os.ReadFile("../testdata/oracles.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []row
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("testdata/oracles.json: %v", err)
	}
	rows := map[string]row{}
	for _, r := range list {
		rows[r.ID] = r
	}
	return rows
}
