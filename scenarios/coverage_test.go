package scenarios

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"wavetank/report/measure"
	"wavetank/scenarios/internal/fixture"
)

// wholeCoverage plays the experiment that the golden is of: some minutes on two
// cores. With -update it writes it.
var wholeCoverage = flag.Bool("coverage", false, "play all batches of the coverage experiment")

const (
	coverageRuns    = 60  // of a batch: what run plays by default
	coverageBatches = 200 // of the experiment
	coverageGolden  = "testdata/coverage/coverage.golden"
)

// coverageFigures are compared, and are taken by themselves.
var coverageFigures = []string{"success_rate", "success_rate.during", "slo_rate", "slo_rate.during", "latency_p50", "latency_p99", "latency_mean",
	"wasted_calls", "cost_per_1k", "spurious_trips", "over_hold"}

// coverageRow is one figure of one world: how often its interval holds the mean of
// all runs.
type coverageRow struct {
	world, figure string
	truth         float64 // mean over all runs
	half          float64 // share of runs, the farthest from it, that carry half of the variance
	same          int     // batches in which no run differs: no interval is said
	said, covered int     // batches, of coverageRuns each
}

// share is how often what was said held.
func (r *coverageRow) share() float64 { return float64(r.covered) / float64(r.said) }

// knowable reports whether most batches hold a run of those that carry half of the
// variance. No interval knows of what is rarer; the screen says what share of runs
// could be of a kind not seen.
func (r *coverageRow) knowable() bool { return math.Pow(1-r.half, coverageRuns) <= 0.5 }

// hold counts a batch.
func (r *coverageRow) hold(of measure.Summary) {
	switch {
	case of.Method <= measure.NoneSeen:
		r.same++
		return
	case of.Low <= r.truth && r.truth <= of.High:
		r.covered++
	}
	r.said++
}

// coverageWorld plays a world and hands over, figure by figure, its values by
// seed: of alt less those of ours, and of ours.
func coverageWorld(t *testing.T, file string, batches int, each func(figure string, unit measure.Unit, values []float64)) {
	t.Helper()
	s, err := Load("./"+file, Options{Engine: "native"})
	if err != nil {
		t.Fatal(err)
	}
	seeds := s.Seeds(batches * coverageRuns)
	values := map[string][]float64{}
	for part := range slices.Chunk(seeds, 10*coverageRuns) {
		runs, _, err := measure.Compare(context.Background(), measure.Comparison{Setup: s.Setup, Strategies: s.Recipes()[:2], Seeds: part, SLO: s.SLO})
		if err != nil {
			t.Fatal(err)
		}
		ours, alt := measure.Strategy{Runs: runs[0]}, measure.Strategy{Runs: runs[1]}
		for _, m := range coverageFigures {
			values[m] = append(values[m], ours.Values(m)...)
			values["alt - ours, "+m] = append(values["alt - ours, "+m], measure.Differences(alt.Values(m), ours.Values(m))...)
		}
	}
	for _, m := range coverageFigures {
		each("alt - ours, "+m, measure.Scale, values["alt - ours, "+m])
		each(m, measure.UnitOf(m), values[m])
	}
}

// TestCoverage: intervals that say 95 % hold the true mean in at least 90 % of
// batches, in worlds in which few runs carry a loss as in smooth ones, by the
// golden of the whole experiment; one in twenty-five, of the worlds of rare losses, agrees here.
func TestCoverage(t *testing.T) {
	files, err := filepath.Glob("testdata/coverage/*.yaml")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	if *wholeCoverage {
		fixture.Golden(t, coverageGolden, coverageTable(experiment(t, files)))
	}
	rows := readCoverage(t)
	for _, r := range rows {
		if r.knowable() && r.share() < 0.9 {
			t.Errorf("%s, %s: the 95 %% interval covers %.3f of the time", r.world, r.figure, r.share())
		}
	}
	here := coverageRow{}
	for _, file := range files {
		if strings.HasPrefix(worldOf(file), "smooth") {
			continue // Student's, as ever
		}
		coverageWorld(t, file, coverageBatches/25, func(figure string, u measure.Unit, values []float64) {
			k := slices.IndexFunc(rows, func(r coverageRow) bool { return r.figure == figure && r.world == worldOf(file) })
			if k < 0 || !rows[k].knowable() {
				return
			}
			here.truth = rows[k].truth
			for batch := range slices.Chunk(values, coverageRuns) {
				here.hold(measure.SummarizeIn(u, batch))
			}
		})
	}
	t.Logf("%d of %d intervals cover the mean, %d batches said nothing", here.covered, here.said, here.same)
	if here.said < 200 || here.share() < 0.93 {
		t.Errorf("played here, %.3f of %d intervals cover", here.share(), here.said)
	}
}

func worldOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".yaml") }

// experiment plays all batches of all worlds.
func experiment(t *testing.T, files []string) (rows []coverageRow) {
	for _, file := range files {
		coverageWorld(t, file, coverageBatches, func(figure string, u measure.Unit, values []float64) {
			r := coverageRow{world: worldOf(file), figure: figure, half: halfOfVariance(values)}
			if all := measure.Summarize(values); all.N < len(values) || all.Method <= measure.NoneSeen {
				return
			} else {
				r.truth = all.Mean
			}
			for batch := range slices.Chunk(values, coverageRuns) {
				r.hold(measure.SummarizeIn(u, batch))
			}
			if r.said > 0 {
				rows = append(rows, r)
			}
		})
	}
	return rows
}

// halfOfVariance is the share of values, the farthest from the mean, that carry
// half of the variance.
func halfOfVariance(values []float64) float64 {
	mean, total, sum := stat.Mean(values, nil), 0.0, 0.0
	squares := make([]float64, len(values))
	for i, v := range values {
		squares[i] = (v - mean) * (v - mean)
		total += squares[i]
	}
	slices.Sort(squares)
	slices.Reverse(squares)
	for i, q := range squares {
		if sum += q; sum >= total/2 {
			return float64(i+1) / float64(len(values))
		}
	}
	return 1
}

// coverageTable writes what readCoverage reads.
func coverageTable(rows []coverageRow) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Of %d batches of %d runs: how many 95 %% intervals were said, how many held the mean of all %d runs, and in how many batches\n",
		coverageBatches, coverageRuns, coverageBatches*coverageRuns)
	fmt.Fprintf(&b, "# every run was the same. Half: the share of runs that carry half of the variance; unseen where most batches hold none of them.\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "# world\tmean\thalf\tsame\tsaid\tcovered\tshare\tfigure")
	for _, r := range rows {
		note := ""
		if !r.knowable() {
			note = " (unseen)"
		}
		fmt.Fprintf(w, "%s\t%.6g\t%.4f\t%d\t%d\t%d\t%.3f\t%s%s\n", r.world, r.truth, r.half, r.same, r.said, r.covered, r.share(), r.figure, note)
	}
	w.Flush()
	return b.String()
}

func readCoverage(t *testing.T) (rows []coverageRow) {
	t.Helper()
	text, err := os.ReadFile(coverageGolden)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var r coverageRow
		var share float64
		if _, err := fmt.Sscan(line, &r.world, &r.truth, &r.half, &r.same, &r.said, &r.covered, &share); err != nil || math.IsNaN(share) {
			t.Fatalf("%q: %v", line, err)
		}
		words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(line), " (unseen)"))
		r.figure = strings.Join(words[7:], " ")
		rows = append(rows, r)
	}
	return rows
}
