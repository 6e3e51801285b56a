package systems

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wavetank/chain/printable"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/aimemory"
	"wavetank/scenarios/internal/fixture"
)

// planted is what no output may hold. It stands in the configurations of
// testdata.
const planted = "planted0123456789abcdef"

// imported imports a text as if a file of that name held it.
func imported(t testing.TB, system, file, text string, o foreign.ImportOptions) *foreign.Imported {
	t.Helper()
	im, err := importText(system, file, text, o)
	if err != nil {
		t.Fatalf("import %s %s: %v", system, file, err)
	}
	return im
}

func importText(system, file, text string, o foreign.ImportOptions) (*foreign.Imported, error) {
	o.File = file
	m := map[string]string{file: text, o.Latency: "groq-llama,300ms,2s\n"}
	if o.ReadFile == nil {
		o.ReadFile = fixture.Files(m)
	}
	return Import(system, o)
}

// configs are the configurations of testdata by name, each named after its
// system.
func configs(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	paths, err := filepath.Glob("testdata/import/*[nl]")
	if err != nil || len(paths) < 7 {
		t.Fatalf("configurations %v, %v", paths, err)
	}
	for _, p := range paths {
		if strings.HasSuffix(p, ".golden") {
			continue
		}
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(p)] = string(text)
	}
	return out
}

func systemOf(file string) string { s, _, _ := strings.Cut(file, "-"); return s }

// TestImportGolden holds chains, with the notes in them, against files.
func TestImportGolden(t *testing.T) {
	for file, text := range configs(t) {
		im := imported(t, systemOf(file), file, text, foreign.ImportOptions{})
		goldenChain(t, file, im)
	}
	im, err := Import("ai-memory", foreign.ImportOptions{Options: scenarios.Options{Env: memory}})
	if err != nil {
		t.Fatal(err)
	}
	goldenChain(t, "ai-memory", im)
}

func goldenChain(t *testing.T, name string, im *foreign.Imported) {
	t.Helper()
	fixture.Golden(t, filepath.Join("testdata", "import", name+".golden"), string(im.Chain))
	for _, n := range im.Notes {
		if !strings.Contains(string(im.Chain), "# "+n.String()+"\n") {
			t.Errorf("%s: the chain lacks the note %s", name, n)
		}
	}
}

func memory(name string) (string, bool) {
	v, ok := map[string]string{aimemory.EnvChain: "groq, openai,anthropic", aimemory.EnvModel: "llama-3.3-70b-versatile,gpt-4o-mini,claude-haiku-4-5", aimemory.EnvCooldown: "45",
		"GROQ_API_KEY": planted}[name]
	return v, ok
}

// TestImportPlays demands that every chain meets scenarios of the library, and
// that its strategy asks somebody.
func TestImportPlays(t *testing.T) {
	all := map[string]*foreign.Imported{}
	for file, text := range configs(t) {
		all[file] = imported(t, systemOf(file), file, text, foreign.ImportOptions{})
	}
	all["ai-memory"], _ = Import("ai-memory", foreign.ImportOptions{Options: scenarios.Options{Env: memory}})
	for file, im := range all {
		for _, scenario := range []string{"hang-primary", "rate-limit-20m", "schema-drift"} {
			s, err := scenarios.Load(scenario, scenarios.Options{Chain: "./c.yaml", ReadFile: fixture.Files(map[string]string{"./c.yaml": string(im.Chain)})})
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if n := attemptsOf(t, s); n < 10_000 {
				t.Errorf("%s: %s sends %g attempts in %s, where some 12000 requests come", file, s.Strategies[0].Name, n, scenario)
			}
		}
	}
}

