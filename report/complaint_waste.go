package report

import "slices"

// silent is the complaint about answers that break the schema and were delivered.
func (d *diagnosis) silent() *Complaint {
	v, ok := d.mean("silent_bad")
	if !ok || v == 0 {
		return nil
	}
	return &Complaint{Cause: CauseSilent, Metric: "silent_bad", Provider: -1, Fact: count(v) + " bad answers go out",
		Text: "they break the schema, and are delivered as success"}
}

// worst is the provider with the most of a figure, -1 where none has any.
func (d *diagnosis) worst(metric string) int {
	worst, most := -1, 0.0
	for p := range d.Scenario.Providers {
		if n, ok := d.at(p, metric); ok && n > most {
			worst, most = p, n
		}
	}
	return worst
}

// falseTrips is the complaint about breakers that open on providers that are
// well; of those it names the one with the most.
func (d *diagnosis) falseTrips() *Complaint {
	v, ok := d.mean("spurious_trips")
	if !ok || v < mattersTrips {
		return nil
	}
	worst := d.worst("spurious_trips")
	c := &Complaint{Cause: CauseFalse, Metric: "spurious_trips", Provider: worst, Fact: count(v) + " false trips"}
	hold, _ := d.mean("over_hold")
	c.Reason = d.reason(worst)
	c.Text = "most on " + d.name(worst) + ", by " + falseReasons[c.Reason] + ": healthy providers are held back for " + seconds(hold)
	return c
}

// falseReasons say why a breaker opened on a provider that was well.
var falseReasons = map[string]string{
	"noise":        "everyday errors",
	"caller_fault": "prompts that nobody accepts",
	"race":         "late results",
	"scope":        "the trouble of others",
}

// reason is why most of a provider's false trips happened.
func (d *diagnosis) reason(provider int) string {
	counts := map[string]int{}
	for i := range d.s.Runs {
		for _, t := range d.s.Runs[i].Trips {
			if t.Label == SpuriousTrip && t.Provider == provider {
				counts[t.Reason]++
			}
		}
	}
	best := "noise"
	for _, r := range []string{"caller_fault", "race", "scope"} {
		if counts[r] > counts[best] {
			best = r
		}
	}
	return best
}

// WasteParts are the contributors to a strategy's wasted calls, means over seeds,
// the largest first.
func (r *Result) WasteParts(s *Strategy) []Part {
	all := parts{}
	for p := range r.Scenario.Providers {
		for l := Useful + 1; l < numLabels; l++ {
			if f := s.ProviderFigure(p, "wasted."+l.String()); f.Exists() && f.Mean > 0 {
				all.of(p, l, OnAnswer).Calls = f.Mean
			}
		}
	}
	return all.sorted(byCalls)
}

// waste is the complaint about calls that a chain could have spared: not the one
// that finds out that a prompt is bad, nor everyday errors.
func (d *diagnosis) waste() *Complaint {
	const least = 0.005 // per request: one in two hundred, as with misses
	all := slices.DeleteFunc(d.WasteParts(d.s), func(p Part) bool { return p.Label == FutileDiscovery || p.Label == Unlucky })
	sum := 0.0
	for i := range all {
		sum += all[i].Calls
	}
	if len(all) == 0 || sum < least*d.s.requests() {
		return nil
	}
	w := wasteWords[all[0].Label]
	c := &Complaint{Cause: w.cause, Metric: "wasted_calls", Provider: all[0].Provider}
	name, n := d.name(all[0].Provider), count(all[0].Calls)
	c.Fact, c.Text = n+" "+w.fact, w.before+name+w.after
	if total, ok := d.mean("wasted_calls"); ok {
		c.Text += ": of " + count(total) + " wasted calls"
	}
	return c
}

// wasteWords word the largest contributor to wasted calls.
var wasteWords = [numLabels]struct {
	cause               Cause
	fact, before, after string
}{
	Duplicate:        {CauseDuplicate, "calls are sent twice", "they lose the race on ", ", and are paid for"},
	Late:             {CauseLate, "answers come too late", "", " is still at work when the caller has gone"},
	Invalid:          {CauseInvalid, "answers do not fit", "", " breaks the schema, and each costs another call"},
	FutileRepeat:     {CauseRepeat, "calls repeat a bad prompt", "", " is asked what another has refused"},
	Throttled:        {CauseThrottled, "calls are turned away", "", " says 429, and is asked on"},
	DoomedUndetected: {CauseHang, "calls before it notices", "they fail on ", ""},
	DoomedKnown:      {CauseKnown, "calls after a failure", "", " had failed in the same outage before"},
	DoomedProbe:      {CauseProbes, "probes", "they test ", " while it is ill"},
}

// comeback is the complaint about a provider that is passed over long after it is
// well again: a minute and more.
func (d *diagnosis) comeback() *Complaint {
	const long = 60
	v, ok := d.mean("time_to_recover")
	if !ok || v < long {
		return nil
	}
	worst := d.worst("over_hold")
	return &Complaint{Cause: CauseReturn, Metric: "time_to_recover", Provider: worst, Fact: seconds(v) + " to come back",
		Text: "for so long " + d.name(worst) + " is passed over though it is well"}
}

// difference says in what the first two of a tie differ all the same: the first
// of these figures in which one outdoes the other.
func (r *Result) difference(a, b *Strategy) *Complaint {
	phase := ""
	if len(r.Scenario.Timeline) > 0 {
		phase = ".during"
	}
	for _, m := range []string{"spurious_trips", "latency_p99" + phase, "time_to_recover", "cost_per_1k", "latency_p50" + phase} {
		worse, better := a, b
		if outdoes(a, b, m) {
			worse, better = b, a
		} else if !outdoes(b, a, m) {
			continue
		}
		x, y := worse.Figure(m), better.Figure(m)
		return &Complaint{Cause: CauseDiffers, Strategy: worse.Name, Metric: m, Provider: -1,
			Fact: worse.Name, Text: differWords[m](brief(m, x.Mean)) + " (" + better.Name + ": " + brief(m, y.Mean) + ")"}
	}
	return nil
}

// differWords word a figure of one of two equals.
var differWords = func() map[string]func(string) string {
	out := map[string]func(string) string{
		"spurious_trips":  func(v string) string { return "opens on healthy providers: " + v + " false trips" },
		"time_to_recover": func(v string) string { return "comes back to a mended provider after " + v },
		"cost_per_1k":     func(v string) string { return "costs " + v + " per 1,000 answers" },
	}
	for _, phase := range []string{"", ".during"} {
		out["latency_p99"+phase] = func(v string) string { return "p99 " + v }
		out["latency_p50"+phase] = func(v string) string { return "p50 " + v }
	}
	return out
}()
