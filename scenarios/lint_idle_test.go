package scenarios

import (
	"strings"
	"testing"

	"wavetank/chain/strategy"
)

// TestIdleParts holds each row by a strategy in which a part cannot act, and by one
// that differs in a word and in which it can.
func TestIdleParts(t *testing.T) {
	const classes = "rate_limit, quota, overload, server, timeout, connect, truncated, auth, model_missing, bad_request, context_length, content_policy"
	var never []string
	for _, c := range strings.Split(classes, ", ") {
		never = append(never, c+": {retry: false}")
	}
	const breaker = "breaker: {trip: {kind: %}, open: {kind: constant, base: 1s}, half_open: {kind: none}}"
	rows := map[string]struct {
		of        int
		doc       string // the part that cannot act
		old, new  string // what makes it act
		text, key string
	}{
		"a retry after no class": {3, "retry: {kind: constant, max: 1}\nclassify: {rules: {" + strings.Join(never, ", ") + "}}", "server: {retry: false}", "server: {retry: true}",
			"the retry never acts", "retry"},
		"a class to retry, and no retry": {3, "classify: {rules: {server: {retry: true}}}", "classify", "retry: {kind: constant, max: 1}\nclassify",
			"retry after server never acts", "classify.rules.server.retry"},
		"evidence for nobody": {3, "classify: {rules: {auth: {evidence: none}}}", "classify", strings.Replace(breaker, "%", "immediate", 1) + "\nclassify",
			"evidence of auth never acts", "classify.rules.auth.evidence"},
		"misfits that nobody looks for": {3, "classify: {rules: {ok_invalid: {failover: true}}}", "classify", "validate: {kind: json}\nclassify",
			"the rule for ok_invalid never acts", "classify.rules.ok_invalid"},
		"a breaker that nothing opens": {3, strings.Replace(breaker, "%", "never", 1), "kind: never", "kind: immediate",
			"the breaker never opens", "breaker.trip"},
		"breakers of which none may open": {3, "preset: envoy-outlier", "outlier", "outlier\nbreaker: {always_one: true}",
			"no breaker may open: one of 3 is more than max_open 0.1", "breaker.max_open"},
		"availability without a breaker": {3, "availability: {kind: skip_open}", "availability", strings.Replace(breaker, "%", "immediate", 1) + "\navailability",
			"availability leaves out nobody", "availability"},
		"a budget for what is never sent": {3, "budget: {kind: token_ratio, ratio: 0.1, covers: [hedge]}", "budget", "hedge: {kind: delay, after: 1s}\nbudget",
			"the budget covers hedge, and this strategy sends none", "budget.covers[0]"},
		"a hedge with nobody to ask": {1, "hedge: {kind: delay, after: 1s}", "after: 1s", "after: 1s, target: same",
			"the hedge asks nobody", "hedge"},
		"parts of a provider that is not asked": {3, "order: {kind: listed, providers: [a]}\nper_provider: {b: {retry: {kind: constant, max: 1}}}", "[a]", "[a, b]",
			"b has parts of its own, and the order never asks it", "per_provider.b"},
	}
	for _, way := range idles {
		row, ok := rows[way.what]
		if !ok {
			t.Errorf("no example of %s", way.what)
			continue
		}
		said := func(doc string) []remark {
			l, ps := strategy.Parse("s", "s.yaml", []byte(doc), strategy.Options{})
			if ps != nil {
				t.Fatalf("%s: %v\n%s", way.what, ps, doc)
			}
			return idleParts(l, row.of)
		}
		if got := said(row.doc); len(got) != 1 || got[0].path != row.key || !strings.Contains(got[0].text, row.text) {
			t.Errorf("%s: %v, want one of %q at %s", way.what, got, row.text, row.key)
		}
		if got := said(strings.Replace(row.doc, row.old, row.new, 1)); len(got) > 0 {
			t.Errorf("%s: it may act, and %v", way.what, got)
		}
	}
}

// TestIdlePresets: what a preset says is not told to those who use it, unless it
// depends on their chain.
func TestIdlePresets(t *testing.T) {
	for _, name := range strategy.Names() {
		l, ps := strategy.Preset(name)
		if ps != nil {
			t.Fatal(ps)
		}
		for _, r := range idleParts(l, 0) {
			t.Errorf("%s: %v", name, r)
		}
	}
}
