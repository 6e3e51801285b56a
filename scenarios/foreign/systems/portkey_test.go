package systems

import (
	"regexp"
	"strings"
	"testing"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// portkeyStrategy is what a gateway's config makes.
func portkeyStrategy(t testing.TB, text string) (*strategy.Loaded, string) {
	t.Helper()
	im := imported(t, "portkey", "c.json", text, foreign.ImportOptions{})
	root, ps := yamldoc.Parse("chain.yaml", im.Chain)
	if ps != nil {
		t.Fatal(ps)
	}
	l, ps := strategy.Load("portkey", root.Get("strategies").Get("portkey"), strategy.Options{})
	if ps != nil {
		t.Fatal(ps)
	}
	return l, string(im.Chain)
}

var (
	snakeKey = regexp.MustCompile(`"([a-z]+(?:_[a-z]+)+)"\s*:`)
	camelKey = regexp.MustCompile(`"([a-z]+(?:[A-Z][a-z]+)+)"\s*:`)
)

// TestPortkeyCamel writes the keys of every config in the other spelling: it makes
// the same chain, with no note more or less.
func TestPortkeyCamel(t *testing.T) {
	parts := regexp.MustCompile(`_[a-z]|[A-Z]`)
	for file, text := range configs(t) {
		if systemOf(file) != "portkey" {
			continue
		}
		other := snakeKey.ReplaceAllStringFunc(text, func(s string) string {
			return parts.ReplaceAllStringFunc(s, func(p string) string { return strings.ToUpper(strings.TrimPrefix(p, "_")) })
		})
		if other == text {
			other = camelKey.ReplaceAllStringFunc(text, func(s string) string {
				return parts.ReplaceAllStringFunc(s, func(p string) string { return "_" + strings.ToLower(p) })
			})
		}
		if other == text {
			t.Errorf("%s has no key with two spellings", file)
		}
		one, two := imported(t, "portkey", "c.json", text, foreign.ImportOptions{}), imported(t, "portkey", "c.json", other, foreign.ImportOptions{})
		place := regexp.MustCompile(`c\.json:\d+:\d+`)
		plain := func(im *foreign.Imported) string {
			_, chain, _ := strings.Cut(place.ReplaceAllString(string(im.Chain), "c.json"), "\nproviders:")
			return chain
		}
		if a, b := plain(one), plain(two); a != b || len(one.Notes) != len(two.Notes) {
			t.Errorf("%s in the other spelling:\n%s\nand as it is:\n%s", file, b, a)
		}
	}
}

// TestPortkeyRoutes refuses what leads nowhere.
func TestPortkeyRoutes(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{`{"providers": {"a": {"api_key": "k"}}, "api_key": "k"}`, "c.json:1:15: providers: Portkey has no such setting, and nothing else here routes"},
		{`{"providers": [{"provider": "openai"}], "provider": "openai"}`, "c.json:1:15: providers: Portkey has no such setting"},
		{`{"provider": {"openai": {}}}`, "it has neither targets nor a provider"},
	} {
		_, err := importText("portkey", "c.json", row.text, foreign.ImportOptions{})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// TestPortkeyRetryOfOne gives retries and breakers to single targets: the others
// have none.
func TestPortkeyRetryOfOne(t *testing.T) {
	const with, without = `{"name": "a", "provider": "groq", "retry": {"attempts": 3}}`, `{"name": "b", "provider": "openai"}`
	for what, text := range map[string]string{
		"first": `{"strategy": {"mode": "fallback"}, "targets": [` + with + `, ` + without + `]}`,
		"last":  `{"strategy": {"mode": "fallback"}, "targets": [` + without + `, ` + with + `]}`,
		"zero":  `{"strategy": {"mode": "fallback"}, "retry": {"attempts": 0}, "targets": [` + without + `, ` + with + `]}`,
	} {
		l, _ := portkeyStrategy(t, text)
		ask := chain.RetryAsk{Attempts: 1, Outcome: &chain.Outcome{}}
		if _, again := l.Recipe.Retry.Wait(ask); !again {
			t.Errorf("%s: a is not asked again", what)
		}
		if own := l.Recipe.Own["b"].Retry; own == nil {
			t.Errorf("%s: b has a's retry", what)
		} else if _, again := own.Wait(ask); again {
			t.Errorf("%s: b is asked again", what)
		}
		if len(l.Recipe.Own) != 1 {
			t.Errorf("%s: %d targets differ", what, len(l.Recipe.Own))
		}
	}
	const guarded = `{"name": "a", "provider": "groq", "cb_config": {"failure_threshold": 2, "cooldown_interval": 60000}}`
	l, _ := portkeyStrategy(t, `{"strategy": {"mode": "fallback"}, "targets": [`+without+`, `+guarded+`]}`)
	if n, own := l.Recipe.Breaker.Needs(), l.Recipe.Own["b"].Breaker; n != 3 || own == nil || own.Needs() != 0 {
		t.Errorf("a opens at %d, want 3; b: %v", n, own)
	}
}

// TestPortkeyRefused: a connection that is refused is a 500 to the fallback, and is
// retried whatever the retry's list says.
func TestPortkeyRefused(t *testing.T) {
	for _, row := range []struct {
		fallback, retry string
		retries, moves  bool
	}{
		{"[500]", `, "retry": {"attempts": 1, "on_status_codes": [429]}`, true, true},
		{"[503]", `, "retry": {"attempts": 1, "on_status_codes": [429]}`, true, false},
		{"[500]", ``, false, true},
	} {
		l, _ := portkeyStrategy(t, `{"strategy": {"mode": "fallback", "on_status_codes": `+row.fallback+`}`+row.retry+`, "targets": [{"provider": "groq"}, {"provider": "openai"}]}`)
		v := l.Recipe.Classify.Classify(&chain.Outcome{Class: chain.Connect})
		if v.Retry != row.retries || v.Failover != row.moves {
			t.Errorf("fallback on %s%s: a refused connection %+v", row.fallback, row.retry, v)
		}
	}
}

// TestPortkeyTwice: the same target has two places and one provider; targets that
// differ in anything that is read, or have keys that are not, are two.
func TestPortkeyTwice(t *testing.T) {
	for _, row := range []struct{ one, two, order string }{
		{`{"name": "x", "provider": "openai"}`, `{"name": "x", "provider": "openai"}`, "x, y, x"},
		{`{"provider": "openai"}`, `{"provider": "openai"}`, "openai, y, openai"},
		{`{"provider": "@ours"}`, `{"provider": "@ours"}`, "ours, y, ours"},
		{`{"name": "x", "provider": "openai", "api_key": "k"}`, `{"name": "x", "provider": "openai", "api_key": "k"}`, "x, y, x"},
		{`{"provider": "openai", "api_key": "k"}`, `{"provider": "openai", "api_key": "j"}`, "openai, y, openai-2"},
		{`{"name": "x", "provider": "openai"}`, `{"name": "x", "provider": "azure-openai"}`, "x, y, x-2"},
		{`{"name": "x", "provider": "openai", "override_params": {"model": "a"}}`, `{"name": "x", "provider": "openai"}`, "x, y, x-2"},
	} {
		_, text := portkeyStrategy(t, `{"strategy": {"mode": "fallback"}, "retry": {"attempts": 1}, "targets": [`+row.one+`, {"strategy": {"mode": "fallback"}, "targets": [{"name": "y", "provider": "groq"}, `+row.two+`]}]}`)
		if want := "order: {kind: listed, providers: [" + row.order + "]}"; !strings.Contains(text, want) {
			t.Errorf("%s and %s: no %s in\n%s", row.one, row.two, want, text)
		}
	}
}

// TestManifests refuses Kubernetes objects by their kinds, whoever is asked.
func TestManifests(t *testing.T) {
	const policy = "apiVersion: gateway.envoyproxy.io/v1alpha1\nkind: BackendTrafficPolicy\nmetadata: {name: a}\n"
	const route = "# of ours\napiVersion: aigateway.envoyproxy.io/v1alpha1\nkind: \"AIGatewayRoute\"\n"
	const rule = "apiVersion: networking.istio.io/v1\nkind: DestinationRule\nspec: {host: a}\n"
	for _, row := range []struct{ what, text, want string }{
		{"one", policy, "c.yaml:2:1: Kubernetes objects are not read, here of kind BackendTrafficPolicy (import "},
		{"Istio's", rule, "here of kind DestinationRule (import envoy reads what comes of it: istioctl proxy-config clusters POD -o json)"},
		{"several", "---\n" + policy + "---\n" + route + "---\n" + policy, "c.yaml:3:1: Kubernetes objects are not read, here of kind BackendTrafficPolicy, AIGatewayRoute ("},
		{"JSON", `{"apiVersion": "v1", "kind": "List", "items": []}`, "here of kind List"},
	} {
		for _, system := range []string{"envoy", "litellm", "portkey"} {
			_, err := importText(system, "c.yaml", row.text, foreign.ImportOptions{})
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s, %s: %v, want %s", row.what, system, err, row.want)
			}
		}
	}
	if _, err := importText("litellm", "c.yaml", "kind: a\n---\nb: 1\n", foreign.ImportOptions{}); err == nil || !strings.Contains(err.Error(), "a second document") {
		t.Errorf("documents of no manifest: %v", err)
	}
}