// TestImportSecrets plants shapeless secrets under every key that names one, and
// demands that they come to light nowhere.
func TestImportSecrets(t *testing.T) {
	const secret = "Quite Plain Words"
	for file, text := range configs(t) {
		text = strings.NewReplacer("sk-"+planted+"0123456789abcdef", secret, "vk-"+planted+"0123456789abcdef", secret,
			"csk-"+planted+"0123456789abcdef", secret, "Bearer "+planted+"0123456789abcdef", secret, "hunter2", secret).Replace(text)
		im := imported(t, systemOf(file), file, text, foreign.ImportOptions{})
		if strings.Contains(string(im.Chain), secret) || strings.Contains(string(im.Chain), "Quite") {
			t.Errorf("%s: the chain tells a secret", file)
		}
	}
	for what, text := range map[string]string{
		"as a name":        "model_list: [{model_name: sk-" + planted + ", litellm_params: {model: sk-" + planted + "}}]",
		"as a model":       "model_list: [{model_name: a, litellm_params: {model: openai/sk-" + planted + ", timeout: sk-" + planted + "}}]",
		"in broken YAML":   "model_list: [{model_name: a, litellm_params: {api_key: sk-" + planted + "\n  sk-" + planted + ": [}",
		"as a key":         "model_list: [{model_name: a, litellm_params: {model: openai/gpt-4o}}]\nsk-" + planted + ": {a: 1}",
		"as an alias":      "a: *sk-" + planted,
		"as a number":      "model_list: [{model_name: a, litellm_params: {model: x, rpm: sk-" + planted + "}}]",
		"in an address":    "model_list: [{model_name: a, litellm_params: {model: x, api_base: 'https://u:" + planted + "@example.com'}}]",
		"as a fallback":    "model_list: [{model_name: a, litellm_params: {model: x}}]\nrouter_settings: {fallbacks: [{a: [sk-" + planted + "]}]}",
		"as an include":    "include: [sk-" + planted + "]\nmodel_list: [{model_name: a, litellm_params: {model: x}}]",
		"as a retry":       "model_list: [{model_name: a, litellm_params: {model: x}}]\nrouter_settings: {num_retries: 'sk-" + planted + "'}",
		"in a header":      "model_list: [{model_name: a, litellm_params: {model: x, extra_headers: {x: " + planted + "}}}]",
		"in an anchor":     "k: &k {password: " + planted + "}\nmodel_list: [{model_name: a, litellm_params: {model: x, tags: *k}}]",
		"of a shared list": "api_keys: &k [" + planted + "]\nmodel_list: [{model_name: a, litellm_params: {model: x, tags: *k}}]",
	} {
		im, err := importText("litellm", "c.yaml", text, foreign.ImportOptions{})
		out := ""
		if err != nil {
			out = err.Error()
		} else {
			out = string(im.Chain)
		}
		if strings.Contains(out, planted) {
			t.Errorf("%s: a secret in %s", what, out)
		}
	}
}

// TestSecretKeys holds which keys name a secret.
func TestSecretKeys(t *testing.T) {
	for _, key := range []string{"api_key", "API-KEY", "virtualKey", "apiKey", "Authorization", "aws_secret_access_key", "token", "azure_ad_token",
		"master_key", "database_url", "databaseUrl", "extra_headers", "request_headers_to_add", "redis_password", "environment_variables"} {
		if !printable.NamesSecret(key) {
			t.Errorf("%s is read", key)
		}
	}
	for _, key := range []string{"model", "rpm", "input_cost_per_token", "output_cost_per_token", "max_tokens", "max_input_tokens", "reset_headers", "targets", "weight", "timeout"} {
		if printable.NamesSecret(key) {
			t.Errorf("%s is not read", key)
		}
	}
}

// TestImportNumbers is the round trip of numbers: each value of a configuration
// has its place in the strategy.
func TestImportNumbers(t *testing.T) {
	all := configs(t)
	for _, file := range slices.Sorted(maps.Keys(numbers)) {
		root := chainOf(t, systemOf(file), file, all[file])
		for path, want := range numbers[file] {
			n := root.Find(path)
			if got := formatOf(n); got != want {
				t.Errorf("%s: %s is %s, want %s", file, path, got, want)
			}
		}
	}
}

