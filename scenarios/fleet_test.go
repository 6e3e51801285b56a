package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/scenarios/internal/fixture"
)

// fleetRow is what a fleet of one size does.
type fleetRow struct {
	replicas int
	load     map[string]float64 // attempts on the first provider per request of the outage
	found    map[string]int     // processes that noticed it
	detect   map[string]float64 // seconds until a process noticed, in the mean; of those that did not, until the outage's end
	wasted   map[string]int
}

// play plays every strategy once with so many processes.
func (row *fleetRow) play(t *testing.T) {
	t.Helper()
	s, err := Load("testdata/fleet.yaml", Options{Set: []string{fmt.Sprintf("fleet.replicas=%d", row.replicas)}})
	if err != nil {
		t.Fatal(err)
	}
	row.load, row.found, row.detect, row.wasted = map[string]float64{}, map[string]int{}, map[string]float64{}, map[string]int{}
	for _, recipe := range s.Recipes() {
		r := record(t, s, recipe, s.Seed)
		w := r.faults[0]
		asked := 0
		for _, q := range r.requests {
			if q.Arrived >= w.From && q.Arrived < w.To {
				asked++
			}
		}
		for i := range r.attempts {
			if r.attempts[i].Failed() {
				row.wasted[recipe.Name]++
			}
		}
		row.load[recipe.Name] = float64(r.sent(w.From, w.To)) / float64(asked)
		row.notice(recipe.Name, r)
	}
}

// notice sums when each process opened its breaker.
func (row *fleetRow) notice(name string, r *recording) {
	w, seen := r.faults[0], map[int16]bool{}
	sum := time.Duration(0)
	for _, m := range r.of(chain.Closed, chain.Open) {
		if !seen[m.Replica] && m.At < w.To {
			seen[m.Replica] = true
			sum += m.At.Sub(w.From)
		}
	}
	sum += time.Duration(row.replicas-len(seen)) * w.To.Sub(w.From)
	row.found[name], row.detect[name] = len(seen), sum.Seconds()/float64(row.replicas)
}

// TestFleetSize shows what the number of clients does at one total load, as
// Brooker's simulator does: breakers take as much longer to notice as there are
// more of them, those that want a rate may never do, and a budget keeps retries
// in bounds, though each client brings a full bucket.
func TestFleetSize(t *testing.T) {
	all := []*fleetRow{{replicas: 1}, {replicas: 4}, {replicas: 16}, {replicas: 64}, {replicas: 256}}
	var b strings.Builder
	b.WriteString("# 50 requests a second over so many processes, the first provider down for a minute.\n" +
		"#           attempts a request   until noticed, mean (processes that did)   wasted calls\n" +
		"# processes retries    budget    5 in a row          half of 10 in 10s      5 in a row  half of 10\n")
	for _, row := range all {
		row.play(t)
		fmt.Fprintf(&b, "%11d %7.2f %9.2f %9.2fs %-9s %12.2fs %-9s %9d %11d\n", row.replicas, row.load["retries"], row.load["budget"],
			row.detect["consecutive"], fmt.Sprintf("(%d)", row.found["consecutive"]), row.detect["ratio"], fmt.Sprintf("(%d)", row.found["ratio"]),
			row.wasted["consecutive"], row.wasted["ratio"])
	}
	t.Logf("\n%s", b.String())
	for k, row := range all {
		if row.load["budget"] > 0.6*row.load["retries"] {
			t.Errorf("%d processes: a budget leaves %.2f attempts a request of %.2f", row.replicas, row.load["budget"], row.load["retries"])
		}
		if k == 0 {
			continue
		}
		less := all[k-1]
		if row.detect["consecutive"] <= less.detect["consecutive"] || row.wasted["consecutive"] <= less.wasted["consecutive"] {
			t.Errorf("%d processes notice after %.2fs and waste %d, %d after %.2fs and %d", row.replicas, row.detect["consecutive"],
				row.wasted["consecutive"], less.replicas, less.detect["consecutive"], less.wasted["consecutive"])
		}
		if row.load["budget"] < less.load["budget"] {
			t.Errorf("%d full buckets leave less load than %d", row.replicas, less.replicas)
		}
	}
	// Half of a window of ten seconds takes five to fill, however few there are.
	if last := all[len(all)-1]; last.found["ratio"] > last.replicas/2 || last.detect["ratio"] < 5*all[0].detect["ratio"] {
		t.Errorf("%d of %d processes notice, after %.2fs, though hardly any sees ten calls in ten seconds", last.found["ratio"], last.replicas, last.detect["ratio"])
	}
	fixture.Golden(t, "testdata/fleet.golden", b.String())
}
