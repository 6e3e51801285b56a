package report

import (
	"image/color"
	"math"
	"slices"

	"wavetank/sim/tune"
)

// heatMap is one objective over two axes, for whoever draws it.
type heatMap struct {
	Objective  int
	X, Y       int // axes
	Columns    []string
	Rows       []string
	Cells      [][]heatCell // by row
	Best       string
	Worst      string
	Log        bool // colours follow the logarithm
	axis       figureAxis
	best, last float64
}

// heatCell is one value.
type heatCell struct {
	Text    string
	Color   color.NRGBA
	Missing bool // there is no such strategy
	Winner  bool
	Current bool
}

// heatColumns is from how many columns on a map lies on its side.
const heatColumns = 12

// heatMaps are the objectives over the axes that matter most.
func (t *Tuning) heatMaps() (out []*heatMap) {
	h := t.Outcome.Heat
	if h == nil || t.winner() == nil {
		return nil
	}
	for k := range t.Objectives {
		if k < len(h.Values) {
			out = append(out, t.heatMap(h, k))
		}
	}
	return out
}

func (t *Tuning) heatMap(h *tune.Heat, objective int) *heatMap {
	m := &heatMap{Objective: objective, X: h.X, Y: h.Y}
	value := func(x, y int) float64 { return h.Values[objective][y][x] }
	if n := len(t.Axes[h.X].Labels); n > heatColumns && n > len(t.Axes[h.Y].Labels) {
		m.X, m.Y = h.Y, h.X
		value = func(x, y int) float64 { return h.Values[objective][x][y] }
	}
	m.Columns, m.Rows = t.Axes[m.X].Labels, t.Axes[m.Y].Labels
	m.setScale(t, slices.Concat(h.Values[objective]...))
	for y := range m.Rows {
		var row []heatCell
		for x := range m.Columns {
			c := m.cell(t, value(x, y))
			c.Winner, c.Current = m.holds(t.winner(), x, y), m.holds(&t.Outcome.Current, x, y)
			row = append(row, c)
		}
		m.Cells = append(m.Cells, row)
	}
	return m
}

// holds reports whether a finalist has the two settings.
func (m *heatMap) holds(f *tune.Finalist, x, y int) bool {
	return f.Settings != nil && f.Settings[m.X] == x && f.Settings[m.Y] == y
}

// setScale spans the colours from the worst value to the best.
func (m *heatMap) setScale(t *Tuning, all []float64) {
	all = finite(all)
	if len(all) == 0 {
		return
	}
	m.axis = *newScale(t.Objectives[m.Objective].Unit, all, nil)
	m.best, m.last = slices.Min(all), slices.Max(all)
	m.axis.low, m.axis.high = m.best, m.last
	if t.above(m.Objective) {
		m.best, m.last = m.last, m.best
	}
	m.Best, m.Worst, m.Log = m.axis.unit.format(m.best), m.axis.unit.format(m.last), m.axis.log
}

func (m *heatMap) cell(t *Tuning, v float64) heatCell {
	if bad(v) {
		return heatCell{Text: missing, Missing: true}
	}
	share := 1.0
	if m.best != m.last {
		share = 1 - math.Abs(m.axis.share(v)-m.axis.share(m.best))
	}
	return heatCell{Text: t.Objectives[m.Objective].Unit.format(v), Color: heatColor(share)}
}

// scaleWords say what the colours mean.
func (m *heatMap) scaleWords() string {
	if m.Best == "" {
		return "nobody has a value"
	}
	if m.Best == m.Worst {
		return "the same everywhere: " + m.Best
	}
	out := "bright is better, from " + m.Worst + " to " + m.Best
	if m.Log {
		out += ", on a log scale"
	}
	return out
}