var numbers = map[string]map[string]string{
	"litellm-basic.yaml": {
		"providers.chat-azure.limits.requests_per_minute":          "600",
		"providers.chat-azure.limits.tokens_per_minute":            "120000",
		"providers.chat-azure.context_window":                      "128000",
		"providers.chat-openai.limits.concurrency":                 "40",
		"providers.chat-openai.price.in":                           "2.5",
		"providers.chat-openai.price.out":                          "10",
		"strategies.litellm.order.groups[0].members[0].weight":     "600",
		"strategies.litellm.order.groups[0].members[1].weight":     "200",
		"strategies.litellm.order.groups[0].at_once":               "true",
		"strategies.litellm.order.groups[1].at_once":               "nothing",
		"strategies.litellm.retry.max":                             "3",
		"strategies.litellm.retry.reselect":                        "group",
		"strategies.litellm.order.groups[1].members[0].provider":   "claude",
		"strategies.litellm.classify.special_chain.context_length": "[long]",
		"strategies.litellm.breaker.open.else.base":                "30s",
		"strategies.litellm.attempt.total":                         "30s",
		"strategies.litellm.breaker.trip.ratio":                    "0.5",
		"strategies.litellm.classify.rules.rate_limit.evidence":    "trip",
		"strategies.litellm.classify.rules.connect.evidence":       "none",
	},
	"litellm-anchors.yaml": {
		"strategies.litellm.attempt.total":                     "25s",
		"strategies.litellm.inside.retry.max":                  "2",
		"strategies.litellm.breaker.open.base":                 "1m",
		"strategies.litellm.breaker.trip.failures":             "3",
		"strategies.litellm.order.groups[0].members[0].weight": "3",
		"strategies.litellm.order.groups[0].members[1].weight": "1",
		"strategies.litellm.retry.max":                         "1",
		"strategies.litellm.classify.rules.bad_request.retry":  "false",
	},
	"litellm-single.yaml": {
		"strategies.litellm.retry.waits":            "[2s, 2s, 2s, 4s]",
		"strategies.litellm.retry.jitter_add":       "750ms",
		"strategies.litellm.retry.hint_cap":         "1m",
		"strategies.litellm.breaker.trip.min":       "1000",
		"strategies.litellm.breaker.trip.ratio":     "1",
		"strategies.litellm.breaker.open.else.base": "20s",
	},
	"portkey-nested.json": {
		"strategies.portkey.order.paths[0].weight":               "700",
		"strategies.portkey.order.paths[1].providers":            "[cerebras-prod-llama-3-3-70b, openai-gpt-4o-mini, target]",
		"strategies.portkey.attempt.total":                       "30s",
		"strategies.portkey.retry.max":                           "2",
		"strategies.portkey.retry.base":                          "1s",
		"strategies.portkey.retry.sum_cap":                       "1m",
		"strategies.portkey.classify.rules.timeout.failover":     "false",
		"strategies.portkey.classify.rules.bad_request.failover": "false",
	},
	"portkey-breaker.json": {
		"strategies.portkey.order.weights[0].weight":     "3",
		"strategies.portkey.breaker.trip.of[0].failures": "6", // exceeds 5
		"strategies.portkey.breaker.trip.of[1].ratio":    "0.4",
		"strategies.portkey.breaker.trip.of[1].min":      "20",
		"strategies.portkey.breaker.open.base":           "30s",
	},
	"envoy-bootstrap.yaml": {
		"strategies.envoy.retry.waits":                         "[100ms, 300ms, 700ms, 1.5s]",
		"strategies.envoy.retry.reselect":                      "other",
		"strategies.envoy.attempt.total":                       "20s",
		"strategies.envoy.attempt.connect":                     "3s",
		"strategies.envoy.deadline.total":                      "1m",
		"strategies.envoy.breaker.trip.failures":               "3",
		"strategies.envoy.breaker.open.base":                   "15s",
		"strategies.envoy.breaker.open.max":                    "2m",
		"strategies.envoy.breaker.half_open.sweep":             "5s",
		"strategies.envoy.breaker.max_open":                    "0.5",
		"strategies.envoy.availability.panic":                  "0.2",
		"strategies.envoy.admission.initial":                   "200",
		"strategies.envoy.budget.ratio":                        "0.25",
		"strategies.envoy.budget.min_concurrency":              "5",
		"strategies.envoy.order.groups[1].members[0].provider": "api-groq-com",
	},
	"portkey-mixed.json": {
		"strategies.portkey.order.providers":                     "[fast, main, fast, rest]",
		"strategies.portkey.attempt.total":                       "9s",
		"strategies.portkey.retry.max":                           "2",
		"strategies.portkey.per_provider.main.retry.kind":        "none",
		"strategies.portkey.per_provider.rest.retry.max":         "1",
		"strategies.portkey.per_provider.fast.breaker.trip.kind": "never",
		"strategies.portkey.breaker.trip.failures":               "5",
		"strategies.portkey.breaker.open.base":                   "45s",
		"strategies.portkey.classify.rules.connect.retry":        "nothing",
		"strategies.portkey.classify.rules.connect.failover":     "nothing",
		"strategies.portkey.classify.rules.truncated.retry":      "false",
		"strategies.portkey.classify.rules.bad_request.failover": "false",
	},
	"envoy-three.yaml": {
		"strategies.envoy.breaker.max_open":   "0.1",
		"strategies.envoy.breaker.always_one": "nothing",
	},
	"envoy-cluster.json": {
		"strategies.envoy.order.weights[0].weight": "3",
		"strategies.envoy.breaker.trip.failures":   "1",
		"strategies.envoy.breaker.half_open.sweep": "2s",
		"strategies.envoy.breaker.max_open":        "1",
	},
}

