package page

import (
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/figure"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageStop is a step of the shade behind the plots: from this place on, faults
// act in that part of the runs.
type pageStop struct{ At, Weight float64 }

// pageFault is one entry of the timeline: whom it hits, with what, and when.
type pageFault struct {
	Who, What string
	Bars      []pageBar
}

// pageBar is a stretch of time; places are percent of the run.
type pageBar struct {
	At, Wide float64
	Class    string
	Weight   float64 // part of the runs
	Hint     string
}

// faultRows is how many entries of a timeline are drawn.
const faultRows = 24

// faults draws the script: when each entry acts, darker where it does so in more
// runs.
func (b *sectionBuilder) faults() []pageFault {
	var out []pageFault
	for i := range b.Scenario.Timeline {
		f := &b.Scenario.Timeline[i]
		row := pageFault{Who: words.TargetNames(&b.Scenario, f),
			What: f.Kind + ": " + strings.TrimPrefix(words.FaultDoes(f), "has the fault ") + ", at " + words.Spans(f.At.Min, f.At.Max) + " for " + words.Spans(f.For.Min, f.For.Max)}
		for _, s := range figure.Coverage(b.Result, func(r *measure.Run) []faults.Window { return window(r, i) }) {
			row.Bars = append(row.Bars, b.bar(s.From, s.To, "acts", s.Share, partOfRuns(s.Share)))
		}
		if len(row.Bars) == 0 {
			row.Bars = b.meant(f)
		}
		if out = append(out, row); len(out) == faultRows {
			break
		}
	}
	return out
}

// meant is when an entry was written to act, where nobody knows when it did:
// pale where it depends on the run.
func (b *sectionBuilder) meant(f *measure.Fault) []pageBar {
	end := b.Scenario.Duration
	at := func(d time.Duration) chain.Instant { return chain.Instant(min(max(d, 0), end)) }
	var out []pageBar
	if from, to := at(f.At.Min), at(f.At.Max+f.For.Max); from < to {
		out = append(out, b.bar(from, to, "acts", 0.3, "in some run, as written"))
	}
	if from, to := at(f.At.Max), at(f.At.Min+f.For.Min); from < to {
		out = append(out, b.bar(from, to, "acts", 1, "in every run, as written"))
	}
	return out
}

// window is when an entry acted; nothing where nobody knows.
func window(r *measure.Run, entry int) []faults.Window {
	if entry < len(r.Windows) {
		return r.Windows[entry : entry+1]
	}
	return nil
}

func partOfRuns(share float64) string {
	if share >= 1 {
		return "in every run"
	}
	return "in " + measure.FormatPercentShort(share) + " of the runs"
}

// bar places a stretch of a run.
func (b *sectionBuilder) bar(from, to chain.Instant, class string, weight float64, hint string) pageBar {
	length := float64(b.Scenario.Duration)
	at := figure.Place(float64(from)/length, 2)
	return pageBar{At: at, Wide: figure.Place(float64(to)/length, 2) - at, Class: class, Weight: figure.Place(weight, 0) / 100,
		Hint: measure.Clock(time.Duration(from)) + "–" + measure.Clock(time.Duration(to)) + " " + hint}
}

// shade is when any fault acts, as steps of a gradient.
func (b *sectionBuilder) shade() []pageStop {
	var out []pageStop
	at := 0.0
	for _, s := range figure.Coverage(b.Result, figure.Acted) {
		from, to := figure.Place(float64(s.From)/float64(b.Scenario.Duration), 2), figure.Place(float64(s.To)/float64(b.Scenario.Duration), 2)
		if from > at {
			out = append(out, pageStop{at, 0}, pageStop{from, 0})
		}
		weight := figure.Place(s.Share, 0) / 100
		out, at = append(out, pageStop{from, weight}, pageStop{to, weight}), to
	}
	if len(out) > 0 && at < 100 {
		out = append(out, pageStop{at, 0})
	}
	return out
}
