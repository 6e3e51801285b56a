package figure

import (
	"image/color"
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// HeatMap is one objective over two axes of a search.
type HeatMap struct {
	Title, X, Y string
	Columns     []string
	Rows        []heatRow // the last value of the axis first, as on an upright axis
	Best, Worst string
	Flat, Log   bool // all values are the same; colours follow the logarithm
	words       [2]string
}

// heatRow is a value of the upright axis.
type heatRow struct {
	Name  string
	Cells []heatCell
}

// heatCell is one value.
type heatCell struct {
	Text, Class, Hint string
	Color             color.NRGBA // its zero: there is no such strategy
	Winner, Current   bool
}

// heatColumns is from how many columns on a map lies on its side.
const heatColumns = 12

// HeatMaps are the objectives over the axes that matter most.
func HeatMaps(t *judge.Tuning) (out []*HeatMap) {
	h := t.Outcome.Heat
	if h == nil || Winner(t) == nil {
		return nil
	}
	for k := range t.Objectives {
		if k < len(h.Values) {
			out = append(out, newHeatMap(t, h, k))
		}
	}
	return out
}

func newHeatMap(t *judge.Tuning, h *tune.Heat, objective int) *HeatMap {
	o, x, y := &t.Objectives[objective], h.X, h.Y
	value := func(i, k int) float64 { return h.Values[objective][k][i] }
	if n := len(t.Axes[x].Labels); n > heatColumns && n > len(t.Axes[y].Labels) {
		x, y = y, x
		value = func(i, k int) float64 { return h.Values[objective][i][k] }
	}
	m := &HeatMap{Title: words.ObjectiveShort(o), X: t.Axes[x].Name, Y: t.Axes[y].Name, words: [2]string{axisWord(t, x), axisWord(t, y)}, Columns: t.Axes[x].Labels}
	axis, best, worst := heatAxis(t, h, objective)
	if axis != nil {
		m.Best, m.Worst, m.Log, m.Flat = measure.Format(o.Unit, best), measure.Format(o.Unit, worst), axis.Log, best == worst
	}
	holds := func(f *tune.Finalist, i, k int) bool {
		return f.Settings != nil && f.Settings[x] == i && f.Settings[y] == k
	}
	for k, label := range slices.Backward(t.Axes[y].Labels) {
		row := heatRow{Name: label}
		for i := range m.Columns {
			c := heatCell{Text: measure.Format(o.Unit, value(i, k)), Winner: holds(Winner(t), i, k), Current: holds(&t.Outcome.Current, i, k)}
			if !measure.Bad(value(i, k)) {
				c.Color = HeatColor(1 - axis.apart(value(i, k), best))
			}
			c.say(t, m, m.words[0]+" "+m.Columns[i]+", "+m.words[1]+" "+label)
			row.Cells = append(row.Cells, c)
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// heatAxis spans an objective's values; nil where it has none.
func heatAxis(t *judge.Tuning, h *tune.Heat, objective int) (a *Axis, best, worst float64) {
	all := finite(slices.Concat(h.Values[objective]...))
	if len(all) == 0 {
		return nil, 0, 0
	}
	a = rangeAxis(t.Objectives[objective].Unit, all)
	if t.Above(objective) {
		return a, a.High, a.Low
	}
	return a, a.Low, a.High
}

// say sets a cell's class and hint.
func (c *heatCell) say(t *judge.Tuning, m *HeatMap, where string) {
	rows := [][2]string{{m.Title, c.Text}}
	if c.Color.A == 0 {
		c.Class, rows[0][1] = "nothing", "no such strategy"
	}
	if c.Winner {
		c.Class = "winner"
		rows = append(rows, [2]string{"this is", WinnerPhrase(t)})
	}
	if c.Current {
		c.Class += " current"
		rows = append(rows, [2]string{"this is", "the setting in force"})
	}
	c.Hint = hint(where, rows)
}

// Scale says what the colours mean.
func (m *HeatMap) Scale() string {
	if m.Best == "" {
		return "nobody has a value"
	}
	if m.Flat {
		return "the same everywhere: " + m.Best
	}
	out := "bright is better, from " + m.Worst + " to " + m.Best
	if m.Log {
		out += ", on a log scale"
	}
	return out
}

// heatName is the room of the name of a row or a column.
const heatName = 100

// heatFigure draws a map in a room.
func heatFigure(m *HeatMap, room *FigureRoom) *Drawing {
	middles := func(n int, name func(int) string, room, letter float64) (out []Tick) {
		for i := range n {
			out = append(out, Tick{At: (float64(i) + 0.5) / float64(n) * 100, Label: fitted(name(i), letter, room, false)})
		}
		return out
	}
	last, letter := len(m.Rows)-1, room.tickLetter()
	x := middles(len(m.Columns), func(i int) string { return m.Columns[i] }, heatName, letter)
	y := middles(len(m.Rows), func(i int) string { return m.Rows[last-i].Name }, heatName, letter)
	f, in := newChart(room, x, y, m.words[0]+" across, "+m.words[1]+" upwards", m.Title+": "+m.Scale())
	f.Paths = nil
	w, h := in.Width()/float64(max(len(m.Columns), 1)), in.Height()/float64(max(len(m.Rows), 1))
	var frames Drawing // over all cells
	for k, row := range m.Rows {
		for i, c := range row.Cells {
			b := Rect{in.Left + float64(float64(i)*w), in.Top + float64(float64(k)*h), in.Left + float64(float64(i+1)*w), in.Top + float64(float64(k+1)*h)}
			fill := c.Color
			if fill.A == 0 {
				fill = Faint
			}
			f.box("cell", fill, b)
			if TextWidth(c.Text, letter, false) <= w && letter+2 <= h {
				f.write(inkClass(fill), b.middle().plus(0, float64(letter/3)), "mid", letter, c.Text)
			}
			if c.Winner {
				frames.line("frame under", b.corners()...)
				frames.line("frame", b.corners()...)
			}
			if c.Current {
				frames.line("dashed "+inkClass(fill), b.grown(-2.5).corners()...)
			}
		}
	}
	f.Paths = append(f.Paths, frames.Paths...)
	return f
}
