package measure

import (
	"cmp"
	"slices"
)

// Part is one contributor to a sum over attempts or over the time of requests:
// what one kind of attempt on one provider added to it.
type Part struct {
	Provider int     // into Scenario.Providers; -1 where nobody was asked
	Label    Label   // of the attempts; of waits, the one of the attempt before
	Spent    Spent   // what their time went to; OnAnswer where calls are counted
	Calls    float64 // attempts, or waits
	Timeouts float64 // of Calls, those that the chain's own limit for an attempt ended
	Seconds  float64 // that requests spent on them
	Requests float64 // of which this took more time than anything else
}

// partKey tells contributors apart.
type partKey struct {
	provider int
	label    Label
	spent    Spent
}

// Parts collects contributors.
type Parts map[partKey]*Part

// Of is the contributor of a provider, a label and a use, made where there is none.
func (p Parts) Of(provider int, l Label, s Spent) *Part {
	k := partKey{provider, l, s}
	if p[k] == nil {
		p[k] = &Part{Provider: provider, Label: l, Spent: s}
	}
	return p[k]
}

// add sums another run's contributors into these.
func (p Parts) add(o Parts) {
	for k, v := range o {
		q := p.Of(k.provider, k.label, k.spent)
		q.Calls, q.Timeouts = q.Calls+v.Calls, q.Timeouts+v.Timeouts
		q.Seconds, q.Requests = q.Seconds+v.Seconds, q.Requests+v.Requests
	}
}

// Sorted lists contributors, the largest by a measure first; equal ones come in
// the order of providers, labels and uses.
func (p Parts) Sorted(measure func(*Part) float64) []Part {
	var out []Part
	for _, v := range p {
		out = append(out, *v)
	}
	slices.SortFunc(out, func(a, b Part) int {
		return cmp.Or(cmp.Compare(measure(&b), measure(&a)), cmp.Compare(a.Provider, b.Provider),
			cmp.Compare(a.Label, b.Label), cmp.Compare(a.Spent, b.Spent))
	})
	return out
}

// BySeconds measures a contributor by the time that requests spent on it.
func BySeconds(p *Part) float64 { return p.Seconds }

// ByCalls measures a contributor by its attempts.
func ByCalls(p *Part) float64 { return p.Calls }

// ByRequests measures a contributor by the requests of which it took the most.
func ByRequests(p *Part) float64 { return p.Requests }
