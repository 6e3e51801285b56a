package report

import (
	"bytes"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// regressed is a result that got worse, better and neither since a baseline.
func regressed(t *testing.T, seeds int) *judge.Result {
	t.Helper()
	h, b := ruled(synthetic(seeds)), synthetic(seeds)
	change := func(name, metric string, by float64) {
		s := h.Strategy(name)
		for i := range s.Runs {
			s.Runs[i].Values[measure.Index[metric]] *= by
		}
	}
	change("naive", "silent_bad", 3)
	change("five-provider", "slo_rate.during", 0.9)
	change("gobreaker", "cost_per_1k", 1.0502)
	change("ai-memory", "spurious_trips", 0.2)
	change("ai-memory", "silent_bad", 1.051)
	b.Strategies = append(b.Strategies, measure.Strategy{Name: "older"})
	h.Expectations[3].Advisory = true
	if err := h.Hold(b, "main (0123456789)", judge.Gate{}); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestGoldenRegressions(t *testing.T) {
	r := &words.Report{Results: []*judge.Result{regressed(t, 20)}}
	golden(t, "table-regressions.txt", "table", r)
	golden(t, "table-regressions-80.txt", "table", &words.Report{Results: r.Results, View: words.View{Width: 80, Quiet: true}})
	golden(t, "regressions.md", "md", r)
	same := stripless(synthetic(5))
	if err := same.Hold(synthetic(5), "main.json", judge.Gate{Strategies: []string{"naive"}}); err != nil {
		t.Fatal(err)
	}
	golden(t, "table-unchanged.txt", "table", &words.Report{Results: []*judge.Result{same}})
}

// TestJSONRegressions: programs read each gated figure, and a reader that knows
// nothing of them still reads the result.
func TestJSONRegressions(t *testing.T) {
	r := regressed(t, 5)
	text := render(t, "json", &words.Report{Results: []*judge.Result{r}})
	for _, want := range []string{
		`"baseline": {"name": "main (0123456789)"}`,
		`{"strategy": "naive", "metric": "silent_bad", "change": "regressed", "base": 15`,
		`"level": 0.997826086957, "tolerance": `,
		`"severity": "advisory"`,
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the JSON says nowhere %s", want)
		}
	}
	if _, err := stored.ReadResults("r.json", bytes.NewReader(text)); err != nil {
		t.Error(err)
	}
}
