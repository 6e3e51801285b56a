package page

import (
	"io"
	"math"
	"slices"
	"strconv"

	"wavetank/chain"
	"wavetank/report/explain"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// WriteExplanation writes one page that draws the request as a sequence. It fetches
// nothing, and positions are parts of the width, so that a phone shows the same.
func WriteExplanation(e *explain.Explanation, w io.Writer) error {
	return writePage(w, "explain", page(e))
}

// explainPage is what the template is filled with.
type explainPage struct {
	Title, Seed, Run, About, Ending, EndAt, Costs, Bound string
	SlowAbout, WasteAbout                                string
	Number                                               int64
	Height, Floor                                        int // pixels
	Lanes                                                []seqLane
	Ticks                                                []laneTick
	Links                                                []laneLink
	Keys                                                 []laneMark
	Steps                                                []explainStep
	Slowest, Wasted                                      []explainPart
	Moves                                                []explainMove
}

// seqLane is one provider's lane of the drawing.
type seqLane struct {
	Name             string
	Text, Top        int // pixels
	Ill, Bars, Skips []laneMark
}

// laneMark is something on a lane, from and width in percent.
type laneMark struct {
	Lane        int
	From, Width float64
	Class       string
	Title       string // shown on hover
}

// laneTick is a moment on the axis.
type laneTick struct {
	At           float64
	Anchor, Text string
}

// laneLink leads from one lane to the next.
type laneLink struct {
	At       float64
	From, To int
}

type (
	explainStep struct{ At, Who, What, Beside string }
	explainPart struct {
		Who, Calls, Time, Share, What string
		Percent                       float64
	}
	explainMove struct{ At, Who, Move, What string }
)

// laneHeight and laneTop are the pixels of a lane: a name above a bar.
const laneHeight, laneTop = 44, 20

// LaneTop is where a lane's bar begins.
func (*explainPage) LaneTop(lane int) int { return lane*laneHeight + laneTop }

func page(e *explain.Explanation) *explainPage {
	t := words.ExplanationTeller(e)
	p := &explainPage{
		Title:  e.Scenario.Name + ": " + e.Strategy.Name,
		Seed:   "seed " + strconv.FormatUint(e.Seed, 10),
		Run:    "Seed " + strconv.FormatUint(e.Seed, 10) + ". " + words.Sentence(words.Stories(&e.Scenario)[0]),
		Number: t.Number, About: words.Sentence(capital(words.About(e, t))), Ending: t.Ending(), EndAt: "+" + words.Span3(t.Took()),
		Costs: t.Costs(), Bound: t.Bound(),
	}
	p.draw(t)
	for i := range t.Steps {
		s := &t.Steps[i]
		p.Steps = append(p.Steps, explainStep{"+" + words.Span3(s.At.Sub(t.Arrived)), e.Scenario.Providers[s.Provider], t.Decision(s), t.Beside(s)})
	}
	fillParts(e, p)
	for i := range e.Moves {
		m := &e.Moves[i]
		p.Moves = append(p.Moves, explainMove{words.Moment(m.At), e.Scenario.Providers[m.Provider], m.From.String() + " to " + m.To.String(), words.MoveWords(e, m)})
	}
	return p
}

// fillParts fills in the contributors.
func fillParts(e *explain.Explanation, p *explainPage) {
	add := func(out *[]explainPart, x *measure.Part, share float64, what string) {
		*out = append(*out, explainPart{Who: words.ProviderName(&e.Scenario, x.Provider), Calls: measure.FormatCount(x.Calls), Time: measure.FormatSeconds(x.Seconds), Share: measure.FormatPercentShort(share),
			What: what, Percent: math.Round(share*1000) / 10})
	}
	for i := range e.Slowest {
		add(&p.Slowest, &e.Slowest[i], e.Slowest[i].Seconds/e.Seconds, words.PartWords(e, &e.Slowest[i]))
	}
	sum := 0.0
	for i := range e.Wasted {
		sum += e.Wasted[i].Calls
	}
	for i := range e.Wasted {
		add(&p.Wasted, &e.Wasted[i], e.Wasted[i].Calls/sum, e.Wasted[i].Label.String()+": "+words.LabelWords[e.Wasted[i].Label])
	}
	when := ""
	if e.During {
		when = words.WhileIll(&e.Scenario)
	}
	p.SlowAbout = "p99 is " + measure.FormatSeconds(e.P99) + when + ": " + words.Counted(float64(e.Slow), "request") + " took as long or longer, " + measure.FormatSeconds(e.Seconds) + " in all."
	p.WasteAbout = words.Counted(sum, "call") + " of this run came to nothing."
}

// draw places attempts, skips and illness on lanes: of those who had a part.
func (p *explainPage) draw(t *words.Teller) {
	var order []int
	for i := range t.Steps {
		if who := t.Steps[i].Provider; !slices.Contains(order, who) {
			order = append(order, who)
		}
	}
	slices.Sort(order)
	for lane, who := range order {
		p.Lanes = append(p.Lanes, laneOf(t, lane, who))
	}
	p.Floor = len(order) * laneHeight
	p.Height = p.Floor + 24
	p.link(t, order)
	for k, share := range []float64{0, 0.5, 1} {
		at := t.Took().Seconds() * share
		p.Ticks = append(p.Ticks, laneTick{At: share * 100, Anchor: []string{"start", "middle", "end"}[k], Text: measure.FormatSeconds(at)})
	}
	p.Keys = keys(t)
}

// laneOf draws one provider.
func laneOf(t *words.Teller, lane, who int) seqLane {
	out := seqLane{Name: t.Setting.Providers[who], Text: lane*laneHeight + 14, Top: lane*laneHeight + laneTop}
	for _, e := range t.Ill[who] {
		out.Ill = append(out.Ill, mark(t, lane, e.From, e.To, "", out.Name+" was ill"))
	}
	for i := range t.Steps {
		switch s := &t.Steps[i]; {
		case s.Provider != who:
		case s.Kind == explain.StepSkip:
			out.Skips = append(out.Skips, laneMark{Lane: lane, From: percent(t, s.At) * 0.97, Title: t.Decision(s)}) // a mark at the very end would stand outside
		case s.Kind == explain.StepEnd:
			x := &t.Attempts[s.Attempt]
			out.Bars = append(out.Bars, mark(t, lane, x.Sent, x.End, measure.SpentOn(&t.Request, x).String(), t.Decision(s)))
		}
	}
	return out
}

func mark(t *words.Teller, lane int, from, to chain.Instant, class, title string) laneMark {
	a, b := percent(t, from), percent(t, to)
	return laneMark{Lane: lane, From: min(a, 99.5), Width: max(b-a, 0.5), Class: class, Title: title}
}

// percent is where an instant lies on the axis, to a hundredth.
func percent(t *words.Teller, at chain.Instant) float64 { return math.Round(t.Part(at)*1e4) / 100 }

// link draws where the request went from one attempt to the next.
func (p *explainPage) link(t *words.Teller, order []int) {
	for k := 1; k < len(t.Attempts); k++ {
		a, b := slices.Index(order, int(t.Attempts[k-1].Provider)), slices.Index(order, int(t.Attempts[k].Provider))
		if a == b {
			continue
		}
		p.Links = append(p.Links, laneLink{At: percent(t, t.Attempts[k].Sent), From: p.LaneTop(min(a, b)) + 16, To: p.LaneTop(max(a, b))})
	}
}

// keys explain the colours that are used.
func keys(t *words.Teller) []laneMark {
	used := map[string]bool{}
	ill := false
	for i := range t.Steps {
		s := &t.Steps[i]
		ill = ill || len(t.Ill[s.Provider]) > 0
		if s.Kind == explain.StepSkip {
			used["skipped"] = true
			continue
		}
		used[measure.SpentOn(&t.Request, &t.Attempts[s.Attempt]).String()] = true
	}
	used["sick"] = ill
	var out []laneMark
	for _, k := range []laneMark{{Class: "answer", Title: "the answer that was delivered"}, {Class: "error", Title: "came back without a usable answer"},
		{Class: "hang", Title: "a hang"}, {Class: "slow", Title: "left before its answer"}, {Class: "skipped", Title: "not asked"},
		{Class: "sick", Title: "the provider was ill"}} {
		if used[k.Class] {
			out = append(out, k)
		}
	}
	return out
}
