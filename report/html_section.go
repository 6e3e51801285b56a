package report

import (
	"context"
	"strconv"
	"strings"
)

// pageSection is one result on a page.
type pageSection struct {
	ID          string // prefix of the ids in it
	Name, Story string
	Scale       string // how much was played
	Verdict     []pageLine
	Remarks     []string
	Missing     string // why there are no plots over time; empty: there are
	Rules       *pageTable
	RulesSum    string // empty: there are none
	Regressions *pageTable
	Table       *pageTable
	Legend      []string // of the table's marks
	Faults      []pageFault
	Clock       []tick     // of a run
	Shade       []pageStop // when faults act
	Curves      []*pageCurves
	Keys        *pageKeys // what stands for what in the panels
	Side        int       // pixels beside the panels, for the names of providers
	Panels      []*pagePanel
	Trips       []*pageTrips
	Compared    []*pageTable
	Regret      *pageTable
	Everything  *pageTable
	Presets     []string
	Why, Again  string   // command lines; empty: there are none
	Mark        string   // what tells the run from others
	Data        pageData // what the script shows where one points
}

// pageLine is one line of the verdict.
type pageLine struct{ Word, Who, Text, Code string }

// sectionBuilder gathers what the parts of a section ask for.
type sectionBuilder struct {
	ranked         // the words and figures that all media share
	id     string  // the section's
	tapes  []*tape // of the strategies, in their order; nil: nobody can play them again
	bars   axis    // of attempts per second
	delays axis
}

// newPageSection tells all of a result that a page has room for.
func newPageSection(ctx context.Context, r *Result, id string) (*pageSection, error) {
	b := &sectionBuilder{id: id, ranked: rankedResult(r, false)}
	p := &pageSection{ID: id, Name: r.Scenario.Name, Remarks: resultRemarks(r), Mark: strings.Join(b.mark(), ", ")}
	if p.Name == "" {
		p.Name = "unnamed scenario"
	}
	if err := b.replay(ctx, p); err != nil {
		return nil, err
	}
	p.Story, p.Scale = sentence(stories(&r.Scenario)[0]), b.scale()
	p.Verdict = b.verdictLines()
	p.Rules, p.Regressions = b.rulesTable(), b.regressionsTable()
	if p.Rules != nil {
		p.RulesSum = verdictCounts(r.Expectations)
	}
	p.Table, p.Legend = b.comparison()
	p.Clock, p.Shade, p.Faults = timeTicks(r.Scenario.Duration), b.shade(), b.faults()
	p.Curves = b.curves()
	p.Panels, p.Side = b.panels(), b.side()
	p.Keys = b.keys(p)
	p.Trips = b.trips()
	p.Compared, p.Regret, p.Everything = b.compared(), b.regret(), b.everything()
	p.Presets = b.presetTexts()
	p.Data = b.data(p)
	p.Why, p.Again = shell(r.Why), shell(r.Again)
	return p, nil
}

// replay makes the tapes, or says why there are none.
func (b *sectionBuilder) replay(ctx context.Context, p *pageSection) (err error) {
	switch {
	case len(b.Strategies) == 0 || len(b.Seeds) == 0:
		p.Missing = "No run was finished, so there is nothing to draw."
	case b.Replay == nil:
		p.Missing = "Only figures are left of this result, as it was read from a file: what happened over time, " +
			"how soon answers came, and the attempts by label are missing. Run the scenario again to see them."
	case b.Scenario.Duration <= 0:
		p.Missing = "The scenario has no length, so there is nothing to draw over time."
	default:
		b.tapes, err = b.Result.tapes(ctx)
		b.setScales()
	}
	return err
}

// scale says how much was played, in a line.
func (b *sectionBuilder) scale() string {
	var parts []string
	if b.Scenario.Rate != "" {
		parts = append(parts, b.Scenario.Rate)
	}
	if b.Scenario.Duration > 0 {
		parts = append(parts, "for "+span(b.Scenario.Duration))
	}
	runs := plural(len(b.Seeds), "run") + " of each strategy"
	if n := len(b.Seeds); n > 0 {
		runs += ", " + seedsText(b.Seeds)
	}
	parts = append(parts, runs)
	if b.Scenario.SLO > 0 {
		parts = append(parts, "in time means a usable answer within "+span(b.Scenario.SLO))
	}
	return strings.Join(parts, " · ")
}

// seedsText lists seeds: a range where they follow each other.
func seedsText(seeds []uint64) string {
	first, last := strconv.FormatUint(seeds[0], 10), strconv.FormatUint(seeds[len(seeds)-1], 10)
	if len(seeds) == 1 {
		return "seed " + first
	}
	if seeds[len(seeds)-1]-seeds[0] == uint64(len(seeds)-1) {
		return "seeds " + first + " to " + last
	}
	var all []string
	for _, s := range seeds[:min(len(seeds), 20)] {
		all = append(all, strconv.FormatUint(s, 10))
	}
	if len(seeds) > 20 {
		all = append(all, "…")
	}
	return "seeds " + strings.Join(all, " ")
}

// verdictLines are the headline: what to ship, what that leaves unsolved, and what
// was tried against it.
func (b *sectionBuilder) verdictLines() []pageLine {
	h := resultHeadline(b.ranked.Result, &b.rank)
	out := []pageLine{{Word: h.word, Who: h.who, Text: strings.Join(h.clauses, ", ")}}
	if c := b.Complaint; c != nil {
		fact, text := ComplaintText(&b.Scenario, c)
		out = append(out, pageLine{Word: "BUT", Who: fact, Text: text})
	}
	if t := b.Trial; t != nil {
		out = append(out, pageLine{Word: "TRY", Code: shell([]string{"--strategy", t.Arg}), Text: trialText(b.ranked.Result)})
	}
	return out
}

// mark is what tells the run from others.
func (b *sectionBuilder) mark() []string {
	var out []string
	if b.Scenario.File != "" {
		out = append(out, b.Scenario.File)
	}
	if b.Scenario.Hash != "" {
		out = append(out, "scenario "+b.Scenario.Hash)
	}
	return append(out, "model "+count(Model))
}

// side is the room that the names of providers ask for, within reason.
func (b *sectionBuilder) side() int {
	const perLetter, least, most = 8, 68, 160
	longest := 0
	for _, name := range b.Scenario.Providers {
		longest = max(longest, runes(name))
	}
	return max(least, min(perLetter*longest+4, most))
}

// index is a strategy's place in the result.
func (b *sectionBuilder) index(s *Strategy) int {
	for i := range b.Strategies {
		if &b.Strategies[i] == s {
			return i
		}
	}
	return -1
}
