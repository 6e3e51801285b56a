package tune

import (
	"cmp"
	"context"
	"slices"
)

// mostDecided is how many points of a front a decision is asked about: it compares
// each with each.
const mostDecided = 200

// decideBy chooses the winner by the problem's own decision. While more replications
// could change it, those that nobody beats are played on.
func (c *conclusion) decideBy(ctx context.Context) error {
	c.How = Decided
	in := places(min(len(c.points), mostDecided)) // by the first objective, best first
	n := c.replications
	k := Contest{Finalists: len(in), Delta: c.plan.Indifference}
	first, open := c.first(in, n)
	for open && !c.Partial && n < c.plan.Most {
		next := min(n+stage, c.plan.Most)
		before := c.total
		c.total += len(first) * (next - n)
		if err := c.play(ctx, pick(c.points, first), n, next); err != nil {
			if ctx.Err() == nil {
				return err
			}
			c.Partial, c.total = true, before
			break
		}
		n = next
		first, open = c.first(first, n)
	}
	slices.SortStableFunc(first, func(a, b int) int { return cmp.Compare(c.changed(c.points[a].point), c.changed(c.points[b].point)) })
	k.Left, k.Settled, k.Replications = first, !open, n
	c.Contest, c.Winner = k, first[0]
	return nil
}

// first are those of the points that nobody beats in n replications, the best first,
// and whether more could change that.
func (c *conclusion) first(of []int, n int) (first []int, open bool) {
	if len(of) == 1 {
		return of, false
	}
	first, open = c.problem.Decide(figuresOf(pick(c.points, of), searched(n)))
	return pick(of, first), open
}

func figuresOf(trials []*trial, of rows) (out [][][]float64) {
	for _, t := range trials {
		out = append(out, of(t))
	}
	return out
}

// decided is what a decision says of one point against another in the same
// replications.
func (c *conclusion) decided(a, b *trial, of rows) Sign {
	first, open := c.problem.Decide(figuresOf([]*trial{a, b}, of))
	switch {
	case len(first) == 1 && first[0] == 0:
		return Better
	case len(first) == 1:
		return Behind
	case open:
		return Unclear
	}
	return Same
}
