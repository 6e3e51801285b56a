package systems

import (
	"context"
	"strings"
	"testing"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/internal/fixture"
)

const routed = `model_list:
- {model_name: a, litellm_params: {model: openai/gpt-4o, timeout: 10}}
- {model_name: b, litellm_params: {model: groq/llama-3.3-70b, timeout: 10}}
`

const shelves = `model_list:
- {model_name: a, litellm_params: {model: openai/gpt-4o}}
- {model_name: a, litellm_params: {model: groq/llama-3.3-70b, order: 2}}
- {model_name: a, litellm_params: {model: mistral/mistral-small-latest, order: 1}}
- {model_name: a, litellm_params: {model: cerebras/llama-3.3-70b, order: 1}}
`

// TestLiteLLMRouter holds what becomes of settings as LiteLLM's router reads them:
// a path of the strategy, what stands there, and what a note says.
func TestLiteLLMRouter(t *testing.T) {
	for _, row := range []struct{ what, text, path, want, note string }{
		{"groups of one wait", routed + "router_settings: {num_retries: 2, fallbacks: [{a: [b]}]}", "retry", "{kind: exponential, max: 2, base: 500ms, factor: 2, cap: 8s, jitter: add, hint: obey, hint_cap: 1m, jitter_add: 750ms, over_cap: own_backoff, sleep_last: true, reselect: group}", ""},
		{"and are groups all the same", routed + "router_settings: {num_retries: 2, fallbacks: [{a: [b]}]}", "order.groups", "[{members: [{provider: a, weight: 1}]}, {members: [{provider: b, weight: 1}]}]", ""},
		{"no retry, no wait", routed + "router_settings: {num_retries: 0, fallbacks: [{a: [b]}]}", "retry", "", ""},
		{"levels, and last who has no order", shelves, "order.groups", "[{members: [{provider: a-mistral, weight: 1}, {provider: a-cerebras, weight: 1}], at_once: true}, {members: [{provider: a-groq, weight: 1}], at_once: true}, {members: [{provider: a-openai, weight: 1}], at_once: true}]", "while all that have one cool"},
		{"each level with its retries", shelves + "router_settings: {num_retries: 4}", "retry.max", "4", ""},
		{"a level by cost", shelves + "router_settings: {routing_strategy: cost-based-routing}", "order.groups[0]", "{members: [{provider: a-mistral, weight: 1}, {provider: a-cerebras, weight: 1}], at_once: true, pick: listed}", ""},
		{"allowed_fails elsewhere", routed + "litellm_settings: {allowed_fails: 1}", "breaker.trip.kind", "ratio", "litellm_settings.allowed_fails: the router takes it for its default"},
		{"allowed_fails of both", routed + "litellm_settings: {allowed_fails: 1}\nrouter_settings: {allowed_fails: 1}", "breaker.trip.kind", "ratio", "router_settings.allowed_fails: 1 does nothing"},
		{"allowed_fails that differ", routed + "litellm_settings: {allowed_fails: 1}\nrouter_settings: {allowed_fails: 3}", "breaker.trip.failures", "4", ""},
		{"cooldown_time elsewhere", routed + "litellm_settings: {cooldown_time: 60}", "breaker.open.else.base", "5s", "litellm_settings.cooldown_time: the router does not look there"},
		{"timeout elsewhere", strings.ReplaceAll(routed, ", timeout: 10", "") + "litellm_settings: {timeout: 60}", "attempt", "", "litellm_settings.timeout: the router does not look there"},
		{"routing_strategy elsewhere", shelves + "litellm_settings: {routing_strategy: cost-based-routing}", "order.groups[0].pick", "", "litellm_settings.routing_strategy: the router does not look there"},
		{"disable_cooldowns elsewhere", routed + "litellm_settings: {disable_cooldowns: true}", "breaker.open.else.base", "5s", "litellm_settings.disable_cooldowns: the router does not look there"},
		{"num_retries counts there", routed + "litellm_settings: {num_retries: 5}", "retry.max", "5", "litellm_settings.num_retries 5"},
		{"request_timeout counts there", strings.ReplaceAll(routed, ", timeout: 10", "") + "litellm_settings: {request_timeout: 60}", "attempt.total", "1m", ""},
		{"request_timeout behind a router's nothing", strings.ReplaceAll(routed, ", timeout: 10", "") + "litellm_settings: {request_timeout: 60}\nrouter_settings: {timeout: 0}", "attempt.total", "1m", ""},
		{"a deployment's request_timeout", strings.ReplaceAll(routed, ", timeout", ", request_timeout"), "attempt.total", "10s", ""},
		{"fallbacks count there", routed + "litellm_settings: {fallbacks: [{a: [b]}]}", "order.groups[1].members[0].provider", "b", ""},
		{"cooldown_time 0 of the router", routed + "router_settings: {cooldown_time: 0}", "breaker.open.else.base", "5s", "router_settings.cooldown_time 0 means 5s"},
		{"cooldown_time 0 of a deployment", strings.ReplaceAll(routed, "timeout: 10", "timeout: 10, cooldown_time: 0"), "breaker", "", "whoever fails stays in rotation"},
		{"an allowed 0 is lost", routed + "router_settings: {allowed_fails_policy: {RateLimitErrorAllowedFails: 0}}", "breaker.trip.failures", "4", "RateLimitErrorAllowedFails 0 is lost: the router takes it for nothing said, and allowed_fails 3 holds"},
		{"and does not trip", routed + "router_settings: {allowed_fails_policy: {RateLimitErrorAllowedFails: 0}, allowed_fails: 7}", "breaker.trip.failures", "8", "allowed_fails 7 holds"},
		{"a policy replaces the number", routed + "router_settings: {num_retries: 5, retry_policy: {RateLimitErrorRetries: 1, TimeoutErrorRetries: 0, InternalServerErrorRetries: 5}}", "retry.per_class", "{rate_limit: 1}", "RateLimitErrorRetries 1 -> retry.per_class.rate_limit"},
		{"for its classes alone", routed + "router_settings: {num_retries: 5, retry_policy: {RateLimitErrorRetries: 1}}", "retry.max", "5", ""},
		{"also where there are none", routed + "router_settings: {num_retries: 0, retry_policy: {RateLimitErrorRetries: 2}}", "retry.per_class", "{rate_limit: 2}", ""},
		{"names of settings", routed + "router_settings: {allowed_fails_policy: {InternalServerErrorAllowedFails: 3}}", "breaker.trip.failures", "4", "InternalServerErrorAllowedFails 3"},
		{"a 400 never cools", routed + "router_settings: {allowed_fails_policy: {BadRequestErrorAllowedFails: 1}}", "classify.rules.bad_request.evidence", "none", "a 400 never cools"},
		{"max_retries of a deployment", strings.ReplaceAll(routed, "timeout: 10", "timeout: 10, max_retries: 2"), "inside", "", "max_retries: the router passes its own with every call"},
		{"max_retries of all calls", routed + "router_settings: {default_litellm_params: {max_retries: 2}}", "inside.retry.max", "2", ""},
	} {
		im := imported(t, "litellm", "c.yaml", row.text+"\n", foreign.ImportOptions{})
		root := parsed(t, string(im.Chain))
		got := ""
		if n := root.Find("strategies.litellm." + row.path); n != nil {
			got = yamldoc.OneLine(n)
		}
		if got != row.want {
			t.Errorf("%s: %s is %s, want %s", row.what, row.path, got, row.want)
		}
		if !strings.Contains(string(im.Chain), row.note) {
			t.Errorf("%s: no note says %q:\n%s", row.what, row.note, im.Chain)
		}
	}
	counted := warnings(t, "litellm", routed+"router_settings: {allowed_fails: 1, cooldown_time: 30}")
	if strings.Contains(counted, "a 429 or a bad minute") {
		t.Errorf("failures are counted, and still: %s", counted)
	}
}

