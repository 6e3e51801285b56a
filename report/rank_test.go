package report

import (
	"math"
	"strings"
	"testing"
	"time"

	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// contest makes a result of entries.
func contest(seeds int, faulty bool, slo time.Duration, entries ...measure.Strategy) *judge.Result {
	r := &judge.Result{Scenario: measure.Scenario{Name: "contest", SLO: slo, Providers: []string{"p"}}}
	if faulty {
		r.Scenario.Timeline = []measure.Fault{{Kind: "hang", Targets: []int{0}, For: faults.Span{Min: time.Minute, Max: time.Minute}}}
	}
	for i := range seeds {
		r.Seeds = append(r.Seeds, uint64(i+1))
	}
	r.Strategies = entries
	return r
}

// entry is a strategy whose figures scatter together with everybody's, and a
// bit on their own.
func entry(name string, seeds int, own float64, f figures) measure.Strategy {
	s := measure.Strategy{Name: name, Ideal: name == "clairvoyant"}
	for i := range seeds {
		run := measure.Run{Seed: uint64(i + 1), Values: make([]float64, len(measure.Catalogue)), Fired: []int64{1}}
		for m, v := range f {
			run.Values[measure.Index[m]] = v * (1 + 0.1*scatter(run.Seed, 1) + own*scatter(run.Seed, hash(name+m)))
		}
		sinceFault(run.Values, f)
		s.Runs = append(s.Runs, run)
	}
	return s
}

func TestHeadline(t *testing.T) {
	const n = 20
	good := figures{"slo_rate.during": 0.9, "silent_bad": 0, "wasted_calls": 100}
	for _, tc := range []struct {
		about  string
		result *judge.Result
		want   string
	}{
		{"answers in time decide", contest(n, true, time.Second,
			entry("naive", n, 0, figures{"slo_rate.during": 0.1, "wasted_calls": 3}),
			entry("ours", n, 0, good)),
			"SHIP ours: 90 % answered in time since the fault (naive: 10 %), no bad JSON delivered"},
		{"then bad JSON, which only one delivers", contest(n, true, time.Second,
			entry("loose", n, 0, figures{"slo_rate.during": 0.9, "silent_bad": 40}),
			entry("ours", n, 0, good)),
			"SHIP ours: no bad JSON delivered (loose: 40), 90 % answered in time since the fault"},
		{"then waste", contest(n, true, time.Second,
			entry("busy", n, 0, figures{"slo_rate.during": 0.9, "wasted_calls": 4000}),
			entry("ours", n, 0, good)),
			"SHIP ours: 100 wasted calls (busy: 3,984), 90 % answered in time since the fault, no bad JSON delivered"},
		{"a difference that no digit shows is none", contest(n, true, time.Second,
			entry("other", n, 0, figures{"slo_rate.during": 0.9003, "wasted_calls": 4000}),
			entry("ours", n, 0, good)),
			"SHIP ours: 100 wasted calls (other: 3,984)"},
		{"equals tie", contest(n, true, time.Second,
			entry("twin", n, 0, good),
			entry("ours", n, 0, good)),
			"TIE twin, ours: no difference that matters: 90 % answered in time since the fault, no bad JSON delivered, 100 wasted calls"},
		{"noise separates nobody", contest(n, true, time.Second,
			entry("noisy", n, 0.5, figures{"slo_rate.during": 0.91, "wasted_calls": 110}),
			entry("third", n, 0.5, good),
			entry("ours", n, 0.5, good)),
			"UNSURE"},
		{"the bound never ships", contest(n, true, time.Second,
			entry("clairvoyant", n, 0, figures{"slo_rate.during": 1}),
			entry("ours", n, 0, good)),
			"ONLY ours: 90 % answered in time since the fault, no bad JSON delivered"},
		{"one seed separates nobody", contest(1, true, time.Second,
			entry("naive", 1, 0, figures{"slo_rate.during": 0.1}),
			entry("ours", 1, 0, good)),
			"UNSURE ours, naive: one run separates nothing: repeat it with --seeds 60"},
		{"without a fault the whole run counts", contest(n, false, time.Second,
			entry("naive", n, 0, figures{"slo_rate": 0.1}),
			entry("ours", n, 0, figures{"slo_rate": 0.9})),
			"SHIP ours: 90 % answered in time over the whole run (naive: 10 %)"},
		{"without an slo answers count, then the slowest", contest(n, true, 0,
			entry("slow", n, 0, figures{"success_rate.during": 0.9, "latency_p99.during": 30}),
			entry("ours", n, 0, figures{"success_rate.during": 0.9, "latency_p99.during": 3})),
			"SHIP ours: p99 3.0 s while it was down (slow: 29.9 s), 90 % answered since the fault (no slo)"},
		{"nothing finished", contest(0, true, time.Second, measure.Strategy{Name: "ours"}), "NONE : no strategy has finished a run"},
	} {
		k := tc.result.Rank()
		h := words.ResultHeadline(tc.result, &k)
		got := h.Word + " " + h.Who + ": " + strings.Join(h.Clauses, ", ")
		if !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.about, got, tc.want)
		}
		for i := range k.Order[:len(k.Order)-1] {
			if k.Order[i].Ideal {
				t.Errorf("%s: the bound comes before others", tc.about)
			}
		}
	}
}

// TestOrder sorts the rows of the screen by means, as far as its digits show.
func TestOrder(t *testing.T) {
	r := contest(3, true, time.Second,
		entry("clairvoyant", 3, 0, figures{"slo_rate.during": 1}),
		entry("busy", 3, 0, figures{"slo_rate.during": 0.50004, "wasted_calls": 9}),
		entry("lean", 3, 0, figures{"slo_rate.during": 0.5, "wasted_calls": 1}),
		entry("ours", 3, 0, figures{"slo_rate.during": 0.9, "wasted_calls": 90}))
	var got []string
	for _, s := range r.Rank().Order {
		got = append(got, s.Name)
	}
	if want := "ours lean busy clairvoyant"; strings.Join(got, " ") != want {
		t.Errorf("order %v, want %s", got, want)
	}
}

// TestSummarize compares with figures worked by hand.
func TestSummarize(t *testing.T) {
	s := measure.Summarize([]float64{1, 2, 3, 4, 10})
	// Deviation sqrt(50/4) over sqrt(5), times Student's quantile of four degrees from a table.
	if !near(s.Mean, 4) || !near(s.Half(), 2.7764451051977987*math.Sqrt(2.5)) || s.N != 5 {
		t.Errorf("mean %v ± %v of %d", s.Mean, s.Half(), s.N)
	}
	if f := measure.Summarize([]float64{5}); f.N != 1 || !near(f.Mean, 5) || !measure.Bad(f.Low) || f.Shown() {
		t.Errorf("one value: %+v", f)
	}
	if f := measure.Summarize(nil); f.Exists() || !measure.Bad(f.Mean) {
		t.Errorf("no value: %+v", f)
	}
}

// TestPairedCancelsCommonLuck: what scatters together is no difference.
func TestPairedCancelsCommonLuck(t *testing.T) {
	a, b := entry("a", 20, 0, figures{"wasted_calls": 100}), entry("b", 20, 0, figures{"wasted_calls": 101})
	x, y, d := a.Figure("wasted_calls"), b.Figure("wasted_calls"), measure.Paired(&a, &b, "wasted_calls")
	if x.High < y.Low || !d.Shown() || d.Mean > 0 {
		t.Errorf("a %v±%v, b %v±%v, difference %v±%v", x.Mean, x.Half(), y.Mean, y.Half(), d.Mean, d.Half())
	}
}
