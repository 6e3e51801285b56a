package tune

import "math"

// How strictly a requirement is held.
const (
	lenient = true  // broken only if the interval lies wholly beyond the limit
	strict  = false // broken if the mean does
)

// violation is by how much a point breaks the requirements, 0 if it keeps them
// all: the sum of the distances to the limits, each as a share of its limit. A
// figure without a value breaks its requirement by 1.
func (s *Search) violation(t *trial, replications int, leniently bool) (sum float64) {
	for i := range s.problem.Requirements {
		for m := range s.problem.Requirements[i].Columns {
			sum += s.broken(t, searched(replications), i, m, leniently)
		}
	}
	return sum
}

// broken is by how much a point breaks a requirement in one member of the suite.
func (s *Search) broken(t *trial, of rows, requirement, member int, leniently bool) float64 {
	q := &s.problem.Requirements[requirement]
	limit := s.limit(requirement, member)
	if math.IsNaN(limit) {
		return 0 // the setting in force has no value either
	}
	e := estimate(column(of(t), q.Columns[member]))
	v := e.Mean
	if math.IsNaN(v) {
		return 1
	}
	if leniently && e.N > 1 {
		if v = e.Low; q.AtLeast {
			v = e.High
		}
	}
	beyond := v - limit
	if q.AtLeast {
		beyond = -beyond
	}
	switch {
	case beyond < 0, beyond == 0 && !q.Strict:
		return 0
	case limit == 0:
		return beyond + tiny
	}
	return beyond/math.Abs(limit) + tiny
}

// tiny is added to what is broken, so that a limit that is only just missed, or
// reached where it must not be, is no zero.
const tiny = 1e-12

// limit is the limit of a requirement in a member of the suite.
func (s *Search) limit(requirement, member int) float64 {
	q := &s.problem.Requirements[requirement]
	if !q.Current {
		return q.Limit
	}
	return q.Limit * mean(column(s.trial(Outside).figures[:s.plan.Replications], q.Columns[member]))
}

// column is one figure by replication.
func column(rows [][]float64, at int) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = row[at]
	}
	return out
}

// kept says which requirements a point keeps in its mean.
func (s *Search) kept(t *trial, of rows) []bool {
	out := make([]bool, len(s.problem.Requirements))
	for i := range out {
		out[i] = true
		for m := range s.problem.Requirements[i].Columns {
			out[i] = out[i] && s.broken(t, of, i, m, strict) == 0
		}
	}
	return out
}

// closest says how near the trials come to each requirement that none of them
// keeps, member by member.
func (s *Search) closest(trials []*trial, replications int) (out []Closest) {
	for i := range s.problem.Requirements {
		for m, c := range s.problem.Requirements[i].Columns {
			least, at := math.Inf(1), -1
			for k, t := range trials {
				if v := s.broken(t, searched(replications), i, m, strict); v < least {
					least, at = v, k
				}
			}
			if at >= 0 && least > 0 {
				out = append(out, Closest{i, m, mean(column(trials[at].figures[:replications], c)), trials[at].point})
			}
		}
	}
	return out
}
