package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"wavetank/chain/printable"
	"wavetank/report/judge"
	"wavetank/report/words"
)

// TestOpenMetricsIsRead lets Prometheus's own parser read what every kind of
// report gives, and its linter judge the names.
func TestOpenMetricsIsRead(t *testing.T) {
	for about, r := range reports() {
		text := render(t, "openmetrics", r)
		parser := expfmt.NewTextParser(model.LegacyValidation)
		families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", about, err)
		}
		problems, err := promlint.New(bytes.NewReader(text)).Lint()
		if err != nil {
			t.Errorf("%s: %v", about, err)
		}
		for _, p := range problems {
			t.Errorf("%s: %s: %s", about, p.Metric, p.Text)
		}
		if len(r.Results) == 0 {
			continue
		}
		if f := families["wavetank_seeds"]; len(f.GetMetric()) != len(r.Results) {
			t.Errorf("%s: %d scenarios of %d", about, len(f.GetMetric()), len(r.Results))
		}
	}
}

// TestOpenMetricsStrict holds what the older parser does not ask for: an end, no
// blank line, families in one piece, units in names, no sample twice.
func TestOpenMetricsStrict(t *testing.T) {
	for about, r := range reports() {
		text := string(render(t, "openmetrics", r))
		if !strings.HasSuffix(text, "# EOF\n") || strings.Count(text, "# EOF") != 1 {
			t.Errorf("%s: it does not end with # EOF", about)
		}
		family, seen, samples := "", map[string]bool{}, map[string]bool{}
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			words := strings.Fields(line)
			switch {
			case line == "# EOF":
			case line == "":
				t.Errorf("%s: a blank line", about)
			case words[0] == "#" && words[1] == "TYPE":
				if family = words[2]; seen[family] {
					t.Errorf("%s: %s stands in two places", about, family)
				}
				seen[family] = true
			case words[0] == "#":
				if words[2] != family || words[1] == "UNIT" && !strings.HasSuffix(family, "_"+words[3]) {
					t.Errorf("%s: under %s: %s", about, family, line)
				}
			default:
				key := line[:strings.LastIndexByte(line, ' ')]
				if !strings.HasPrefix(line, family+"{") || samples[key] {
					t.Errorf("%s: under %s, or twice: %s", about, family, line)
				}
				samples[key] = true
			}
		}
	}
}

func TestOpenMetricsValues(t *testing.T) {
	r := synthetic(20)
	r.Scenario.Name = "a \"b\" \\ c\nd"
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(render(t, "openmetrics", &words.Report{Results: []*judge.Result{r}})))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range families["wavetank_latency_p99_seconds"].GetMetric() {
		labels := map[string]string{}
		for _, l := range m.GetLabel() {
			labels[l.GetName()] = l.GetValue()
		}
		if labels["scenario"] != printable.Line(r.Scenario.Name) {
			t.Errorf("scenario %q, want %q", labels["scenario"], r.Scenario.Name)
		}
		want := r.Strategy(labels["strategy"]).Figure("latency_p99." + labels["phase"])
		if labels["stat"] == "mean" {
			found++
			if got := m.GetGauge().GetValue(); math.Abs(got-want.Mean) > 1e-9*want.Mean {
				t.Errorf("%v = %v, want %v", labels, got, want.Mean)
			}
		}
	}
	if found != 6 {
		t.Errorf("%d means, want one per strategy", found)
	}
}
