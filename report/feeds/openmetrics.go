package feeds

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// family is one metric of the exposition: all its samples stand together, as the
// format demands, whichever scenario and strategy they are of.
type family struct {
	name, unit, help string
	samples          []string
}

// WriteOpenMetrics writes a gauge per figure, in base units and without
// timestamps. A sample's labels are the scenario, the strategy, the provider or
// the phase where it is of one, and stat: mean over seeds, or an end of its 95 %
// interval. A figure without a value has no sample.
func WriteOpenMetrics(w io.Writer, r *words.Report) error {
	var b bytes.Buffer
	for _, f := range append(infoFamilies(r), append(figureFamilies(r), providerFamilies(r)...)...) {
		if len(f.samples) == 0 {
			continue
		}
		b.WriteString("# TYPE " + f.name + " gauge\n")
		if f.unit != "" {
			b.WriteString("# UNIT " + f.name + " " + f.unit + "\n")
		}
		b.WriteString("# HELP " + f.name + " " + escapeMetrics(f.help) + "\n")
		for _, s := range f.samples {
			b.WriteString(f.name + s + "\n")
		}
	}
	b.WriteString("# EOF\n")
	_, err := w.Write(b.Bytes())
	return err
}

// infoFamilies are the families that say what was run and how its rules came out.
func infoFamilies(r *words.Report) []*family {
	run := &family{name: "wavetank_run_info", help: "what was run; always 1"}
	seeds := &family{name: "wavetank_seeds", help: "runs of each strategy"}
	rules := &family{name: "wavetank_rules", help: "rules by verdict"}
	names := words.ScenarioNames(r)
	for i, one := range r.Results {
		name := names[i]
		run.add("1", "scenario", name, "hash", one.Scenario.Hash, "model", strconv.Itoa(judge.Model), "partial", strconv.FormatBool(one.Partial))
		seeds.add(strconv.Itoa(len(one.Seeds)), "scenario", name)
		var n [judge.Inconclusive + 1]int
		for i := range one.Expectations {
			n[one.Expectations[i].Verdict]++
		}
		for v := range n {
			rules.add(strconv.Itoa(n[v]), "scenario", name, "verdict", judge.Verdict(v).String())
		}
	}
	return []*family{run, seeds, rules}
}

// figureFamilies are the figures of strategies. A figure's phases are samples of
// one family.
func figureFamilies(r *words.Report) []*family {
	var out []*family
	names := words.ScenarioNames(r)
	of := map[string]*family{}
	for _, m := range measure.Catalogue {
		base, phase := splitPhase(m.Name)
		f := of[base]
		if f == nil {
			f = newFamily("wavetank_", base, m.Unit, m.Summary)
			of[base], out = f, append(out, f)
		}
		for n, one := range r.Results {
			for i := range one.Strategies {
				s := &one.Strategies[i]
				f.figure(s.Figure(m.Name), "scenario", names[n], "strategy", s.Name, "phase", phase)
			}
		}
	}
	return out
}

// providerFamilies are the figures of a strategy's calls to one provider.
func providerFamilies(r *words.Report) []*family {
	var out []*family
	names := words.ScenarioNames(r)
	for _, name := range measure.ProviderCatalogue {
		f := newFamily("wavetank_provider_", name, judge.ProviderUnit(name), name+" of one provider")
		for n, one := range r.Results {
			for i := range one.Strategies {
				s := &one.Strategies[i]
				for p, provider := range one.Scenario.Providers {
					f.figure(s.ProviderFigure(p, name), "scenario", names[n], "strategy", s.Name, "provider", provider)
				}
			}
		}
		out = append(out, f)
	}
	return out
}

// splitPhase parts a metric's name from its phase, which is whole where it has
// none.
func splitPhase(name string) (base, phase string) {
	for _, p := range measure.Phases {
		if base, ok := strings.CutSuffix(name, "."+p); ok {
			return base, p
		}
	}
	return name, "whole"
}

// newFamily names a family by OpenMetrics' rules: no dots, and the unit last. A
// rate of 1 has none.
func newFamily(before, name string, u measure.Unit, help string) *family {
	f := &family{name: before + strings.ReplaceAll(name, ".", "_"), help: help}
	f.unit = [...]string{measure.Count: "", measure.Rate: "", measure.Seconds: "seconds", measure.Dollars: "dollars", measure.Scale: ""}[u]
	if f.unit != "" && !strings.HasSuffix(f.name, "_"+f.unit) {
		f.name += "_" + f.unit
	}
	return f
}

// figure adds the samples of a figure that exists.
func (f *family) figure(s measure.Summary, labels ...string) {
	for _, stat := range []struct {
		name  string
		value float64
	}{{"mean", s.Mean}, {"low", s.Low}, {"high", s.High}} {
		if !measure.Bad(stat.value) {
			f.add(string(measure.Number(stat.value).Append(nil)), append(labels[:len(labels):len(labels)], "stat", stat.name)...)
		}
	}
}

// add appends a sample; labels are names and values in turn.
func (f *family) add(value string, labels ...string) {
	var parts []string
	for i := 0; i+1 < len(labels); i += 2 {
		parts = append(parts, labels[i]+`="`+escapeMetrics(labels[i+1])+`"`)
	}
	f.samples = append(f.samples, "{"+strings.Join(parts, ",")+"} "+value)
}

// escapeMetrics escapes what the format escapes in labels and help.
func escapeMetrics(s string) string { return metricsEscapes.Replace(s) }

var metricsEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
