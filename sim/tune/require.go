package tune

import "math"

// doubt says whom the luck of the replications is held against.
type doubt int8

const (
	strict  doubt = 0  // nobody: a requirement is broken if the mean breaks it
	lenient doubt = -1 // the requirement: it is broken if the whole interval breaks it
	wary    doubt = 1  // the point: it is broken if any of the interval breaks it
)

// violation is by how much a point breaks the requirements, 0 if it keeps them
// all: the sum of the distances to the limits, each as a share of its limit. A
// figure without a value breaks its requirement by 1.
func (s *Search) violation(t *trial, replications int, d doubt) (sum float64) {
	for i := range s.problem.Requirements {
		for m := range s.problem.Requirements[i].Columns {
			sum += s.broken(t, searched(replications), i, m, d)
		}
	}
	return sum
}

// broken is by how much a point breaks a requirement in one member of the suite.
func (s *Search) broken(t *trial, of rows, requirement, member int, d doubt) float64 {
	q := &s.problem.Requirements[requirement]
	limit := s.limit(q, member, of)
	values := column(of(t), q.Columns[member])
	v := momentsOf(values).mean
	switch {
	case math.IsNaN(limit):
		return 0 // the setting in force has no value either
	case math.IsNaN(v):
		return 1
	}
	beyond := v - limit
	if q.AtLeast {
		beyond = -beyond
	}
	if d != strict {
		beyond += float64(float64(d) * s.luck(q, member, values, of))
	}
	switch {
	case beyond < 0, beyond == 0 && !q.Strict:
		return 0
	case limit == 0:
		return beyond + tiny
	}
	return beyond/math.Abs(limit) + tiny
}

// luck is half the width of the interval of what is held against a limit, 0 where
// there is none; of a limit that the setting in force sets, on common luck.
func (s *Search) luck(q *Requirement, member int, values []float64, of rows) float64 {
	e := estimate(values)
	if q.Current {
		theirs := column(of(s.trial(Outside)), q.Columns[member])
		for r := range theirs {
			theirs[r] *= q.Limit
		}
		e = paired(values, theirs)
	}
	if e.N < 2 {
		return 0
	}
	return e.High - e.Mean
}

// tiny is added to what is broken, so that a limit that is only just missed, or
// reached where it must not be, is no zero.
const tiny = 1e-12

// limit is the limit of a requirement in a member of the suite. That of the setting
// in force is what it did in the same replications, or their luck would decide.
func (s *Search) limit(q *Requirement, member int, of rows) float64 {
	if !q.Current {
		return q.Limit
	}
	return q.Limit * momentsOf(column(of(s.trial(Outside)), q.Columns[member])).mean
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
				out = append(out, Closest{i, s.problem.Requirements[i].First + m, mean(column(trials[at].figures[:replications], c)), trials[at].point})
			}
		}
	}
	return out
}
