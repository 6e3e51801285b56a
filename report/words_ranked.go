package report

import "strings"

// wholeRun is the title over figures of all counted requests.
var wholeRun = []string{"over the whole run", "whole run", "all"}

// ranked is a result in the order of its strategies: what all media tell of it.
type ranked struct {
	*Result
	rank Ranking
	wide bool // tell everything
}

func rankedResult(r *Result, wide bool) ranked { return ranked{r, r.Rank(), wide} }

// strategyLabel is a strategy's name in a table.
func strategyLabel(s *Strategy) string {
	if s.Ideal {
		return "ideal"
	}
	return s.Name
}

// figureTable fills columns for strategies, with intervals where all is told.
func (k *ranked) figureTable(cols []column, rows []*Strategy) *table {
	t := &table{}
	for _, s := range rows {
		t.labels = append(t.labels, strategyLabel(s))
	}
	for i := range cols {
		c := &cols[i]
		to := tableColumn{head: c.head, flat: oneLine(c.head), over: wholeRun, drop: c.drop}
		if c.phase {
			to.over, to.flat = phaseTitles(&k.Scenario), to.flat+" †"
		}
		marks := columnMarks(k.Result, c, rows)
		for j, s := range rows {
			to.add(k.cell(c, s))
			if marks != nil {
				to.cells[j].mark = marks[j]
			}
		}
		t.cols = append(t.cols, to)
	}
	return t
}

// cell is a figure, with its interval where all is told.
func (k *ranked) cell(c *column, t *Strategy) string {
	text := c.text(k.Result, t)
	f := t.Figure(c.metric)
	if !k.wide || c.cell != nil && text != inUnit(unitOf(c.metric), f.Mean) || text == missing {
		return text
	}
	return intervalInUnit(unitOf(c.metric), &f)
}

// legendParts explain what a table uses.
func (k *ranked) legendParts(table string) []string {
	var parts []string
	if strings.Contains(table, markBest) {
		parts = append(parts, markBest+" best")
	}
	if strings.Contains(table, markEqual) {
		parts = append(parts, markEqual+" tied for best")
	}
	for i := range k.Strategies {
		if k.Strategies[i].Ideal {
			parts = append(parts, "ideal: foresees every fault")
			break
		}
	}
	if k.wide {
		parts = append(parts, "± 95 % interval over runs")
	}
	return parts
}

// presetTexts say where strategies come from.
func (k *ranked) presetTexts() (out []string) {
	for _, t := range k.rank.Order {
		if t.Version == "" {
			continue
		}
		text := strategyLabel(t) + ": preset " + t.Preset + " of " + t.Version
		if t.Unverified > 0 {
			text += ", " + plural(t.Unverified, "number") + " chosen where its source gives none"
		}
		out = append(out, text)
	}
	return out
}
