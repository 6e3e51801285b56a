package report

import "strings"

// wholeRun is the title over figures of all counted requests.
var wholeRun = []string{"over the whole run", "whole run", "all"}

// table draws the figures that decide, narrowed to the screen, the legend of
// their marks, and the notes.
func (s *screen) table() ([]string, error) {
	if len(s.Strategies) == 0 {
		return s.notes(), nil
	}
	cols := s.columns()
	for !s.view.Wide {
		over := s.grid(cols).width() > s.view.Width
		narrower := narrow(cols)
		if !over || len(narrower) == len(cols) {
			break
		}
		cols = narrower
	}
	out, err := s.figures(cols)
	if err != nil {
		return nil, err
	}
	return append(append(out, s.marksLegend(out)...), s.notes()...), nil
}

// narrow drops the columns that go first.
func narrow(cols []column) []column {
	most := 0
	for _, c := range cols {
		most = max(most, c.drop)
	}
	if most == 0 {
		return cols
	}
	var out []column
	for _, c := range cols {
		if c.drop < most {
			out = append(out, c)
		}
	}
	return out
}

// figures draws columns, in as many tables as the width asks for.
func (s *screen) figures(cols []column) ([]string, error) {
	return inTables(cols, s.fitting, s.grid)
}

// inTables draws columns in one table after another, as many in each as fit.
func inTables[C any](cols []C, fitting func([]C) int, draw func([]C) *grid) ([]string, error) {
	var out []string
	for len(cols) > 0 {
		n := fitting(cols)
		lines, err := draw(cols[:n]).lines()
		if err != nil {
			return nil, err
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out, cols = append(out, lines...), cols[n:]
	}
	return out, nil
}

// fitting is how many columns go into the next table: as many as fit, but not
// so many that a few are left over for the last one.
func (s *screen) fitting(cols []column) int {
	n := len(cols)
	for n > 1 && s.grid(cols[:n]).width() > s.view.Width {
		n--
	}
	tables := (len(cols) + n - 1) / n
	return (len(cols) + tables - 1) / tables
}

// grid fills columns for all strategies, the best first.
func (s *screen) grid(cols []column) *grid {
	g := &grid{head: []string{""}, groups: s.groups(cols)}
	for _, t := range s.rank.Order {
		g.rows = append(g.rows, []string{t.label()})
	}
	for i := range cols {
		c := &cols[i]
		marks := s.marks(c, s.rank.Order)
		tail := ""
		if marks != nil {
			tail = markNone // keeps the header over the figures
		}
		g.head = append(g.head, strings.ReplaceAll(c.head, "\n", tail+"\n")+tail)
		for k, t := range s.rank.Order {
			text := s.cell(c, t)
			if marks != nil {
				text += marks[k]
			}
			g.rows[k] = append(g.rows[k], text)
		}
	}
	return g
}

// label is a strategy's name on the screen.
func (s *Strategy) label() string {
	if s.Ideal {
		return "ideal"
	}
	return s.Name
}

// cell is a figure, with its interval on a wide screen.
func (s *screen) cell(c *column, t *Strategy) string {
	text := c.text(s.Result, t)
	f := t.Figure(c.metric)
	if !s.view.Wide || c.cell != nil && text != unitOf(c.metric).format(f.Mean) || text == missing {
		return text
	}
	return unitOf(c.metric).interval(&f)
}

// groups puts titles over the columns of the faults and of the whole run.
func (s *screen) groups(cols []column) []group {
	var out []group
	for i, c := range cols {
		if i > 0 && cols[i-1].phase == c.phase {
			out[len(out)-1].to = i + 2
			continue
		}
		titles := wholeRun
		if c.phase {
			titles = s.Scenario.phaseTitles()
		}
		out = append(out, group{from: i + 1, to: i + 2, titles: titles})
	}
	return out
}

// marksLegend explains what a table uses, on as few lines as the width allows.
func (s *screen) marksLegend(table []string) []string {
	parts := s.legendParts(strings.Join(table, "\n"))
	if !s.view.Wide {
		parts = append(parts, "intervals and more: -v")
	}
	return wrapParts(parts, s.view.Width)
}

func (s *screen) legendParts(table string) []string {
	var parts []string
	if strings.Contains(table, markBest) {
		parts = append(parts, markBest+" best")
	}
	if strings.Contains(table, markEqual) {
		parts = append(parts, markEqual+" tied for best")
	}
	for i := range s.Strategies {
		if s.Strategies[i].Ideal {
			parts = append(parts, "ideal: foresees every fault")
			break
		}
	}
	if s.view.Wide {
		parts = append(parts, "± 95 % interval over runs")
	}
	return parts
}

// wrapParts puts parts on as few lines as the width allows.
func wrapParts(parts []string, width int) []string {
	const between = "   "
	var out []string
	for _, p := range parts {
		if n := len(out); n > 0 && runes(out[n-1])+len(between)+runes(p) <= width {
			out[n-1] += between + p
			continue
		}
		out = append(out, p)
	}
	return out
}
