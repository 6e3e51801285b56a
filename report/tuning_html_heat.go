package report

import (
	"fmt"
	"html/template"
	"image/color"
	"slices"
)

// pageHeat is a heat map as a table, whose cells hold their values.
type pageHeat struct {
	Title, Scale string
	X, Y         string
	Columns      []string
	Rows         []pageHeatRow // the last value of the axis first, as on an upright axis
	Ramp         template.CSS  // the colours from the worst to the best
	Worst, Best  string
	Flat, Log    bool // all values are the same; colours follow the logarithm
}

type pageHeatRow struct {
	Name  string
	Cells []pageHeatCell
}

type pageHeatCell struct {
	Text, Class, Hint string
	Style             template.CSS
}

// pageHeats are the maps of all objectives.
func (t *Tuning) pageHeats() (out []*pageHeat) {
	for _, m := range t.heatMaps() {
		p := &pageHeat{Title: t.Objectives[m.Objective].short(), Scale: m.scaleWords(), X: t.Axes[m.X].Name, Y: t.Axes[m.Y].Name,
			Columns: m.Columns, Ramp: heatRamp(), Worst: m.Worst, Best: m.Best, Flat: m.Best == m.Worst, Log: m.Log}
		for y := range slices.Backward(m.Rows) {
			row := pageHeatRow{Name: m.Rows[y]}
			for x := range m.Columns {
				row.Cells = append(row.Cells, m.onPage(t, x, y))
			}
			p.Rows = append(p.Rows, row)
		}
		out = append(out, p)
	}
	return out
}

func (m *heatMap) onPage(t *Tuning, x, y int) pageHeatCell {
	c := &m.Cells[y][x]
	rows := [][2]string{{t.Objectives[m.Objective].short(), c.Text}}
	out := pageHeatCell{Text: c.Text}
	switch {
	case c.Missing:
		out.Class, rows[0][1] = "nothing", "no such strategy"
	default:
		out.Style = template.CSS("background:" + hexOf(c.Color) + ";color:" + hexOf(inkOn(c.Color)))
	}
	if c.Winner {
		out.Class = "winner"
		rows = append(rows, [2]string{"this is", t.winnerPhrase()})
	}
	if c.Current {
		out.Class += " current"
		rows = append(rows, [2]string{"this is", "the setting in force"})
	}
	out.Hint = hint(t.axisWord(m.X)+" "+m.Columns[x]+", "+t.axisWord(m.Y)+" "+m.Rows[y], rows)
	return out
}

func hexOf(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// heatRamp is the scale of colours as a gradient.
func heatRamp() template.CSS {
	out := "background:linear-gradient(to right"
	for _, c := range cividis {
		out += "," + hexOf(c)
	}
	return template.CSS(out + ")")
}
