package page

import (
	"fmt"
	"math"
	"strings"
	"time"

	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageLane is a line over time. Its shapes stand in a box that is StripBuckets
// wide.
type pageLane struct {
	Name   string
	Kind   string // its class
	High   int    // its box
	Shapes []pageShape
	Spoken string
}

// add draws something where there is something to draw.
func (l *pageLane) add(class, d string) {
	if d != "" {
		l.Shapes = append(l.Shapes, pageShape{Class: class, D: d})
	}
}

// stripLanes are the screen's strips of the first run: of each provider the
// truth, and what the strategy did with it.
func (b *sectionBuilder) stripLanes(s *measure.Strategy) []pageLane {
	if len(s.Runs[0].Strips) != len(b.Scenario.Providers) || b.Scenario.Duration <= 0 {
		return nil
	}
	var out []pageLane
	for i := range b.Scenario.Providers {
		out = append(out, b.stripLane(i, &s.Runs[0].Strips[i]))
	}
	return out
}

func (b *sectionBuilder) stripLane(provider int, s *measure.Strip) pageLane {
	l := pageLane{Name: b.Scenario.Providers[provider], Kind: "strip", High: 21}
	truth, used := pieces(s.TruthRow()), pieces(barsRow(s))
	l.add("well", "M0 5H60M0 15H60")
	l.add("ill", boxes(truth, measure.MarkSick, "1h%dv7h-%dz"))
	l.add("fail", boxes(used, measure.MarkFailing, "10h%dv10h-%dz"))
	l.add("skip", boxes(used, measure.MarkSkipped, "12.5h%dv5h-%dz"))
	l.Spoken = l.Name + ": " + b.told(truth, map[rune]string{measure.MarkSick: words.StateOf(&b.Scenario, provider)}, "never ill") + "; " +
		b.told(used, map[rune]string{measure.MarkFailing: words.FailingWords[s.Failing()], measure.MarkSkipped: "skipped"}, "used as if well")
	probes, n := "", 0
	for i, c := range []rune(s.CallsRow()) {
		if c == measure.MarkProbe {
			probes += fmt.Sprintf("M%d.5 9.5v11", i)
			n++
		}
	}
	if l.add("ask", probes); n > 0 {
		l.Spoken += "; probes in " + measure.Plural(n, "place")
	}
	return l
}

// barsRow is the strip's row of calls with what lies beneath its probes.
func barsRow(s *measure.Strip) string {
	row := []rune(s.CallsRow())
	for i := range row {
		if row[i] == measure.MarkProbe {
			row[i] = measure.MarkWell
			if s.Skipped[i] {
				row[i] = measure.MarkSkipped
			}
		}
	}
	return string(row)
}

// piece are equal characters of a strip's row.
type piece struct {
	from, to int
	mark     rune
}

func pieces(row string) (out []piece) {
	for i, c := range []rune(row) {
		if n := len(out); n > 0 && out[n-1].mark == c {
			out[n-1].to = i + 1
			continue
		}
		out = append(out, piece{i, i + 1, c})
	}
	return out
}

// boxes draws the pieces of a mark, each as the format says of its width.
func boxes(all []piece, mark rune, format string) string {
	d := ""
	for _, s := range all {
		if s.mark == mark {
			d += fmt.Sprintf("M%d "+format, s.from, s.to-s.from, s.to-s.from)
		}
	}
	return d
}

// told says when a row has marks that there are words for.
func (b *sectionBuilder) told(row []piece, words map[rune]string, nothing string) string {
	var out []string
	for _, s := range row {
		if words[s.mark] != "" {
			out = append(out, b.bucketClock(s.from)+"–"+b.bucketClock(s.to)+" "+words[s.mark])
		}
	}
	if len(out) == 0 {
		return nothing
	}
	return strings.Join(out, ", ")
}

// bucketClock is when a bucket begins.
func (b *sectionBuilder) bucketClock(k int) string {
	return measure.Clock(b.Scenario.Duration * time.Duration(k) / measure.StripBuckets)
}

// Steps draws when the entry acts, the higher in the more runs, in a box of 1000
// by 12.
func (f pageFault) Steps() string {
	d := ""
	for _, bar := range f.Bars {
		high := math.Round(bar.Weight*120) / 10
		d += fmt.Sprintf("M%.4g 12v-%gh%.4gv%gz", bar.At*10, high, bar.Wide*10, high)
	}
	return d
}
