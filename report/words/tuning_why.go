package words

import (
	"math"
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// TuningWhy says by what the winner was chosen from the front, and what others would
// gain and cost: a sentence each.
func TuningWhy(t *judge.Tuning) []string {
	o := t.Outcome
	if len(o.Front) == 0 || !o.Feasible {
		return nil
	}
	out := []string{chosenWords(t)}
	if c := &o.Contest; c.Settled && c.Finalists > 1 {
		out[0] += "; told from " + measure.Plural(c.Finalists-1, "finalist") + " in " + measure.Plural(c.Replications, "run")
	}
	if t.Outcome.How != tune.Only {
		for _, i := range ExchangePoints(t) {
			out = append(out, exchangeWords(t, i))
		}
	}
	return out
}

// chosenWords says by what the winner was chosen, in words of the figures.
func chosenWords(t *judge.Tuning) string {
	switch t.Outcome.How {
	case tune.Only:
		return "the " + map[bool]string{false: "least ", true: "most "}[t.Above(0)] + ObjectiveName(t, 0)
	case tune.Decided:
		var names []string
		for k := range t.Objectives {
			names = append(names, ObjectiveName(t, k))
		}
		return "nobody beats it by what run decides by: " + strings.Join(names, ", then ")
	}
	return "it balances " + reachWords(t)
}

// reachWords say how far the front reaches in each objective, which is what makes
// differences in one comparable with those in another.
func reachWords(t *judge.Tuning) string {
	var out []string
	for k := range t.Objectives {
		o := &t.Objectives[k]
		least, most := math.Inf(1), math.Inf(-1)
		for _, i := range t.Front() {
			if v := t.Outcome.Front[i].Values[k].Mean; !measure.Bad(v) {
				least, most = min(least, v), max(most, v)
			}
		}
		switch {
		case least > most:
			continue
		case least == most:
			out = append(out, ObjectiveName(t, k)+" ("+measure.Format(o.Unit, least)+" everywhere)")
		default:
			out = append(out, ObjectiveName(t, k)+" ("+measure.Format(o.Unit, least)+" to "+measure.Format(o.Unit, most)+")")
		}
	}
	if n := len(out); n > 1 {
		out = append(out[:n-2], out[n-2]+" and "+out[n-1])
	}
	return strings.Join(out, ", ")
}

// ExchangePoints are, for each objective, the cheapest point that is better in it
// by more than does not matter: the one of the least score.
func ExchangePoints(t *judge.Tuning) (out []int) {
	win := &t.Outcome.Front[t.Outcome.Winner]
	for o := range t.Objectives {
		best := -1
		for _, i := range t.Front() {
			f := &t.Outcome.Front[i]
			gain := math.Abs(f.Values[o].Mean - win.Values[o].Mean)
			if !t.Ahead(o, f.Values[o].Mean, win.Values[o].Mean) || gain < t.Outcome.Contest.Delta*t.Reach(o) {
				continue
			}
			if best < 0 || f.Score < t.Outcome.Front[best].Score {
				best = i
			}
		}
		if best >= 0 && !slices.Contains(out, best) {
			out = append(out, best)
		}
	}
	return out
}

// exchangeWords is what another point of the front gains and costs against the
// winner: "#2 instead: 0.5 fewer false trips would cost 0.9 s of p99".
func exchangeWords(t *judge.Tuning, i int) string {
	win, other := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Front[i]
	var gains, costs []string
	for k := range t.Objectives {
		d := other.Values[k].Mean - win.Values[k].Mean
		if measure.Bad(d) || d == 0 {
			continue
		}
		if (d > 0) == t.Above(k) {
			gains = append(gains, gainWords(t, k, d))
		} else {
			costs = append(costs, costWords(t, k, d))
		}
	}
	name := FrontNumber(i) + " instead: "
	switch {
	case len(gains) == 0 && len(costs) == 0:
		return name + "no other figure"
	case len(gains) == 0:
		return name + "for nothing it would cost " + strings.Join(costs, " and ")
	case len(costs) == 0:
		return name + strings.Join(gains, " and ") + " for nothing"
	}
	return name + strings.Join(gains, " and ") + " would cost " + strings.Join(costs, " and ")
}

// gainWords are a difference as what is gained: "4.1 s less p99".
func gainWords(t *judge.Tuning, objective int, d float64) string {
	return sizeWords(t, objective, d) + " " + moreOrLess(t, objective, d) + " " + ObjectiveName(t, objective)
}

// costWords are a difference as what it costs: "0.9 s of p99", "12 more wasted".
func costWords(t *judge.Tuning, objective int, d float64) string {
	if u := t.Objectives[objective].Unit; u == measure.Count || u == measure.Scale {
		return gainWords(t, objective, d)
	}
	return sizeWords(t, objective, d) + " of " + ObjectiveName(t, objective)
}

func sizeWords(t *judge.Tuning, objective int, d float64) string {
	return strings.TrimPrefix(FormatSigned(t.Objectives[objective].Unit, math.Abs(d)), "+")
}

func moreOrLess(t *judge.Tuning, objective int, d float64) string {
	switch {
	case d > 0:
		return "more"
	case t.Objectives[objective].Unit == measure.Count:
		return "fewer"
	}
	return "less"
}

// TuningBut says what the winner does not solve: a requirement that it breaks on
// held-out replications, rivals that beat it, and how optimistic the search was
// where that is more than chance.
func TuningBut(t *judge.Tuning) (out []string) {
	h := t.Judged()
	if h == nil || !t.Outcome.Feasible { // which the headline says
		return nil
	}
	for _, text := range t.Broken(h.Kept) {
		out = append(out, "it breaks "+text+" "+heldOutWords(t))
	}
	better := 0
	for i := 1; i < len(h.Rivals); i++ {
		lost := rivalGains(t, &h.Rivals[i])
		if len(lost) == 0 {
			continue
		}
		if better++; better <= betterNamed {
			out = append(out, RivalName(t, i)+" has "+strings.Join(lost, " and "))
		}
	}
	if n := better - betterNamed; n > 0 {
		out = append(out, "and "+measure.Plural(n, "more rival")+" with something better")
	}
	for i := range h.Optimism {
		e := &h.Optimism[i]
		if o := &t.Objectives[i]; e.Low > 0 {
			out = append(out, "the search was optimistic: its "+ObjectiveName(t, i)+" is "+ObjectiveValue(o, &t.Outcome.Front[t.Outcome.Winner].Values[i], false)+
				", held out it is "+ObjectiveValue(o, &h.Winner[i], false)+" ("+ObjectiveChange(o, e)+")")
		}
	}
	return out
}

// betterNamed is how many rivals are named that are better in something.
const betterNamed = 2

// rivalGains are the objectives in which a rival is shown to be better, unless it
// breaks a requirement, or is no better than the setting in force, of which the
// headline tells. Where the winner was decided on, only who beats it by that counts.
func rivalGains(t *judge.Tuning, r *tune.Rival) (out []string) {
	if len(t.Broken(r.Kept)) > 0 || t.Outcome.How == tune.Decided && r.Choice != tune.Behind {
		return nil
	}
	now := &t.Outcome.Held.Rivals[0]
	for i, s := range r.Sign {
		o, told := &t.Objectives[i], now.Sign[i] == tune.Behind && !t.Ahead(i, r.Values[i].Mean, now.Values[i].Mean)
		if s == tune.Behind && !told {
			out = append(out, "better "+ObjectiveName(t, i)+" ("+ObjectiveValue(o, &r.Values[i], false)+")")
		}
	}
	return out
}

// RivalName is a name; the setting in force is the first.
func RivalName(t *judge.Tuning, i int) string {
	if i < len(t.Rivals) {
		return t.Rivals[i]
	}
	return "rival " + measure.FormatCount(float64(i))
}
