package systems

import (
	"strings"
	"testing"

	"wavetank/scenarios/foreign"
)

// TestMisplaced tells of every setting that stands where its system ignores it, and
// where it would be read.
func TestMisplaced(t *testing.T) {
	const two = `"targets": [{"name": "a", "provider": "groq"}, {"name": "b", "provider": "openai"}]`
	for _, row := range []struct{ system, text, want string }{
		{"portkey", `{"strategy": {"mode": "fallback", "retry": {"attempts": 2}}, ` + two + `}`, "strategy.retry: ignored where it stands: it is read beside targets, or in one"},
		{"portkey", `{"strategy": {"mode": "fallback", "requestTimeout": 100}, ` + two + `}`, "strategy.requestTimeout: ignored where it stands"},
		{"portkey", `{"strategy": {"mode": "fallback"}, "on_status_codes": [429], ` + two + `}`, "on_status_codes: ignored where it stands: it is read in strategy, for fallbacks, and in retry"},
		{"portkey", `{"strategy": {"mode": "fallback"}, "attempts": 3, ` + two + `}`, "attempts: ignored where it stands: it is read in retry"},
		{"portkey", `{"strategy": {"mode": "fallback"}, "targets": [{"provider": "groq", "weight": 2}, {"provider": "openai"}]}`, "targets[0].weight: ignored where it stands: it is read in targets of a loadbalance"},
		{"portkey", `{"strategy": {"mode": "fallback", "failure_threshold": 3}, ` + two + `}`, "strategy.failure_threshold: ignored where it stands: it is read in cb_config"},
		{"envoy", `{name: c, outlier_detection: {}, retry_on: 5xx}`, "retry_on: ignored where it stands: it is read in retry_policy"},
		{"envoy", `{name: c, outlier_detection: {}, max_ejection_percent: 50}`, "max_ejection_percent: ignored where it stands: it is read in outlier_detection"},
		{"envoy", `{name: c, outlier_detection: {}, route: {timeout: 10s, numRetries: 3}}`, "route.numRetries: ignored where it stands: it is read in retry_policy"},
		{"envoy", `{name: c, outlier_detection: {maxRequests: 3}}`, "outlier_detection.maxRequests: ignored where it stands: it is read in circuit_breakers.thresholds"},
	} {
		if chain := string(imported(t, row.system, "c.yaml", row.text, foreign.ImportOptions{}).Chain); !strings.Contains(chain, row.want) {
			t.Errorf("%s: nothing tells that %s\n%s", row.text, row.want, chain)
		}
	}
}
