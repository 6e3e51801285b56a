package measure

import (
	"math"

	"wavetank/faults"
)

// sums is what the catalogue's rows see of a closed run, or of one provider of it.
type sums struct {
	*stretch // the whole run's, or a phase's
	requests int64
	calls    *tally  // of all providers, or of one
	breaker  *watch  // of all, or of one; nil where the strategy has none
	quality  float64 // lost, summed over delivered answers

	delivered, silent int64
	slo, schema       bool
	breakerless       float64 // moves of breakers where there are none
	quantiles         [4]float64
	bounds            []bill // see Accumulator
}

// Values returns the metrics of the run that was closed last, by the order of
// Metrics, as Run does.
func (a *Accumulator) Values() []float64 {
	stages := a.stages()
	out := make([]float64, len(catalogue))
	for i := range catalogue {
		d := &catalogue[i]
		out[i] = None
		if s := stages[d.phase]; s != nil {
			out[i] = d.value(s)
		}
	}
	return out
}

// stages are the sums of the whole run, and those of its phases where they are
// wanted.
func (a *Accumulator) stages() (out [5]*sums) {
	all := stretch{latency: a.whole}
	if !a.brief {
		a.whole.Reset()
	}
	for i := range a.stretches {
		all.add(&a.stretches[i])
		if !a.brief {
			a.whole.Add(a.stretches[i].latency)
		}
	}
	total := a.total()
	base := sums{requests: a.requests, calls: total, quality: a.quality, delivered: a.delivered, silent: a.silent,
		bounds: a.bounds, slo: a.slo > 0, schema: a.setup.World.Spec().Schema != nil}
	if a.memory {
		base.breaker = &total.breaker[0]
	}
	out[0] = base.of(&all)
	if !a.brief {
		for i := range a.stretches {
			out[i+1] = base.of(&a.stretches[i])
		}
		since := stretch{} // shares alone, which need no latencies
		since.add(&a.stretches[faults.During])
		since.add(&a.stretches[faults.After])
		out[4] = base.counted(&since)
	}
	return out
}

// of are the sums of a stretch.
func (s sums) of(part *stretch) *sums {
	if part.servable > 0 {
		s.quantiles = part.latency.Quantiles()
	}
	return s.counted(part)
}

// counted are the sums of a stretch whose latencies nobody kept.
func (s sums) counted(part *stretch) *sums {
	s.stretch = part
	return &s
}

// percentile is one of percents: a histogram's value may lie above what it counted.
func (s *sums) percentile(i int) float64 {
	return where(s.servable > 0, min(s.quantiles[i], float64(s.max)/1e9))
}

// figures returns one provider's figures by the order of ProviderCatalogue. Its
// latencies are those of answered attempts.
func (t *tally) figures(memory bool) []float64 {
	s := sums{stretch: &stretch{wasted: t.attempts() - t.Calls[Useful], servable: t.latency.N, max: math.MaxInt64}, calls: t, breakerless: None}
	if memory {
		s.breaker = t.watched()
	}
	if t.latency.N > 0 {
		s.quantiles = t.latency.Quantiles()
	}
	out := make([]float64, len(memberCatalogue))
	for i := range memberCatalogue {
		out[i] = memberCatalogue[i].value(&s)
	}
	return out
}

// Ratio is a/b, or no value where b is nothing.
func Ratio(a, b float64) float64 {
	if b == 0 {
		return None
	}
	return a / b
}

func (s *stretch) add(o *stretch) {
	s.servable += o.servable
	s.success += o.success
	s.inTime += o.inTime
	s.wasted += o.wasted
	s.sum += o.sum
	s.max = max(s.max, o.max)
}

// total sums the providers' tallies.
func (a *Accumulator) total() *tally {
	t := tally{breaker: make([]watch, 1)}
	for i := range a.Providers {
		p := &a.Providers[i]
		for l := range p.Calls {
			t.Calls[l] += p.Calls[l]
			t.Waited[l] += p.Waited[l]
			t.cost[l] += p.cost[l]
		}
		t.probes += p.probes
		t.breaker[0].add(p.watched())
	}
	return &t
}

func (t *tally) attempts() (n int64) {
	for _, c := range t.Calls {
		n += c
	}
	return n
}

// billed is what was paid, in dollars.
func (t *tally) billed() float64 {
	sum := int64(0)
	for _, c := range t.cost {
		sum += c
	}
	return float64(sum) / 1e9
}

// useless is the part of what was paid that was not useful.
func (t *tally) useless() float64 {
	sum := int64(0)
	for _, c := range t.cost[Useful+1:] {
		sum += c
	}
	return float64(sum) / 1e9
}

// idle is how long chains waited for calls that were not useful, in seconds.
func (t *tally) idle() float64 {
	sum := int64(0)
	for _, w := range t.Waited[Useful+1:] {
		sum += w
	}
	return float64(sum) / 1e9
}

// mean is sum/n in seconds, or no value.
func mean(sum, n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(sum) / float64(n) / 1e9
}

// watched sums the breakers of a fleet's processes, which hold the provider back
// side by side: what they held is their mean.
func (t *tally) watched() *watch {
	if len(t.breaker) == 1 {
		return &t.breaker[0]
	}
	var sum watch
	for k := range t.breaker {
		sum.add(&t.breaker[k])
	}
	sum.hold /= int64(len(t.breaker))
	return &sum
}
