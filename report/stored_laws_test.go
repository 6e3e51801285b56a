package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// TestStoredReadBack writes any result, validates it, and wants it back.
func TestStoredReadBack(t *testing.T) {
	schema := strict(t, "result")
	rapid.Check(t, func(rt *rapid.T) {
		was := []*judge.Result{drawStored(rt)}
		if rapid.Bool().Draw(rt, "several") {
			was = append(was, drawStored(rt))
		}
		var b bytes.Buffer
		if err := stored.Write(&b, &words.Report{Results: was}); err != nil {
			rt.Fatal(err)
		}
		validate(t, schema, "a drawn result", b.Bytes())
		lines := strings.Split(b.String(), "\n")
		now, err := stored.ReadResults("r.json", &b)
		if err != nil {
			rt.Fatal(err)
		}
		for _, r := range now {
			if !strings.Contains(lines[r.Line-1], "{") {
				rt.Fatalf("a result is said to begin on line %d: %s", r.Line, lines[r.Line-1])
			}
			r.Line = 0
		}
		if diff := cmp.Diff(was, now, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("read back (-was +now):\n%s", diff)
		}
	})
}

// drawStored draws a result of what files hold: values of twelve digits, times
// of milliseconds.
func drawStored(t *rapid.T) *judge.Result {
	text := rapid.StringMatching(`[a-zäß€"\\<&/\n 0-9]{0,9}`)
	texts := rapid.SliceOfN(text, 0, 3)
	ms := func(about string) time.Duration {
		return time.Duration(rapid.IntRange(0, 1e8).Draw(t, about)) * time.Millisecond
	}
	r := &judge.Result{Partial: rapid.Bool().Draw(t, "partial"), Again: texts.Draw(t, "again"), Imprecise: texts.Draw(t, "imprecise"),
		Seeds: rapid.SliceOfNDistinct(rapid.Uint64(), 1, 3, rapid.ID).Draw(t, "seeds"),
		Scenario: measure.Scenario{Name: text.Draw(t, "name"), Hash: text.Draw(t, "hash"), File: text.Draw(t, "file"), Title: text.Draw(t, "title"),
			Rate: text.Draw(t, "rate"), Duration: ms("duration"), SLO: ms("slo"), Limit: ms("limit"), LimitOf: text.Draw(t, "limit of"),
			Providers: rapid.SliceOfNDistinct(text, 1, 3, rapid.ID).Draw(t, "providers")}}
	last := len(r.Scenario.Providers) - 1
	for range rapid.IntRange(0, 2).Draw(t, "faults") {
		r.Scenario.Timeline = append(r.Scenario.Timeline, measure.Fault{Kind: text.Draw(t, "kind"),
			Targets: rapid.SliceOfN(rapid.IntRange(0, last), 0, 2).Draw(t, "targets"),
			At:      faults.Span{Min: ms("from"), Max: ms("to")}, For: faults.Span{Min: ms("least"), Max: ms("most")}})
	}
	for range rapid.IntRange(0, 2).Draw(t, "warnings") {
		r.Warnings = append(r.Warnings, judge.Warning{File: text.Draw(t, "in"), Line: rapid.IntRange(0, 1<<31).Draw(t, "line"), Text: text.Draw(t, "says")})
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "strategies") {
		r.Strategies = append(r.Strategies, drawStoredStrategy(t, r, fmt.Sprint(i, text.Draw(t, "called"))))
	}
	if len(r.Strategies) > 1 { // else nobody is compared
		r.Reference = r.Strategies[0].Name
	}
	for range rapid.IntRange(0, 2).Draw(t, "rules") {
		e := judge.Expectation{Rule: text.Draw(t, "rule"), Why: text.Draw(t, "why"), Detail: text.Draw(t, "detail"), File: text.Draw(t, "of"),
			Line: rapid.IntRange(0, 99).Draw(t, "at"), Observed: measure.None, Text: text.Draw(t, "instead"), Limit: measure.None, Half: measure.None,
			Verdict: judge.Verdict(rapid.IntRange(0, 3).Draw(t, "verdict")), Advisory: rapid.Bool().Draw(t, "advisory"),
			On: rapid.SampledFrom([]judge.Statistic{judge.OnEstimate, judge.OnUpper, judge.OnLower}).Draw(t, "on")}
		if e.Text == "" {
			e.Observed = drawStoredValue(t)
		}
		r.Expectations = append(r.Expectations, e)
	}
	return r
}

