package report

import "slices"

// shipped are the differences of all others to who ships.
func (b *sectionBuilder) shipped() *pageTable {
	if len(b.rank.First) != 1 || len(b.Seeds) < 2 {
		return nil
	}
	ship := b.rank.First[0]
	all := b.against(ship, contrasted)
	if len(all) == 0 {
		return nil
	}
	t := b.contrastTable(all)
	t.Caption = "What the others do better and worse than " + strategyLabel(ship) + ", on the same seeds" + contrastLegend
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
	if len(b.rank.First) != 1 || b.rank.First[0] != ref {
		t := b.contrastTable(all)
		t.Caption = "Differences to " + strategyLabel(ref) + " on the same seeds" + contrastLegend
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
func (b *sectionBuilder) contrastTable(all []Contrast) *pageTable {
	t := &pageTable{Corner: "strategy"}
	cols, rows := b.versusColumns(all)
	for _, g := range groupsOf(b.figureTable(cols, rows).cols) {
		t.Groups = append(t.Groups, pageGroup{g.to - g.from, g.titles[0]})
	}
	for _, c := range cols {
		t.Head = append(t.Head, pageHead{Title: oneLine(c.head)})
	}
	for _, s := range rows {
		row := pageRow{Name: strategyLabel(s)}
		for _, c := range cols {
			i := slices.IndexFunc(all, func(x Contrast) bool { return x.Strategy == s.Name && x.Metric == c.metric })
			row.Cells = append(row.Cells, all[i].onPage())
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// onPage is a difference, whether it is for the better, and how it was found.
func (c *Contrast) onPage() pageCell {
	u := unitOf(c.Metric)
	if !c.Exists() {
		return pageCell{Text: missing}
	}
	out := pageCell{Text: signedInUnit(u, c.Diff.Mean), Hint: c.words()}
	if !bad(c.Diff.Low) && c.Diff.Low < c.Diff.High {
		out.Half = signedInUnit(u, c.Diff.Low) + " to " + signedInUnit(u, c.Diff.High)
	}
	better := metrics[index[c.Metric]].Better
	switch {
	case !c.Shown:
		out.Mark, out.Class = markEqual, "equal"
	case better == Neither || c.Diff.Mean == 0:
	case better == Higher == (c.Diff.Mean > 0):
		out.Mark, out.Class = "▲", "better"
	default:
		out.Mark, out.Class = "▼", "worse"
	}
	return out
}

// words say how a difference was found.
func (c *Contrast) words() string {
	if bad(c.Adjusted) {
		return contrastHow(c)
	}
	return contrastHow(c) + "; p " + scaled(c.Adjusted)
}

// sharesTable are the requests that fared better and worse than under the
// reference.
func (b *sectionBuilder) sharesTable(ref *Strategy) *pageTable {
	t := &pageTable{Corner: "strategy", Head: []pageHead{{"fared better", false}, {"fared worse", false}},
		Caption: "Request by request against " + strategyLabel(ref) + ": the part that was answered usably or sooner, and the reverse"}
	for _, s := range b.rank.Order {
		better, worse := s.Shares()
		if s == ref || !better.Exists() {
			continue
		}
		row := pageRow{Name: strategyLabel(s)}
		for _, f := range []*Summary{&better, &worse} {
			cell := pageCell{Text: percent(f.Mean)}
			cell.Half, cell.Hint = b.intervalWords(Rate, f)
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
	t := &pageTable{Caption: "Against " + b.BaselineName + ": " + changeCounts(b.ranked.Result), Corner: "change",
		Head: []pageHead{{"figure", true}, {"before", false}, {"now", false}, {"difference", false}, {"borne", false}, {"why", true}}}
	for _, g := range changesShown(b.ranked.Result) {
		t.Rows = append(t.Rows, g.onPage())
	}
	if n := b.tallyChanges()[Unchanged]; n > 0 {
		t.Note = plural(n, "figure") + " within the tolerance."
	}
	t.dropEmpty(5)
	return t
}

func (g *Regression) onPage() pageRow {
	u := changeUnit(g)
	diff, borne := pageCell{Text: missing}, pageCell{Text: missing}
	if g.Diff.N > 0 {
		diff.Text, borne.Text = signedInUnit(u, g.Diff.Mean), points(u, inUnit(u, g.Tolerance))
		if half := g.Diff.Half(); half > 0 {
			diff.Half = "±" + halfInUnit(u, g.Diff.Mean, half)
		}
	}
	return pageRow{Name: changeWords[g.Change], Class: g.Change.String(), Cells: []pageCell{{Text: changeName(g), Class: "code"},
		{Text: inUnit(u, g.Base.Mean)}, {Text: inUnit(u, g.Head.Mean)}, diff, borne, {Text: g.Text, Class: "wrap"}}}
}
