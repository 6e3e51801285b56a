package measure

import "wavetank/sim"

// Sheet is what a format needs of runs beside their figures: a sim.Sink that
// sums over the runs that it sees. The order of the runs is nothing to it, and
// its memory does not grow with them.
type Sheet interface {
	sim.Sink
	Reset()          // forgets all runs
	Add(other Sheet) // sums another of its kind and scenario into this one
}

// Need is a kind of sheet that formats ask for before the play.
type Need struct {
	New func(*Scenario) Sheet
}

// Seen holds the sheets of runs, one of each strategy for each need.
type Seen struct {
	scenario *Scenario
	needs    []*Need
	sums     [][]Sheet // by need and strategy
}

// NewSeen makes the empty sheets of a scenario that so many strategies play; nil
// if nobody needs any.
func NewSeen(sc Scenario, needs []*Need, strategies int) *Seen {
	if len(needs) == 0 {
		return nil
	}
	s := &Seen{scenario: &sc, needs: needs, sums: make([][]Sheet, len(needs))}
	for i, n := range needs {
		for range strategies {
			s.sums[i] = append(s.sums[i], n.New(s.scenario))
		}
	}
	return s
}

// Of returns a need's sheets by strategy, nil if nobody asked for them.
func (s *Seen) Of(n *Need) []Sheet {
	if s == nil {
		return nil
	}
	for i := range s.needs {
		if s.needs[i] == n {
			return s.sums[i]
		}
	}
	return nil
}
