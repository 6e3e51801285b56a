package systems

import (
	"strconv"
	"strings"
	"testing"

	"wavetank/scenarios/foreign"
)

const twoGroups = `model_list:
- {model_name: a, litellm_params: {model: openai/gpt-4o, timeout: 10}}
- {model_name: b, litellm_params: {model: openai/gpt-4o-mini, timeout: 10}}
router_settings: {fallbacks: [{a: [b]}]}
`

// TestImportLints demands a warning of each slip, and none of it in a sound
// neighbour.
func TestImportLints(t *testing.T) {
	sound := strings.Replace(twoGroups, "openai/gpt-4o-mini", "groq/llama-3.3-70b", 1)
	fallback := `{"strategy": {"mode": "fallback", "on_status_codes": [408, 429, 503]}, "request_timeout": 5000, "targets": [{"provider": "groq"}, {"provider": "openai"}]}`
	cluster := `{name: c, load_assignment: {endpoints: [{lb_endpoints: [{endpoint: {hostname: a}}, {endpoint: {hostname: b}}]}]}, outlier_detection: {max_ejection_percent: 100}, route: {timeout: 60s}, retry_policy: {retry_on: 5xx, per_try_timeout: 5s}}`
	for _, row := range []struct{ system, sound, old, new, want string }{
		{"litellm", sound, "fallbacks: [{a: [b]}]", "num_retries: 2", "the group a has no fallback"},
		{"litellm", sound, "fallbacks: [{a: [b]}]", "fallbacks: [{a: [bb]}]", `no model group is called "bb"`},
		{"litellm", sound, "gpt-4o, timeout: 10", "gpt-4o", "a has no timeout"},
		{"litellm", sound, "groq/llama-3.3-70b", "openai/gpt-4o-mini", "every fallback is with openai"},
		{"litellm", sound, "router_settings: {", "router_settings: {cooldown_time: 30, ", "the group a has one deployment"},
		{"litellm", sound, "router_settings: {", "router_settings: {cooldown_time: 0, ", "cooldown_time 0 means 5s"},
		{"litellm", sound, "router_settings: {", "router_settings: {cooldown_time: 5, timeout: 60, ", "is shorter than the timeout"},
		{"litellm", sound, "router_settings: {", "router_settings: {allowed_fails: 3, ", "3 does nothing"},
		{"litellm", sound, "router_settings: {", "router_settings: {default_litellm_params: {max_retries: 2}, ", "up to 9 calls for one request to a group"},
		{"litellm", sound, "router_settings: {", "router_settings: {allowed_fails_policy: {RateLimitErrorAllowedFails: 0}, ", "RateLimitErrorAllowedFails 0 is lost"},
		{"litellm", strings.Replace(sound, "router_settings: {", "router_settings: {cooldown_time: 30, allowed_fails: 1, ", 1), "allowed_fails: 1, ", "", "the group a has one deployment"},
		{"litellm", sound, "model_name: b", "model_name: a", "the group a has no fallback"},
		{"litellm", sound, "gpt-4o, timeout: 10", "gpt-4o, timeout: 600", "c.yaml:2:67: warning: the attempt timeout of 10m is no shorter than the deadline of 1m"},
		{"portkey", fallback, `5000`, `60000`, "c.yaml:1:91: warning: the attempt timeout of 1m is no shorter than the deadline of 1m"},
		{"litellm", strings.Replace(sound, "groq/llama-3.3-70b", "openai/gpt-4o", 1), "model_name: b", "model_name: a", "share a quota"},
		{"litellm", sound, "fallbacks: [{a: [b]}]", "fallbacks: [{a: [b]}], context_window_fallbacks: [{a: [a]}]", "has no larger window"},
		{"litellm", sound, "fallbacks: [{a: [b]}]", "num_retries: 0", "one failure is the caller's"},
		{"portkey", fallback, `"fallback"`, `"loadbalance"`, "no fallback"},
		{"portkey", fallback, `, "on_status_codes": [408, 429, 503]`, ``, "goes through all targets with a bad request too"},
		{"portkey", fallback, `408, `, ``, "lacks 408"},
		{"portkey", fallback, `429, `, ``, "lacks 429"},
		{"portkey", fallback, `, 503`, ``, "lacks 503"},
		{"portkey", fallback, `"request_timeout": 5000, `, ``, "has no request_timeout"},
		{"portkey", fallback, `"mode": `, `"cb_config": {"failure_threshold": 3, "cooldown_interval": 1000}, "mode": `, "the gateway makes it 30s"},
		{"envoy", cluster, `, {endpoint: {hostname: b}}`, ``, "one host"},
		{"envoy", cluster, `max_ejection_percent: 100`, `max_ejection_percent: 50`, "of 2 hosts one may be out"},
		{"envoy", cluster, `max_ejection_percent: 100`, `interval: 10s`, "nobody is ever ejected: one of 2 hosts is more than max_ejection_percent 10; always_eject_one_host lets one be out, or take 50"},
		{"envoy", cluster, `max_ejection_percent: 100`, `always_eject_one_host: true`, "of 2 hosts one may be out"},
		{"portkey", strings.Replace(fallback, "503]", "500, 503]", 1), `500, `, ``, "lacks 500"},
		{"envoy", cluster, `, per_try_timeout: 5s`, ``, "no per_try_timeout"},
		{"envoy", cluster, `per_try_timeout: 5s`, `per_try_timeout: 60s`, "leaves no time for a retry"},
		{"envoy", cluster, `retry_on: 5xx`, `retry_on: retriable-status-codes`, "lacks connect-failure"},
		{"envoy", cluster, `max_ejection_percent: 100`, `enforcing_failure_percentage: 100`, "it needs 5 hosts, there are 2"},
		{"envoy", cluster, `max_ejection_percent: 100`, `enforcing_consecutive_5xx: 0`, "nothing in this outlier_detection ejects"},
	} {
		changed := strings.Replace(row.sound, row.old, row.new, 1)
		if changed == row.sound {
			t.Errorf("%s is not in %s", row.old, row.sound)
		}
		got, before := warnings(t, row.system, changed), warnings(t, row.system, row.sound)
		if !strings.Contains(got, row.want) || strings.Contains(before, row.want) {
			t.Errorf("%s with %s:\n%s\nwant a warning of %q, and none without", row.system, row.new, got, row.want)
		}
	}
}

