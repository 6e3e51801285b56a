package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageTable is a table of a page: its first column names the rows.
type pageTable struct {
	Caption string
	Corner  string // the title of the first column
	Groups  []pageGroup
	Head    []pageHead
	Rows    []pageRow
	Note    string // below it
	Folded  bool   // nothing in it asks for attention
}

type pageGroup struct {
	Span  int
	Title string
}

type pageHead struct {
	Title string
	Left  bool // its cells are texts
}

type pageRow struct {
	Name, Hint, Class string
	Cells             []pageCell
}

// Left are the classes that set columns of texts to the left.
func (t *pageTable) Left() string {
	out := ""
	for i, h := range t.Head {
		if h.Left {
			out += " l" + strconv.Itoa(i+1)
		}
	}
	return strings.TrimSpace(out)
}

// Long reports whether the row's name takes too much of a phone on one line.
func (r pageRow) Long() bool { return words.Runes(r.Name) > 16 }

// pageCell is a figure, what marks it, and what is said of it on demand.
type pageCell struct {
	Text, Mark string
	Half       string // half its interval, shown where asked for
	Hint       string // shown where one points
	Class      string
}

// comparison is the screen's table, every column of it, with intervals.
func (b *sectionBuilder) comparison() (*pageTable, []string) {
	if len(b.Rank.Order) == 0 {
		return nil, nil
	}
	cols := words.FigureColumns(b.Ranked.Result)
	t := &pageTable{Caption: "Means over " + measure.Plural(len(b.Seeds), "run") + ", the best strategy first", Corner: "strategy"}
	for _, g := range words.GroupsOf(b.FigureTable(cols, b.Rank.Order).Cols) {
		t.Groups = append(t.Groups, pageGroup{g.To - g.From, g.Titles[0]})
	}
	for _, s := range b.Rank.Order {
		t.Rows = append(t.Rows, pageRow{Name: words.StrategyLabel(s), Hint: s.Summary, Class: b.rowClass(s)})
	}
	marked := ""
	for i := range cols {
		c := &cols[i]
		t.Head = append(t.Head, pageHead{Title: words.OneLine(c.Title())})
		marks := words.ColumnMarks(b.Ranked.Result, c, b.Rank.Order)
		for k, s := range b.Rank.Order {
			cell := b.figureCell(c.Metric, s, c.Text(b.Result, s))
			if marks != nil {
				cell.Mark = strings.TrimSpace(marks[k])
				marked += cell.Mark
			}
			t.Rows[k].Cells = append(t.Rows[k].Cells, cell)
		}
	}
	if b.Trial != nil && len(b.Trial.Strategy.Runs) > 0 {
		t.Rows = append(t.Rows, b.trialRow(cols))
	}
	return t, b.LegendParts(marked)
}

// trialRow is what was tried, below those that it does not compete with.
func (b *sectionBuilder) trialRow(cols []words.Column) pageRow {
	row := pageRow{Name: "tried: " + b.Trial.Change, Class: "trial"}
	for i := range cols {
		row.Cells = append(row.Cells, b.figureCell(cols[i].Metric, &b.Trial.Strategy, cols[i].Text(b.Result, &b.Trial.Strategy)))
	}
	return row
}

// rowClass is how a strategy's row looks.
func (b *sectionBuilder) rowClass(s *measure.Strategy) string {
	switch {
	case s.Ideal:
		return "ideal"
	case len(b.Rank.First) > 0 && b.Rank.First[0] == s:
		return "first"
	}
	return ""
}

// figureCell is a metric's mean with its interval behind it.
func (b *sectionBuilder) figureCell(metric string, s *measure.Strategy, text string) pageCell {
	f := s.Figure(metric)
	c := pageCell{Text: text}
	if !f.Exists() || text == measure.Missing {
		return c
	}
	if c.Half, c.Hint = b.intervalWords(measure.UnitOf(metric), &f); words.WasNever(s, metric) {
		c.Half, c.Hint = "", words.RestrictedMean(s, metric)
	}
	return c
}

