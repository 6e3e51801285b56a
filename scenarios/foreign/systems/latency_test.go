package systems

import (
	"strings"
	"testing"

	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/aimemory"
	"wavetank/scenarios/internal/fixture"
)

// TestImportLatency gives measured times to whom they name, however they are
// written.
func TestImportLatency(t *testing.T) {
	prometheus := func(rows ...string) string {
		return `{"status": "success", "data": {"resultType": "vector", "result": [` + strings.Join(rows, ",") + `]}}`
	}
	series := func(label, name, q, value string) string {
		return `{"metric": {"` + label + `": "` + name + `", "hashed_api_key": "` + planted + `", "quantile": "` + q + `"}, "value": [1764500000.1, "` + value + `"]}`
	}
	const want = "a: 800ms to 3s; b: -"
	for _, row := range []struct{ what, text, want string }{
		{"times with units", "a,800ms,3s\n", want},
		{"a head", "name,median,p99\na, 800ms, 3s\n", want},
		{"milliseconds in the head", "name,median_ms,p99_ms\na,800,3000\n", want},
		{"seconds in the head", "name,median_s,p99_s\na,0.8,3\n", want},
		{"a comment and a mark", "\xef\xbb\xbf# measured in May\na,800ms,3s\n", want},
		{"by the model", "openai/gpt-4o,800ms,3s\n", want},
		{"both", "a,800ms,3s\nb,1s,2s\n", "a: 800ms to 3s; b: 1s to 2s"},
		{"Prometheus", prometheus(series("provider", "a", "0.5", "0.8"), series("provider", "a", "0.99", "3")), want},
		{"Prometheus, by LiteLLM's label", prometheus(series("litellm_model_name", "openai/gpt-4o", "0.99", "3"), series("litellm_model_name", "openai/gpt-4o", "0.5", "0.8")), want},
	} {
		im := imported(t, "litellm", "c.yaml", twoGroups, foreign.ImportOptions{Latency: "l.csv", Options: scenarios.Options{ReadFile: fixture.Files(map[string]string{"c.yaml": twoGroups, "l.csv": row.text})}})
		if strings.Contains(string(im.Chain), planted) {
			t.Errorf("%s: a label's secret is in the chain", row.what)
		}
		if got := measuredIn(t, im); got != row.want {
			t.Errorf("%s: %s, want %s", row.what, got, row.want)
		}
	}
	for _, row := range []struct{ what, text, want string }{
		{"nothing", "", "--latency l.csv:1:1: no latency in it"},
		{"no unit", "a,800,3000\n", "l.csv:1:3: expected times with a unit, as 800ms or 2.4s, or a head"},
		{"a second without", "a,800ms,1s\nb,800ms,3x\n", "l.csv:2:9: expected times"},
		{"two columns", "a,800ms\n", "l.csv:1:1: expected name,median,p99"},
		{"a p99 below", "a,3s,1s\n", `l.csv:1:1: "a": a p99 of 1s lies below its median of 3s`},
		{"below zero", "b,1s,1s\na,-3s,1s\n", `l.csv:2:1: "a" needs a median and a p99 above zero`},
		{"one quantile", prometheus(series("provider", "mine", "0.5", "0.8")), `l.csv:1:92: "mine" needs a median and a p99 above zero`},
		{"a failed query", `{"status": "error"}`, "l.csv:1:1: it is no answer of Prometheus"},
		{"no calls", prometheus(series("provider", "a", "0.5", "NaN")), "l.csv:1:1: no latency in it"},
		{"no JSON", "{\n\"status\": success}", "l.csv:2:11: it is no answer"},
		{"no CSV", "a,1s,2s\n\"b,1s\n", "l.csv:2:"},
		{"a page", "<html>", "l.csv:1:1: expected name,median,p99"},
	} {
		_, err := Import("litellm", foreign.ImportOptions{File: "c.yaml", Latency: "l.csv", Options: scenarios.Options{ReadFile: fixture.Files(map[string]string{"c.yaml": twoGroups, "l.csv": row.text})}})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.what, err, row.want)
		}
	}
	im := imported(t, "litellm", "c.yaml", twoGroups, foreign.ImportOptions{Latency: "l.csv", Options: scenarios.Options{ReadFile: fixture.Files(map[string]string{"c.yaml": twoGroups, "l.csv": "nobody,1s,2s\n"})}})
	if !strings.Contains(string(im.Chain), `l.csv:1:1: warning: nobody in the chain is called "nobody": there are a, b`) {
		t.Error("a name that nobody has goes unnoticed")
	}
}

