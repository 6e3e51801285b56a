package report

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// spells are times; those below zero never ended.
func spells(times ...float64) (out []measure.Spell) {
	for _, t := range times {
		out = append(out, measure.Spell{Time: math.Abs(t), Ended: t > 0})
	}
	return out
}

// TestLogRank: weeks of remission under 6-mercaptopurine and placebo (Freireich et
// al. 1963), whose chi-square of 16.79 stands in every textbook, as in Klein and
// Moeschberger, Survival Analysis, and Kleinbaum and Klein, table 2.
func TestLogRank(t *testing.T) {
	drug := spells(6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35)
	placebo := spells(1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)
	chi2, p, sooner := measure.LogRank(drug, placebo)
	if math.Abs(chi2-16.79) > 0.005 || p > 5e-5 || sooner {
		t.Errorf("chi-square %.4f, p %.2g, the drug's end sooner: %v; want 16.79, later", chi2, p, sooner)
	}
	if again, _, sooner := measure.LogRank(placebo, drug); math.Abs(again-chi2) > 1e-9 || !sooner {
		t.Errorf("the other way round %.4f", again)
	}
	if chi2, p, _ := measure.LogRank(spells(-1, -2), spells(-3)); !math.IsNaN(chi2) || !math.IsNaN(p) {
		t.Errorf("nothing ends: %g, p %g", chi2, p)
	}
}

// comers are strategies with times to recover by seed; those below zero never
// came back, and were watched for so long.
func comers(times map[string][]float64) *judge.Result {
	var all []measure.Strategy
	n := 0
	for _, name := range []string{"ours", "naive"} {
		s := entry(name, len(times[name]), 0, nil)
		s.HasBreaker = true
		for i, v := range times[name] {
			s.Runs[i].Values[measure.Index["time_to_recover"]] = math.Abs(v)
			s.Runs[i].Values[measure.Index["time_to_recover.censored"]] = float64(measure.Truth(v < 0))
			s.Runs[i].Values[measure.Index["time_to_recover.episodes"]] = 1
		}
		all = append(all, s)
		n = len(s.Runs)
	}
	return contest(n, true, time.Second, all...)
}

// TestRuleOfTheCensored: a rule on a time fails where a time that never ended was
// already seen for too long, and is inconclusive where one was not; a rule that
// asks for at least so long holds where what was seen is enough.
func TestRuleOfTheCensored(t *testing.T) {
	r := comers(map[string][]float64{"ours": {20, 30, -100}, "naive": {10, 20, 30}}) // mean 50 and more, 20
	for text, want := range map[string]judge.Verdict{
		"ours.time_to_recover <= 40s":                              judge.Fail, // the mean is beyond it
		"ours.time_to_recover <= 60s":                              judge.Fail, // one run is
		"ours.time_to_recover < 2m":                                judge.Inconclusive,
		"2m > ours.time_to_recover":                                judge.Inconclusive,
		"90s >= ours.time_to_recover":                              judge.Fail,
		"ours.time_to_recover >= 50s":                              judge.Pass,
		"ours.time_to_recover > 2m":                                judge.Inconclusive,
		"ours.time_to_recover == 50s":                              judge.Inconclusive,
		"ours.time_to_recover == 10s":                              judge.Fail,
		"ours.time_to_recover >= naive.time_to_recover":            judge.Pass,
		"naive.time_to_recover <= ours.time_to_recover":            judge.Pass,
		"naive.time_to_recover >= ours.time_to_recover":            judge.Fail,
		"naive.time_to_recover <= 20s":                             judge.Pass,
		"ours.time_to_recover / 2 <= 10s":                          judge.Fail,
		"ours.time_to_recover - naive.time_to_recover >= 30s":      judge.Pass,
		"naive.time_to_recover - ours.time_to_recover <= 0s - 30s": judge.Pass,
		"naive.time_to_recover / ours.time_to_recover <= 0.5":      judge.Pass,
		"naive.time_to_recover / ours.time_to_recover >= 0.1":      judge.Inconclusive,
		"max(ours.time_to_recover, naive.time_to_recover) <= 1m":   judge.Inconclusive,
		"min(ours.time_to_recover, naive.time_to_recover) >= 20s":  judge.Pass,
		"ours.time_to_recover.censored <= 0.5":                     judge.Pass,
		"ours.time_to_recover <= ours.time_to_recover":             judge.Inconclusive,
		"ours.time_to_recover * 0 <= 1s":                           judge.Inconclusive,
		"ours.time_to_recover - ours.time_to_recover <= 1s":        judge.Inconclusive,
		"ours.time_to_recover <= naive.time_to_recover * 5 + 1s":   judge.Inconclusive,
		"ours.time_to_recover <= naive.time_to_recover * 5 - 0.1s": judge.Fail,
	} {
		e := mustParse(t, text).Judge(r)
		if e.Verdict != want {
			t.Errorf("%s: %s (%s), want %s", text, e.Verdict, e.Detail, want)
		}
		if strings.HasPrefix(text, "ours.time_to_recover <") && !strings.Contains(e.Detail, "restricted mean, never in 1 of 3 runs") {
			t.Errorf("%s: %q does not say what the mean is", text, e.Detail)
		}
	}
}

