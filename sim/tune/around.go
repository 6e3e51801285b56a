package tune

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const (
	aside     = 4   // the part of an affordable rung that looking around the winner may cost
	mostCells = 400 // of a heat map
)

// shares fills in what each axis explains over all candidates, by the
// replications of the first rung, which all of them have.
func (c *conclusion) shares() {
	reps := c.rungs[0]
	var all []*trial
	var points []Point
	for _, p := range c.candidates {
		if t := c.trials[p]; t != nil && t.played(reps) {
			all, points = append(all, t), append(points, p)
		}
	}
	rows := means(c.Search.series(all, reps, c.from))
	c.Sensitivity = make([]Sensitivity, len(c.problem.Space.Axes))
	for a := range c.Sensitivity {
		c.Sensitivity[a] = Sensitivity{Axis: a}
	}
	for o := range c.problem.Objectives {
		values := make([]float64, len(rows))
		for i := range rows {
			values[i] = rows[i][o]
		}
		for a, v := range shares(&c.problem.Space, points, values, c.sampled || len(points) < len(c.candidates)) {
			c.Sensitivity[a].Shares = append(c.Sensitivity[a].Shares, v)
		}
	}
}

// lookAround plays the neighbours of the winner: along each axis, and over two
// of them.
func (c *conclusion) lookAround(ctx context.Context) error {
	var lines [][]*trial
	n := 0
	for a := range c.problem.Space.Axes {
		line := c.line(a)
		lines = append(lines, line)
		n += len(line)
	}
	reps := c.lookReplications(n)
	all := slices.Concat(lines...)
	c.total = c.done + len(all)*reps + (c.problem.Outside+1)*c.plan.Held
	if err := c.play(ctx, all, 0, reps); err != nil {
		return err
	}
	for a := range lines {
		c.Sensitivity[a].Steps, c.Sensitivity[a].Signs = c.steps(lines[a], reps)
	}
	return c.heat(ctx)
}

// lookReplications is how often each of n neighbours can be played.
func (c *conclusion) lookReplications(n int) int {
	return max(1, min(c.plan.Replications, c.plan.Affordable/aside/max(n, 1)))
}

// line are the points along an axis, everything else as the winner has it.
func (c *conclusion) line(axis int) []*trial {
	settings := slices.Clone(c.Front[c.Winner].Settings)
	out := make([]*trial, len(c.problem.Space.Axes[axis].Labels))
	for v := range out {
		settings[axis] = v
		out[v] = c.trial(c.problem.Space.Point(settings))
	}
	return out
}

// steps are the objectives along a line, and what each differs from the winner
// by.
func (c *conclusion) steps(line []*trial, reps int) (steps [][]Estimate, signs [][]Sign) {
	here := c.Search.series([]*trial{c.won}, reps, c.from)[0]
	steps, signs = make([][]Estimate, len(here)), make([][]Sign, len(here))
	for _, t := range line {
		for o := range here {
			e, sign := Estimate{Mean: math.NaN(), Low: math.NaN(), High: math.NaN()}, Unclear
			if t.played(reps) {
				there := c.Search.series([]*trial{t}, reps, c.from)[0][o]
				e, sign = c.facing(o, estimate(there)), signOf(paired(there, here[o]), false)
			}
			steps[o], signs[o] = append(steps[o], e), append(signs[o], sign)
		}
	}
	return steps, signs
}

// heat plays the two axes that explain most, everything else as the winner has
// it.
func (c *conclusion) heat(ctx context.Context) error {
	x, y, ok := c.heatAxes()
	if !ok {
		return nil
	}
	axes := c.problem.Space.Axes
	settings := slices.Clone(c.Front[c.Winner].Settings)
	var cells []*trial
	for v := range axes[y].Labels {
		for u := range axes[x].Labels {
			settings[x], settings[y] = u, v
			cells = append(cells, c.trial(c.problem.Space.Point(settings)))
		}
	}
	reps := c.lookReplications(len(cells))
	if err := c.play(ctx, cells, 0, reps); err != nil {
		return err
	}
	h := &Heat{X: x, Y: y, Replications: reps}
	for o := range c.problem.Objectives {
		var rows [][]float64
		for v := range axes[y].Labels {
			row := make([]float64, len(axes[x].Labels))
			for u := range row {
				row[u] = c.cell(cells[v*len(row)+u], o, reps)
			}
			rows = append(rows, row)
		}
		h.Values = append(h.Values, rows)
	}
	c.Heat = h
	return nil
}

// cell is an objective's mean at a point; NaN where it is no strategy.
func (c *conclusion) cell(t *trial, objective, reps int) float64 {
	if !t.played(reps) {
		return math.NaN()
	}
	return c.facing(objective, estimate(c.Search.series([]*trial{t}, reps, c.from)[0][objective])).Mean
}

// heatAxes are the two axes of the map: those with an order that explain most,
// others where there are not two. The one with more values lies across.
func (c *conclusion) heatAxes() (x, y int, ok bool) {
	axes := c.problem.Space.Axes
	order := make([]int, len(axes))
	explained := make([]float64, len(axes))
	for a := range axes {
		order[a] = a
		for _, v := range c.Sensitivity[a].Shares {
			if !math.IsNaN(v) {
				explained[a] += v
			}
		}
		if axes[a].At != nil {
			explained[a] += float64(len(c.problem.Objectives)) // more than any share
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(explained[b], explained[a]) })
	for i, a := range order {
		for _, b := range order[i+1:] {
			if len(axes[a].Labels)*len(axes[b].Labels) > mostCells {
				continue
			}
			if len(axes[a].Labels) < len(axes[b].Labels) {
				a, b = b, a
			}
			return a, b, true
		}
	}
	return 0, 0, false
}
