package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/page"
	"wavetank/report/words"
	"wavetank/sim"
)

// eight are the synthetic strategies and two more, as many as a comparison has.
func eight(seeds int) *judge.Result {
	r := ruled(synthetic(seeds))
	for i, name := range []string{"hedged", "a-strategy-with-rather-a-long-name"} {
		s := r.Strategies[2+i]
		s.Name = name
		r.Strategies = append(r.Strategies, s)
	}
	for i := range r.Strategies {
		for k := range r.Strategies[i].Runs {
			r.Strategies[i].Runs[k].Values[measure.Index["requests"]] = 1200 // as many as are played again
		}
	}
	r.Replay = replaySynthetic
	return r
}

// markup is a result whose every text wants to be markup.
func markup() *judge.Result {
	const text = `"'><script>alert(1)</script><img src=x onerror=alert(2)></style></title><!--`
	r := eight(2)
	r.Scenario.Name, r.Scenario.Title, r.Scenario.File, r.Scenario.Hash, r.Scenario.Rate = text, text, text, text, text
	r.Scenario.Providers[0], r.Scenario.Timeline[0].Kind = text, text
	r.Again = append(r.Again, text)
	r.Warnings = []judge.Warning{{File: text, Line: 1, Text: text}}
	for i := range r.Strategies {
		s := &r.Strategies[i]
		s.Name, s.Summary, s.Version, s.Preset = fmt.Sprint(text, i), text, text, "javascript:alert(3)"
		for k := range s.Runs {
			s.Runs[k].Trips = []measure.Trip{{Label: measure.SpuriousTrip, Reason: text}}
		}
	}
	for i := range r.Expectations {
		r.Expectations[i].Rule, r.Expectations[i].Detail = text, text
	}
	return r
}

func TestPageEscapes(t *testing.T) {
	page := string(render(t, "html", &words.Report{Results: []*judge.Result{markup(), markup()}}))
	for _, bad := range []string{"<script>alert", "<img", "</style></title>", `href="javascript`, "<!--"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page of hostile names holds %s", bad)
		}
	}
}

// TestPageFetchesNothing looks for whatever makes a browser ask for more.
func TestPageFetchesNothing(t *testing.T) {
	page := string(render(t, "html", &words.Report{Results: []*judge.Result{eight(2)}}))
	const policy = `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"`
	if !strings.Contains(page, policy) {
		t.Errorf("the page does not say %s", policy)
	}
	page = strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "") // a name, not an address
	for _, m := range regexp.MustCompile(`(?i)https?:|//[a-z]+\.|@import|\ssrc=|url\([^#]|href="[^#d][^"]*"|localStorage|fetch\(`).FindAllString(page, -1) {
		t.Errorf("the page holds %s", m)
	}
}

func TestPageSize(t *testing.T) {
	if n := len(render(t, "html", &words.Report{Results: []*judge.Result{eight(20)}})); n > 1_000_000 {
		t.Errorf("%d bytes for 20 seeds of 8 strategies", n)
	}
}

func TestPageOfFigures(t *testing.T) {
	r := eight(3)
	full := string(render(t, "html", &words.Report{Results: []*judge.Result{r}}))
	r.Replay = nil
	for i := range r.Strategies {
		for k := range r.Strategies[i].Runs {
			r.Strategies[i].Runs[k].Strips, r.Strategies[i].Runs[k].Windows = nil, nil
		}
	}
	bare := string(render(t, "html", &words.Report{Results: []*judge.Result{r}}))
	for _, part := range []string{`class="plot over latency"`, `data-curves="0"`} {
		if !strings.Contains(full, part) || strings.Contains(bare, part) {
			t.Errorf("%s: in the page of a run %v, in that of figures %v", part, strings.Contains(full, part), strings.Contains(bare, part))
		}
	}
	if !strings.Contains(bare, "Only figures are left of this result") || !strings.Contains(bare, "<table>") {
		t.Errorf("the page of figures does not say what is missing, or holds no table")
	}
}

// TestPageReplayFails wants the error of a run that cannot be played again, and
// an error of one whose parts panic.
func TestPageReplayFails(t *testing.T) {
	no := errors.New("no such strategy")
	for _, replay := range []judge.Replay{
		func(context.Context, int, uint64, sim.Sink) error { return no },
		func(context.Context, int, uint64, sim.Sink) error { panic(no) },
	} {
		r := eight(2)
		r.Replay = replay
		err := page.Write(&strings.Builder{}, &words.Report{Results: []*judge.Result{r}})
		if err == nil || !strings.Contains(err.Error(), "strategy naive, seed 1: ") || !strings.Contains(err.Error(), no.Error()) {
			t.Errorf("error %v", err)
		}
	}
}

