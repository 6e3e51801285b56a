package scenarios

import (
	"context"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// TestComplaints: each cause has a scenario and a chain that suffer from it, and
// what is tried turns the setting that it hangs on.
func TestComplaints(t *testing.T) {
	for _, tc := range []struct {
		about, scenario string
		strategies      []string
		cause           judge.Cause
		fact, text      string // parts of what is said
		trial           string // the setting that is tried; "" for none
	}{
		{"a hang before it is noticed", "hang-primary", []string{"five-provider"}, judge.CauseHang, " to notice", "calls hang, each for one attempt timeout: p99 stays at 3", "attempt.total"},
		{"a hang that nobody notices", "hang-primary", []string{"naive"}, judge.CauseKnown, "never notices", "calls hang on sambanova", "breaker"},
		{"a hang that is walked into again", "hang-primary", []string{"ai-memory"}, judge.CauseKnown, "asked again and again", "after it was known", "breaker.open.base"},
		{"probes that hang", "hang-primary", []string{"p=five-provider,breaker.open={kind: constant, base: 2s},breaker.trip.failures=1,attempt.total=15s"}, judge.CauseHang, "", "calls hang", "attempt.total"},
		{"two that hang", "correlated-outage", []string{"gobreaker"}, judge.CauseHang, " to notice", "calls hang on ", "attempt.total"},
		{"nobody to ask", "all-down", nil, judge.CauseNobody, "nobody else to ask", "even ideal answers ", ""},
		{"bad prompts that open breakers", "bad-prompt-storm", []string{"gobreaker"}, judge.CauseFalse, " false trips", "by prompts that nobody accepts", "classify.preset"},
		{"bad prompts that go round", "bad-prompt-storm", []string{"naive"}, judge.CauseRepeat, "calls repeat a bad prompt", "is asked what another has refused", "classify.preset"},
		{"broken answers that go out", "schema-drift", []string{"naive"}, judge.CauseSilent, "bad answers go out", "delivered as success", "validate"},
		{"broken answers that end calls", "schema-drift", []string{"ai-memory"}, judge.CauseStopped, "ok_invalid ends calls", "of requests miss", "classify.rules.ok_invalid.failover"},
		{"broken answers that cost a call", "schema-drift", nil, judge.CauseInvalid, "answers do not fit", "groq breaks the schema", "order"},
		{"a limit", "limit-penalty", []string{"naive"}, judge.CauseThrottled, "calls are turned away", "says 429", "breaker"},
		{"a late return", "outage-503", nil, judge.CauseReturn, "to come back", "sambanova is passed over though it is well", "breaker.open.max"},
		{"hedges that lose", "single-blip", []string{"h=five-provider,hedge={kind: delay, after: 300ms}"}, judge.CauseDuplicate, "calls are sent twice", "and paid for", "hedge.after"},
		{"waits", "outage-503", []string{"r=naive,retry={kind: constant, max: 3, base: 6s}"}, judge.CauseWaits, "waits between attempts", "after a failure on sambanova", "retry.max"},
		{"a limit of our own", "testdata/acts/own-limit.yaml", nil, judge.CauseLimited, "held back by our own limit", "the admission lets no more at a provider: 50 % of requests miss", "admission.initial"},
		{"a timeout of our own", "testdata/acts/own-timeout.yaml", []string{"s"}, judge.CauseImpatient, "calls end by our own timeout", "a would have answered in time", "attempt.total"},
		{"slow answers", "brownout", []string{"naive"}, judge.CauseAnswers, "slow answers", "those of sambanova", "hedge"},
		{"equals", "bad-prompt-storm", []string{"five-provider", "ai-memory"}, judge.CauseDiffers, "ai-memory", "false trips (five-provider: 0)", ""},
	} {
		o, seeds := Options{Strategies: tc.strategies}, 6
		switch tc.cause {
		case judge.CauseReturn:
			o.Set = []string{"timeline[0].at=1m", "timeline[0].for=5m"} // over before the end
		case judge.CauseDiffers:
			seeds = 8 // a few trips a run take some to show
		}
		_, r := advised(t, tc.scenario, seeds, o)
		c := r.Complaint
		if c == nil {
			t.Errorf("%s: nothing is said of %s", tc.about, tc.scenario)
			continue
		}
		fact, text := words.ComplaintText(&r.Scenario, c)
		if c.Cause != tc.cause || !strings.Contains(fact, tc.fact) || !strings.Contains(text, tc.text) {
			t.Errorf("%s: cause %d, %q: %q", tc.about, c.Cause, fact, text)
		}
		got := ""
		if r.Trial != nil {
			got = r.Trial.Change
		}
		if path, _, _ := strings.Cut(got, "="); path != tc.trial {
			t.Errorf("%s: tried %q, want %q", tc.about, got, tc.trial)
		}
	}
}

// TestNothingToComplainOf: a chain that does what can be done is left alone.
func TestNothingToComplainOf(t *testing.T) {
	_, r := advised(t, "single-blip", 3, Options{Strategies: []string{"five-provider"}})
	if r.Complaint != nil || r.Trial != nil {
		t.Errorf("%+v, tried %+v", r.Complaint, r.Trial)
	}
}

// TestPartialIsLeftAlone: figures of a part of the runs blame nobody.
func TestPartialIsLeftAlone(t *testing.T) {
	sc, r := advised(t, "hang-primary", 2, Options{})
	r.Partial, r.Complaint, r.Trial = true, nil, nil
	if err := sc.Advise(context.Background(), r); err != nil || r.Complaint != nil || r.Trial != nil {
		t.Errorf("%v, %+v, %+v", err, r.Complaint, r.Trial)
	}
}
