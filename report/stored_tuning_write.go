package report

import (
	"io"
	"strconv"

	"wavetank/sim/tune"
)

func init() {
	registerTuning("json", "everything that the search found, for programs", writeTuningJSON)
}

// writeTuningJSON writes the document of a search. It holds no value from a wall
// clock; points are decimal strings, since they may not fit a double.
func writeTuningJSON(w io.Writer, t *Tuning, _ View) error {
	out, err := appendJSON(nil, t.json(), "")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

func (t *Tuning) json() object {
	scenarios, axes, objectives, changes, warnings := block{}, block{}, block{}, block{}, block{}
	for i := range t.Scenarios {
		scenarios = append(scenarios, jsonScenario(&t.Scenarios[i]))
	}
	for i := range t.Axes {
		a := &t.Axes[i]
		axes = append(axes, object{{"name", a.Name}, {"labels", words(a.Labels)}, {"at", numbersOrNull(a.At)}, {"log", a.Log}})
	}
	for i := range t.Objectives {
		o := &t.Objectives[i]
		objectives = append(objectives, line{{"metric", o.Name}, {"unit", unitNames[o.Unit]}, {"better", betterNames[o.higher()]},
			{"weight", number(o.Weight)}, {"weighted", o.Weighted}})
	}
	for _, c := range t.Changes {
		changes = append(changes, line{{"path", c.Path}, {"from", textOrNull(c.From)}, {"to", c.To}})
	}
	for _, w := range t.Warnings {
		warnings = append(warnings, line{{"file", w.File}, {"line", w.Line}, {"text", w.Text}})
	}
	s := &t.Strategy
	return object{
		{"schema_version", schemaVersion},
		{"kind", "tuning"},
		{"model", Model},
		{"scenarios", scenarios},
		{"strategy", line{{"name", s.Name}, {"preset", s.Preset}, {"version", s.Version}, {"unverified", s.Unverified}, {"hash", s.Hash}}},
		{"axes", axes},
		{"objectives", objectives},
		{"over", t.Over.String()},
		{"requirements", words(t.Require)},
		{"rivals", words(t.Rivals)},
		{"seeds", line{{"search", t.Seeds[0]}, {"held_out", t.Seeds[1]}}},
		{"replications", t.Asked},
		{"again", words(t.Again)},
		{"warnings", warnings},
		{"verdict", t.headline().word},
		{"outcome", t.jsonOutcome()},
		{"changes", changes},
		{"products", t.Products.json()},
	}
}

// unitNames and betterNames are what a program reads of a metric.
var (
	unitNames   = [...]string{Count: "count", Rate: "share", Seconds: "seconds", Dollars: "dollars", Scale: "number"}
	betterNames = map[bool]string{false: "lower", true: "higher"}
)

func (p *TuningProducts) json() object {
	return object{
		{"strategy", textOrNull(string(p.Strategy))},
		{"gobreaker", textOrNull(string(p.Gobreaker))}, {"gobreaker_reason", textOrNull(p.GobreakerReason)},
		{"patch", textOrNull(string(p.Patch))}, {"patch_reason", textOrNull(p.PatchReason)},
	}
}

// textOrNull is a text, null where it is empty.
func textOrNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// numbersOf are never null; numbersOrNull are where there is no list.
func numbersOf(list []float64) []number {
	out := make([]number, len(list))
	for i, v := range list {
		out[i] = number(v)
	}
	return out
}

func numbersOrNull(list []float64) any {
	if list == nil {
		return nil
	}
	return numbersOf(list)
}

// jsonPoint is a point as a decimal string.
func jsonPoint(p tune.Point) string { return strconv.FormatUint(uint64(p), 10) }

func jsonPoints(all []tune.Point) []string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = jsonPoint(p)
	}
	return out
}

// jsonEstimate is null where no replication has a value.
func jsonEstimate(e *tune.Estimate) any {
	if bad(e.Mean) {
		return nil
	}
	return line{{"mean", number(e.Mean)}, {"low", number(e.Low)}, {"high", number(e.High)}, {"n", e.N}}
}

func jsonEstimates(all []tune.Estimate) block {
	out := block{}
	for i := range all {
		out = append(out, jsonEstimate(&all[i]))
	}
	return out
}