// drawStoredValue draws a number that a file holds, or none.
func drawStoredValue(t *rapid.T) float64 {
	if rapid.IntRange(0, 4).Draw(t, "exists") == 0 {
		return measure.None
	}
	return measure.AsWritten(rapid.Float64Range(-1e15, 1e15).Draw(t, "value"))
}

func drawStoredStrategy(t *rapid.T, r *judge.Result, name string) measure.Strategy {
	s := measure.Strategy{Name: name, Preset: "p", Version: "2026-07-11", Unverified: rapid.IntRange(0, 9).Draw(t, "unverified"), Hash: "h",
		Summary: "in a line", HasBreaker: rapid.Bool().Draw(t, "breaker")}
	if rapid.Bool().Draw(t, "in a file") {
		s.File, s.Line = "f.yaml", rapid.IntRange(0, 9).Draw(t, "line")
	}
	values := func(n int) []float64 {
		out := stored.Nones(n)
		for range rapid.IntRange(0, 5).Draw(t, "values") {
			out[rapid.IntRange(0, n-1).Draw(t, "which")] = drawStoredValue(t)
		}
		return out
	}
	for _, number := range r.Seeds {
		run := measure.Run{Seed: number, Values: values(len(measure.Catalogue)), Against: measure.Shares{Improved: measure.None, Worsened: measure.None}}
		if len(r.Strategies) > 0 {
			run.Against = measure.Shares{Improved: measure.AsWritten(rapid.Float64Range(0, 1).Draw(t, "improved")), Worsened: measure.AsWritten(rapid.Float64Range(0, 1).Draw(t, "worsened"))}
		}
		at, _ := measure.Index["success_rate"]
		run.Values[at] = 1 // in which they are compared
		for range r.Scenario.Providers {
			run.Providers = append(run.Providers, values(len(measure.ProviderCatalogue)))
		}
		run.Fired = rapid.SliceOfN(rapid.Int64Range(0, 1<<53), 0, len(r.Scenario.Timeline)).Draw(t, "fired")
		for range rapid.IntRange(0, 2).Draw(t, "trips") {
			run.Trips = append(run.Trips, measure.Trip{At: chain.Instant(rapid.IntRange(-1e6, 1e6).Draw(t, "at")) * chain.Instant(time.Millisecond),
				Provider: rapid.IntRange(0, len(r.Scenario.Providers)-1).Draw(t, "provider"), Label: measure.TripLabel(rapid.IntRange(0, 2).Draw(t, "label")),
				Reason:  rapid.SampledFrom(stored.Vocabularies["reason of a trip"]).Draw(t, "reason"),
				Badness: measure.AsWritten(rapid.Float64Range(0, 1).Draw(t, "badness")), Counted: rapid.IntRange(0, 9).Draw(t, "counted")})
		}
		s.Runs = append(s.Runs, run)
	}
	s.Runs[0].TripsOmitted = rapid.IntRange(0, 9).Draw(t, "omitted")
	return s
}

// BenchmarkWriteJSON writes six strategies on a hundred seeds.
func BenchmarkWriteJSON(b *testing.B) {
	r := &words.Report{Results: []*judge.Result{synthetic(100)}}
	for b.Loop() {
		if err := stored.Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWriteAttempts writes every attempt of a run of each strategy.
func BenchmarkWriteAttempts(b *testing.B) {
	r := &words.Report{Results: []*judge.Result{synthetic(1)}}
	for b.Loop() {
		if err := stored.WriteAttempts(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
