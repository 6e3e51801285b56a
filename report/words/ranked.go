package words

import (
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// wholeRun is the title over figures of all counted requests.
var wholeRun = []string{"over the whole run", "whole run", "all"}

// Ranked is a result in the order of its strategies: what all media tell of it.
type Ranked struct {
	*judge.Result
	Rank judge.Ranking
	Wide bool // tell everything
}

// RankedResult ranks a result.
func RankedResult(r *judge.Result, wide bool) Ranked { return Ranked{r, r.Rank(), wide} }

// StrategyLabel is a strategy's name in a table.
func StrategyLabel(s *measure.Strategy) string {
	if s.Ideal {
		return "ideal"
	}
	return s.Name
}

// FigureTable fills columns for strategies, with intervals where all is told.
func (k *Ranked) FigureTable(cols []Column, rows []*measure.Strategy) *Table {
	t := &Table{}
	for _, s := range rows {
		t.Labels = append(t.Labels, StrategyLabel(s))
	}
	for i := range cols {
		c := &cols[i]
		to := TableColumn{Head: c.Title(), flat: OneLine(c.Title()), Over: wholeRun, Drop: c.drop}
		switch {
		case c.Phase:
			to.Over, to.flat = PhaseTitles(&k.Scenario), to.flat+" †"
		case c.since:
			to.Over, to.flat = []string{"since"}, to.flat+" since"
		}
		marks := ColumnMarks(k.Result, c, rows)
		for j, s := range rows {
			to.Add(k.cell(c, s))
			if marks != nil {
				to.Cells[j].Mark = marks[j]
			}
		}
		t.Cols = append(t.Cols, to)
	}
	return t
}

// cell is a figure, with its interval where all is told.
func (k *Ranked) cell(c *Column, t *measure.Strategy) string {
	text := c.Text(k.Result, t)
	f := t.Figure(c.Metric)
	if k.Wide && WasNever(t, c.Metric) {
		return RestrictedMean(t, c.Metric)
	}
	if !k.Wide || c.cell != nil && text != measure.Format(measure.UnitOf(c.Metric), f.Mean) || text == measure.Missing {
		return text
	}
	return measure.FormatInterval(measure.UnitOf(c.Metric), &f)
}

// LegendParts explain what a table uses.
func (k *Ranked) LegendParts(table string) []string {
	var parts []string
	if strings.Contains(table, MarkBest) {
		parts = append(parts, MarkBest+" best")
	}
	if strings.Contains(table, MarkEqual) {
		parts = append(parts, MarkEqual+" tied for best")
	}
	for i := range k.Strategies {
		if k.Strategies[i].Ideal {
			parts = append(parts, "ideal: foresees every fault")
			break
		}
	}
	var wrong []string
	for _, s := range k.Rank.Order {
		if s.Counterexample {
			wrong = append(wrong, s.Name)
		}
	}
	if len(wrong) > 0 {
		parts = append(parts, "wrong on purpose: "+strings.Join(wrong, ", "))
	}
	if k.Wide {
		parts = append(parts, "± 95 % interval over runs")
	}
	return parts
}

// PresetTexts say where strategies come from.
func (k *Ranked) PresetTexts() (out []string) {
	for _, t := range k.Rank.Order {
		if t.Version == "" {
			continue
		}
		text := StrategyLabel(t) + ": preset " + t.Preset + " of " + t.Version
		if t.Unverified > 0 {
			text += ", " + measure.Plural(t.Unverified, "number") + " chosen where its source gives none"
		}
		out = append(out, text)
	}
	return out
}
