package selftest

import (
	"math"
	"slices"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/sim"
)

// recount makes the figures of a run from its records once more, as their
// definitions say and without a thought for speed: nothing of package measure is
// used but the names.
type recount struct {
	spec   *faults.Spec
	slo    int64
	schema bool

	requests, delivered, silent int64
	quality                     float64
	phases                      [3]phase
	labels                      map[string]int64
	billed, useless             int64 // nanodollars
	idle                        int64 // nanoseconds
	probes, trips               int64
}

// phase is what is counted before, during and after the faults.
type phase struct {
	took                              []int64
	servable, success, inTime, wasted int64
}

func (c *recount) init(sc *scenarios.Scenario) {
	c.spec, c.slo, c.schema = sc.Setup.World.Spec(), int64(sc.SLO), sc.Setup.World.Spec().Schema != nil
}

func (c *recount) begin() {
	spec, slo, schema, phases := c.spec, c.slo, c.schema, c.phases
	for i := range phases {
		phases[i] = phase{took: phases[i].took[:0]}
	}
	*c = recount{spec: spec, slo: slo, schema: schema, phases: phases, labels: map[string]int64{}}
}

// trip counts a breaker that opens, after the warm-up.
func (c *recount) trip(m *chain.Move) {
	if m.At >= 0 {
		c.trips++
	}
}

// request counts one.
func (c *recount) request(r *sim.Request) {
	if !r.Counted {
		return
	}
	c.requests++
	p := &c.phases[r.Stretch]
	usable := false
	if r.Done.Reason == chain.Delivered {
		a := &r.Attempts[r.Done.Attempt]
		c.delivered++
		c.quality += worth(c.spec.Providers[0].Quality) - worth(c.spec.Providers[a.Provider].Quality)
		if usable = a.Reply.Usable; !usable {
			c.silent++
		}
	}
	if r.Servable {
		took := int64(r.End - r.Arrived)
		p.took = append(p.took, took)
		p.servable++
		p.success += bit(usable)
		p.inTime += bit(usable && (c.slo == 0 || took <= c.slo))
	}
	futile := false
	for k := range r.Attempts {
		a := &r.Attempts[k]
		l := c.label(r, a, &futile)
		c.labels[l]++
		c.probes += bit(a.Probe)
		c.billed += a.Reply.Billed
		if l != "useful" {
			p.wasted++
			c.useless += a.Reply.Billed
			c.idle += int64(a.End - a.Sent)
		}
	}
}

// worth is a provider's quality.
func worth(q float64) float64 {
	if q == 0 {
		return 1
	}
	return q
}

// label judges an attempt by the table of definitions, from its first row on.
func (c *recount) label(r *sim.Request, a *sim.Attempt, futile *bool) string {
	delivered := r.Done.Reason == chain.Delivered
	mine := delivered && r.Done.Attempt == a.Number
	if mine && a.Reply.Usable {
		return "useful"
	}
	if delivered && !mine && a.End >= r.End {
		return "duplicate"
	}
	if gone := r.Done.Reason == chain.TimedOut || r.Done.Reason == chain.GaveUp; gone && a.Cancelled && a.Reply.Usable {
		return "late"
	}
	if a.Answered {
		if a.Reply.Outcome.Class == chain.OK && !a.Reply.Usable {
			return "invalid"
		}
		if a.Reply.Futile {
			if *futile {
				return "futile.repeat"
			}
			*futile = true
			return "futile.discovery"
		}
		if a.Reply.Outcome.Status == 429 {
			return "throttled"
		}
	}
	if a.Reply.Bad < c.spec.Truth.Theta {
		ours := !a.Cancelled && a.Verdict.Class > chain.OKSlow && a.Verdict.Class != chain.OKInvalid
		if ours && a.Reply.Usable && a.Reply.End.Sub(a.Sent) <= c.spec.Truth.Limit {
			return "impatient"
		}
		return "unlucky"
	}
	if a.Probe {
		return "doomed.probe"
	}
	if a.Known {
		return "doomed.known"
	}
	return "doomed.undetected"
}

// sum is several phases as one.
func (c *recount) sum(of ...int) (out phase) {
	for _, i := range of {
		p := &c.phases[i]
		out.took = append(out.took, p.took...)
		out.servable, out.success, out.inTime, out.wasted = out.servable+p.servable, out.success+p.success, out.inTime+p.inTime, out.wasted+p.wasted
	}
	slices.Sort(out.took)
	return out
}

