package scenarios

import (
	"context"
	"math"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// playedFile plays a file of testdata.
func playedFile(t *testing.T, file string, seeds int) (*Scenario, *judge.Result) {
	t.Helper()
	s, err := Load("./testdata/judged/"+file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Play(context.Background(), s.Seeds(seeds), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, r
}

// TestBackCensored: an outage ends at 1140 to 1500 s, absent asks near 1202 s and
// 2102 s, and the run ends at 2040 s. It comes back in one run of six or so; the
// mean of all is over half of what is left of the run.
func TestBackCensored(t *testing.T) {
	_, r := playedFile(t, "back-censored.yaml", 20)
	absent, steady := r.Strategy("absent"), r.Strategy("steady")
	f := absent.Figure("time_to_recover")
	if never, of := absent.Never("time_to_recover"); never < 14 || never > 19 || of != 20 {
		t.Errorf("never in %d of %d", never, of)
	}
	if f.Mean < 500 || f.Mean > 700 || f.Low < 0 {
		t.Errorf("restricted mean %g [%g, %g]", f.Mean, f.Low, f.High)
	}
	if never, of := steady.Never("time_to_recover"); never != 0 || of != 20 {
		t.Errorf("steady: never in %d of %d", never, of)
	}
	if _, p, sooner := measure.LogRank(steady.Spells("time_to_recover"), absent.Spells("time_to_recover")); !sooner || p > 0.001 {
		t.Errorf("steady is not shown to come back sooner: p %g", p)
	}
	if e := r.Expectations[0]; e.Verdict != judge.Fail {
		t.Errorf("%s: %s, observed %g", e.Rule, e.Verdict, e.Observed)
	}
}

// TestBackStuck: the second outage ends at 32 min and its breaker never closes
// until 180 min: 148 min at least, and a mean of the two of half that.
func TestBackStuck(t *testing.T) {
	_, r := playedFile(t, "back-stuck.yaml", 1)
	stuck, right := r.Strategy("stuck"), r.Strategy("right")
	if f := stuck.Figure("time_to_recover"); f.Mean < 74*60 || f.Mean > 76*60 {
		t.Errorf("stuck: back after %g s", f.Mean)
	}
	if never, of := stuck.Never("time_to_recover"); never != 1 || of != 2 {
		t.Errorf("stuck: never in %d of %d", never, of)
	}
	if f := right.Figure("time_to_recover"); f.Mean > 180 {
		t.Errorf("right: back after %g s", f.Mean)
	}
	if e := r.Expectations[0]; e.Verdict != judge.Pass {
		t.Errorf("%s: %s", e.Rule, e.Verdict)
	}
}

// TestSpellsOfLibrary: in every world of the library, what never ended is part of
// what there was, every time has its counts, and no interval of what is never
// negative has an end below nothing.
func TestSpellsOfLibrary(t *testing.T) {
	for _, info := range Library() {
		name := info.Name
		s, err := Load(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, st := range playedAs(t, s, s.Seeds(2)).Strategies {
			for _, metric := range []string{"time_to_detect", "time_to_recover"} {
				times, never, of := st.Values(metric), st.Values(metric+measure.CensoredSuffix), st.Values(metric+measure.EpisodesSuffix)
				for i := range times {
					if math.IsNaN(times[i]) != math.IsNaN(never[i]) || math.IsNaN(times[i]) != math.IsNaN(of[i]) || never[i] > of[i] || times[i] < 0 {
						t.Errorf("%s, %s: %s %g, never in %g of %g", name, st.Name, metric, times[i], never[i], of[i])
					}
				}
			}
			for _, m := range measure.Catalogue {
				if f := st.Figure(m.Name); m.Name != "quality_loss" && f.Low < 0 {
					t.Errorf("%s, %s: %s from %g on", name, st.Name, m.Name, f.Low)
				}
			}
		}
	}
}
