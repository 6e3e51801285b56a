package tune

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// ErrNothing is returned where a search was cut short before anything could be
// said.
var ErrNothing = errors.New("tune: nothing was played to the end")

// Conclude finds the front of what was screened, tells the winner from the other
// finalists, holds it against fresh replications and looks around it. A context
// that has ended gives a partial outcome of what is there.
func (s *Search) Conclude(ctx context.Context) (*Outcome, error) {
	o := &Outcome{Size: s.size, Candidates: len(s.candidates), Sampled: s.sampled, Rungs: s.climbed()}
	reps := s.plan.Replications
	if ctx.Err() != nil {
		o.Partial = true
		if reps = s.reached(); reps == 0 || !s.trial(Outside).played(reps) {
			return nil, ErrNothing
		}
	}
	c := &conclusion{Search: s, Outcome: o, replications: reps}
	if err := c.choose(ctx); err != nil {
		return nil, err
	}
	c.shares()
	if o.Partial {
		return o, nil
	}
	err := errors.Join(c.lookAround(ctx), c.holdOut(ctx))
	if ctx.Err() != nil {
		o.Partial, o.Held, err = true, nil, nil
	}
	return o, err
}

// conclusion is an outcome in the making.
type conclusion struct {
	*Search
	*Outcome
	replications int
	from         best          // points that regret is counted from; nil where nothing is searched by it
	shown        best          // the same for the regret that is only shown
	points       []*trial      // of the front
	series       [][][]float64 // of them
	won          *trial
	weights      []float64 // of the objectives, by which scores come about
	low, width   []float64 // where each objective is measured from, and by what
}

// climbed says how many points stood on each rung.
func (s *Search) climbed() []Rung {
	out := make([]Rung, len(s.rungs))
	for i, r := range s.rungs {
		out[i].Replications = r
		for _, p := range s.candidates {
			if t := s.trials[p]; t != nil && t.played(r) {
				out[i].Points++
			}
		}
	}
	return out
}

// reached is the highest rung that was played whole, since those who stand on the
// next one so far came first by their number only. It is the first one if anybody
// stands there, else 0.
func (s *Search) reached() int {
	if s.stood > 0 {
		return s.stood
	}
	for _, p := range s.candidates {
		if t := s.trials[p]; t != nil && t.played(s.rungs[0]) {
			return s.rungs[0]
		}
	}
	return 0
}

// choose finds the front and the winner.
func (c *conclusion) choose(ctx context.Context) error {
	eligible, err := c.eligible()
	if err != nil {
		return err
	}
	if c.problem.Over == Regret {
		c.from = c.bestOf(eligible, searched(c.replications))
	}
	all := c.Search.series(eligible, c.replications, c.from)
	same, distinct := c.distinct(eligible, all)
	picked := pick(all, distinct)
	members, estimated := frontOf(picked)
	for k, m := range members {
		if c.replications < 2 && !estimated[k] {
			continue // without intervals there is no doubt to benefit from
		}
		t := eligible[distinct[m]]
		c.points, c.series = append(c.points, t), append(c.series, picked[m])
		c.Front = append(c.Front, Finalist{Point: t.point, Estimated: estimated[k], Alike: same[distinct[m]]})
	}
	c.describe()
	if err := c.decide(ctx); err != nil {
		return err
	}
	c.Current = c.finalist(c.trial(Outside), c.Search.series(c.outside()[:1], c.replications, c.from)[0])
	return nil
}

// distinct are the points that differ in some figure, as rising indices, and by
// index those that one stands for: of points that are alike it is the one that
// changes least of the setting in force.
func (c *conclusion) distinct(trials []*trial, all [][][]float64) (same map[int][]Point, out []int) {
	groups := map[int][]int{}
	for i, first := range alike(all) {
		groups[first] = append(groups[first], i)
	}
	same = map[int][]Point{}
	for _, group := range groups {
		stands := slices.MinFunc(group, func(a, b int) int {
			return cmp.Or(cmp.Compare(c.changed(trials[a].point), c.changed(trials[b].point)), cmp.Compare(a, b))
		})
		for _, i := range group {
			if i != stands {
				same[stands] = append(same[stands], trials[i].point)
			}
		}
		out = append(out, stands)
	}
	slices.Sort(out)
	return same, out
}

// changed counts the axes on which a point has another value than the setting in
// force.
func (s *Search) changed(p Point) (n int) {
	for axis, at := range s.problem.Space.Settings(p) {
		if !s.keeps(axis, at) {
			n++
		}
	}
	return n
}

// keeps tells whether a value of an axis is the one in force.
func (s *Search) keeps(axis, at int) bool {
	return axis < len(s.problem.InForce) && s.problem.InForce[axis] == at
}

