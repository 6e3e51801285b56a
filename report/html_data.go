package report

import "strconv"

// pageData is what the script shows where one points, as JSON. What does not
// exist is -1.
type pageData struct {
	Width  float64      `json:"width"` // of a point, seconds
	Labels []string     `json:"labels"`
	Good   string       `json:"good"` // what panelData.Good counts
	Panels []panelData  `json:"panels"`
	Curves []curvesData `json:"curves"`
}

// panelData is one strategy over time.
type panelData struct {
	Asked []int64   `json:"asked"` // servable requests that arrived, in all runs
	Good  []int64   `json:"good"`  // of them, those served as they should be
	P50   []float64 `json:"p50"`   // seconds
	P99   []float64 `json:"p99"`
	Sent  [][]int64 `json:"sent"` // by label; null for labels that do not occur
}

// curvesData is one plot of distributions.
type curvesData struct {
	Low    float64  `json:"low"` // seconds, at the left end
	High   float64  `json:"high"`
	Names  []string `json:"names"`
	Values [][]int  `json:"values"` // thousandths
}

// data gathers what the section's plots show.
func (b *sectionBuilder) data(p *pageSection) pageData {
	out := pageData{Labels: labelTitles[:], Panels: []panelData{}, Curves: []curvesData{}}
	if b.tapes == nil {
		return out
	}
	out.Good = "usable"
	if b.Scenario.SLO > 0 {
		out.Good = "in time"
	}
	for _, s := range b.rank.Order {
		t := b.tapes[b.index(s)]
		out.Width = t.width.Seconds()
		out.Panels = append(out.Panels, t.data())
	}
	for _, c := range p.Curves {
		d := curvesData{Low: c.delays.low, High: c.delays.high, Values: c.values}
		for _, k := range c.Keys {
			d.Names = append(d.Names, k.Text)
		}
		out.Curves = append(out.Curves, d)
	}
	return out
}

func (t *tape) data() panelData {
	d := panelData{Sent: make([][]int64, numLabels)}
	for i := range t.points {
		p := &t.points[i]
		d.Asked, d.Good = append(d.Asked, p.latency.n), append(d.Good, p.good(t.slo))
		half, slow := -1.0, -1.0
		if p.latency.n > 0 {
			half, slow = brieflyRounded(p.latency.at(0.5)), brieflyRounded(p.latency.at(0.99))
		}
		d.P50, d.P99 = append(d.P50, half), append(d.P99, slow)
		for l, n := range p.sent {
			if n == 0 {
				continue
			}
			if d.Sent[l] == nil {
				d.Sent[l] = make([]int64, len(t.points))
			}
			d.Sent[l][i] = n
		}
	}
	return d
}

// brieflyRounded keeps three digits: the histograms hold no more.
func brieflyRounded(v float64) float64 {
	out, _ := strconv.ParseFloat(digits(v, 3), 64)
	return out
}
