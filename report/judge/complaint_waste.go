package judge

import (
	"slices"

	"wavetank/report/measure"
)

// silent is the complaint about answers that break the schema and were delivered.
func (d *diagnosis) silent() *Complaint {
	v, ok := d.mean("silent_bad")
	if !ok || v == 0 {
		return nil
	}
	few := float64(brokenMatters.PerRequest * requests(d.s))
	return &Complaint{Cause: CauseSilent, Metric: "silent_bad", Provider: -1, Times: timesWorse(v, 0, few), Figures: ComplaintFigures{Value: v}}
}

// most is the provider with the most of a figure, -1 where none has any.
func (d *diagnosis) most(metric string) int {
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
	if !ok || v < tripsMatter.Least {
		return nil
	}
	worst := d.most("spurious_trips")
	hold, _ := d.mean("over_hold")
	return &Complaint{Cause: CauseFalse, Metric: "spurious_trips", Provider: worst, Reason: d.reason(worst), Times: min(timesWorse(v, 0, tripsFloor), timesWorse(hold, 0, lagFloor)), // they cost as long as they hold
		Figures: ComplaintFigures{Value: v, Each: hold}}
}

// reason is why most of a provider's false trips happened.
func (d *diagnosis) reason(provider int) string {
	counts := map[string]int{}
	for i := range d.s.Runs {
		for _, t := range d.s.Runs[i].Trips {
			if t.Label == measure.SpuriousTrip && t.Provider == provider {
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
func (r *Result) WasteParts(s *measure.Strategy) []measure.Part {
	all := measure.Parts{}
	for p := range r.Scenario.Providers {
		for l := measure.Useful + 1; l < measure.NumLabels; l++ {
			if f := s.ProviderFigure(p, "wasted."+l.String()); f.Exists() && f.Mean > 0 {
				all.Of(p, l, measure.OnAnswer).Calls = f.Mean
			}
		}
	}
	return all.Sorted(measure.ByCalls)
}

// waste is the complaint about calls that a chain could have spared: not the one
// that finds out that a prompt is bad, nor everyday errors.
func (d *diagnosis) waste() *Complaint {
	const least = 0.005 // per request: one in two hundred, as with misses
	all := slices.DeleteFunc(d.WasteParts(d.s), func(p measure.Part) bool { return p.Label == measure.FutileDiscovery || p.Label == measure.Unlucky })
	sum := 0.0
	for i := range all {
		sum += all[i].Calls
	}
	if len(all) == 0 || sum < least*requests(d.s) {
		return nil
	}
	c := &Complaint{Cause: wasteCauses[all[0].Label], Metric: "wasted_calls", Provider: all[0].Provider, Paid: d.paid()}
	c.Figures.Value, c.Figures.Other = all[0].Calls, measure.None
	if total, ok := d.mean("wasted_calls"); ok {
		c.Figures.Other = total
	}
	if attempts, ok := d.mean("attempts"); ok && attempts > sum {
		c.Times = attempts / (attempts - sum)
	}
	return c
}

// paid reports whether what was wasted is a part of the bill that matters: hangs and
// refusals cost nothing.
func (d *diagnosis) paid() bool {
	wasted, ok := d.mean("wasted_cost_per_1k")
	all, has := d.mean("cost_per_1k")
	return ok && has && Matters("cost_per_1k", all-wasted, all, requests(d.s))
}

// wasteCauses are those of the largest contributor to wasted calls.
var wasteCauses = [measure.NumLabels]Cause{measure.Duplicate: CauseDuplicate, measure.Late: CauseLate, measure.Invalid: CauseInvalid, measure.FutileRepeat: CauseRepeat,
	measure.Throttled: CauseThrottled, measure.Impatient: CauseImpatient, measure.DoomedUndetected: CauseHang, measure.DoomedKnown: CauseKnown, measure.DoomedProbe: CauseProbes}

// difference says in what the first two of a tie differ all the same: the first
// of these figures in which one outdoes the other.
func (r *Result) difference(a, b *measure.Strategy) *Complaint {
	phase := ""
	if len(r.Scenario.Timeline) > 0 {
		phase = ".during"
	}
	for _, m := range []string{"spurious_trips", "latency_p99" + phase, "time_to_recover", "cost_per_1k", "latency_p50" + phase} {
		worse, better := a, b
		if Outdoes(a, b, m) {
			worse, better = b, a
		} else if !Outdoes(b, a, m) {
			continue
		}
		x, y := worse.Figure(m), better.Figure(m)
		return &Complaint{Cause: CauseDiffers, Strategy: worse.Name, Metric: m, Provider: -1, Against: better.Name,
			Figures: ComplaintFigures{Value: x.Mean, Other: y.Mean}}
	}
	return nil
}
