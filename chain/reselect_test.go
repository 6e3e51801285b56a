package chain_test

import (
	"slices"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
)

// TestReselectDraws demands that an order of chance which is asked anew draws
// anew: a retry of any provider goes to the other one of two about as often as
// to the same one.
func TestReselectDraws(t *testing.T) {
	d := policy.Document{Order: &policy.Uniform{}, Retry: &policy.ConstantRetry{Max: 1, Base: time.Second, RetryOptions: policy.RetryOptions{Reselect: policy.Reselect(chain.AnyProvider)}}}
	s, err := d.Strategy("s")
	if err != nil {
		t.Fatal(err)
	}
	c, err := chain.New(s, []string{"a", "b"}, chain.NewLuck(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	const n = 400
	moved := 0
	for i := range int64(n) {
		call, eff := c.Begin(0, &chain.Request{Number: i})
		first := eff.Send[0].Provider
		call.Step(1, &chain.Event{Kind: chain.Answer, Attempt: eff.Send[0].Attempt, Outcome: chain.Outcome{Class: chain.Server, Status: 500}})
		eff = call.Step(chain.Instant(2*time.Second), &chain.Event{})
		if len(eff.Send) != 1 {
			t.Fatalf("call %d sends %d retries, want 1", i, len(eff.Send))
		}
		if eff.Send[0].Provider != first {
			moved++
		}
	}
	if moved < n/3 || moved > 2*n/3 {
		t.Errorf("%d of %d retries went to the other provider, want about half", moved, n)
	}
}

// TestReselectGroup walks through groups that are asked again after a wait, or at
// once: when each attempt is sent, and to which group.
func TestReselectGroup(t *testing.T) {
	two := 2
	d := policy.Document{
		Order: &policy.Groups{Groups: []policy.Group{
			{Members: []policy.Weight{{Provider: "a", Weight: 1}}},
			{Members: []policy.Weight{{Provider: "b", Weight: 1}, {Provider: "c", Weight: 1}}, AtOnce: true},
		}},
		Retry: &policy.ConstantRetry{Max: 1, Base: time.Second, RetryOptions: policy.RetryOptions{
			Reselect: policy.Reselect(chain.SameGroup), SleepLast: true, PerClass: policy.ClassCounts{Server: &two}}},
	}
	s, err := d.Strategy("s")
	if err != nil {
		t.Fatal(err)
	}
	c, err := chain.New(s, []string{"a", "b", "c"}, chain.NewLuck(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	now := chain.Instant(0)
	call, eff := c.Begin(now, &chain.Request{})
	var asked []string
	for !eff.Over {
		for len(eff.Send) == 0 && !eff.Over {
			now = eff.Wake
			eff = call.Step(now, &chain.Event{})
		}
		send := eff.Send[0]
		asked = append(asked, map[bool]string{true: "one", false: "several"}[send.Provider == 0]+" "+send.Reason.String()+" "+time.Duration(now).String())
		eff = call.Step(now, &chain.Event{Kind: chain.Answer, Attempt: send.Attempt, Outcome: chain.Outcome{Class: chain.Server, Status: 500}})
	}
	want := []string{"one first 0s", "one retry 1s", "one retry 2s", "several failover 3s", "several retry 3s", "several retry 3s"}
	if !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
}
