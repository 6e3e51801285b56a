package measure

import (
	"time"

	"wavetank/chain"
	"wavetank/sim"
)

// The clairvoyant chain stands for what no chain does better. What it sends is one
// plan among many; its shares, latencies and dollars are the bounds of faults.Bound,
// each of its own.

// outcome is how long a request took in nanoseconds, whether it was answered, and
// whether within the slo; for the clairvoyant chain, at best.
func (a *Accumulator) outcome(r *sim.Request, usable bool) (took int64, answered, inTime bool) {
	if b := r.Bound; b != nil && b.By >= 0 {
		if a.bounds == nil {
			a.bounds = make([]bill, len(a.Providers)*int(chain.NumKinds))
		}
		of := &a.bounds[int(b.By)*int(chain.NumKinds)+int(r.Kind)]
		of.answers++
		of.cost += b.Cost
	}
	took, answered, inTime = outcome(r, usable, a.slo)
	if r.Bound != nil && a.slo > 0 && a.setup.World.Spec().SLO == time.Duration(a.slo) {
		inTime = r.Bound.InTime
	}
	return took, answered, inTime
}

func outcome(r *sim.Request, usable bool, slo int64) (took int64, answered, inTime bool) {
	took, answered = int64(r.End-r.Arrived), usable
	if b := r.Bound; b != nil {
		if answered = b.Answered; answered {
			took = int64(b.Soonest - r.Arrived)
		}
	}
	return took, answered, answered && (slo == 0 || took <= slo)
}

// bill is what the answers to one kind of request cost of which one provider's are
// the cheapest.
type bill struct {
	answers int64
	cost    int64 // nanodollars
}

// price is dollars per 1,000 usable answers. The bound is that of the provider and
// the kind of requests whose answers are the cheapest: a chain may leave all others
// unanswered. It cannot choose by size, so their mean stands for those it answers.
func (s *sums) price() float64 {
	if s.bounds == nil {
		return Ratio(1000*s.calls.billed(), float64(s.success))
	}
	least := None
	for _, b := range s.bounds {
		if each := Ratio(float64(b.cost)/1e6, float64(b.answers)); b.answers > 0 && !(each >= least) {
			least = each
		}
	}
	return least
}
