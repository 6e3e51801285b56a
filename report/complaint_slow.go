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
	return &Complaint{Cause: CauseNobody, Metric: d.rate, Provider: -1, Fact: "nobody else to ask",
		Text: "even ideal answers " + Rate.format(best) + d.Scenario.while() + ": it takes another provider"}
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
	end := brief(d.rate, float64(most)/float64(d.tail.asked)) + " of requests miss"
	switch {
	case why == missedLate:
		return d.blame(d.tail.late.sorted(byRequests)[0], d.rate)
	case why == missedBroken:
		return d.silent()
	case why == missedStopped:
		return d.stopped(end)
	case why == missedFailed:
		return &Complaint{Cause: CauseFailed, Metric: d.rate, Provider: -1, Fact: "all who are asked fail",
			Text: end}
	}
	if c := d.falseTrips(); c != nil {
		return c
	}
	return &Complaint{Cause: CauseRefused, Metric: d.rate, Provider: -1, Fact: "everybody is held back",
		Text: "by open breakers, when somebody would have answered: " + end}
}

// stopped is the complaint about calls that an error ended.
func (d *diagnosis) stopped(end string) *Complaint {
	class := chain.Class(0)
	for c, n := range d.tail.stopped {
		if n > d.tail.stopped[class] {
			class = chain.Class(c)
		}
	}
	return &Complaint{Cause: CauseStopped, Metric: d.rate, Provider: -1, Class: class, Fact: class.String() + " ends calls",
		Text: "that another provider would have answered: " + end}
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

// blame puts the largest contributor to the time of slow requests into words.
func (d *diagnosis) blame(p Part, metric string) *Complaint {
	c := &Complaint{Metric: metric, Provider: p.Provider}
	name := d.name(p.Provider)
	switch {
	case p.Spent == OnAnswer:
		c.Cause, c.Fact = CauseAnswers, "slow answers"
		c.Text = "those of " + name + " that are waited for take " + seconds(p.Seconds/p.Calls)
	case p.Spent == OnWait:
		c.Cause, c.Fact = CauseWaits, "waits between attempts"
		c.Text = seconds(p.Seconds/p.Requests) + " of each slow request, after a failure on " + name
	case p.Spent == OnError:
		c.Cause, c.Fact = CauseErrors, "errors that come late"
		c.Text = "after " + seconds(p.Seconds/p.Calls) + " on " + name
	case p.Spent == OnSlow:
		c.Cause, c.Fact = CauseSlow, "answers not waited for"
		c.Text = name + " is slow, and calls are left after " + d.limit(&p)
	default:
		d.hang(c, &p)
	}
	c.Text += ": " + d.consequence(c)
	return c
}

// hang words the calls that nobody would have answered.
func (d *diagnosis) hang(c *Complaint, p *Part) {
	name := d.name(p.Provider)
	before, _ := d.at(p.Provider, "wasted.doomed.undetected")
	known, _ := d.at(p.Provider, "wasted.doomed.known")
	probes, _ := d.at(p.Provider, "wasted.doomed.probe")
	detect, noticed := d.at(p.Provider, "time_to_detect")
	each, on := "each for "+d.limit(p), ""
	if d.Scenario.ill() > 1 {
		on = " on " + name
	}
	switch {
	case p.Label == DoomedProbe:
		c.Cause, c.Fact, c.Text = CauseProbes, count(probes)+" probes hang", "on "+name+" while it is ill, "+each
	case noticed && p.Label == DoomedUndetected:
		c.Cause, c.Fact, c.Text = CauseHang, brief("time_to_detect", detect)+" to notice", "by then "+count(before)+" calls hang"+on+", "+each
	case noticed:
		c.Cause, c.Fact, c.Text = CauseKnown, "asked again and again", count(known)+" calls hang on "+name+" after it was known, "+each
	default:
		c.Cause, c.Fact, c.Text = CauseKnown, "never notices", count(before+known)+" calls hang on "+name+", "+each
	}
}

// limit is how long a call was waited for.
func (d *diagnosis) limit(p *Part) string {
	if 2*p.Timeouts > p.Calls {
		return "one attempt timeout"
	}
	return seconds(p.Seconds / p.Calls)
}

// consequence is what slow requests come to.
func (d *diagnosis) consequence(c *Complaint) string {
	p99, ok := d.mean("latency_p99" + d.phase)
	slo := d.Scenario.SLO.Seconds()
	if rate, has := d.mean(d.rate); has && c.Metric == d.rate && slo > 0 && p99 <= slo {
		return brief(d.rate, 1-rate) + " of requests miss"
	}
	if !ok {
		return "requests are slow"
	}
	return "p99 stays at " + seconds(p99)
}

// name of a provider, for a sentence.
func (d *diagnosis) name(provider int) string {
	if provider < 0 {
		return "nobody"
	}
	return d.Scenario.Providers[provider]
}
