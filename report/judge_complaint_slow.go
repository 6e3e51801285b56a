package report

import "wavetank/chain"

// nobody is the complaint that nobody could answer, the bound neither: then no
// setting of a chain helps.
func (d *diagnosis) nobody() *Complaint {
	const most = 0.9 // of the requests: below that a reader asks why
	v, ok := d.mean(d.rate)
	best := d.bound(d.rate, 1)
	if !ok || v >= most || matters(d.rate, v, best, d.s.requests()) {
		return nil
	}
	return &Complaint{Cause: CauseNobody, Metric: d.rate, Provider: -1, Figures: ComplaintFigures{Other: best}}
}

// misses is the complaint about requests without a usable answer in time that
// the bound would have answered.
func (d *diagnosis) misses() *Complaint {
	const least = 0.005 // of the requests, that the bound answers: one in two hundred
	v, ok := d.mean(d.rate)
	best := d.bound(d.rate, 1)
	if !ok || best-v < least || !matters(d.rate, v, best, d.s.requests()) {
		return nil
	}
	why, most := missedLate, int64(0)
	for m, n := range d.tail.misses {
		if n > most {
			why, most = miss(m), n
		}
	}
	if most == 0 {
		return nil
	}
	missed := ComplaintFigures{Missed: float64(most) / float64(d.tail.asked)}
	switch {
	case why == missedLate:
		return d.blame(d.tail.late.sorted(byRequests)[0], d.rate)
	case why == missedBroken:
		return d.silent()
	case why == missedStopped:
		return &Complaint{Cause: CauseStopped, Metric: d.rate, Provider: -1, Class: d.stopped(), Figures: missed}
	case why == missedFailed:
		return &Complaint{Cause: CauseFailed, Metric: d.rate, Provider: -1, Figures: missed}
	}
	if c := d.falseTrips(); c != nil {
		return c
	}
	return &Complaint{Cause: CauseRefused, Metric: d.rate, Provider: -1, Figures: missed}
}

// stopped is the class of most errors that ended calls.
func (d *diagnosis) stopped() chain.Class {
	class := chain.Class(0)
	for c, n := range d.tail.stopped {
		if n > d.tail.stopped[class] {
			class = chain.Class(c)
		}
	}
	return class
}

// slow is the complaint about the slowest percent where all are answered in time,
// or no time was asked for: it must be twice the bound's, and a second more.
func (d *diagnosis) slow() *Complaint {
	metric := "latency_p99" + d.phase
	v, ok := d.mean(metric)
	best := d.bound(metric, 0)
	if !ok || v < 2*best || v < best+1 || len(d.tail.slowest) == 0 {
		return nil
	}
	return d.blame(d.tail.slowest.sorted(bySeconds)[0], metric)
}

// slowCauses are what time was spent on.
var slowCauses = [...]Cause{OnAnswer: CauseAnswers, OnWait: CauseWaits, OnError: CauseErrors, OnSlow: CauseSlow, OnHang: CauseHang}

// blame is the complaint about the largest contributor to the time of slow
// requests.
func (d *diagnosis) blame(p Part, metric string) *Complaint {
	c := &Complaint{Cause: slowCauses[p.Spent], Metric: metric, Provider: p.Provider}
	f := &c.Figures
	f.Each, f.Timeout = p.Seconds/p.Calls, 2*p.Timeouts > p.Calls
	switch p.Spent {
	case OnWait:
		f.Each = p.Seconds / p.Requests
	case OnHang:
		d.hang(c, &p)
	}
	f.Missed, f.P99 = none, none
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
func (d *diagnosis) hang(c *Complaint, p *Part) {
	before, _ := d.at(p.Provider, "wasted.doomed.undetected")
	known, _ := d.at(p.Provider, "wasted.doomed.known")
	probes, _ := d.at(p.Provider, "wasted.doomed.probe")
	detect, noticed := d.at(p.Provider, "time_to_detect")
	f := &c.Figures
	f.Noticed = none
	if noticed {
		f.Noticed = detect
	}
	switch {
	case p.Label == DoomedProbe:
		c.Cause, f.Value = CauseProbes, probes
	case noticed && p.Label == DoomedUndetected:
		c.Cause, f.Value = CauseHang, before
	case noticed:
		c.Cause, f.Value = CauseKnown, known
	default:
		c.Cause, f.Value = CauseKnown, before+known
	}
}