// eligible returns the points that the front is made of: those that keep the
// requirements, or if nobody does, those that break them least.
func (c *conclusion) eligible() ([]*trial, error) {
	var played, keep []*trial
	for _, p := range c.candidates {
		t := c.trials[p]
		switch {
		case t == nil:
		case t.invalid:
			c.Invalid++
		case t.played(c.replications):
			played = append(played, t)
		}
	}
	if len(played) == 0 {
		if c.Invalid > 0 && c.Invalid == len(c.candidates) {
			return nil, ErrInvalid
		}
		return nil, ErrNothing
	}
	broken := make([]float64, len(played))
	for i, t := range played {
		if broken[i] = c.violation(t, c.replications, strict); broken[i] == 0 {
			keep = append(keep, t)
		}
	}
	c.Infeasible, c.Feasible = len(played)-len(keep), len(keep) > 0
	if c.Feasible {
		return keep, nil
	}
	c.Broken = c.closest(played, c.replications)
	limit := least(broken, leastBroken)
	for i, t := range played {
		if broken[i] <= limit {
			keep = append(keep, t)
		}
	}
	return keep, nil
}

// leastBroken is how many points stand in for a front where nobody keeps every
// requirement.
const leastBroken = 10

// least returns the n-th smallest of values.
func least(values []float64, n int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(n, len(sorted))-1]
}

func pick[T any](all []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = all[k]
	}
	return out
}

// describe fills in the front's figures, by the first objective.
func (c *conclusion) describe() {
	order := make([]int, len(c.points))
	for i := range order {
		order[i] = i
	}
	m := means(c.series)
	slices.SortStableFunc(order, func(a, b int) int { return compareRows(m[a], m[b]) })
	c.points, c.series, c.Front = pick(c.points, order), pick(c.series, order), pick(c.Front, order)
	for i := range c.Front {
		f := c.finalist(c.points[i], c.series[i])
		f.Estimated, f.Alike = c.Front[i].Estimated, c.Front[i].Alike
		c.Front[i] = f
	}
}

// compareRows orders by the first objective, then by the others; what has no
// value comes last.
func compareRows(a, b []float64) int {
	for o := range a {
		switch x, y := a[o], b[o]; {
		case x < y, math.IsNaN(y) && !math.IsNaN(x):
			return -1
		case x > y, math.IsNaN(x) && !math.IsNaN(y):
			return 1
		}
	}
	return 0
}

// finalist describes a point.
func (c *conclusion) finalist(t *trial, series [][]float64) Finalist {
	of := searched(c.replications)
	f := Finalist{Point: t.point, Settings: c.problem.Space.Settings(t.point),
		Feasible: c.violation(t, c.replications, strict) == 0}
	for o := range c.problem.Objectives {
		f.Values = append(f.Values, c.facing(o, estimate(series[o])))
		f.Mean = append(f.Mean, c.turned(o, mean(c.over(c.members(t, o, of, nil), Mean))))
		f.Worst = append(f.Worst, c.turned(o, mean(c.over(c.members(t, o, of, nil), Worst))))
		f.Regret = append(f.Regret, mean(c.over(c.members(t, o, of, c.reference()), Worst)))
		if c.problem.Suite > 1 {
			f.Members = append(f.Members, c.each(t, o, of))
		}
	}
	return f
}

// reference are the points that regret is counted from, whatever the objective:
// of the front where the search did without.
func (c *conclusion) reference() best {
	if c.from != nil {
		return c.from
	}
	if c.shown == nil {
		c.shown = c.bestOf(c.points, searched(c.replications))
	}
	return c.shown
}

// each are the estimates of an objective in every member of the suite.
func (c *conclusion) each(t *trial, objective int, of rows) []Estimate {
	out := make([]Estimate, c.problem.Suite)
	for m := range out {
		e := estimate(c.member(t, objective, m, of))
		if c.problem.Objectives[objective].Higher {
			e = turn(e)
		}
		out[m] = e
	}
	return out
}

// facing turns a minimised estimate to how people know the figure. Regret is a
// distance, and stays.
func (s *Search) facing(objective int, e Estimate) Estimate {
	if s.problem.Objectives[objective].Higher && s.problem.Over != Regret {
		return turn(e)
	}
	return e
}

func turn(e Estimate) Estimate {
	return Estimate{Mean: 0 - e.Mean, Low: 0 - e.High, High: 0 - e.Low, N: e.N}
}

func (s *Search) turned(objective int, v float64) float64 {
	if s.problem.Objectives[objective].Higher {
		return 0 - v // not -v, or nothing would be less than nothing
	}
	return v
}
