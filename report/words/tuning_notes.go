package words

import (
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
