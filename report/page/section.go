package page

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageSection is one result on a page.
type pageSection struct {
	ID          string // prefix of the ids in it
	Name, Story string
	Scale       string // how much was played
	Several     bool   // it is one of several
	Failing     bool   // it makes the command fail
	Verdict     []pageLine
	Remarks     []string
	Missing     string // why there are no plots over time; empty: there are
	Rules       *pageTable
	RulesSum    string // empty: there are none
	Regressions *pageTable
	Lines       []pageKey // of the strategies in plots, in the order of the ranking
	Top         *pagePlot // how slow all of them were over time; nil: nobody knows
	Table       *pageTable
	Legend      []string // of the table's marks
	Faults      []pageFault
	Clock       []figure.Tick // of a run
	Shade       []pageStop    // when faults act
	Curves      []*pageCurves
	Keys        *pageKeys // what stands for what in the panels
	Side        int       // pixels beside the panels, for the names of providers
	Panels      []*pagePanel
	Worst       *explainPage // the worst request of who ships; nil: nobody can tell of it
	Trips       []*pageTrips
	Shipped     *pageTable // differences to who ships
	Compared    []*pageTable
	Regret      *pageTable
	Everything  *pageTable
	Presets     []string
	Why, Again  string   // command lines; empty: there are none
	Mark        string   // what tells the run from others
	Data        pageData // what the script reads plots with
}

// pageLine is one line of the verdict.
type pageLine struct {
	Word, Who, Text string
	Code, Command   string // what is shown of a command, and the whole of it
	Link            string // the id of what shows it
}

// sectionBuilder gathers what the parts of a section ask for.
type sectionBuilder struct {
	words.Ranked                // the words and figures that all media share
	id           string         // the section's
	tapes        []*figure.Tape // of the strategies, in their order; nil: nobody can play them again
	bars         figure.Axis    // of attempts per second
	delays       figure.Axis
}

// newPageSection tells all of a result that a page has room for.
func newPageSection(ctx context.Context, r *judge.Result, id string, several bool) (*pageSection, error) {
	b := &sectionBuilder{id: id, Ranked: words.RankedResult(r, false)}
	p := &pageSection{ID: id, Name: r.Scenario.Name, Several: several, Failing: r.ExitCode() != 0, Remarks: words.ResultRemarks(r), Mark: strings.Join(b.mark(), ", ")}
	if p.Name == "" {
		p.Name = "unnamed scenario"
	}
	if err := b.replay(ctx, p); err != nil {
		return nil, err
	}
	p.Story, p.Scale = words.Sentence(words.Stories(&r.Scenario)[0]), b.scale()
	p.Rules, p.Regressions = b.rulesTable(), b.regressionsTable()
	if p.Rules != nil {
		p.RulesSum = words.VerdictCounts(r.Expectations)
	}
	p.Table, p.Legend = b.comparison()
	b.draw(p)
	p.Verdict = b.verdictLines(p)
	p.Trips = b.trips(p.tripRows())
	p.Shipped, p.Compared, p.Regret, p.Everything = b.shipped(), b.compared(), b.regret(), b.everything()
	p.Presets = b.PresetTexts()
	p.Why, p.Again = words.Shell(r.Why), words.Shell(r.Again)
	return p, b.worst(ctx, p)
}

// tripRows is how many trips of a strategy the section lists.
func (p *pageSection) tripRows() int {
	if p.Several {
		return tripRowsOfMany
	}
	return tripRows
}

// draw fills in what stands on axes.
func (b *sectionBuilder) draw(p *pageSection) {
	p.Clock, p.Shade, p.Faults = figure.TimeTicks(b.Scenario.Duration), b.shade(), b.faults()
	p.Curves = b.curves()
	if b.tapes != nil {
		p.Top = b.topPlot()
		for _, s := range b.Rank.Order {
			p.Lines = append(p.Lines, pageKey{figure.LineClass(b.Result, &b.Rank, s), words.StrategyLabel(s)})
		}
	}
	p.Panels, p.Side = b.panels(), b.side()
	p.Keys = b.keys(p)
	p.Data = b.data(p)
}

// replay makes the tapes, or says why there are none. Where plots share a page
// with many they have half the points.
func (b *sectionBuilder) replay(ctx context.Context, p *pageSection) error {
	switch {
	case len(b.Strategies) == 0 || len(b.Seeds) == 0:
		p.Missing = "No run was finished, so there is nothing to draw."
	case b.Replay == nil:
		p.Missing = "Only figures are left of this result, as it was read from a file: what happened over time, " +
			"how soon answers came, and the attempts by label are missing. Run the scenario again to see them."
	case b.Scenario.Duration <= 0:
		p.Missing = "The scenario has no length, so there is nothing to draw over time."
	default:
		seen, err := figure.Tapes(ctx, b.Result)
		if err != nil {
			return err
		}
		for _, t := range seen {
			if p.Several {
				t = Coarser(t)
			}
			b.tapes = append(b.tapes, t)
		}
		b.setScales()
	}
	return nil
}

// scale says how much was played, in a line.
func (b *sectionBuilder) scale() string {
	var parts []string
	if b.Scenario.Rate != "" {
		parts = append(parts, b.Scenario.Rate)
	}
	if b.Scenario.Duration > 0 {
		parts = append(parts, "for "+measure.Span(b.Scenario.Duration))
	}
	runs := measure.Plural(len(b.Seeds), "run") + " of each strategy"
	if n := len(b.Seeds); n > 0 {
		runs += ", " + seedsText(b.Seeds)
	}
	parts = append(parts, runs)
	if b.Scenario.SLO > 0 {
		parts = append(parts, "in time means a usable answer within "+measure.Span(b.Scenario.SLO))
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
func (b *sectionBuilder) verdictLines(p *pageSection) []pageLine {
	var out []pageLine
	for _, l := range words.VerdictLines(&b.Ranked) {
		line := pageLine{Word: l.Word, Who: l.Who, Code: l.Code, Text: strings.Join(l.Clauses, ", ")}
		switch {
		case l.Word == "BUT":
			line.Link = b.evidence(p)
		case l.Code != "":
			line.Command = words.Shell(b.tryCommand())
		}
		out = append(out, line)
	}
	return out
}

// tryCommand plays what was tried beside what it changes.
func (b *sectionBuilder) tryCommand() []string {
	if len(b.Again) == 0 {
		return []string{"--strategy", b.Trial.Arg}
	}
	out := slices.Clone(b.Again)
	if !slices.Contains(out, "--strategy") { // which would be all that is played
		out = append(out, "--strategy", b.Trial.Base)
	}
	return append(out, "--strategy", b.Trial.Arg)
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
	return append(out, "model "+measure.FormatCount(judge.Model))
}

// side is the room that the names of providers ask for, within reason.
func (b *sectionBuilder) side() int {
	const perLetter, least, most = 8, 68, 160
	longest := 0
	for _, name := range b.Scenario.Providers {
		longest = max(longest, words.Runes(name))
	}
	return max(least, min(perLetter*longest+4, most))
}

// index is a strategy's place in the result.
func (b *sectionBuilder) index(s *measure.Strategy) int {
	for i := range b.Strategies {
		if &b.Strategies[i] == s {
			return i
		}
	}
	return -1
}
