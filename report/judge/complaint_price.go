package judge

// price is the complaint about what somebody who answers as well does for half the
// money. The bound's price is no measure: it asks the cheapest, whatever it is worth.
func (d *diagnosis) price() *Complaint {
	const dear = 2 // times
	v, ok := d.mean("cost_per_1k")
	if !ok {
		return nil
	}
	best, who := v, ""
	for i := range d.Strategies {
		s := &d.Strategies[i]
		f := s.Figure("cost_per_1k")
		if f.Exists() && f.Mean < best && !s.Counterexample && !s.Ideal && !Outdoes(d.s, s, d.rate) {
			best, who = f.Mean, s.Name
		}
	}
	if timesWorse(v, best, moneyFloor) < dear || !Matters("cost_per_1k", v, best, requests(d.s)) {
		return nil
	}
	return &Complaint{Cause: CausePrice, Metric: "cost_per_1k", Provider: d.most("cost"), Against: who,
		Times: timesWorse(v, best, moneyFloor), Figures: ComplaintFigures{Value: v, Other: best}}
}

// comeback is the complaint about a provider that is passed over long after it is
// well again: a minute and more.
func (d *diagnosis) comeback() *Complaint {
	v, ok := d.mean("time_to_recover")
	if !ok || v < lagFloor {
		return nil
	}
	never, of := d.s.Never("time_to_recover")
	return &Complaint{Cause: CauseReturn, Never: [2]int{never, of}, Metric: "time_to_recover", Provider: d.most("over_hold"), Times: timesWorse(v, 0, lagFloor), Figures: ComplaintFigures{Value: v}}
}
