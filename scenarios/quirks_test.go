package scenarios

import (
	"context"
	"strings"
	"testing"

	"wavetank/report/judge"
)

// quirk is what one system does and another does not. Without a check, the rules
// of the scenario say what there is to see.
type quirk struct {
	scenario string // in testdata/quirks
	systems  []string
	others   []string // who do not do it
	check    func(*recording) string
}

// A system is a preset, with what its users set where the default is nothing.
const (
	openAIInside = ",inside={retry: {kind: exponential, max: 2, base: 500ms, factor: 2, cap: 8s, jitter: minus, spread: 0.25}}"
	unbounded    = ",attempt=null" // as the library alone has it
)

var quirks = []quirk{
	// Each expiry lets through what comes until the first answers do: the rate times
	// the time to detect.
	{"herd", []string{"litellm", "ai-memory", "portkey-cb", "kong-ai-cb"}, []string{"gobreaker", "five-provider"}, herds},
	{"one-error", []string{"ai-memory", "failsafe-go"}, []string{"gobreaker", "polly"}, nil},
	{"bad-input", []string{"gobreaker", "resilience4j"}, []string{"five-provider", "bifrost"}, nil},
	{"bad-input-storm", []string{"gobreaker", "resilience4j"}, []string{"five-provider", "bifrost"}, nil},
	{"bad-input-once", []string{"bifrost", "ai-memory"}, []string{"tensorzero", "langchain-fallbacks", "portkey-fallback"}, nil},
	{"bad-input-everywhere", []string{"tensorzero", "langchain-fallbacks", "portkey-fallback"}, []string{"bifrost", "ai-memory"}, nil},
	{"calendar", []string{"litellm,order={kind: listed}"}, []string{"litellm,order={kind: listed},breaker.trip.tumbling=false"}, nil},
	{"tumbling", []string{"helicone"}, []string{"gobreaker", "polly"}, laps},
	{"refused", []string{"litellm,order={kind: listed}", "helicone"}, []string{"gobreaker", "ai-memory"}, nil},
	{"hung-probe", []string{"gobreaker" + unbounded, "polly" + unbounded, "resilience4j" + unbounded},
		[]string{"gobreaker", "polly", "resilience4j"}, nil},
	{"late-success", []string{"polly" + unbounded, "hystrix,admission=null" + unbounded, "resilience4j" + unbounded},
		[]string{"gobreaker" + unbounded, "polly,breaker.half_open.late=discard" + unbounded}, closesWhileDown},
	{"bad-request-probe", []string{"polly,classify.rules={bad_request: {evidence: none}}"},
		[]string{"hystrix,admission=null,attempt.total=30s,classify.rules={bad_request: {evidence: none}}"}, closesWhileDown},
	{"bad-request-probe", []string{"hystrix,admission=null,attempt.total=30s,classify.rules={bad_request: {evidence: none}}"},
		[]string{"polly,classify.rules={bad_request: {evidence: none}}"}, reopensWhileWell},
	{"hour-hint", []string{"openai-node", "anthropic-ts"}, []string{"openai-python", "anthropic-python"}, nil},
	{"hour-hint-skipped", []string{"openai-python", "anthropic-python"}, []string{"openai-node", "anthropic-ts"}, nil},
	{"shared-quota", []string{"litellm-shared-upstream"}, []string{"litellm", "litellm-single"}, nil},
	{"unguarded-index", []string{"ai-fallback"}, []string{"ai-fallback,order.guarded=true"}, nil},
	{"stale-clock", []string{"ai-fallback"}, []string{"ai-fallback,order.clock=last_switch"}, nil},
	{"no-jitter", []string{"portkey-fallback,retry={kind: exponential, max: 3, base: 1s, factor: 2}"}, []string{"openai-python", "vercel-ai-sdk"}, spikes(1, 3, 7)},
	{"no-jitter", []string{"vercel-ai-sdk"}, []string{"openai-python", "vercel-ai-sdk,retry.jitter=full"}, spikes(2, 6)},
	{"overshoot", []string{"hystrix"}, []string{"hystrix,breaker.trip.every=0s", "gobreaker"}, overshoots},
	{"bulkhead", []string{"hystrix"}, []string{"polly", "hystrix,classify.rules.local_reject.evidence=none"}, nil},
	{"amplified-router", []string{"litellm-single" + openAIInside}, []string{"litellm-single", "openai-python"}, nil},
	{"amplified-chain", []string{"ai-retry,classify.rules.server={retry: true},retry={kind: exponential, max: 2, base: 2s, factor: 2, reselect: chain}"},
		[]string{"ai-retry", "vercel-ai-sdk"}, nil},
	{"small-fleet", []string{"envoy-outlier", "istio"}, []string{"gobreaker", "envoy-outlier,breaker.max_open=1", "envoy-outlier,breaker.always_one=true"}, atOneTime(0)},
	{"small-fleet", []string{"envoy-outlier,breaker.always_one=true"}, []string{"gobreaker", "envoy-outlier"}, atOneTime(1)},
	{"hidden-slowness", []string{"resilience4j,breaker.trip.of[1].slow=5s", "helicone", "tail-at-scale"},
		[]string{"gobreaker", "ai-memory", "polly", "bifrost", "portkey-cb", "recommended"}, nil},
	{"limit-as-success", []string{"envoy-outlier,breaker.max_open=1"}, []string{"gobreaker", "ai-memory", "recommended"}, nil},
}

// TestQuirks demands of each quirk that the systems show it which have it, and
// that the others do not.
func TestQuirks(t *testing.T) {
	for _, q := range quirks {
		t.Run(q.scenario, func(t *testing.T) {
			for _, s := range q.systems {
				if missing := q.missing(t, s); missing != "" {
					t.Errorf("%s does not show it: %s", s, missing)
				}
			}
			for _, s := range q.others {
				missing := q.missing(t, s)
				if missing == "" {
					t.Errorf("%s shows it too", s)
				}
				t.Logf("%s: %s", s, missing)
			}
		})
	}
}

// missing plays a system and tells what of the quirk is not to be seen, "" for
// nothing.
func (q *quirk) missing(t *testing.T, system string) string {
	t.Helper()
	s, err := Load("testdata/quirks/"+q.scenario+".yaml", Options{Strategies: []string{"it=" + system}})
	if err != nil {
		t.Fatalf("%s: %v", system, err)
	}
	for _, w := range s.Warnings {
		if !strings.Contains(w.Text, "cooldown") && !strings.Contains(w.Text, "no breaker may open") {
			t.Errorf("%s: %s", q.scenario, w.Text)
		}
	}
	if q.check != nil {
		r := record(t, s, s.Recipes()[0], s.Seed)
		return q.check(r)
	}
	r, err := s.Play(context.Background(), s.Seeds(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Expectations) == 0 {
		t.Fatalf("%s has neither rules nor a check", q.scenario)
	}
	for _, e := range r.Expectations {
		if e.Verdict != judge.Pass {
			return e.Rule + ", observed " + strings.TrimSpace(formatG(e.Observed)+" "+e.Text)
		}
	}
	return ""
}