// TestRuleOfTheCensoredLaw: a verdict on what was seen is the verdict on whatever
// would have come: what holds goes on holding, and a rule that asks for at least
// so long and fails is never mended by fewer who never came back.
func TestRuleOfTheCensoredLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		times := func(name string) []float64 {
			return rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) float64 {
				v := float64(rapid.IntRange(1, 100).Draw(rt, "time"))
				if rapid.IntRange(0, 2).Draw(rt, "never") == 0 {
					return -v
				}
				return v
			}), 4, 4).Draw(rt, name)
		}
		seen := map[string][]float64{"ours": times("ours"), "naive": times("naive")}
		came := map[string][]float64{}
		for name, all := range seen {
			for _, v := range all {
				if v < 0 {
					v = -v + float64(rapid.IntRange(0, 300).Draw(rt, "more"))
				}
				came[name] = append(came[name], v)
			}
		}
		limit := rapid.IntRange(1, 150).Draw(rt, "limit")
		for _, form := range []string{"ours.time_to_recover <= %ds", "ours.time_to_recover > %ds", "%ds >= ours.time_to_recover",
			"ours.time_to_recover + naive.time_to_recover < %ds", "ours.time_to_recover <= naive.time_to_recover + %ds",
			"max(ours.time_to_recover, naive.time_to_recover) >= %ds", "ours.time_to_recover / naive.time_to_recover >= 0.%d"} {
			text := fmt.Sprintf(form, limit)
			rule := mustParse(t, text)
			before, after := rule.Judge(comers(seen)), rule.Judge(comers(came))
			if before.Verdict == judge.Pass && after.Verdict != judge.Pass {
				rt.Fatalf("%s held on what was seen, and is %s in the end", text, after.Verdict)
			}
			if before.Verdict == judge.Fail && after.Verdict == judge.Pass && strings.Contains(form, ">") && !strings.HasPrefix(form, "%") {
				rt.Fatalf("%s failed on what was seen, and holds in the end", text)
			}
		}
	})
}

// TestNeverIsShown: how often nobody came back stands in place of a mean, and is
// never the best; who came back is marked where that is shown.
func TestNeverIsShown(t *testing.T) {
	c := words.Column{Metric: "time_to_recover", Mark: true}
	for _, tc := range []struct {
		about       string
		ours, naive []float64
		cell, marks string
	}{
		{"always back", []float64{20, 21, 22, 20, 21, 22, 20, 21, 22, 20}, []float64{50, 51, 52, 50, 51, 52, 50, 51, 52, 50}, "20.9 s", "* "},
		{"mostly never, and soon where ever", []float64{1, -5, -5, -5, -5, -5, -5, -5, -5, -5}, []float64{50, 51, 52, 50, 51, 52, 50, 51, 52, 50}, "never in 9 of 10", ""},
		{"never", []float64{-60, -60, -60, -60, -60}, []float64{50, 51, 52, 50, 51}, "never", " *"},
		{"nobody ever", []float64{-60, -60}, []float64{-60, -60}, "never", ""},
	} {
		r := comers(map[string][]float64{"ours": tc.ours, "naive": tc.naive})
		rows := []*measure.Strategy{&r.Strategies[0], &r.Strategies[1]}
		if got := words.Back(r, rows[0]); got != tc.cell {
			t.Errorf("%s: %q, want %q", tc.about, got, tc.cell)
		}
		if got := strings.Join(words.ColumnMarks(r, &c, rows), ""); got != tc.marks {
			t.Errorf("%s: marks %q, want %q", tc.about, got, tc.marks)
		}
		if d := measure.Paired(rows[0], rows[1], c.Metric); strings.Contains(tc.cell, "never") && (d.Exists() || d.Shown()) {
			t.Errorf("%s: a difference of %g", tc.about, d.Mean)
		}
	}
}
