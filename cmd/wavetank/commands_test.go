package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestNoCommandOfADocument puts workflow commands and escape sequences into every text
// that a scenario, a chain and a strategy hold, and file names, and wants a runner of
// GitHub Actions to obey nothing but what wavetank tells it itself, and a terminal nothing.
func TestNoCommandOfADocument(t *testing.T) {
	pad := strings.Repeat(" ", 3)
	hostile := []string{"::stop-commands::x", pad + "::add-mask::e", "##[add-mask]e", "a ##[error]b", `\u001b[31mred\u0007`, `\u2028::error::e`, `\u009b2J`, `\u202e::x::`, `\r::error::e`, `\n::set-env name=A::b`}
	for i, bad := range hostile {
		why := `"` + strings.Repeat(bad+" "+strings.Repeat("word ", 3+i), 12) + `"`
		dir := t.TempDir()
		write := func(name, text string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			return path
		}
		scenario := write("s.yaml", "schema_version: 1\nname: mine\nwhy: "+why+"\nduration: 2m\nslo: 5s\nworkload: {arrivals: {kind: poisson, rate: 1}}\n"+
			"providers:\n  a: {latency: {kind: lognormal, median: 600ms, p99: 2s}}\n  b: {latency: {kind: lognormal, median: 600ms, p99: 2s}}\ntimeline:\n  - {at: 30s, for: 1m, provider: a, kind: hang}\n"+
			"strategies:\n  ours: {preset: five-provider, version: "+why+"}\nexpect:\n  - {rule: ours.latency_p99 <= 1ms, why: "+why+"}\n")
		broken := write("b.yaml", "schema_version: 1\nname: "+why+"\nduration: "+why+"\n"+why+": 1\n")
		foreign := write("f.yaml", "model_list:\n- model_name: "+why+"\n  litellm_params: {model: "+why+", timeout: "+why+"}\n"+why+": 1\n")
		named := write(strings.NewReplacer(`\u001b`, "\x1b", `\u0007`, "\a", `\u2028`, "\u2028", `\u009b`, "\u009b", `\u202e`, "\u202e", `\r`, "\r", `\n`, "\n", "/", "-").Replace(bad)+".yaml", "name: [\n")
		for _, args := range [][]string{
			{"validate", scenario}, {"validate", broken}, {"validate", named}, {"show", scenario}, {"run", scenario, "--seeds", "1"}, {"run", scenario, "--seeds", "1", "-v"},
			{"run", scenario, "--seeds", "1", "-o", "md"}, {"run", scenario, "--seeds", "1", "-o", "json"}, {"run", scenario, "--seeds", "1", "-o", "github"},
			{"run", scenario, "--seeds", "1", "-o", "csv"}, {"explain", scenario}, {"import", "litellm", foreign}, {"run", named}, {"run", "hang-primary", "--chain", broken},
			{"run", scenario, "--seeds", "1", "--expect", bad}, {"nothing" + bad}, {"show", bad}, {"run", bad + ".yaml"},
		} {
			var out, errs bytes.Buffer
			code := run(context.Background(), system{args: args, stdin: strings.NewReader(""), stdout: &out, stderr: &errs, env: onGitHub})
			if args[0] != "nothing" && len(args) > 1 && args[1] == scenario && code > exitFailed && !slices.Contains(args, "--expect") {
				t.Fatalf("%q: exit code %d: %s", args, code, errs.String())
			}
			for stream, text := range map[string]string{"standard output": out.String(), "standard error": errs.String()} {
				for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' }) {
					trimmed := strings.TrimLeftFunc(line, unicode.IsSpace)
					own := strings.HasPrefix(line, "::error ") || strings.HasPrefix(line, "::warning ")
					switch {
					case strings.HasPrefix(trimmed, "::") && !own, strings.Contains(line, "##[") && !own:
						t.Errorf("%q: %s gives the command %.200q", args, stream, line)
					case strings.ContainsFunc(line, func(c rune) bool { return !unicode.IsPrint(c) }):
						t.Errorf("%q: %s gives the line %.200q", args, stream, line)
					}
				}
			}
		}
	}
}

// onGitHub is the environment of a step.
func onGitHub(name string) (string, bool) {
	if name == "GITHUB_ACTIONS" {
		return "true", true
	}
	return "", false
}
