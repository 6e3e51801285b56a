package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"wavetank/report/measure"
)

// completions are what a shell is offered for the last of some arguments.
func completions(t *testing.T, args ...string) []string {
	t.Helper()
	var out, err bytes.Buffer
	s := system{args: append([]string{"__complete"}, args...), stdin: strings.NewReader(""), stdout: &out, stderr: &err,
		env: func(string) (string, bool) { return "", false }}
	if code := run(context.Background(), s); code != exitOK {
		t.Fatalf("%q: exit %d: %s", args, code, err.String())
	}
	var words []string
	for l := range strings.Lines(out.String()) {
		if l = strings.TrimSuffix(l, "\n"); !strings.HasPrefix(l, ":") {
			words = append(words, l)
		}
	}
	return words
}

// TestCompletion: for each flag that takes a name, what is offered begins with what is
// written, and is what may stand there.
func TestCompletion(t *testing.T) {
	for _, tc := range []struct {
		line string // words parted by |
		want string // that are offered, among others
		not  string
	}{
		{"run|hang", "hang-primary", "five-provider"},
		{"run|--strategy|fi", "five-provider", "naive"},
		{"run|hang-primary|--strategy|x=fi", "x=five-provider", ""},
		{"run|hang-primary|--strategy|x=five-provider,attempt.", "x=five-provider,attempt.total=", ""},
		{"run|hang-primary|--strategy|x=five-provider,attempt.total=5s,breaker.open.b", "x=five-provider,attempt.total=5s,breaker.open.base=", ""},
		{"run|hang-primary|--reference|", "ai-memory", "litellm"},
		{"run|hang-primary|--strategy|litellm|--reference|", "litellm", "ai-memory"},
		{"run|hang-primary|--gate|", "gobreaker", "litellm"},
		{"run|hang-primary|--set|timeline[0].", "timeline[0].for=", ""},
		{"run|hang-primary|--set|strategies.five-provider.attempt", "strategies.five-provider.attempt.total=", ""},
		{"run|hang-primary|--set|slo", "slo=", ""},
		{"run|hang-primary|--expect|", "naive.", "litellm."},
		{"run|hang-primary|--expect|naive.spur", "naive.spurious_trips", ""},
		{"run|hang-primary|--expect|naive.latency_p99 <= 0.5 * five-provider.latency_p9", "naive.latency_p99 <= 0.5 * five-provider.latency_p99", ""},
		{"run|hang-primary|--expect|max(na", "max(naive.", ""},
		{"run|--precision|slo", "slo_rate.during:", ""},
		{"run|--engine|n", "native", "gobreaker"},
		{"run|--fail-on|expect,reg", "expect,regression", ""},
		{"tune|hang-primary|--minimize|lat", "latency_p99", "slo_rate"},
		{"tune|hang-primary|--minimize|latency_p99,co", "latency_p99,cost_per_1k", ""},
		{"tune|hang-primary|--maximize|slo", "slo_rate.during", ""},
		{"tune|hang-primary|--require|succ", "success_rate", ""},
		{"tune|hang-primary|--require|hang-primary/succ", "hang-primary/success_rate.since", ""},
		{"tune|hang-primary|--vary|", "order", "hedge.after="},
		{"tune|hang-primary|--vary|break", "breaker.open.base=", "order"},
		{"tune|hang-primary|--strategy|tail-at-scale|--vary|hedge", "hedge.quantile=", ""},
		{"tune|hang-primary|--vary|preset=naive,lite", "preset=naive,litellm", ""},
		{"tune|hang-primary|--set|slo", "slo=", ""},
		{"tune|--imported|", "litellm=", "envoy="},
		{"tune|--rivals|naive,lite", "naive,litellm", ""},
		{"explain|hang-primary|--worst|", "waste", ""},
		{"explain|hang-primary|--strategy|x=litellm,ret", "x=litellm,retry=", ""},
		{"explain|--engine|g", "gobreaker", ""},
		{"check|--gate|fi", "five-provider", ""},
		{"check|none.json|--expect|x.trip", "x.trips", ""},
		{"validate|--set|slo", "slo=", ""},
		{"show|metric:lat", "metric:latency_p99", "five-provider"},
		{"show|metric:cost", "metric:cost", ""},
		{"list|", "metrics", ""},
	} {
		args := strings.Split(tc.line, "|")
		got := completions(t, args...)
		if !slices.Contains(got, tc.want) {
			t.Errorf("%s: %q is not offered, but %.10q", tc.line, tc.want, got)
		}
		if slices.Contains(got, tc.not) {
			t.Errorf("%s: %q is offered", tc.line, tc.not)
		}
		if args[0] == "list" {
			continue // shells drop what does not fit
		}
		for _, word := range got {
			if !strings.HasPrefix(word, args[len(args)-1]) {
				t.Errorf("%s: %q does not begin so", tc.line, word)
			}
		}
	}
}

// unnamed are flags whose value is a file, a time or a text, and no name that we know.
var unnamed = []string{"allow-files", "chain", "baseline", "save-baseline", "against", "space", "checkpoint", "latency", "duration", "shard", "indifference", "group"}

// TestEveryNameCompletes: each flag that takes a word completes it, or takes none that we
// know.
func TestEveryNameCompletes(t *testing.T) {
	for _, c := range newRoot(&system{}).Commands() {
		if c.Name() == "completion" || c.Name() == "help" {
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind != "string" && kind != "stringArray" || slices.Contains(unnamed, f.Name) {
				return
			}
			if f.Name == "output" && slices.Contains([]string{"import", "selftest"}, c.Name()) {
				return // a file
			}
			if _, ok := c.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s --%s completes nothing", c.Name(), f.Name)
			}
		})
	}
	if _, ok := newRun(&system{}).GetFlagCompletionFunc("chain"); ok {
		t.Error("--chain is a file")
	}
}

// TestMetricsAreShown: list names each metric with its word, show explains each, phases
// too.
func TestMetricsAreShown(t *testing.T) {
	ask := func(args ...string) string {
		var out, err bytes.Buffer
		s := system{args: args, stdin: strings.NewReader(""), stdout: &out, stderr: &err, env: func(string) (string, bool) { return "", false }}
		if code := run(context.Background(), s); code != exitOK {
			t.Fatalf("%q: exit %d: %s", args, code, err.String())
		}
		return out.String()
	}
	list := ask("list", "metrics")
	for _, m := range measure.Catalogue {
		if got := ask("show", "metric:"+m.Name); !strings.Contains(got, "on screens  "+m.Word+"\n") || !strings.Contains(got, "unit        "+m.Unit.String()+"\n") {
			t.Errorf("show metric:%s says\n%s", m.Name, got)
		}
		if base := measure.Base(m.Name); !strings.Contains(list, "\n  "+base+" ") && !strings.HasPrefix(list, "  "+base+" ") || !strings.Contains(list, m.Word) {
			t.Errorf("%s (%s) is not listed", base, m.Word)
		}
	}
	var stderr bytes.Buffer
	s := system{args: []string{"show", "metric:latency_p98"}, stdin: strings.NewReader(""), stdout: &stderr, stderr: &stderr, env: func(string) (string, bool) { return "", false }}
	if code := run(context.Background(), s); code != exitInput || !strings.Contains(stderr.String(), `did you mean "latency_p90"`) {
		t.Errorf("show metric:latency_p98: exit %d: %s", code, stderr.String())
	}
}