// TestImportStrategyLoads loads each chain's strategy and demands that it is the
// one that was written, not a default.
func TestImportStrategyLoads(t *testing.T) {
	for file, text := range configs(t) {
		root := chainOf(t, systemOf(file), file, text)
		l, ps := strategy.Load("x", root.Get("strategies").Get(systemOf(file)), strategy.Options{})
		if ps != nil {
			t.Errorf("%s: %v", file, ps)
			continue
		}
		if l.Doc.Order == nil && file != "litellm-single.yaml" || l.Doc.Classify == nil {
			t.Errorf("%s: no order, or no classify", file)
		}
	}
}

// TestImportWindows demands the same notes at the same places of a file whose
// lines end as on Windows.
func TestImportWindows(t *testing.T) {
	for file, text := range configs(t) {
		want := imported(t, systemOf(file), file, text, foreign.ImportOptions{})
		got := imported(t, systemOf(file), file, strings.ReplaceAll(text, "\n", "\r\n"), foreign.ImportOptions{})
		if string(got.Chain) != string(want.Chain) {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got.Chain, want.Chain)
		}
	}
}

// TestImportTextStays demands that no text of a configuration leaves the comment
// or the value that it is written in.
func TestImportTextStays(t *testing.T) {
	evil := "x\nproviders: {}\n# \u2028\u0085 \\ \" ' : - {[*&!|>%@`,#"
	quoted := strconv.Quote(evil)
	for system, text := range map[string]string{
		"litellm": `{"model_list": [{"model_name": ` + quoted + `, "litellm_params": {"model": ` + quoted + `, "tags": ` + quoted + `}}], ` + quoted + `: 1, "include": [` + quoted + `]}`,
		"portkey": `{"strategy": {"mode": "conditional", "default": ` + quoted + `, "conditions": []}, "targets": [{"name": ` + quoted + `, "provider": ` + quoted + `}], ` + quoted + `: {}}`,
		"envoy":   `{"name": ` + quoted + `, "outlier_detection": {` + quoted + `: 1}, "retry_policy": {"retry_on": ` + quoted + `}, "load_assignment": {"endpoints": [{"lb_endpoints": [{"endpoint": {"hostname": ` + quoted + `}}]}]}}`,
	} {
		root := chainOf(t, system, "a\nb.json", text)
		if len(root.Entries) != 2 || len(root.Get("providers").Entries) != 1 || len(root.Get("strategies").Entries) != 1 {
			t.Errorf("%s: the chain has other keys than its own:\n%s", system, yamldoc.Format(root))
		}
	}
}
