package markdown

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// goldenMetrics are the figures of a committed report. The first have a value
// for each phase.
var goldenMetrics = []string{"success_rate", "slo_rate", "latency_p50", "latency_p90", "latency_p99", "wasted_calls",
	"attempts_per_request", "wasted_per_1k", "silent_bad", "trips", "spurious_trips", "stale_trips", "flaps", "probes", "missed_outages",
	"time_to_detect", "time_to_recover", "over_hold", "cost_per_1k", "wasted_cost_per_1k"}

// WriteGolden writes a report that is the same bytes for the same
// scenario, seeds and strategies, on every machine: figures in three digits, a
// line each, so that a pull request shows which of them changed. Strategies and
// rules stand in the order of the file, since a ranking that changes would move
// every line; the verdict alone ranks. It tells nothing of a baseline, for the
// committed file is one.
func WriteGolden(w io.Writer, r *words.Report) error {
	var b bytes.Buffer
	for i, one := range r.Results {
		if i > 0 {
			b.WriteString("\n")
		}
		for _, part := range [][]string{goldenTop(one), goldenRules(one), goldenStrategies(one)} {
			for _, l := range part {
				b.WriteString(l + "\n")
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func goldenTop(r *judge.Result) []string {
	k := r.Rank()
	h := words.ResultHeadline(r, &k)
	id := "scenario " + r.Scenario.Hash + ", model " + strconv.Itoa(judge.Model) + ", " + SeedSpan(r.Seeds)
	out := []string{"# " + escape(r.Scenario.Name), "", escape(words.Sentence(words.Stories(&r.Scenario)[0])), "", escape(id), ""}
	if len(r.Again) > 0 && !slices.ContainsFunc(r.Again, absolute) {
		out = append(append(out, fenced("sh", words.Shell(r.Again)+" -o golden-md")...), "")
	}
	if r.Partial {
		out = append(out, "**Partial**: "+words.FinishedRuns(r)+".", "")
	}
	return append(out, "**"+strings.TrimSpace(h.Word+" "+escape(h.Who))+"**")
}

// absolute reports whether an argument names a place on one machine.
func absolute(arg string) bool {
	_, value, _ := strings.Cut(arg, "=")
	return filepath.IsAbs(arg) || filepath.IsAbs(value)
}

// SeedSpan writes seeds that follow each other by their ends.
func SeedSpan(seeds []uint64) string {
	switch n := len(seeds); {
	case n == 0:
		return "no seed"
	case n == 1:
		return "seed " + strconv.FormatUint(seeds[0], 10)
	case seeds[n-1]-seeds[0] == uint64(n-1):
		return fmt.Sprintf("seeds %d to %d", seeds[0], seeds[n-1])
	}
	return fmt.Sprint("seeds ", seeds)
}

func goldenRules(r *judge.Result) []string {
	if len(r.Expectations) == 0 {
		return nil
	}
	all := &words.Table{Corner: "rule", Code: true}
	word, observed := words.TableColumn{Left: true}, words.TableColumn{Head: "observed"}
	for i := range r.Expectations {
		e := &r.Expectations[i]
		all.Labels = append(all.Labels, e.Rule)
		word.Add(words.RuleWord(e))
		observed.Add(words.RuleFigure(e))
	}
	all.Cols = []words.TableColumn{word, observed}
	return append([]string{""}, markdownTable(all)...)
}

func goldenStrategies(r *judge.Result) (out []string) {
	for i := range r.Strategies {
		s := &r.Strategies[i]
		from := "hash " + s.Hash
		if s.Preset != "" {
			from = "preset " + s.Preset + ", " + from
		}
		out = append(out, "", "## "+escape(s.Name), "", escape(from))
		if figures := goldenFigures(s); len(figures.Labels) > 0 {
			out = append(append(out, ""), markdownTable(figures)...)
		}
	}
	return out
}

// goldenFigures are the figures that have a value.
func goldenFigures(s *measure.Strategy) *words.Table {
	t := &words.Table{Code: true, Cols: []words.TableColumn{{Head: "whole run"}}}
	for _, phase := range measure.Phases {
		t.Cols = append(t.Cols, words.TableColumn{Head: phase})
	}
	for _, name := range goldenMetrics {
		cells, some := make([]string, len(t.Cols)), false
		for i, phase := range append([]string{""}, measure.Phases...) {
			full := strings.TrimSuffix(name+"."+phase, ".")
			if f := s.Figure(full); f.Exists() && !measure.Bad(f.Mean) {
				cells[i], some = goldenFigure(measure.UnitOf(full), f.Mean), true
			}
		}
		if !some {
			continue
		}
		t.Labels = append(t.Labels, name)
		for i, cell := range cells {
			t.Cols[i].Add(cell)
		}
	}
	return t
}

// goldenFigure is a figure as on the screen, but that times keep three digits:
// here a tenth of a second may be the news.
func goldenFigure(u measure.Unit, v float64) string {
	if a := math.Abs(v); u == measure.Seconds && a >= 0.0995 && a < 999.5 {
		return measure.Digits(v, 3) + " s"
	}
	return measure.Format(u, v)
}
