package client_test

import (
	"fmt"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/scenarios"
	"wavetank/sim"
)

// marks counts what the compared runs went through, so that a world that ends
// before its faults begin passes no broken driver.
type marks struct {
	world *faults.World
	count map[string]int
}

func (m *marks) Begin(w *faults.World, _ uint64) {
	m.world = w
	if m.count == nil {
		m.count = map[string]int{}
	}
}

func (m *marks) Ended(a *sim.Attempt) {
	m.count["class "+a.Verdict.Class.String()]++
	m.count["reason "+a.Reason.String()]++
	m.count["evidence "+a.Verdict.Evidence.String()]++
	m.count[fmt.Sprintf("provider %d", a.Provider)]++
	for mark, there := range map[string]bool{
		"probe": a.Probe, "cancelled": a.Cancelled, "cancelled that would have succeeded": a.Cancelled && a.Reply.Usable,
		"hint": a.Answered && a.Reply.Outcome.Hint > 0, "limiter": a.Reply.Outcome.Status == 429 && a.Reply.Source < 0,
		"concurrency": a.Reply.Outcome.Status == 429 && a.Reply.Source < 0 && a.Provider == 2,
		"hang":        a.Reply.End == chain.Never, "timeout before the answer": a.Verdict.Class == chain.Timeout && !a.Answered && a.Reply.End != chain.Never,
		"first byte that did not come": a.Verdict.Class == chain.Timeout && a.End.Sub(a.Sent) == 4*time.Second,
		"silence amid an answer":       a.Verdict.Class == chain.Timeout && a.End.Sub(a.Sent) == 7*time.Second,
		"not counted":                  a.Verdict.Evidence != chain.None && !a.Counted && !a.Cancelled,
	} {
		if there {
			m.count[mark]++
		}
	}
	if a.Answered && a.Reply.Outcome.Class == chain.OK {
		m.count["form "+a.Reply.Form.String()]++
	}
}

func (m *marks) Moved(x *chain.Move) { m.count[fmt.Sprintf("move %s to %s", x.From, x.To)]++ }

func (m *marks) Finished(r *sim.Request) {
	m.count["end "+r.Done.Reason.String()]++
	m.count["kind "+r.Kind.String()]++
	for i := range r.Attempts[min(1, len(r.Attempts)):] {
		a, b := &r.Attempts[i], &r.Attempts[i+1]
		if hint := a.Reply.Outcome.Hint; b.Reason == chain.ForRetry && a.Answered && hint > 0 && b.Sent.Sub(a.End) == hint {
			m.count["retry as late as told"]++
		}
	}
}

func (m *marks) Close(chain.Instant) {
	for i, n := range m.world.Fired() {
		m.count[fmt.Sprintf("fault %T", m.world.Blueprint().Spec().Timeline[i].Fault)] += int(n)
	}
}

// check demands that everything a chain can meet was met.
func (m *marks) check(t *testing.T, sc *scenarios.Scenario) {
	t.Helper()
	var want []string
	for _, e := range faults.Kinds.Entries() {
		want = append(want, fmt.Sprintf("fault %T", e.New()))
	}
	for _, c := range []chain.Class{chain.OK, chain.OKInvalid, chain.RateLimit, chain.Overload, chain.Server, chain.Timeout, chain.Connect, chain.Truncated,
		chain.Auth, chain.BadRequest, chain.ContextLength, chain.ContentPolicy, chain.CallerCancel, chain.CallerDeadline} {
		want = append(want, "class "+c.String())
	}
	for r := chain.First; r <= chain.ForHedge; r++ {
		want = append(want, "reason "+r.String())
	}
	for r := chain.Delivered; r <= chain.GaveUp; r++ {
		want = append(want, "end "+r.String())
	}
	for f := range faults.NumForms {
		if f != faults.FormExtraField && f != faults.FormWrongEnum { // the schema has no enum, and lets more in
			want = append(want, "form "+f.String())
		}
	}
	for i := range sc.Setup.World.Spec().Providers {
		want = append(want, fmt.Sprintf("provider %d", i))
	}
	want = append(want, "evidence none", "evidence good", "evidence bad", "probe", "cancelled", "cancelled that would have succeeded", "hint", "retry as late as told",
		"limiter", "concurrency", "hang", "timeout before the answer", "not counted", "first byte that did not come", "silence amid an answer", "kind malformed", "kind overlong", "kind disallowed",
		"move closed to open", "move open to half-open", "move half-open to open", "move half-open to closed", "move open to closed")
	for _, mark := range want {
		if m.count[mark] == 0 {
			t.Errorf("the world has no %q: whatever a driver does with it passes", mark)
		}
	}
}
