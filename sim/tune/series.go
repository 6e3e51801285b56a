package tune

import "math"

// best is the point of reference of each objective and member of the suite: the
// one from which regret is counted.
type best [][]*trial

// rows says which replications of a trial are meant.
type rows func(*trial) [][]float64

func searched(n int) rows { return func(t *trial) [][]float64 { return t.figures[:n] } }

func heldOut(n int) rows { return func(t *trial) [][]float64 { return t.held[:n] } }

// series returns the objectives of points by replication, minimised: turned
// round where more is better. Regret is counted from the best of the points, or
// from those given.
func (s *Search) series(points []*trial, replications int, from best) [][][]float64 {
	return s.seriesOf(points, searched(replications), from)
}

func (s *Search) seriesOf(points []*trial, of rows, from best) [][][]float64 {
	switch {
	case s.problem.Over != Regret:
		from = nil
	case from == nil:
		from = s.bestOf(points, of)
	}
	out := make([][][]float64, len(points))
	for i, t := range points {
		for o := range s.problem.Objectives {
			out[i] = append(out[i], s.over(s.members(t, o, of, from), s.problem.Over))
		}
	}
	return out
}

// member is one objective of a point in one member of the suite, by replication,
// minimised.
func (s *Search) member(t *trial, objective, member int, of rows) []float64 {
	x := &s.problem.Objectives[objective]
	all := of(t)
	out := make([]float64, len(all))
	for r, row := range all {
		out[r] = row[x.Columns[member]]
		if x.Higher {
			out[r] = -out[r]
		}
	}
	return out
}

// members returns an objective of a point in the members that have a value of
// it; with points of reference, less theirs.
func (s *Search) members(t *trial, objective int, of rows, from best) (out [][]float64) {
	for m := range s.problem.Suite {
		if s.void(objective, m) {
			continue
		}
		values := s.member(t, objective, m, of)
		if from != nil {
			for r, v := range s.member(from[objective][m], objective, m, of) {
				values[r] -= v
			}
		}
		out = append(out, values)
	}
	return out
}

// void tells whether an objective has no value in a member of the suite, as a
// time to notice where nothing happens: the setting in force has none.
func (s *Search) void(objective, member int) bool {
	column := s.problem.Objectives[objective].Columns[member]
	for _, row := range s.trial(Outside).figures {
		if row != nil && !math.IsNaN(row[column]) {
			return false
		}
	}
	return true
}

// over makes one series of those of several members.
func (s *Search) over(members [][]float64, how Over) []float64 {
	if len(members) == 0 {
		return []float64{math.NaN()}
	}
	if how == Mean {
		out := make([]float64, len(members[0]))
		for r := range out {
			for _, m := range members {
				out[r] += m[r]
			}
			out[r] /= float64(len(members))
		}
		return out
	}
	return members[worst(members)]
}

// worst is the member with the worst mean.
func worst(members [][]float64) int {
	most, at := math.Inf(-1), 0
	for i, m := range members {
		if v := mean(m); v > most || math.IsNaN(v) {
			most, at = v, i
		}
	}
	return at
}

// bestOf finds, for each objective and member, the point with the best mean among
// those that lack the fewest figures, since from one that is not there nobody can
// be counted; the first of several.
func (s *Search) bestOf(points []*trial, of rows) best {
	out := make(best, len(s.problem.Objectives))
	for o := range out {
		out[o] = make([]*trial, s.problem.Suite)
		for m := range out[o] {
			lacks, least := math.MaxInt, math.Inf(1)
			for _, t := range points {
				values := s.member(t, o, m, of)
				x := momentsOf(values)
				if n := len(values) - x.n; n < lacks || n == lacks && x.mean < least {
					lacks, least, out[o][m] = n, x.mean, t
				}
			}
		}
	}
	return out
}