func warnings(t *testing.T, system, text string) string {
	t.Helper()
	var out []string
	for _, n := range imported(t, system, "c.yaml", text, foreign.ImportOptions{}).Notes {
		if n.Kind == foreign.NoteWarning {
			out = append(out, n.String())
		}
	}
	return strings.Join(out, "\n")
}

// TestImportErrors holds what is said of files that cannot be read: where, and
// what.
func TestImportErrors(t *testing.T) {
	laughs := "a0: &a0 [1,1,1,1,1,1,1,1,1]\n"
	for i, c := range "bcdefgh" {
		prev := string("abcdefgh"[i]) + "0"
		laughs += string(c) + "0: &" + string(c) + "0 [" + strings.Repeat("*"+prev+",", 8) + "*" + prev + "]\n"
	}
	for _, row := range []struct{ what, system, text, want string }{
		{"nothing", "litellm", " \n", "c.yaml:1:1: there is nothing in this file"},
		{"too large", "litellm", strings.Repeat("#", foreign.MaxForeign+1), "c.yaml:1:1: the file is larger than 4 MiB"},
		{"too much", "litellm", strings.Repeat("- a\n", foreign.MaxNodes+1), "c.yaml:200001:3: more than 200000 values"},
		{"an error behind many lines", "litellm", strings.Repeat("\n", 100_000) + "a: b: c", "c.yaml:100001:5: "},
		{"a billion laughs", "litellm", laughs, "c.yaml:6:14: more than 200000 values"},
		{"deep brackets", "litellm", "a: " + strings.Repeat("[", 100), "c.yaml:1:68: nested more than 64 deep"},
		{"deep JSON", "portkey", strings.Repeat(`{"a":`, 100), "c.yaml:1:321: nested more than 64 deep"},
		{"deep dashes", "litellm", strings.Repeat("- ", 200) + "a", "c.yaml:1:129: nested more than 64 deep"},
		{"deep aliases", "litellm", deepAliases(), "nested more than 64 deep"},
		{"an alias of itself", "litellm", "a: &a [*a]", "c.yaml:1:8: an alias of nothing that stands before it"},
		{"broken YAML", "litellm", "a: [1\nb: 2", "c.yaml:"},
		{"broken JSON", "portkey", "{\"a\": 1,\n \"b\": }", "c.yaml:2:7: this is no JSON here"},
		{"two documents of JSON", "portkey", `{"provider": "x"} {}`, "c.yaml:1:19: something follows the end"},
		{"two documents", "litellm", "a: 1\n---\nb: 1\n", "c.yaml:2:1: a second document"},
		{"no UTF-8", "litellm", "a: \xff", "c.yaml:1:1: this is no UTF-8 text"},
		{"no list", "litellm", "a: 1", "c.yaml:1:1: this is no configuration of LiteLLM"},
		{"a list of words", "litellm", "model_list: [a, b]", "c.yaml:1:14: model_list[0]: expected a map, got a value"},
		{"no number", "litellm", twoGroups + "litellm_settings: {num_retries: many}", "c.yaml:5:33: litellm_settings.num_retries: expected a number"},
		{"a number out of bounds", "litellm", twoGroups + "litellm_settings: {num_retries: 1e9}", "num_retries: 1000000000 does not lie from 0 to 100"},
		{"not a number", "litellm", twoGroups + "litellm_settings: {request_timeout: .nan}", "request_timeout: expected a number"},
		{"no target", "portkey", `{"a": 1}`, "c.yaml:1:1: this is no configuration of Portkey"},
		{"an unknown mode", "portkey", `{"strategy": {"mode": "fallbak"}, "targets": [{"provider": "x"}]}`, `"fallbak" is none (it may be fallback`},
		{"weights of nothing", "portkey", `{"strategy": {"mode": "loadbalance"}, "targets": [{"provider": "x", "weight": 0}]}`, "the weights sum to nothing"},
		{"no cluster", "envoy", "static_resources: {clusters: []}", "c.yaml:1:1: this is no configuration of Envoy"},
		{"no time", "envoy", "{name: c, outlier_detection: {interval: 10}}", "interval: expected a time in seconds"},
		{"too many targets", "portkey", `{"strategy": {"mode": "fallback"}, "targets": [` + strings.Repeat(`{"provider": "x"},`, 65) + `{"provider": "x"}]}`, "more than 64 targets"},
	} {
		_, err := importText(row.system, "c.yaml", row.text, foreign.ImportOptions{})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.what, err, row.want)
		}
	}
}

// deepAliases nests lists by aliases alone.
func deepAliases() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [1]\n")
	for i := 1; i < 80; i++ {
		b.WriteString("a" + strconv.Itoa(i) + ": &a" + strconv.Itoa(i) + " [*a" + strconv.Itoa(i-1) + "]\n")
	}
	return b.String()
}

// TestHiddenSettingHasAPlace: a setting that is shared from under a key that names a
// secret is not read, and the error says where to look all the same.
func TestHiddenSettingHasAPlace(t *testing.T) {
	text := "x-api-key: &all {timeout: 25}\n" + strings.Replace(twoGroups, "timeout: 10}", "<<: *all}", 1)
	_, err := importText("litellm", "c.yaml", text, foreign.ImportOptions{})
	if err == nil || !strings.HasPrefix(err.Error(), "c.yaml:1:1: timeout: it stands under a key that names a secret") {
		t.Errorf("got %v", err)
	}
}