// TestLiteLLMWaits plays three attempts on a group of one that asks for 20s each
// time, and is waited for once more before its fallback answers: 61s, and a sibling
// in place of the fallback answers at once.
func TestLiteLLMWaits(t *testing.T) {
	scenario := `schema_version: 1
name: waits
duration: 20m
workload: {arrivals: {kind: constant, rate: 0.01}, deadline: 5m}
providers: {x: {latency: 1s}}
timeline: [{at: 0s, for: 20m, provider: PRIMARY, kind: throttle, retry_after: 20s}]
`
	for what, row := range map[string]struct {
		text, primary string
		low, high     float64
	}{
		"a fallback": {routed + "router_settings: {num_retries: 2, fallbacks: [{a: [b]}], cooldown_time: 1, allowed_fails: 1000}\n", "a", 60.5, 62.5},
		"a sibling":  {strings.Replace(routed, "model_name: b", "model_name: a", 1) + "router_settings: {num_retries: 2}\n", "a-openai", 0.4, 1.5},
	} {
		im := imported(t, "litellm", "c.yaml", row.text, foreign.ImportOptions{Latency: "l.csv", Options: scenarios.Options{
			ReadFile: fixture.Files(map[string]string{"c.yaml": row.text, "l.csv": "a,1s,1s\nb,1s,1s\na-openai,1s,1s\na-groq,1s,1s\n"})}})
		s, err := scenarios.Load("./s.yaml", scenarios.Options{Chain: "./c.yaml", ReadFile: fixture.Files(map[string]string{
			"./c.yaml": string(im.Chain), "./s.yaml": strings.Replace(scenario, "PRIMARY", row.primary, 1)})})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Play(context.Background(), s.Seeds(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Strategies[0].Figure("latency_p50").Mean; got < row.low || got > row.high {
			t.Errorf("%s: half of the answers take %g s, want %g to %g", what, got, row.low, row.high)
		}
	}
}