// audit holds a run's figures against what was counted.
func (c *recount) audit(w *witness, values []float64) {
	at := func(name string) float64 {
		i, ok := measure.Index[name]
		if !ok {
			w.breaks(LawFigures, "there is no metric %s any more", name)
			return math.NaN()
		}
		return values[i]
	}
	same := func(name string, want, within float64) {
		if got := at(name); math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > float64(within*(math.Abs(want)+1e-3))+1e-9 {
			w.breaks(LawFigures, "%s is %v, the records say %v", name, got, want)
		}
	}
	whole := c.sum(0, 1, 2)
	c.auditCalls(same, whole)
	for i, name := range []string{".before", ".during", ".after"} {
		p := c.sum(i)
		c.auditPhase(same, name, p)
		same("wasted_calls"+name, float64(p.wasted), 0)
	}
	c.auditPhase(same, "", whole)
	same("latency_max", percentile(whole.took, 100), 0)
	same("success_rate.since", ratio(c.sum(1, 2).success, c.sum(1, 2).servable), 1e-12)
	c.ranges(w, at)
}

func (c *recount) auditCalls(same func(string, float64, float64), whole phase) {
	attempts, sums := int64(0), map[string]int64{}
	for l, n := range c.labels {
		attempts += n
		sums[l] += n
		if i := slices.Index([]byte(l), '.'); i > 0 {
			sums[l[:i]] += n
		}
	}
	same("requests", float64(c.requests), 0)
	same("attempts", float64(attempts), 0)
	same("useful", float64(sums["useful"]), 0)
	same("wasted_calls", float64(attempts-sums["useful"]), 0)
	for _, l := range measure.WasteNames {
		same("wasted."+l, float64(sums[l]), 0)
	}
	same("attempts_per_request", ratio(attempts, c.requests), 1e-12)
	same("wasted_per_1k", 1000*ratio(attempts-sums["useful"], c.requests), 1e-12)
	same("wasted_seconds", float64(c.idle)/second, 1e-12)
	same("probes", float64(c.probes), 0)
	same("trips", float64(c.trips), 0)
	if c.schema {
		same("silent_bad", float64(c.silent), 0)
	}
	same("cost_per_1k", ratio(c.billed, whole.success)/1e6, 1e-9)
	same("wasted_cost_per_1k", ratio(c.useless, whole.success)/1e6, 1e-9)
	loss := math.NaN()
	if c.delivered > 0 {
		loss = c.quality / float64(c.delivered)
	}
	same("quality_loss", loss, 1e-9)
}

func (c *recount) auditPhase(same func(string, float64, float64), name string, p phase) {
	same("success_rate"+name, ratio(p.success, p.servable), 1e-12)
	if c.slo > 0 {
		same("slo_rate"+name, ratio(p.inTime, p.servable), 1e-12)
	}
	sum := int64(0)
	for _, t := range p.took {
		sum += t
	}
	same("latency_mean"+name, ratio(sum, p.servable)/second, 1e-9)
	same("latency_p50"+name, percentile(p.took, 50), 2e-3)
	same("latency_p90"+name, percentile(p.took, 90), 2e-3)
	same("latency_p99"+name, percentile(p.took, 99), 2e-3)
}

// percentile is the nearest rank's, in seconds.
func percentile(sorted []int64, percent float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	rank := min(max(1, int(float64(percent/100*float64(n))+0.5)), n)
	return float64(sorted[rank-1]) / second
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// ranges holds every figure to where it can lie.
func (c *recount) ranges(w *witness, at func(string) float64) {
	for i := range measure.Catalogue {
		m := &measure.Catalogue[i]
		v := at(m.Name)
		if math.IsNaN(v) {
			continue
		}
		if math.IsInf(v, 0) || m.Name != "quality_loss" && v < 0 || m.Unit == measure.Rate && v > 1 || m.Unit == measure.Count && v != math.Trunc(v) {
			w.breaks(LawRanges, "%s is %v", m.Name, v)
		}
	}
	p := []string{"latency_p50", "latency_p90", "latency_p99", "latency_p999", "latency_max"}
	for i := 1; i < len(p); i++ {
		if at(p[i-1]) > at(p[i]) {
			w.breaks(LawRanges, "%s is %v, over %s, %v", p[i-1], at(p[i-1]), p[i], at(p[i]))
		}
	}
	if sum := at("true_trips") + at("stale_trips") + at("spurious_trips"); sum != at("trips") {
		w.breaks(LawRanges, "%v trips are true, stale or spurious, of %v", sum, at("trips"))
	}
}