// intervalWords are half an interval's width, and over how many runs it is where
// that is not all of them.
func (b *sectionBuilder) intervalWords(u measure.Unit, f *measure.Summary) (half, hint string) {
	if f.N != len(b.Seeds) {
		hint = "over " + measure.Plural(f.N, "run")
	}
	if f.Half() > 0 {
		half = "±" + measure.FormatHalf(u, f.Mean, f.Half())
	}
	return half, hint
}

// everything lists all figures, a row each, but those that are 0 for all.
func (b *sectionBuilder) everything() *pageTable {
	if len(b.Rank.Order) == 0 || len(b.Seeds) == 0 {
		return nil
	}
	t := &pageTable{Caption: "Every figure that some strategy has and that is not 0 for all, as rules and files name it: mean and half of the 95 % interval over runs",
		Corner: "figure"}
	for _, s := range b.Rank.Order {
		t.Head = append(t.Head, pageHead{Title: words.StrategyLabel(s)})
	}
	for _, m := range measure.Catalogue {
		row, some := pageRow{Name: m.Name}, false
		for _, s := range b.Rank.Order {
			f := s.Figure(m.Name)
			some = some || f.Exists() && f.Mean != 0
			half, _ := b.intervalWords(m.Unit, &f)
			cell := pageCell{Text: strings.TrimSpace(measure.Format(m.Unit, f.Mean) + " " + half)}
			if words.WasNever(s, m.Name) {
				cell.Text = words.RestrictedMean(s, m.Name)
			}
			row.Cells = append(row.Cells, cell)
		}
		if some {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// rulesTable lists the expectations, the broken ones first.
func (b *sectionBuilder) rulesTable() *pageTable {
	if len(b.Expectations) == 0 {
		return nil
	}
	here, _ := words.RulesHere(b.Expectations)
	t := &pageTable{Caption: "Rules: " + words.VerdictCounts(b.Expectations), Corner: "verdict",
		Head: []pageHead{{"rule", true}, {"observed", false}, {"limit", false}, {"why", true}}}
	t.Folded = judge.TallyVerdicts(here)[judge.Pass] == len(here)
	for _, v := range []judge.Verdict{judge.Fail, judge.Inconclusive, judge.Skipped, judge.Pass} {
		for i := range here {
			if e := &here[i]; e.Verdict == v {
				t.Rows = append(t.Rows, b.ruleRow(e))
			}
		}
	}
	t.dropEmpty(3)
	return t
}

// dropEmpty takes a column away in which nothing stands.
func (t *pageTable) dropEmpty(col int) {
	for i := range t.Rows {
		if t.Rows[i].Cells[col].Text != "" {
			return
		}
	}
	t.Head = slices.Delete(t.Head, col, col+1)
	for i := range t.Rows {
		t.Rows[i].Cells = slices.Delete(t.Rows[i].Cells, col, col+1)
	}
}

func (b *sectionBuilder) ruleRow(e *judge.Expectation) pageRow {
	limit, half := "", ""
	if !math.IsNaN(e.Limit) {
		limit = measure.Format(e.Unit, e.Limit)
	}
	if e.Half > 0 {
		half = "±" + measure.FormatHalf(e.Unit, e.Observed, e.Half)
	}
	word, why := words.RuleWord(e), e.Detail
	if why == "limit "+limit {
		why = "" // it has a column
	}
	why = strings.TrimSpace(why + words.Gap + words.OnScreens(e.Rule))
	where := ""
	if e.File != "" && e.Line > 0 {
		where = e.File + ":" + strconv.Itoa(e.Line)
	}
	return pageRow{Name: word, Class: strings.ToLower(word), Cells: []pageCell{
		{Text: e.Rule, Class: "code", Hint: where}, {Text: words.RuleFigure(e), Half: half}, {Text: limit}, {Text: why, Class: "wrap"}}}
}
