package words

import (
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// Matrix has a row for each strategy that plays in all scenarios and a column for
// each scenario: the answers since the first fault, in time where that is asked
// for, with a mark for what each scenario ships. Overall is the results joined.
func Matrix(r *Report, overall *Ranked) *Table {
	t := &Table{Corner: "answered in time"}
	for _, s := range overall.Rank.Order {
		t.Labels = append(t.Labels, StrategyLabel(s))
	}
	names := ScenarioNames(r)
	for i, one := range r.Results {
		k := one.Rank()
		t.Cols = append(t.Cols, matrixColumn(one, names[i], overall.Rank.Order, k.First))
	}
	t.Cols = append(t.Cols, matrixColumn(overall.Result, "over all", overall.Rank.Order, overall.Rank.First))
	return t
}

func matrixColumn(r *judge.Result, head string, rows, first []*measure.Strategy) TableColumn {
	c := TableColumn{Head: head}
	metric := r.AnswerRate()
	for _, row := range rows {
		cell := TableCell{Text: measure.Missing, Mark: MarkNone}
		if s := r.Strategy(row.Name); s != nil {
			f := s.Figure(metric)
			cell.Text = measure.Format(measure.UnitOf(metric), f.Mean)
		}
		for _, s := range first {
			if s.Name == row.Name {
				cell.Mark = MarkBest
				if len(first) > 1 {
					cell.Mark = MarkEqual
				}
			}
		}
		c.Cells = append(c.Cells, cell)
	}
	return c
}

// MatrixLegend says what a matrix shows and what its marks are.
var MatrixLegend = []string{MarkBest + " ships there", MarkEqual + " one of several", "since the first fault"}

// OverallLines are the verdict over all scenarios.
func OverallLines(r *Report) (overall *Ranked, lines []Line) {
	joined := judge.Overall(r.Results)
	if joined == nil {
		return nil, nil
	}
	k := RankedResult(joined, false)
	lines = VerdictLines(&k)
	lines[0].Clauses = append([]string{"over " + joined.Scenario.Name}, lines[0].Clauses...)
	return &k, lines
}
