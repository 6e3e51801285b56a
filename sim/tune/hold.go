package tune

import "context"

// holdOut plays the winner and its rivals in replications that no choice has
// seen.
func (c *conclusion) holdOut(ctx context.Context) error {
	n := c.plan.Held
	c.total = 0 // what is left is known
	rivals := c.outside()
	if err := c.play(ctx, append(append([]*trial{c.won}, rivals...), c.references()...), FirstHeld, FirstHeld+n); err != nil {
		return err
	}
	of := heldOut(n)
	won := c.seriesOf([]*trial{c.won}, of, c.from)[0]
	before := c.Search.series([]*trial{c.won}, c.replications, c.from)[0]
	h := &Held{Replications: n, Kept: c.kept(c.won, of)}
	for o := range won {
		h.Winner = append(h.Winner, c.facing(o, estimate(won[o])))
		h.Optimism = append(h.Optimism, unpaired(won[o], before[o]))
	}
	for _, t := range rivals {
		if t.invalid {
			h.Rivals = append(h.Rivals, c.noRival(t))
			continue
		}
		h.Rivals = append(h.Rivals, c.rival(t, won, of))
	}
	c.Held = h
	return nil
}

// rival holds the winner's series against another's.
func (c *conclusion) rival(t *trial, won [][]float64, of rows) Rival {
	theirs := c.seriesOf([]*trial{t}, of, c.from)[0]
	r := Rival{Point: t.point, Kept: c.kept(t, of)}
	for o := range won {
		d := paired(won[o], theirs[o])
		r.Values = append(r.Values, c.facing(o, estimate(theirs[o])))
		r.Diff = append(r.Diff, c.facing(o, d))
		r.Sign = append(r.Sign, signOf(d, false))
	}
	if c.problem.Decide != nil {
		r.Choice = c.decided(c.won, t, of)
	}
	return r
}

// noRival is one that is no strategy.
func (c *conclusion) noRival(t *trial) Rival {
	r := Rival{Point: t.point, Kept: make([]bool, len(c.problem.Requirements))}
	for range c.problem.Objectives {
		none := estimate(nil)
		r.Values, r.Diff, r.Sign = append(r.Values, none), append(r.Diff, none), append(r.Sign, Unclear)
	}
	return r
}
