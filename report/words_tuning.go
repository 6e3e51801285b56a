package report

import (
	"strconv"
	"strings"

	"wavetank/sim/tune"
)

// objectiveHead is what stands over an objective's column, on one line or more.
func objectiveHead(o *TuningObjective) string {
	base, phase := o.Name, ""
	for _, p := range phases {
		if b, ok := strings.CutSuffix(o.Name, "."+p); ok {
			base, phase = b, "\n"+p
		}
	}
	head, known := contrastHeads[base]
	if !known {
		head = strings.Join(wrap(strings.NewReplacer("_", " ", ".", " ").Replace(base), 10), "\n")
	}
	return head + phase
}

// objectiveShort is the objective in a sentence.
func objectiveShort(o *TuningObjective) string {
	return strings.Join(strings.Fields(objectiveHead(o)), " ")
}

// objectiveName is an objective in a sentence, with the way in which a suite is joined
// where that is not the mean.
func objectiveName(t *Tuning, objective int) string {
	text := objectiveShort(&t.Objectives[objective])
	switch {
	case len(t.Scenarios) < 2 || t.Over == tune.Mean:
		return text
	case t.Over == tune.Regret:
		return text + " regret"
	}
	return overs[t.Over] + " " + text
}

// objectiveValue writes an estimate, with its interval where that is asked for.
func objectiveValue(o *TuningObjective, e *tune.Estimate, interval bool) string {
	if !interval {
		return inUnit(o.Unit, e.Mean)
	}
	s := summaryOf(e)
	return intervalInUnit(o.Unit, &s)
}

// objectiveChange writes a difference with its sign and interval.
func objectiveChange(o *TuningObjective, e *tune.Estimate) string {
	if bad(e.Mean) {
		return missing
	}
	s := summaryOf(e)
	return changeInUnit(o.Unit, &s)
}

func summaryOf(e *tune.Estimate) Summary {
	return Summary{Mean: e.Mean, Low: e.Low, High: e.High, N: e.N}
}

// signWords stand behind the winner's differences.
var signWords = [...]string{tune.Unclear: markEqual, tune.Better: "better", tune.Same: "same", tune.Behind: "worse"}

// tuningStory says what was searched for: "the least latency_p99, cost_per_1k".
func tuningStory(t *Tuning) string {
	var least, most []string
	for i := range t.Objectives {
		o := &t.Objectives[i]
		name := o.Name
		if o.Weighted {
			name += " (weight " + scaled(o.Weight) + ")"
		}
		if o.higher() {
			most = append(most, name)
			continue
		}
		least = append(least, name)
	}
	var parts []string
	if len(most) > 0 {
		parts = append(parts, "the most "+strings.Join(most, ", "))
	}
	if len(least) > 0 {
		parts = append(parts, "the least "+strings.Join(least, ", "))
	}
	return t.Strategy.Name + " tuned for " + strings.Join(parts, " and ")
}

// suiteText names the scenarios, and counts them where there are many.
func suiteText(t *Tuning) string {
	var names []string
	for i := range t.Scenarios {
		names = append(names, t.Scenarios[i].Name)
	}
	if len(names) > suiteNamed {
		return plural(len(names), "scenario")
	}
	return strings.Join(names, ", ")
}

// suiteNamed is how many scenarios a title names.
const suiteNamed = 3

// overs are what an objective's figure over the suite is called, by tune.Over.
var overs = [...]string{tune.Mean: "mean", tune.Worst: "worst", tune.Regret: "regret"}

// lookedText says how many settings were looked at, and how they were chosen.
func lookedText(t *Tuning) string {
	o := t.Outcome
	if o.Sampled {
		return thousands(int64(o.Candidates)) + " of " + count(o.Size) + " settings, Latin hypercube"
	}
	if float64(o.Candidates) < o.Size {
		return thousands(int64(o.Candidates)) + " of " + count(o.Size) + " settings"
	}
	if o.Candidates == 1 {
		return "the only setting"
	}
	return "all " + plural(o.Candidates, "setting")
}

// halvedText tells the rungs, and who fell out for other reasons than its figures.
func halvedText(t *Tuning) string {
	var steps []string
	for i, r := range t.Outcome.Rungs {
		text := thousands(int64(r.Points)) + " x " + strconv.Itoa(r.Replications)
		if i == 0 {
			text += " " + strings.TrimPrefix(plural(r.Replications, "run"), thousands(int64(r.Replications))+" ")
		}
		steps = append(steps, text)
	}
	parts := []string{}
	if len(steps) > 0 {
		parts = append(parts, "played "+strings.Join(steps, ", "))
	}
	if n := t.Outcome.Invalid; n > 0 {
		parts = append(parts, plural(n, "setting")+" "+agree(n, "makes", "make")+" no strategy")
	}
	if n := t.Outcome.Infeasible; n > 0 {
		parts = append(parts, thousands(int64(n))+" "+agree(n, "breaks", "break")+" a requirement")
	}
	return strings.Join(parts, "; ")
}

// changedText is what the winner has otherwise, as arguments of a variant.
func changedText(t *Tuning) string {
	var out []string
	for _, c := range t.Changes {
		out = append(out, c.Path+"="+c.To)
	}
	return strings.Join(out, ", ")
}

// apartText names the settings of a point that another one has otherwise.
func apartText(t *Tuning, f, from *tune.Finalist) string {
	var out []string
	for i := range t.Axes {
		if to := t.label(f, i); to != t.label(from, i) {
			out = append(out, t.Axes[i].Name+"="+to)
		}
	}
	return strings.Join(out, ", ")
}

// combinationText names all settings of a point.
func combinationText(t *Tuning, p tune.Point) string {
	space := tune.Space{Axes: t.Axes}
	at := space.Settings(p)
	if at == nil {
		return "the setting in force"
	}
	return apartText(t, &tune.Finalist{Settings: at}, &tune.Finalist{})
}

// currentLabel is the label of an axis at the setting in force: what the winner
// changes it from, and where it changes nothing the winner's own.
func currentLabel(t *Tuning, axis int) string {
	now := &t.Outcome.Current
	if now.Settings != nil {
		return t.label(now, axis)
	}
	name := t.Axes[axis].Name
	for _, c := range t.Changes {
		if c.Path == name && c.From == "" {
			return missing
		}
		if c.Path == name {
			return c.From
		}
	}
	return t.label(&t.Outcome.Front[t.Outcome.Winner], axis)
}

// frontNumber is a finalist's name in tables and sentences.
func frontNumber(i int) string { return "#" + strconv.Itoa(i+1) }

// requirementUnit is the unit of the metric that a requirement begins with; the
// scenario that it is for may stand before it.
func requirementUnit(text string) Unit {
	if _, after, scoped := strings.Cut(text, "/"); scoped {
		text = after
	}
	end := strings.IndexFunc(text, func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_.", c) })
	if end < 0 {
		end = len(text)
	}
	if i, ok := MetricIndex(text[:end]); ok {
		return metrics[i].Unit
	}
	return Scale
}