func measuredIn(t *testing.T, im *foreign.Imported) string {
	t.Helper()
	s, err := scenarios.Load("hang-primary", scenarios.Options{Chain: "c.yaml", ReadFile: fixture.Files(map[string]string{"c.yaml": string(im.Chain)})})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range s.Document.Providers {
		law := scenarios.Types.Node(&p.Value.Latency)
		if law.Get("kind").Text != "lognormal" {
			out = append(out, p.Name+": -")
			continue
		}
		out = append(out, p.Name+": "+law.Get("median").Text+" to "+law.Get("p99").Text)
	}
	return strings.Join(out, "; ")
}

// TestImportGroup enters at a group, and says which there are.
func TestImportGroup(t *testing.T) {
	im := imported(t, "litellm", "c.yaml", twoGroups, foreign.ImportOptions{Group: "b"})
	if !strings.Contains(string(im.Chain), "The chain of LiteLLM's model group b") || strings.Contains(string(im.Chain), "\n  a:") {
		t.Errorf("--group b:\n%s", im.Chain)
	}
	for _, row := range []struct {
		system, text, group, want string
	}{
		{"litellm", twoGroups, "c", `--group c: no such model group (it may be a, b)`},
		{"envoy", "{name: c, outlier_detection: {}}", "d", "--group d: no such cluster"},
		{"portkey", `{"provider": "x"}`, "c", "--group: a configuration of portkey has one entry"},
		{"litelm", twoGroups, "", `nothing can be imported from "litelm" (did you mean "litellm"?)`},
	} {
		if _, err := importText(row.system, "c.yaml", row.text, foreign.ImportOptions{Group: row.group}); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s --group %s: %v, want %s", row.system, row.group, err, row.want)
		}
	}
}

// TestImportAIMemory reads variables, and complains of them by name.
func TestImportAIMemory(t *testing.T) {
	for _, row := range []struct {
		what string
		env  map[string]string
		want string
	}{
		{"no chain", nil, aimemory.EnvChain + " is not set"},
		{"an empty name", map[string]string{aimemory.EnvChain: "groq,,openai"}, aimemory.EnvChain + ": expected names separated by commas"},
		{"models of others", map[string]string{aimemory.EnvChain: "groq,openai", aimemory.EnvModel: "a,b,c"}, aimemory.EnvModel + ": 3 models for 2 providers"},
		{"no number", map[string]string{aimemory.EnvChain: "groq", aimemory.EnvCooldown: "soon"}, aimemory.EnvCooldown + ": expected whole seconds"},
		{"a secret", map[string]string{aimemory.EnvChain: "groq", aimemory.EnvCooldown: "sk-" + planted}, aimemory.EnvCooldown + ": expected whole seconds"},
	} {
		_, err := Import("ai-memory", foreign.ImportOptions{Options: scenarios.Options{Env: func(k string) (string, bool) { v, ok := row.env[k]; return v, ok }}})
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), planted) {
			t.Errorf("%s: %v, want %s", row.what, err, row.want)
		}
	}
	if _, err := Import("ai-memory", foreign.ImportOptions{File: "x", Options: scenarios.Options{Env: memory}}); err == nil {
		t.Error("a file goes unnoticed")
	}
}
