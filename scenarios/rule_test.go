package scenarios

import (
	"strings"
	"testing"

	"wavetank/scenarios/internal/fixture"
)

// TestRulePlaces holds where a mistake in a rule is shown: at its column,
// however the rule is written.
func TestRulePlaces(t *testing.T) {
	for _, row := range []struct{ why, rule, want string }{
		{"plain", "mine.atempts >= 0", "./s.yaml:14:10: "},
		{"in quotes", `"mine.atempts >= 0"`, "./s.yaml:14:11: "},
		{"in a map", "{rule: mine.atempts >= 0, why: because}", "./s.yaml:14:17: "},
	} {
		_, err := Load("./s.yaml", Options{ReadFile: fixture.Files(map[string]string{"./s.yaml": strings.Replace(small, "mine.attempts >= 0", row.rule, 1)})})
		if err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want it at %s", row.why, err, row.want)
		}
	}
	s := mustLoad(t, strings.Replace(small, "mine.attempts >= 0", "{rule: mine.attempts >= 0, why: because}", 1), Options{})
	if r := s.Rules[0]; r.File != "./s.yaml" || r.Line != 14 {
		t.Errorf("the rule stands in %s:%d", r.File, r.Line)
	}
	if again := mustLoad(t, string(s.Canonical()), Options{}); again.Document.Expect[0].Why != "because" || again.Rules[0].Text != "mine.attempts >= 0" {
		t.Errorf("the canonical form lost a rule's reason: %+v", again.Document.Expect[0])
	}
}

// TestRuleNames holds that an error lists each strategy that there is once.
func TestRuleNames(t *testing.T) {
	_, err := Load("./s.yaml", Options{ReadFile: fixture.Files(map[string]string{"./s.yaml": strings.Replace(small, "mine.attempts >= 0", "nobody.attempts >= 0", 1)})})
	if err == nil || strings.Count(err.Error(), "mine") != 1 {
		t.Errorf("%v, want it to name mine once", err)
	}
}
