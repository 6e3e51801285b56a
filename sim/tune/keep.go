package tune

import (
	"context"
	"slices"
)

// keep gives the winner back the values in force wherever nothing shows that they
// matter: all at once, or else axis by axis. What it gives back is held against the
// winner as it was found, so that small losses do not add up.
func (c *conclusion) keep(ctx context.Context) error {
	found := c.points[c.Winner]
	changed := c.away(found)
	if c.Partial || len(changed) == 0 {
		return nil
	}
	now := c.problem.Space.Settings(found.point)
	for i, axes := range append([][]int{changed}, singles(changed)...) {
		next := slices.Clone(now)
		for _, a := range axes {
			next[a] = c.problem.InForce[a]
		}
		t := c.trial(c.problem.Space.Point(next))
		both := []*trial{t, c.trial(Outside)} // a requirement may be what the setting in force does
		c.total += 2 * c.Contest.Replications
		if err := c.play(ctx, both, 0, c.Contest.Replications); err != nil {
			if ctx.Err() != nil {
				c.Partial = true
				return nil
			}
			return err
		}
		if !c.asGood(t, found) {
			continue
		}
		c.enter(t)
		if now = next; i == 0 {
			return nil
		}
	}
	return nil
}

// away are the axes on which a point has another value than the one in force.
func (c *conclusion) away(t *trial) (out []int) {
	for axis, at := range c.problem.Space.Settings(t.point) {
		if axis < len(c.problem.InForce) && c.problem.InForce[axis] >= 0 && !c.keeps(axis, at) {
			out = append(out, axis)
		}
	}
	return out
}

// singles are lists of one each; none where there is but one.
func singles(all []int) (out [][]int) {
	if len(all) < 2 {
		return nil
	}
	for _, x := range all {
		out = append(out, []int{x})
	}
	return out
}

// asGood reports whether nothing that matters is shown against a point that
// stands in for another.
func (c *conclusion) asGood(t, found *trial) bool {
	n := c.Contest.Replications
	if !t.played(n) || !c.trial(Outside).played(n) || c.Feasible && c.violation(t, n, strict) > 0 {
		return false
	}
	if c.problem.Decide != nil {
		return c.decided(found, t, searched(n)) != Better
	}
	a, b := c.Search.series([]*trial{t}, n, c.from)[0], c.Search.series([]*trial{found}, n, c.from)[0]
	for o := range a {
		d := paired(a[o], b[o])
		shown := signOf(d, false) == Behind && d.Mean >= c.plan.Indifference*c.width[o]
		if shown || d.N < 2 && d.Mean > 0 || compare(mean(a[o]), mean(b[o])) > 0 && !exists(d.Mean) {
			return false
		}
	}
	return true
}

// enter makes a point the winner, on the front if it was not there.
func (c *conclusion) enter(t *trial) {
	defer func() { c.Contest.Left = append([]int{c.Winner}, c.Contest.Left[1:]...) }()
	for i := range c.Front {
		f := &c.Front[i]
		if k := slices.Index(f.Alike, t.point); k >= 0 { // it fares like one that is there
			f.Alike[k], f.Point, f.Settings, c.points[i] = f.Point, t.point, c.problem.Space.Settings(t.point), t
		}
	}
	if at := slices.Index(c.points, t); at >= 0 {
		c.Winner = at
		return
	}
	series := c.Search.series([]*trial{t}, c.replications, c.from)[0]
	f := c.finalist(t, series)
	row := means([][][]float64{series})[0]
	f.Score = c.score(row, c.low, c.width)
	at := 0
	for at < len(c.series) && compareRows(means(c.series[at : at+1])[0], row) <= 0 {
		at++
	}
	c.points, c.series, c.Front = slices.Insert(c.points, at, t), slices.Insert(c.series, at, series), slices.Insert(c.Front, at, f)
	for _, place := range append([]*int{&c.Winner, &c.Chord, &c.Utopia}, addresses(c.Contest.Left)...) {
		if *place >= at {
			*place++
		}
	}
	c.Winner = at
}

func addresses(all []int) (out []*int) {
	for i := range all {
		out = append(out, &all[i])
	}
	return out
}
