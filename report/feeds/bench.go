package feeds

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// benchMetrics are the figures of a line, with the units that they carry in it:
// a unit names the figure, and its end the scale that benchstat may give it.
var benchMetrics = []struct{ unit, metric string }{
	{"p50-sec", "latency_p50"}, {"p90-sec", "latency_p90"}, {"p99-sec", "latency_p99"}, {"mean-sec", "latency_mean"},
	{"p50-during-sec", "latency_p50.during"}, {"p99-during-sec", "latency_p99.during"},
	{"success", "success_rate"}, {"in-time", "slo_rate"}, {"in-time-during", "slo_rate.during"},
	{"attempts/req", "attempts_per_request"}, {"wasted/1k-req", "wasted_per_1k"}, {"silent-bad", "silent_bad"},
	{"trips", "trips"}, {"spurious-trips", "spurious_trips"}, {"dollars/1k-req", "cost_per_1k"},
}

// WriteBench writes what benchstat -col /strategy reads: seeds are repetitions,
// so they stand in no name, and a scenario is a benchmark. The count of
// iterations is 1, for a run is one observation.
func WriteBench(w io.Writer, r *words.Report) error {
	var b bytes.Buffer
	suffix := BenchSuffix(r)
	for _, m := range benchMetrics {
		better := ""
		switch measure.Catalogue[measure.Index[m.metric]].Better {
		case measure.Lower:
			better = " better=lower"
		case measure.Higher:
			better = " better=higher"
		}
		b.WriteString("Unit " + m.unit + better + " assume=nothing\n")
	}
	for _, one := range r.Results {
		b.WriteString("\nscenario: " + one.Scenario.Name + "\nhash: " + one.Scenario.Hash +
			"\nmodel: " + measure.FormatCount(judge.Model) + "\n")
		for i := range one.Strategies {
			s := &one.Strategies[i]
			for k := range s.Runs {
				if values := benchValues(&s.Runs[k]); values != "" {
					b.WriteString("Benchmark" + Camel(one.Scenario.Name) + "/strategy=" + benchName(s.Name) + suffix + " 1" + values + "\n")
				}
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// benchValues are the figures of one run that exist.
func benchValues(run *measure.Run) string {
	out := ""
	for _, m := range benchMetrics {
		if v := run.Values[measure.Index[m.metric]]; !measure.Bad(v) {
			out += " " + string(measure.Number(v).Append(nil)) + " " + m.unit
		}
	}
	return out
}

// BenchSuffix is the count of processors that a benchmark's name ends with. It
// is told where a strategy's name would be read as one: foo-2.
func BenchSuffix(r *words.Report) string {
	for _, one := range r.Results {
		for i := range one.Strategies {
			name := benchName(one.Strategies[i].Name)
			if short := strings.TrimRight(name, "0123456789"); short != name && strings.HasSuffix(short, "-") {
				return "-1"
			}
		}
	}
	return ""
}

// benchName makes a name that ends at no blank and begins no key of its own.
func benchName(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '/' || unicode.IsSpace(c) || !unicode.IsPrint(c) {
			return '_'
		}
		return c
	}, strings.ToValidUTF8(name, "_"))
}

// Camel writes a scenario's name as benchmarks are called: HangPrimary.
func Camel(name string) string {
	out := ""
	for part := range strings.FieldsFuncSeq(benchName(name), func(c rune) bool { return c == '-' || c == '_' }) {
		first := []rune(part)
		out += string(unicode.ToUpper(first[0])) + string(first[1:])
	}
	return out
}
