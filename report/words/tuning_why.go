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

// chosenWords names the way, and who is there by another one.
func chosenWords(t *judge.Tuning) string {
	o := t.Outcome
	text := ""
	switch o.How {
	case tune.Only:
		return "the " + map[bool]string{false: "least ", true: "most "}[t.Above(0)] + ObjectiveName(t, 0)
	case tune.Weights:
		text = "the least weighted sum"
	default:
		text = "as good as the knee by more runs, as far as it matters"
	}
	ends := "farthest from the " + map[bool]string{false: "line", true: "plane"}[len(t.Objectives) > 2] + " through the front's ends"
	if o.How == tune.Knee && o.Chord == o.Winner {
		text = "the knee, " + ends
	}
	if bend := o.Front[o.Winner].Bend; bend > 0 {
		text += ", where the front turns by " + measure.Whole(bend) + "°"
	}
	if o.Chord != o.Winner {
		text += "; the knee, " + ends + ", is " + FrontNumber(o.Chord)
	}
	if o.Utopia == o.Winner {
		return text + ", and the nearest to the best of each"
	}
	return text + "; the nearest to the best of each is " + FrontNumber(o.Utopia)
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
// winner: "#2 instead: p99 -0.7 s for cost per 1k +$0.60, $0.85 for each second".
func exchangeWords(t *judge.Tuning, i int) string {
	win, other := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Front[i]
	var gains, costs []string
	gain, cost, most, dearest := -1, -1, 0.0, 0.0
	for k := range t.Objectives {
		o := &t.Objectives[k]
		d := other.Values[k].Mean - win.Values[k].Mean
		if measure.Bad(d) || d == 0 {
			continue
		}
		text, size := ObjectiveName(t, k)+" "+FormatSigned(o.Unit, d), math.Abs(d)/max(t.Reach(k), math.Abs(d))
		if (d > 0) == t.Above(k) {
			if gains = append(gains, text); size > most {
				gain, most = k, size
			}
			continue
		}
		if costs = append(costs, text); size > dearest {
			cost, dearest = k, size
		}
	}
	name := FrontNumber(i) + " instead"
	switch {
	case gain < 0 && cost < 0:
		return name + ": no other figure"
	case gain < 0:
		return name + ": " + strings.Join(costs, " and ") + " for nothing"
	case cost < 0:
		return name + ": " + strings.Join(gains, " and ") + " for nothing"
	}
	return name + ": " + strings.Join(gains, " and ") + " for " + strings.Join(costs, " and ") + ExchangeRate(t, other, win, gain, cost)
}

// unitEach are the units in which an exchange is counted.
var unitEach = [...]string{measure.Count: "one of ", measure.Rate: "percent point of ", measure.Seconds: "second of ", measure.Dollars: "dollar of ", measure.Scale: "one of "}

// ExchangeRate is what the dearest loss costs for each unit of the largest gain.
func ExchangeRate(t *judge.Tuning, f, win *tune.Finalist, gain, cost int) string {
	g, c := &t.Objectives[gain], &t.Objectives[cost]
	gained := math.Abs(f.Values[gain].Mean - win.Values[gain].Mean)
	if g.Unit == measure.Rate {
		gained *= 100
	}
	lost := math.Abs(f.Values[cost].Mean-win.Values[cost].Mean) / gained
	if measure.Bad(lost) {
		return ""
	}
	price := Points(c.Unit, measure.Format(c.Unit, lost))
	if c.Unit != measure.Dollars && c.Unit != measure.Seconds {
		price += " " + ObjectiveName(t, cost)
	}
	return " (" + price + " for each " + unitEach[g.Unit] + ObjectiveName(t, gain) + ")"
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
// headline tells.
func rivalGains(t *judge.Tuning, r *tune.Rival) (out []string) {
	if len(t.Broken(r.Kept)) > 0 {
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
