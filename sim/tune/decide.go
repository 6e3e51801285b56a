package tune

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// mostFinalists is how many points the procedure takes: it corrects for their
// number, and beyond about so many it asks for more replications than it saves.
const mostFinalists = 20

// errorRate is the chance of choosing a point that is worse than the best by
// more than the indifference.
const errorRate = 0.05

// stage is how many replications are played between two looks at the finalists.
// They are looked at one by one; a stage keeps all workers busy.
const stage = 10

// decide chooses the winner from the front.
func (c *conclusion) decide(ctx context.Context) error {
	low, width := c.weigh()
	c.mark(low, width)
	c.low, c.width = low, width
	choose := c.byScore
	if c.problem.Decide != nil {
		choose = c.decideBy
	}
	if err := choose(ctx); err != nil {
		return err
	}
	if err := c.keep(ctx); err != nil {
		return err
	}
	c.won = c.points[c.Winner]
	return nil
}

// byScore chooses the least score, as far as replications tell it from the others.
func (c *conclusion) byScore(ctx context.Context) error {
	order := make([]int, len(c.Front))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(c.Front[a].Score), rank(c.Front[b].Score)) })
	order = order[:min(len(order), mostFinalists)]
	c.Winner = order[0]
	c.Contest = Contest{Finalists: len(order), Replications: c.replications, Delta: c.plan.Indifference, Left: order, Settled: len(order) == 1}
	if !c.Partial && len(order) > 1 && c.replications > 1 {
		if err := c.compete(ctx, order); err != nil {
			return err
		}
	}
	return nil
}

// rank puts what has no score last.
func rank(score float64) float64 {
	if math.IsNaN(score) {
		return math.Inf(1)
	}
	return score
}

// weigh fills in the scores and returns how they come from the objectives.
func (c *conclusion) weigh() (low, width []float64) {
	all := means(c.series)
	var estimated [][]float64
	for i, m := range all {
		if c.Front[i].Estimated {
			estimated = append(estimated, m)
		}
	}
	low, width = c.scale(estimated)
	switch c.How, c.weights = Weights, c.given(); {
	case len(c.weights) == 1:
		c.How, c.weights = Only, []float64{1}
	case slices.Max(c.weights) == 0:
		c.How, c.weights = Knee, planeNormal(normalised(estimated, low, width))
	}
	for i := range c.Front {
		c.Front[i].Score = c.score(all[i], low, width)
	}
	return low, width
}

// scale is where each objective is measured from and by what: the front's best
// and its width, or the least width that matters where it is narrower. A front of
// one objective has none, and is measured by the value itself.
func (c *conclusion) scale(front [][]float64) (low, width []float64) {
	low, width = extent(front)
	for o := range width {
		x := &c.problem.Objectives[o]
		least := max(x.Least, x.LeastShare*math.Abs(low[o]))
		if len(width) == 1 {
			least = math.Abs(low[o])
		}
		if width[o] = max(width[o], least); !(width[o] > 0) {
			width[o] = 1
		}
	}
	return low, width
}

// given are the weights that the user gave; all zero if none.
func (c *conclusion) given() []float64 {
	out := make([]float64, len(c.problem.Objectives))
	for o := range out {
		out[o] = c.problem.Objectives[o].Weight
	}
	return out
}

// score is the weighted sum of a row of minimised objectives, each measured by
// the front's width. With the normal of the plane through the front's ends as
// weights the least one lies farthest from that plane.
func (c *conclusion) score(row, low, width []float64) float64 {
	sum, total := 0.0, 0.0
	for o, v := range row {
		if w := c.weights[o]; w > 0 && !math.IsNaN(low[o]) { // else nobody has a value
			total += w
			sum += w * (v - low[o]) / width[o]
		}
	}
	return sum / total
}

// mark names the points of the front that stand out by its shape.
func (c *conclusion) mark(low, width []float64) {
	var at []int
	for i := range c.Front {
		if c.Front[i].Estimated {
			at = append(at, i)
		}
	}
	rows := pick(means(c.series), at)
	unit := normalised(rows, low, width)
	c.Chord, c.Utopia = at[chordKnee(unit)], at[utopiaKnee(unit)]
	for k, b := range bends(rows) {
		c.Front[at[k]].Bend = b
	}
}

// compete plays the finalists until one is left or the replications end.
func (c *conclusion) compete(ctx context.Context, order []int) error {
	trials := pick(c.points, order)
	worst := c.worstOf(trials)
	scores := func(of []int, from, to int) [][]float64 {
		return c.scoresOf(pick(trials, of), pick(worst, of), from, to, c.low, c.width)
	}
	k := newContest(scores(places(len(trials)), 0, c.replications), c.plan.Indifference, errorRate)
	for n := c.replications; !k.settled() && n < c.plan.Most; {
		next := min(n+stage, c.plan.Most)
		left := pick(trials, k.left())
		s := c.total
		c.total += len(left) * (next - n)
		if err := c.play(ctx, append(left, c.references()...), n, next); err != nil {
			if ctx.Err() != nil {
				c.Partial, c.total = true, s
				break
			}
			return err
		}
		for ; n < next && !k.settled(); n++ {
			left, row := k.left(), make([]float64, len(trials))
			for i := range row {
				row[i] = math.NaN() // out
			}
			for i, score := range scores(left, n, n+1) {
				row[left[i]] = score[0]
			}
			k.add(row)
		}
		c.Contest.Replications = n
	}
	c.Contest.Left, c.Contest.Settled = pick(order, k.left()), k.settled()
	c.Winner = c.Contest.Left[0]
	return nil
}

// places are 0 to n-1.
func places(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// worstOf says, by point and objective, which member of the suite counts: for the
// whole contest the one that the search has found, or each round would choose its
// own, and be biased towards the worse.
func (c *conclusion) worstOf(trials []*trial) [][]int {
	out := make([][]int, len(trials))
	for i, t := range trials {
		for o := range c.problem.Objectives {
			out[i] = append(out[i], worst(c.members(t, o, searched(c.replications), c.from)))
		}
	}
	return out
}

// scoresOf are scores by point and replication in [from, to), with the member of
// the suite that counts by point and objective.
func (c *conclusion) scoresOf(trials []*trial, worst [][]int, from, to int, low, width []float64) [][]float64 {
	of := func(t *trial) [][]float64 { return t.figures[from:to] }
	out := make([][]float64, len(trials))
	for i, t := range trials {
		rows := make([][]float64, to-from)
		for o := range c.problem.Objectives {
			members := c.members(t, o, of, c.from)
			series := c.over(members, Mean)
			if c.problem.Over != Mean && len(members) > 0 {
				series = members[worst[i][o]]
			}
			for r := range rows {
				rows[r] = append(rows[r], series[min(r, len(series)-1)])
			}
		}
		for _, row := range rows {
			out[i] = append(out[i], c.score(row, low, width))
		}
	}
	return out
}

// references are the points that regret is counted from, each once; none where
// nothing is.
func (c *conclusion) references() (out []*trial) {
	if c.problem.Over != Regret {
		return nil
	}
	for _, members := range c.reference() {
		for _, t := range members {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}
