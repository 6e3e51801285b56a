package words

import (
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// TuningRemarks are what a reader must know to trust the figures.
func TuningRemarks(t *judge.Tuning) (out []string) {
	if t.Outcome.Partial {
		out = append(out, "interrupted: results are partial, and nothing was held out")
	}
	if n := alikeSettings(t); n > 0 {
		out = append(out, measure.Plural(n, "other setting")+" fared like the winner in every run")
	}
	if text := rangeEnds(t); text != "" {
		out = append(out, text)
	}
	for i := range t.Warnings {
		out = append(out, warningPlace(&t.Warnings[i])+t.Warnings[i].Text)
	}
	return out
}

// alikeSettings counts the settings that differ from the winner in no figure.
func alikeSettings(t *judge.Tuning) int {
	if len(t.Outcome.Front) == 0 {
		return 0
	}
	return len(t.Outcome.Front[t.Outcome.Winner].Alike)
}

// TakenOutputs are the outputs that hold the winner, where there is a reason to take
// it.
func TakenOutputs(t *judge.Tuning) (out []string) {
	if does := t.Decision(); does == judge.WordKeep || does == judge.WordNone {
		return nil
	}
	p := &t.Products
	for _, one := range []struct {
		have []byte
		arg  string
	}{{p.Strategy, "-o strategy=best.yaml"}, {p.Gobreaker, "-o gobreaker=breaker.go"}, {p.Patch, "-o patch=best.diff"}} {
		if len(one.have) > 0 {
			out = append(out, one.arg)
		}
	}
	return out
}

// PrintableTuning is a copy without the characters that a terminal would obey.
func PrintableTuning(t *judge.Tuning) *judge.Tuning {
	out := *t
	out.Strategy.Name, out.Strategy.Preset = PlainLine(t.Strategy.Name), PlainLine(t.Strategy.Preset)
	out.Scenarios = slices.Clone(t.Scenarios)
	for i := range out.Scenarios {
		out.Scenarios[i].Name = PlainLine(t.Scenarios[i].Name)
	}
	out.Axes = slices.Clone(t.Axes)
	for i := range out.Axes {
		out.Axes[i].Name, out.Axes[i].Labels = PlainLine(t.Axes[i].Name), printables(t.Axes[i].Labels)
	}
	out.Require, out.Rivals, out.Again = printables(t.Require), printables(t.Rivals), printables(t.Again)
	out.Changes = slices.Clone(t.Changes)
	for i, c := range t.Changes {
		out.Changes[i] = judge.TuningChange{Path: PlainLine(c.Path), From: PlainLine(c.From), To: PlainLine(c.To)}
	}
	out.Warnings = slices.Clone(t.Warnings)
	for i, w := range t.Warnings {
		out.Warnings[i] = judge.Warning{File: PlainLine(w.File), Line: w.Line, Text: PlainLine(w.Text)}
	}
	return &out
}

func printables(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = PlainLine(s)
	}
	return out
}
