package report

import (
	"strings"
	"time"

	"wavetank/chain"
)

// pageLane is a line of bars over time.
type pageLane struct {
	Name   string
	Truth  []pageBar // when it was ill; empty for lanes of marks
	Bars   []pageBar
	Marks  []pageMark
	Spoken string
}

// pageMark is a sign at a place.
type pageMark struct {
	At     float64
	Shape  string
	Weight float64
	Hint   string
}

// stripLanes are the screen's strips of the first run: of each provider the
// truth, and what the strategy did with it.
func (b *sectionBuilder) stripLanes(s *Strategy) []pageLane {
	if len(s.Runs[0].Strips) != len(b.Scenario.Providers) || b.Scenario.Duration <= 0 {
		return nil
	}
	var out []pageLane
	for i, name := range b.Scenario.Providers {
		strip := &s.Runs[0].Strips[i]
		state, fails := stateOf(&b.Scenario, i), "calls fail on it"
		if strip.hangs() {
			fails = "calls hang on it"
		}
		l := pageLane{Name: name}
		l.Truth = b.runsOf(strip.truthRow(), map[rune]pageBar{markSick: {Class: "ill", Hint: state}})
		l.Bars = b.runsOf(strip.barsRow(), map[rune]pageBar{markFailing: {Class: "fail", Hint: fails}, markSkipped: {Class: "skip", Hint: "skipped"}})
		l.Marks = b.probes(strip)
		l.Spoken = name + ": " + hints(l.Truth, "never ill") + "; " + hints(l.Bars, "used as if well")
		if n := len(l.Marks); n > 0 {
			l.Spoken += "; probes in " + plural(n, "place")
		}
		out = append(out, l)
	}
	return out
}

// hints joins what bars say.
func hints(bars []pageBar, nothing string) string {
	if len(bars) == 0 {
		return nothing
	}
	var all []string
	for _, b := range bars {
		all = append(all, b.Hint)
	}
	return strings.Join(all, ", ")
}

// barsRow is the strip's row of calls with what lies beneath its probes.
func (s *Strip) barsRow() string {
	row := []rune(s.callsRow())
	for i := range row {
		if row[i] == markProbe {
			row[i] = markWell
			if s.Skipped[i] {
				row[i] = markSkipped
			}
		}
	}
	return string(row)
}

// probes marks where a strip shows them.
func (b *sectionBuilder) probes(s *Strip) []pageMark {
	var out []pageMark
	row := []rune(s.callsRow())
	for i := range row {
		if row[i] == markProbe {
			from := b.Scenario.Duration * time.Duration(i) / time.Duration(len(row))
			out = append(out, pageMark{At: place((float64(i)+0.5)/float64(len(row)), 2), Shape: "ask", Hint: clock(from) + " " + plural(int(s.Probes[i]), "probe")})
		}
	}
	return out
}

// runsOf joins equal characters of a strip's row into bars, as their kinds say.
func (b *sectionBuilder) runsOf(row string, kinds map[rune]pageBar) []pageBar {
	cells := []rune(row)
	end := chain.Instant(b.Scenario.Duration)
	at := func(k int) chain.Instant { return end * chain.Instant(k) / chain.Instant(len(cells)) }
	var out []pageBar
	for from := 0; from < len(cells); {
		to := from + 1
		for to < len(cells) && cells[to] == cells[from] {
			to++
		}
		if k, ok := kinds[cells[from]]; ok {
			out = append(out, b.bar(at(from), at(to), k.Class, 1, k.Hint))
		}
		from = to
	}
	return out
}