// played are the figures of the runs that eight's Replay plays again.
func played(t *testing.T, r *judge.Result) [][]measure.Run {
	t.Helper()
	strategies := make([]chain.Strategy, len(r.Strategies))
	for i := range strategies {
		strategies[i], _ = (&policy.Document{Attempt: &policy.Attempt{Total: time.Duration(i+1) * 5 * time.Second}}).Strategy("")
	}
	runs, _, err := measure.Compare(context.Background(), measure.Comparison{Setup: replaySetup(), Strategies: strategies, Seeds: r.Seeds, SLO: r.Scenario.SLO})
	must(t, err)
	return runs
}

// TestTapesConserve holds what the plots show against the figures of the same
// runs.
func TestTapesConserve(t *testing.T) {
	r := eight(3)
	runs := played(t, r)
	tapes, err := figure.Tapes(context.Background(), r)
	must(t, err)
	for i, tape := range tapes {
		var sent, asked, usable, inTime int64
		for k := range tape.Points {
			p := &tape.Points[k]
			sent, asked, usable, inTime = sent+page.Calls(p), asked+p.Latency.N, usable+p.Usable, inTime+p.InTime
		}
		var attempts, requests, rate, slo float64
		for k := range runs[i] {
			v := func(metric string) float64 { return runs[i][k].Values[measure.Index[metric]] }
			attempts, requests = attempts+v("attempts"), requests+v("requests") // all of which are servable here
			rate, slo = rate+v("success_rate")*v("requests"), slo+v("slo_rate")*v("requests")
		}
		for _, c := range []struct {
			what string
			got  int64
			want float64
		}{
			{"attempts", sent + tape.Overtime, attempts},
			{"requests", asked, requests},
			{"requests of the curve", tape.Soon[0].Asked, requests},
			{"usable answers", usable, rate},
			{"usable answers of the curve", tape.Soon[0].Usable.N, rate},
			{"answers in time", inTime, slo},
		} {
			if float64(c.got) != math.Round(c.want) {
				t.Errorf("strategy %d: %d %s, want %v", i, c.got, c.what, c.want)
			}
		}
	}
}

// TestTapeOfFaults holds the curve of the faults against its figure, run by run.
func TestTapeOfFaults(t *testing.T) {
	r := eight(1)
	runs := played(t, r)
	tapes, err := figure.Tapes(context.Background(), r)
	must(t, err)
	for i, tape := range tapes {
		w, want := tape.Soon[1], runs[i][0].Values[measure.Index["success_rate.during"]]
		if got := float64(w.Usable.N) / float64(w.Asked); w.Asked == tape.Soon[0].Asked || got != want {
			t.Errorf("strategy %d: %v of %d requests usable during the faults, want %v", i, got, w.Asked, want)
		}
	}
}

// TestTapesOfOneCore wants the same of any number of cores.
func TestTapesOfOneCore(t *testing.T) {
	r := eight(3)
	tapes, err := figure.Tapes(context.Background(), r)
	must(t, err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	alone, err := figure.Tapes(context.Background(), r)
	must(t, err)
	for i := range tapes {
		if taped(tapes[i]) != taped(alone[i]) {
			t.Errorf("strategy %d: one core gives another tape", i)
		}
	}
}

// taped is all that plots show of a tape.
func taped(t *figure.Tape) string {
	out := fmt.Sprint(t.Width, t.Overtime)
	for i := range t.Points {
		p := &t.Points[i]
		out += fmt.Sprint(p.Latency.N, figure.At(p.Latency, 0.5), figure.At(p.Latency, 0.99), p.Usable, p.InTime, p.Sent)
	}
	return out
}

// TestCoarserTape wants half the points with all that was in them, and the tape
// itself as it was: other formats read it too.
func TestCoarserTape(t *testing.T) {
	tapes, err := figure.Tapes(context.Background(), eight(2))
	must(t, err)
	for i, tape := range tapes {
		before, half := taped(tape), page.Coarser(tape)
		if taped(tape) != before {
			t.Errorf("strategy %d: the tape is another after", i)
		}
		if n := (len(tape.Points) + 1) / 2; len(half.Points) != n || half.Width != 2*tape.Width {
			t.Errorf("strategy %d: %d points of %v, want %d of %v", i, len(half.Points), half.Width, n, 2*tape.Width)
		}
		sum := func(all []figure.TapePoint) (asked, usable, sent int64) {
			for k := range all {
				asked, usable, sent = asked+all[k].Latency.N, usable+all[k].Usable, sent+page.Calls(&all[k])
			}
			return asked, usable, sent
		}
		a, b, c := sum(tape.Points)
		if x, y, z := sum(half.Points); a != x || b != y || c != z {
			t.Errorf("strategy %d: %d, %d, %d in half the points, want %d, %d, %d", i, x, y, z, a, b, c)
		}
	}
}
