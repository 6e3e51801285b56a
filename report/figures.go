package report

import "math"

// Values returns the metrics of the run that was closed last, by the order of
// Metrics, as Run does.
func (a *Accumulator) Values() []float64 {
	out := make([]float64, len(metrics))
	for i := range out {
		out[i] = none
	}
	set := func(name string, v float64) { out[index[name]] = v }
	all := stretch{latency: a.whole}
	if !a.brief {
		a.whole.reset()
	}
	for i := range a.stretches {
		s := &a.stretches[i]
		all.add(s)
		if a.brief {
			continue
		}
		a.whole.add(s.latency)
		s.figures(set, "."+phases[i], a.slo > 0)
		set("wasted_calls."+phases[i], float64(s.wasted))
	}
	all.figures(set, "", a.slo > 0)
	set("requests", float64(a.requests))
	total := a.total()
	total.labels(set)
	attempts, useful := total.attempts(), total.calls[Useful]
	set("wasted_per_1k", ratio(1000*float64(attempts-useful), float64(a.requests)))
	set("attempts_per_request", ratio(float64(attempts), float64(a.requests)))
	if a.setup.World.Spec().Schema != nil {
		set("silent_bad", float64(a.silent))
	}
	if a.memory {
		total.breaker[0].figures(set)
	} else {
		for _, name := range []string{"trips", "true_trips", "stale_trips", "spurious_trips", "flaps", "probes"} {
			set(name, 0)
		}
	}
	set("probes", float64(total.probes))
	cost, useless := total.dollars()
	set("cost_per_1k", ratio(1000*cost, float64(all.success)))
	set("wasted_cost_per_1k", ratio(1000*useless, float64(all.success)))
	set("quality_loss", ratio(a.quality, float64(a.delivered)))
	return out
}

// ratio is a/b, or no value where b is nothing.
func ratio(a, b float64) float64 {
	if b == 0 {
		return none
	}
	return a / b
}

func (s *stretch) add(o *stretch) {
	s.servable += o.servable
	s.success += o.success
	s.inTime += o.inTime
	s.sum += o.sum
	s.max = max(s.max, o.max)
}

// figures sets the metrics of one stretch, under names with a suffix.
func (s *stretch) figures(set func(string, float64), suffix string, slo bool) {
	if s.servable == 0 {
		return
	}
	n := float64(s.servable)
	set("success_rate"+suffix, float64(s.success)/n)
	if slo {
		set("slo_rate"+suffix, float64(s.inTime)/n)
	}
	q := s.latency.quantiles()
	for i, name := range latencyNames[:len(q)] {
		set(name+suffix, min(q[i], float64(s.max)/1e9)) // a histogram's value may lie above what it counted
	}
	set("latency_max"+suffix, float64(s.max)/1e9)
	set("latency_mean"+suffix, float64(s.sum)/n/1e9)
}

// total sums the providers' tallies.
func (a *Accumulator) total() *tally {
	t := tally{breaker: make([]watch, 1)}
	for i := range a.providers {
		p := &a.providers[i]
		for l := range p.calls {
			t.calls[l] += p.calls[l]
			t.waited[l] += p.waited[l]
			t.cost[l] += p.cost[l]
		}
		t.probes += p.probes
		t.breaker[0].add(p.watched())
	}
	return &t
}

func (t *tally) attempts() (n int64) {
	for _, c := range t.calls {
		n += c
	}
	return n
}

// dollars returns what was billed, and the part of it that was not useful.
func (t *tally) dollars() (cost, useless float64) {
	var sum int64
	for _, c := range t.cost {
		sum += c
	}
	return float64(sum) / 1e9, float64(sum-t.cost[Useful]) / 1e9
}

// labels sets the metrics that count attempts.
func (t *tally) labels(set func(string, float64)) {
	c := &t.calls
	waited := int64(0)
	for l := Useful + 1; l < numLabels; l++ {
		waited += t.waited[l]
		set("wasted."+l.String(), float64(c[l]))
	}
	set("attempts", float64(t.attempts()))
	set("useful", float64(c[Useful]))
	set("wasted_calls", float64(t.attempts()-c[Useful]))
	set("wasted_seconds", float64(waited)/1e9)
	set("wasted.futile", float64(c[FutileDiscovery]+c[FutileRepeat]))
	set("wasted.doomed", float64(c[DoomedUndetected]+c[DoomedKnown]+c[DoomedProbe]))
}

// figures returns one provider's figures by the order of providerMetrics.
func (t *tally) figures(memory bool) []float64 {
	out := make([]float64, len(providerMetrics))
	for i := range out {
		out[i] = none
	}
	set := func(name string, v float64) {
		if i, ok := ProviderMetricIndex(name); ok {
			out[i] = v
		}
	}
	t.labels(set)
	if memory {
		t.watched().figures(set)
	}
	set("probes", float64(t.probes))
	if t.latency.n > 0 {
		q := t.latency.quantiles()
		set("latency_p50", q[0])
		set("latency_p99", q[2])
	}
	cost, useless := t.dollars()
	set("cost", cost)
	set("wasted_cost", useless)
	return out
}

// mean is sum/n in seconds, or no value.
func mean(sum, n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(sum) / float64(n) / 1e9
}

// watched sums the breakers of a fleet's processes.
func (t *tally) watched() *watch {
	if len(t.breaker) == 1 {
		return &t.breaker[0]
	}
	var sum watch
	for k := range t.breaker {
		sum.add(&t.breaker[k])
	}
	return &sum
}
