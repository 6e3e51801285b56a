package page

import (
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// shipped are the differences of all others to who ships.
func (b *sectionBuilder) shipped() *pageTable {
	if len(b.Rank.First) != 1 || len(b.Seeds) < 2 {
		return nil
	}
	ship := b.Rank.First[0]
	all := b.Against(ship, judge.Contrasted)
	if len(all) == 0 {
		return nil
	}
	t := b.contrastTable(all)
	t.Caption = "What the others do better and worse than " + words.StrategyLabel(ship) + ", on the same seeds" + contrastLegend
	return t
}

// compared are the differences to the reference: figures, unless they stand among
// those to who ships, and single requests.
func (b *sectionBuilder) compared() []*pageTable {
	ref := b.ReferenceStrategy()
	all := b.Compared()
	if ref == nil || len(all) == 0 || len(b.Seeds) < 2 {
		return nil
	}
	out := []*pageTable{}
	if len(b.Rank.First) != 1 || b.Rank.First[0] != ref {
		t := b.contrastTable(all)
		t.Caption = "Differences to " + words.StrategyLabel(ref) + " on the same seeds" + contrastLegend
		out = append(out, t)
	}
	if t := b.sharesTable(ref); t != nil {
		out = append(out, t)
	}
	return out
}

// contrastLegend explains the marks of a table of differences.
const contrastLegend = ": ▲ better, ▼ worse, ~ no difference shown at 5 % over all strategies (Holm)"

// regret is what strategies lose by not foreseeing the faults.
func (b *sectionBuilder) regret() *pageTable {
	all := b.Regret()
	if len(all) == 0 {
		return nil
	}
	t := b.contrastTable(all)
	t.Caption = "What each strategy loses to the ideal chain, which foresees every fault and meets the same requests" + contrastLegend
	return t
}

// contrastTable lays contrasts out, strategies down, metrics across, those of the
// faults first.
func (b *sectionBuilder) contrastTable(all []judge.Contrast) *pageTable {
	t := &pageTable{Corner: "strategy"}
	cols, rows := b.VersusColumns(all)
	for _, g := range words.GroupsOf(b.FigureTable(cols, rows).Cols) {
		t.Groups = append(t.Groups, pageGroup{g.To - g.From, g.Titles[0]})
	}
	for _, c := range cols {
		t.Head = append(t.Head, pageHead{Title: words.OneLine(c.Title())})
	}
	for _, s := range rows {
		row := pageRow{Name: words.StrategyLabel(s)}
		for _, c := range cols {
			i := slices.IndexFunc(all, func(x judge.Contrast) bool { return x.Strategy == s.Name && x.Metric == c.Metric })
			row.Cells = append(row.Cells, contrastOnPage(&all[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// contrastOnPage is a difference, whether it is for the better, and how it was found.
func contrastOnPage(c *judge.Contrast) pageCell {
	u := measure.UnitOf(c.Metric)
	if !c.Exists() {
		return pageCell{Text: measure.Missing}
	}
	out := pageCell{Text: words.FormatSigned(u, c.Diff.Mean), Hint: contrastWords(c)}
	if !measure.Bad(c.Diff.Low) && c.Diff.Low < c.Diff.High {
		out.Half = words.FormatSigned(u, c.Diff.Low) + " to " + words.FormatSigned(u, c.Diff.High)
	}
	better := measure.Catalogue[measure.Index[c.Metric]].Better
	switch {
	case !c.Shown:
		out.Mark, out.Class = words.MarkEqual, "equal"
	case better == measure.Neither || c.Diff.Mean == 0:
	case better == measure.Higher == (c.Diff.Mean > 0):
		out.Mark, out.Class = "▲", "better"
	default:
		out.Mark, out.Class = "▼", "worse"
	}
	return out
}

// contrastWords say how a difference was found.
func contrastWords(c *judge.Contrast) string {
	if measure.Bad(c.Adjusted) {
		return words.ContrastHow(c)
	}
	return words.ContrastHow(c) + "; p " + measure.Scaled(c.Adjusted)
}

// sharesTable are the requests that fared better and worse than under the
// reference.
func (b *sectionBuilder) sharesTable(ref *measure.Strategy) *pageTable {
	t := &pageTable{Corner: "strategy", Head: []pageHead{{"fared better", false}, {"fared worse", false}},
		Caption: "Request by request against " + words.StrategyLabel(ref) + ": the part that was answered usably or sooner, and the reverse"}
	for _, s := range b.Rank.Order {
		better, worse := judge.Shares(s)
		if s == ref || !better.Exists() {
			continue
		}
		row := pageRow{Name: words.StrategyLabel(s)}
		for _, f := range []*measure.Summary{&better, &worse} {
			cell := pageCell{Text: measure.FormatPercent(f.Mean)}
			cell.Half, cell.Hint = b.intervalWords(measure.Rate, f)
			row.Cells = append(row.Cells, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// regressionsTable lists what changed against a baseline, the worst first, and
// counts what did not.
func (b *sectionBuilder) regressionsTable() *pageTable {
	if b.Regressions == nil {
		return nil
	}
	t := &pageTable{Caption: "Against " + b.BaselineName + ": " + words.ChangeCounts(b.Ranked.Result), Corner: "change",
		Head: []pageHead{{"figure", true}, {"before", false}, {"now", false}, {"difference", false}, {"borne", false}, {"why", true}}}
	for _, g := range words.ChangesShown(b.Ranked.Result) {
		t.Rows = append(t.Rows, regressionOnPage(g))
	}
	if n := b.TallyChanges()[judge.Unchanged]; n > 0 {
		t.Note = measure.Plural(n, "figure") + " within the tolerance."
	}
	t.dropEmpty(5)
	return t
}

func regressionOnPage(g *judge.Regression) pageRow {
	u := words.ChangeUnit(g)
	diff, borne := pageCell{Text: measure.Missing}, pageCell{Text: measure.Missing}
	if g.Diff.N > 0 {
		diff.Text, borne.Text = words.FormatSigned(u, g.Diff.Mean), words.Points(u, measure.Format(u, g.Tolerance))
		if half := g.Diff.Half(); half > 0 {
			diff.Half = "±" + measure.FormatHalf(u, g.Diff.Mean, half)
		}
	}
	return pageRow{Name: words.ChangeWords[g.Change], Class: g.Change.String(), Cells: []pageCell{{Text: words.ChangeName(g), Class: "code"},
		{Text: measure.Format(u, g.Base.Mean)}, {Text: measure.Format(u, g.Head.Mean)}, diff, borne, {Text: strings.TrimSpace(g.Text + words.Gap + words.OnScreens(words.ChangeName(g))), Class: "wrap"}}}
}
