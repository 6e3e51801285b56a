package feeds

import (
	"io"
	"strconv"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// WriteSearchCSV writes the front, the setting in force and the held-out figures
// in long form. What a line has no value for is empty.
func WriteSearchCSV(w io.Writer, t *judge.Tuning, _ words.View) error {
	c := tuningCSV{Tuning: t}
	c.header()
	for i := range t.Outcome.Front {
		c.finalist("front", words.FrontNumber(i), &t.Outcome.Front[i], i)
	}
	c.finalist("current", t.Strategy.Name, &t.Outcome.Current, -1)
	c.held()
	return writeCSV(w, c.rows)
}

// tuningCSV is a tuning on its way to lines.
type tuningCSV struct {
	*judge.Tuning
	rows [][]string
}

// rowCSV is one line: whose figure it is, and the figure.
type rowCSV struct {
	part, name, metric, scenario string
	estimate                     tune.Estimate
	sign                         string         // what a difference shows
	of                           *tune.Finalist // nil: none
	objective                    int            // of its figures over the suite; -1: they are not told
	place                        int            // on the front; -1: not there
}

func (c *tuningCSV) header() {
	head := []string{"part", "name", "metric", "scenario", "mean", "low", "high", "n", "verdict",
		"over_mean", "over_worst", "over_regret", "score", "winner", "knee", "utopia", "estimated", "feasible", "point"}
	for i := range c.Axes {
		head = append(head, c.Axes[i].Name)
	}
	c.rows = append(c.rows, head)
}

// finalist adds a line for each objective, over the suite and in each of its
// scenarios.
func (c *tuningCSV) finalist(part, name string, f *tune.Finalist, place int) {
	for o := range c.Objectives {
		metric := c.Objectives[o].Name
		if o < len(f.Values) {
			c.add(&rowCSV{part: part, name: name, metric: metric, estimate: f.Values[o], of: f, objective: o, place: place})
		}
		if o >= len(f.Members) {
			continue
		}
		for m, e := range f.Members[o] {
			c.add(&rowCSV{part: part, name: name, metric: metric, scenario: c.Scenarios[m].Name, estimate: e, of: f, objective: -1, place: place})
		}
	}
}

// held adds the winner's held-out figures, the rivals' and the differences.
func (c *tuningCSV) held() {
	h := c.Outcome.Held
	if h == nil {
		return
	}
	for o := range c.Objectives {
		c.add(&rowCSV{part: "held_out", name: "winner", metric: c.Objectives[o].Name, estimate: h.Winner[o], objective: -1, place: -1})
		if o < len(h.Optimism) {
			c.add(&rowCSV{part: "optimism", name: "winner", metric: c.Objectives[o].Name, estimate: h.Optimism[o], objective: -1, place: -1})
		}
	}
	for i := range h.Rivals {
		r := &h.Rivals[i]
		for o := range c.Objectives {
			c.add(&rowCSV{part: "held_out", name: words.RivalName(c.Tuning, i), metric: c.Objectives[o].Name, estimate: r.Values[o], objective: -1, place: -1})
			c.add(&rowCSV{part: "difference", name: words.RivalName(c.Tuning, i), metric: c.Objectives[o].Name, estimate: r.Diff[o], sign: r.Sign[o].String(), objective: -1, place: -1})
		}
	}
}

func (c *tuningCSV) add(r *rowCSV) {
	e := &r.estimate
	row := append([]string{r.part, r.name, r.metric, r.scenario, CellCSV(e.Mean), CellCSV(e.Low), CellCSV(e.High), strconv.Itoa(e.N), r.sign}, c.suiteCells(r)...)
	flags := make([]string, 6)
	if r.of != nil {
		flags[4] = strconv.FormatBool(r.of.Feasible)
		if r.of.Point.Inside() {
			flags[5] = strconv.FormatUint(uint64(r.of.Point), 10)
		}
	}
	if r.place >= 0 {
		o := c.Outcome
		for i, v := range []bool{r.place == o.Winner, r.place == o.Chord, r.place == o.Utopia, r.of.Estimated} {
			flags[i] = strconv.FormatBool(v)
		}
	}
	row = append(row, flags...)
	for axis := range c.Axes {
		switch {
		case r.of == nil:
			row = append(row, "")
		case r.place < 0 && r.of.Settings == nil && len(c.Outcome.Front) > 0:
			row = append(row, absent(words.CurrentLabel(c.Tuning, axis)))
		default:
			row = append(row, c.Label(r.of, axis))
		}
	}
	c.rows = append(c.rows, row)
}

// absent is a cell without the sign for what does not exist.
func absent(s string) string {
	if s == measure.Missing {
		return ""
	}
	return s
}

// suiteCells are a finalist's figures over the suite, and its score.
func (c *tuningCSV) suiteCells(r *rowCSV) []string {
	out := make([]string, 4)
	if r.of == nil || r.objective < 0 {
		return out
	}
	for i, of := range [][]float64{r.of.Mean, r.of.Worst, r.of.Regret} {
		if r.objective < len(of) {
			out[i] = CellCSV(of[r.objective])
		}
	}
	out[3] = CellCSV(r.of.Score)
	return out
}
