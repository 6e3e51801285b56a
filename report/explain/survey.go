package explain

import (
	"fmt"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// survey is the sim.Sink of the first look at a run: its figures, the moves of
// its breakers, and which request is the worst.
type survey struct {
	*measure.Accumulator
	worst Worst
	moves []BreakerMove
	last  int64 // number of the last request
	asked int64 // counted requests
	best  int64 // the worst request so far, -1: none
	key   [2]int64
	buf   []measure.Label
	truth *faults.Truth
	ended sim.Attempt // the latest
}

func (s *survey) Ended(a *sim.Attempt) {
	s.Accumulator.Ended(a)
	s.ended = *a
}

func newSurvey(q Question) *survey {
	s := &survey{Accumulator: measure.NewAccumulator(q.Setup, chain.Instant(q.Scenario.SLO)), worst: q.Worst, last: -1, best: -1}
	s.Prepare(q.Recipe, false)
	return s
}

func (s *survey) Begin(w *faults.World, seed uint64) {
	s.truth = &w.Blueprint().Spec().Truth
	s.Accumulator.Begin(w, seed)
}

// A trip is judged as the accumulator judges it.
func (s *survey) Moved(m *chain.Move) {
	s.Accumulator.Moved(m)
	b := BreakerMove{Move: *m}
	x := &s.ended // a cooldown that is over is noticed later
	b.Cleared = m.From == chain.Open && m.To == chain.Closed && m.At == x.End && x.Counted && x.Verdict.Evidence == chain.Good
	if m.From == chain.Closed && m.To == chain.Open {
		t := s.Judged
		b.Trip = &t
	}
	s.moves = append(s.moves, b)
}

func (s *survey) Finished(r *sim.Request) {
	s.Accumulator.Finished(r)
	s.last = max(s.last, r.Number)
	if !r.Counted {
		return
	}
	s.asked++
	key, ok := s.keyOf(r)
	switch {
	case !ok:
	case s.best < 0 || key[0] > s.key[0] || key[0] == s.key[0] && key[1] > s.key[1],
		key == s.key && r.Number < s.best:
		s.best, s.key = r.Number, key
	}
}

// keyOf is how bad a request is, the larger the worse.
func (s *survey) keyOf(r *sim.Request) (key [2]int64, ok bool) {
	took := int64(r.End - r.Arrived)
	if s.worst == WorstLatency {
		return [2]int64{took}, r.Servable
	}
	s.buf = measure.LabelsOf(r, s.truth, s.buf)
	wasted, useless, cost := int64(0), int64(0), int64(0)
	for k := range r.Attempts {
		cost += r.Attempts[k].Reply.Billed
		if s.buf[k] != measure.Useful {
			wasted++
			useless += r.Attempts[k].Reply.Billed
		}
	}
	if s.worst == WorstWaste {
		return [2]int64{wasted, took}, wasted > 0
	}
	return [2]int64{useless, cost}, cost > 0
}

// choose finds the request to tell of.
func (s *survey) choose(e *Explanation, q Question) (int64, error) {
	e.Last = s.last
	switch {
	case q.Request > s.last:
		return 0, &RequestRangeError{q.Request, s.last}
	case q.Request >= 0:
		return q.Request, nil
	case s.best < 0:
		return 0, fmt.Errorf("%w: worst in %s", ErrNoRequest, q.Worst)
	}
	e.Chosen = [...]string{"it took longest", "it had the most wasted calls", "it paid the most for nothing"}[q.Worst] +
		" of " + measure.FormatThousands(s.asked)
	if q.Worst == WorstCost && s.key[0] == 0 {
		e.Chosen = "it cost the most of " + measure.FormatThousands(s.asked)
	}
	return s.best, nil
}

// figures fills in what the first look found.
func (s *survey) figures(e *Explanation) {
	run := s.Run()
	e.Strategy.Runs, e.Moves = []measure.Run{run}, s.moves
	e.During = len(run.Windows) > 0
	phase := ""
	if e.During {
		phase = ".during"
	}
	e.P99 = run.Values[measure.Index["latency_p99"+phase]]
	all := measure.Parts{}
	for p := range s.Providers {
		for l := measure.Useful + 1; l < measure.NumLabels; l++ {
			if n := s.Providers[p].Calls[l]; n > 0 {
				q := all.Of(p, l, measure.OnAnswer)
				q.Calls, q.Seconds = float64(n), float64(s.Providers[p].Waited[l])/1e9
			}
		}
	}
	e.Wasted = all.Sorted(measure.ByCalls)
}
