package report

import (
	"math"
	"strings"
	"testing"
	"time"

	"wavetank/report/measure"
	"wavetank/report/words"
)

func TestMarks(t *testing.T) {
	const n = 10
	c := words.Column{Metric: "latency_p99.during", Mark: true}
	p99 := func(name string, v, own float64) measure.Strategy {
		return entry(name, n, own, figures{c.Metric: v, "success_rate.during": 1})
	}
	for _, tc := range []struct {
		about string
		all   []measure.Strategy
		want  string
	}{
		{"one is best", []measure.Strategy{p99("a", 2, 0), p99("b", 3, 0), p99("c", 4, 0)}, "*  "},
		{"equals are all best", []measure.Strategy{p99("a", 2, 0), p99("b", 2, 0), p99("c", 4, 0)}, "** "},
		{"noise ties", []measure.Strategy{p99("a", 2, 0.3), p99("b", 2.01, 0.3), p99("c", 9, 0)}, "~~ "},
		{"what no digit shows ties", []measure.Strategy{p99("a", 2.01, 0), p99("b", 2.02, 0), p99("c", 9, 0)}, "~~ "},
		{"nobody is worse", []measure.Strategy{p99("a", 2, 0), p99("b", 2, 0)}, ""},
		{"who answers nothing is not fast", []measure.Strategy{p99("a", 2, 0), p99("b", 3, 0), entry("none", n, 0, figures{c.Metric: 1, "success_rate.during": 0})}, "*  "},
		{"the bound takes no part", []measure.Strategy{p99("a", 2, 0), p99("b", 3, 0), p99("clairvoyant", 1, 0)}, "*  "},
	} {
		r := contest(n, true, time.Second, tc.all...)
		var rows []*measure.Strategy
		for i := range r.Strategies {
			rows = append(rows, &r.Strategies[i])
		}
		if got := strings.Join(words.ColumnMarks(r, &c, rows), ""); got != tc.want {
			t.Errorf("%s: marks %q, want %q", tc.about, got, tc.want)
		}
	}
}

func TestNoticed(t *testing.T) {
	seen := entry("seen", 2, 0, figures{"time_to_detect": 30})
	blind, ideal := entry("blind", 2, 0, nil), entry("clairvoyant", 2, 0, nil)
	for _, s := range []*measure.Strategy{&blind, &ideal} {
		for i := range s.Runs {
			s.Runs[i].Values[measure.Index["time_to_detect"]] = math.NaN()
		}
	}
	r := contest(2, true, time.Second, seen, blind, ideal)
	f := seen.Figure("time_to_detect")
	for i, want := range []string{measure.FormatSeconds(f.Mean), "never", "-"} {
		if got := words.Noticed(r, &r.Strategies[i]); got != want {
			t.Errorf("%s: noticed %q, want %q", r.Strategies[i].Name, got, want)
		}
	}
	calm := contest(2, true, time.Second, blind)
	if got := words.Noticed(calm, &calm.Strategies[0]); got != "-" {
		t.Errorf("with nothing to notice: %q, want -", got)
	}
}
