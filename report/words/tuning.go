package words

import (
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// objectiveHead is what stands over an objective's column, on one line or more.
func objectiveHead(o *judge.TuningObjective) string {
	base, phase := o.Name, ""
	for _, p := range measure.Phases {
		if b, ok := strings.CutSuffix(o.Name, "."+p); ok {
			base, phase = b, "\n"+p
		}
	}
	return Head(base) + phase
}

// ObjectiveShort is the objective in a sentence.
func ObjectiveShort(o *judge.TuningObjective) string {
	return strings.Join(strings.Fields(objectiveHead(o)), " ")
}

// ObjectiveName is an objective in a sentence, with the way in which a suite is joined
// where that is not the mean.
func ObjectiveName(t *judge.Tuning, objective int) string {
	text := ObjectiveShort(&t.Objectives[objective])
	switch {
	case len(t.Scenarios) < 2 || t.Over == tune.Mean:
		return text
	case t.Over == tune.Regret:
		return text + " regret"
	}
	return Overs[t.Over] + " " + text
}

// ObjectiveValue writes an estimate, with its interval where that is asked for.
func ObjectiveValue(o *judge.TuningObjective, e *tune.Estimate, interval bool) string {
	if !interval {
		return measure.Format(o.Unit, e.Mean)
	}
	s := summaryOf(e)
	return measure.FormatInterval(o.Unit, &s)
}

// ObjectiveChange writes a difference with its sign and interval.
func ObjectiveChange(o *judge.TuningObjective, e *tune.Estimate) string {
	if measure.Bad(e.Mean) {
		return measure.Missing
	}
	s := summaryOf(e)
	return changeInUnit(o.Unit, &s)
}

func summaryOf(e *tune.Estimate) measure.Summary {
	return measure.Summary{Mean: e.Mean, Low: e.Low, High: e.High, N: e.N}
}

// SignWords stand behind the winner's differences.
var SignWords = [...]string{tune.Unclear: MarkEqual, tune.Better: "better", tune.Same: "same", tune.Behind: "worse"}

// TuningStory says what was searched for: "the least latency_p99, cost_per_1k".
func TuningStory(t *judge.Tuning) string {
	if t.Outcome.How == tune.Decided {
		var names []string
		for i := range t.Objectives {
			names = append(names, t.Objectives[i].Name)
		}
		return t.Strategy.Name + " tuned as run decides: " + strings.Join(names, ", ")
	}
	var least, most []string
	for i := range t.Objectives {
		o := &t.Objectives[i]
		name := o.Name
		if o.Weighted {
			name += " (weight " + measure.Scaled(o.Weight) + ")"
		}
		if o.Higher() {
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

// SuiteText names the scenarios, and counts them where there are many.
func SuiteText(t *judge.Tuning) string {
	var names []string
	for i := range t.Scenarios {
		names = append(names, t.Scenarios[i].Name)
	}
	if len(names) > suiteNamed {
		return measure.Plural(len(names), "scenario")
	}
	return strings.Join(names, ", ")
}

// suiteNamed is how many scenarios a title names.
const suiteNamed = 3

// Overs are what an objective's figure over the suite is called, by tune.Over.
var Overs = [...]string{tune.Mean: "mean", tune.Worst: "worst", tune.Regret: "regret"}

// LookedText says how many settings were looked at, and how they were chosen.
func LookedText(t *judge.Tuning) string {
	o := t.Outcome
	if o.Sampled {
		return measure.FormatThousands(int64(o.Candidates)) + " of " + measure.FormatCount(o.Size) + " settings, Latin hypercube"
	}
	if float64(o.Candidates) < o.Size {
		return measure.FormatThousands(int64(o.Candidates)) + " of " + measure.FormatCount(o.Size) + " settings"
	}
	if o.Candidates == 1 {
		return "the only setting"
	}
	return "all " + measure.Plural(o.Candidates, "setting")
}

// HalvedText tells the rungs, and who fell out for other reasons than its figures.
func HalvedText(t *judge.Tuning) string {
	var steps []string
	for i, r := range t.Outcome.Rungs {
		text := measure.FormatThousands(int64(r.Points)) + " x " + strconv.Itoa(r.Replications)
		if i == 0 {
			text += " " + strings.TrimPrefix(measure.Plural(r.Replications, "run"), measure.FormatThousands(int64(r.Replications))+" ")
		}
		steps = append(steps, text)
	}
	parts := []string{}
	if len(steps) > 0 {
		parts = append(parts, "played "+strings.Join(steps, ", "))
	}
	if n := t.Outcome.Invalid; n > 0 {
		parts = append(parts, measure.Plural(n, "setting")+" "+Agree(n, "makes", "make")+" no strategy")
	}
	if n := t.Outcome.Infeasible; n > 0 {
		parts = append(parts, measure.FormatThousands(int64(n))+" "+Agree(n, "breaks", "break")+" a requirement")
	}
	return strings.Join(parts, "; ")
}

// changedText is what the winner has otherwise, as arguments of a variant.
func changedText(t *judge.Tuning) string {
	var out []string
	for _, c := range t.Changes {
		out = append(out, c.Path+"="+c.To)
	}
	return strings.Join(out, ", ")
}

// apartText names the settings of a point that another one has otherwise.
func apartText(t *judge.Tuning, f, from *tune.Finalist) string {
	var out []string
	for i := range t.Axes {
		if to := t.Label(f, i); to != t.Label(from, i) {
			out = append(out, t.Axes[i].Name+"="+to)
		}
	}
	return strings.Join(out, ", ")
}

// combinationText names all settings of a point.
func combinationText(t *judge.Tuning, p tune.Point) string {
	space := tune.Space{Axes: t.Axes}
	at := space.Settings(p)
	if at == nil {
		return "the setting in force"
	}
	return apartText(t, &tune.Finalist{Settings: at}, &tune.Finalist{})
}

// CurrentLabel is the label of an axis at the setting in force: what the winner
// changes it from, and where it changes nothing the winner's own.
func CurrentLabel(t *judge.Tuning, axis int) string {
	now := &t.Outcome.Current
	if now.Settings != nil {
		return t.Label(now, axis)
	}
	name := t.Axes[axis].Name
	for _, c := range t.Changes {
		if c.Path == name && c.From == "" {
			return measure.Missing
		}
		if c.Path == name {
			return c.From
		}
	}
	return t.Label(&t.Outcome.Front[t.Outcome.Winner], axis)
}

// FrontNumber is a finalist's name in tables and sentences.
func FrontNumber(i int) string { return "#" + strconv.Itoa(i+1) }

// RequirementUnit is the unit of the metric that a requirement begins with; the
// scenario that it is for may stand before it.
func RequirementUnit(text string) measure.Unit {
	if _, after, scoped := strings.Cut(text, "/"); scoped {
		text = after
	}
	end := strings.IndexFunc(text, func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_.", c) })
	if end < 0 {
		end = len(text)
	}
	if i, ok := measure.Index[text[:end]]; ok {
		return measure.Catalogue[i].Unit
	}
	return measure.Scale
}
