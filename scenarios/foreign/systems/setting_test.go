package systems

import (
	"slices"
	"strings"
	"testing"

	"wavetank/chain/strategy"
	"wavetank/scenarios/foreign"
)

// TestSettingTexts holds slots in the words of their configurations.
func TestSettingTexts(t *testing.T) {
	for _, row := range []struct{ system, path, value, want string }{
		{"litellm", "attempt.total", "14s", "timeout: 14"},
		{"litellm", "breaker.open.else.base", "1m30s", "cooldown_time: 90"},
		{"litellm", "breaker.open.base", "500ms", "cooldown_time: 0.5"},
		{"litellm", "breaker.open.base", "0s", ""},
		{"litellm", "breaker.trip.failures", "6", "allowed_fails: 5"},
		{"litellm", "breaker.trip.failures", "4", ""}, // the default, which counts nothing
		{"litellm", "order.groups[1].attempts", "3", ""},
		{"litellm", "retry.max", "3", "num_retries: 3"},
		{"litellm", "retry.per_class.rate_limit", "3", "RateLimitErrorRetries: 3"},
		{"litellm", "retry.per_class.overload", "3", ""}, // it shares its exception with 5xx
		{"litellm", "classify.rules.timeout.retry", "false", "TimeoutErrorRetries: 0"},
		{"litellm", "classify.rules.timeout.retry", "true", ""},
		{"litellm", "breaker", "null", "disable_cooldowns: true"},
		{"litellm", "order", "{kind: listed}", "fallbacks"},
		{"litellm", "hedge.after", "1s", ""},
		{"portkey", "attempt.total", "2500ms", "request_timeout: 2500"},
		{"portkey", "breaker.trip.of[1].ratio", "40%", "failure_threshold_percentage: 40"},
		{"portkey", "breaker.trip.of[1].ratio", "0.25", "failure_threshold_percentage: 25"},
		{"envoy", "breaker.open.base", "1m30s", "base_ejection_time: 90s"},
		{"envoy", "breaker.max_open", "0.5", "max_ejection_percent: 50"},
		{"ai-memory", "breaker.open.base", "45s", "AI_MEMORY_LLM_COOLDOWN_SECS=45"},
		{"ai-memory", "breaker.open.base", "soon", ""},
		{"nobody", "attempt.total", "14s", ""},
	} {
		if got := Setting(row.system, row.path, row.value); got != row.want {
			t.Errorf("%s %s %s is %q, want %q", row.system, row.path, row.value, got, row.want)
		}
	}
	im := imported(t, "litellm", "c.yaml", strings.ReplaceAll(twoGroups, ", timeout: 10", "")+"litellm_settings: {request_timeout: 600}\n", foreign.ImportOptions{})
	if got := Setting("litellm", "attempt.total", "14s", im.Names...); got != "request_timeout: 14" {
		t.Errorf("where the configuration says request_timeout: %q", got)
	}
}

// TestSettingsPatch demands of every setting in each configuration that the patch
// for it says just the words that the table has.
func TestSettingsPatch(t *testing.T) {
	seen := map[string]bool{}
	for file, text := range patchConfigs(t) {
		system, err := Named(systemOf(file))
		if err != nil {
			t.Fatal(err)
		}
		doc, providers := chainSource(t, file, text)
		names := imported(t, system.Name, file, text, foreign.ImportOptions{}).Names
		for path, value := range map[string]string{"attempt.total": "7s", "breaker.open.base": "77s", "breaker.open.else.base": "77s", "breaker.trip.failures": "12",
			"breaker.trip.of[0].failures": "9", "breaker.trip.of[1].ratio": "0.25", "breaker.trip.of[1].min": "50", "inside.retry.max": "1", "retry.max": "4",
			"order.groups[0].members[0].weight": "7", "order.weights[1].weight": "7"} {
			if doc.Find(path) == nil || strings.HasSuffix(path, "weight") && len(foreign.ItemsOf(doc.Find("order.groups[0].members"))) == 1 {
				continue
			}
			after := loadedOf(t, doc, strategy.Setting{Path: path, Value: value})
			patch, reason := patchFor(system.Name, file, []byte(text), loadedOf(t, doc), after, providers)
			want := system.Setting(path, value, names...)
			plain := strings.ReplaceAll(string(patch), `"`, "")
			if want == "" || !slices.ContainsFunc(strings.Split(plain, "\n"), func(l string) bool { return strings.HasPrefix(l, "+") && strings.Contains(l, want) }) {
				if !strings.Contains(reason, "window of allowed_fails") {
					t.Errorf("%s: %s=%s is %q, the patch says\n%s%s", file, path, value, want, patch, reason)
				}
				continue
			}
			seen[system.Name+" "+path] = true
		}
	}
	file := "litellm-basic.yaml"
	text := configs(t)[file]
	doc, providers := chainSource(t, file, text)
	for path, value := range map[string]string{"retry.per_class.timeout": "7", "classify.rules.timeout.retry": "false", "breaker": "null"} {
		patch, reason := patchFor("litellm", file, []byte(text), loadedOf(t, doc), loadedOf(t, doc, strategy.Setting{Path: path, Value: value}), providers)
		if want := Setting("litellm", path, value); want == "" || !strings.Contains(string(patch), want) || reason != "" {
			t.Errorf("%s=%s is %q, the patch says\n%s%s", path, value, want, patch, reason)
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %v were met", seen)
	}
}
