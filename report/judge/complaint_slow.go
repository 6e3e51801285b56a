package judge

import (
	"cmp"

	"wavetank/chain"
	"wavetank/report/measure"
)

// nobody is the complaint that nobody could answer, the bound neither: then no
// setting of a chain helps.
func (d *diagnosis) nobody() *Complaint {
	const most = 0.9 // of the requests: below that a reader asks why
	v, ok := d.mean(d.rate)
	best := d.bound(d.rate, 1)
	if !ok || v >= most || Matters(d.rate, v, best, requests(d.s)) {
		return nil
	}
	return &Complaint{Cause: CauseNobody, Metric: d.rate, Provider: -1, Times: timesWorse(1-best, 0, missesFloor), Figures: ComplaintFigures{Other: best}}
}

// misses is the complaint about requests without a usable answer in time that
// the bound would have answered.
func (d *diagnosis) misses() *Complaint {
	v, ok := d.mean(d.rate)
	best := d.bound(d.rate, 1)
	if !ok || best-v < missesFloor || !Matters(d.rate, v, best, requests(d.s)) {
		return nil
	}
	c := d.missed()
	if c != nil {
		c.Times = max(c.Times, timesWorse(1-v, 1-best, missesFloor))
	}
	return c
}

// missed is what most requests miss for.
func (d *diagnosis) missed() *Complaint {
	why, most := measure.MissedLate, int64(0)
	for m, n := range d.tail.Misses {
		if n > most {
			why, most = measure.Miss(m), n
		}
	}
	if most == 0 {
		return nil
	}
	missed := ComplaintFigures{Missed: float64(most) / float64(d.tail.Asked)}
	switch {
	case why == measure.MissedLate && len(d.tail.Late) > 0:
		return d.blame(d.tail.Late.Sorted(measure.ByRequests)[0], d.rate)
	case why == measure.MissedBroken:
		return d.silent()
	case why == measure.MissedStopped:
		return &Complaint{Cause: CauseStopped, Metric: d.rate, Provider: -1, Class: d.stopped(), Figures: missed}
	case why == measure.MissedLimited:
		return &Complaint{Cause: CauseLimited, Metric: d.rate, Provider: -1, Reason: d.limit().String(), Figures: missed}
	case why == measure.MissedFailed:
		return &Complaint{Cause: CauseFailed, Metric: d.rate, Provider: -1, Figures: missed}
	case why == measure.MissedAlone:
		p := d.tail.Alone.Sorted(measure.ByRequests)[0]
		missed.Each = p.Seconds / p.Calls
		return &Complaint{Cause: CauseAlone, Metric: d.rate, Provider: p.Provider, Figures: missed}
	}
	if c := d.falseTrips(); c != nil {
		return c
	}
	return &Complaint{Cause: CauseRefused, Metric: d.rate, Provider: -1, Figures: missed}
}

// stopped is the class of most errors that ended calls.
func (d *diagnosis) stopped() chain.Class {
	class := chain.Class(0)
	for c, n := range d.tail.Stopped {
		if n > d.tail.Stopped[class] {
			class = chain.Class(c)
		}
	}
	return class
}

// limit is what refused most of the requests that our own limits kept from an answer.
func (d *diagnosis) limit() chain.Refusal {
	by := chain.ByBudget
	for r, n := range d.tail.Limited {
		if n > d.tail.Limited[by] {
			by = chain.Refusal(r)
		}
	}
	return by
}

// slow is the complaint about the slowest percent where all are answered in time,
// or no time was asked for: it must be twice that of the provider that a chain with
// foresight asks most, and a second more. The bound's own is of no use here: it picks
// the luckiest answer of all, which no setting of a chain does.
func (d *diagnosis) slow() *Complaint {
	metric := "latency_p99" + d.phase
	v, ok := d.mean(metric)
	best := d.usual()
	if !ok || v < 2*best || v < best+1 || len(d.tail.Slowest) == 0 {
		return nil
	}
	c := d.blame(d.tail.Slowest.Sorted(measure.BySeconds)[0], metric)
	c.Times = timesWorse(v, best, timeFloor)
	return c
}

// usual is the slowest percent of the provider that the clairvoyant chain asks most.
func (d *diagnosis) usual() (p99 float64) {
	if d.ideal == nil {
		return 0
	}
	most := 0.0
	for p := range d.Scenario.Providers {
		if n := d.ideal.ProviderFigure(p, "useful"); n.Mean > most {
			most, p99 = n.Mean, d.ideal.ProviderFigure(p, "latency_p99").Mean
		}
	}
	return p99
}

// slowCauses are what time was spent on.
var slowCauses = [...]Cause{measure.OnAnswer: CauseAnswers, measure.OnWait: CauseWaits, measure.OnError: CauseErrors, measure.OnSlow: CauseSlow, measure.OnHang: CauseHang}

// blame is the complaint about the largest contributor to the time of slow
// requests.
func (d *diagnosis) blame(p measure.Part, metric string) *Complaint {
	c := &Complaint{Cause: slowCauses[p.Spent], Metric: metric, Provider: p.Provider}
	f := &c.Figures
	f.Each, f.Timeout = p.Seconds/p.Calls, 2*p.Timeouts > p.Calls
	switch p.Spent {
	case measure.OnWait:
		f.Each = p.Seconds / cmp.Or(p.Requests, p.Calls)
	case measure.OnHang:
		d.hang(c, &p)
	case measure.OnSlow:
		if p.Label == measure.Impatient {
			c.Cause = CauseImpatient
		}
	}
	f.Missed, f.P99 = measure.None, measure.None
	if v, ok := d.mean("latency_p99" + d.phase); ok {
		f.P99 = v
	}
	slo := d.Scenario.SLO.Seconds()
	if rate, has := d.mean(d.rate); has && metric == d.rate && slo > 0 && f.P99 <= slo {
		f.Missed = 1 - rate
	}
	return c
}

// hang counts the calls that nobody would have answered.
func (d *diagnosis) hang(c *Complaint, p *measure.Part) {
	before, _ := d.at(p.Provider, "wasted.doomed.undetected")
	known, _ := d.at(p.Provider, "wasted.doomed.known")
	probes, _ := d.at(p.Provider, "wasted.doomed.probe")
	detect, noticed := d.at(p.Provider, "time_to_detect")
	never, _ := d.at(p.Provider, "time_to_detect"+measure.CensoredSuffix)
	all, _ := d.at(p.Provider, "time_to_detect"+measure.EpisodesSuffix)
	noticed = noticed && never < all
	f := &c.Figures
	f.Noticed = measure.None
	if noticed {
		f.Noticed = detect
	}
	switch {
	case p.Label == measure.DoomedProbe:
		c.Cause, f.Value = CauseProbes, probes
	case noticed && p.Label == measure.DoomedUndetected:
		c.Cause, f.Value = CauseHang, before
	case noticed:
		c.Cause, f.Value = CauseKnown, known
	default:
		c.Cause, f.Value = CauseKnown, before+known
	}
}
