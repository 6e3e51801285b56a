package policy

import (
	"testing"
	"time"

	"wavetank/chain"
)

// TestSleepLast holds that the wait before a call moves on is that of one retry
// more than there are.
func TestSleepLast(t *testing.T) {
	o := RetryOptions{SleepLast: true}
	litellm := RetryOptions{SleepLast: true, JitterAdd: 750 * time.Millisecond}
	zero := RetryOptions{SleepLast: true, ZeroIfAlternative: true}
	for _, c := range []struct {
		what string
		r    Retry
		ask  chain.RetryAsk
		want time.Duration
	}{
		{"exponential goes on growing", &ExponentialRetry{Max: 2, Base: sec, Factor: 2000, RetryOptions: o}, chain.RetryAsk{}, 4 * sec},
		{"up to its cap", &ExponentialRetry{Max: 2, Base: sec, Factor: 2000, Cap: 3 * sec, RetryOptions: o}, chain.RetryAsk{}, 3 * sec},
		{"linear goes on growing", &LinearRetry{Max: 2, Base: sec, RetryOptions: o}, chain.RetryAsk{}, 3 * sec},
		{"constant stays", &ConstantRetry{Max: 2, Base: sec, RetryOptions: o}, chain.RetryAsk{}, sec},
		{"a schedule repeats its last", &ScheduleRetry{Waits: []time.Duration{sec, 5 * sec}, RetryOptions: o}, chain.RetryAsk{}, 5 * sec},
		{"jitter is added", &ExponentialRetry{Max: 2, Base: sec / 2, Factor: 2000, Jitter: JitterAdd, RetryOptions: litellm}, chain.RetryAsk{Draw: half}, 2375 * time.Millisecond},
		{"a hint counts", &ConstantRetry{Max: 1, Base: sec, Hint: HintHonour, RetryOptions: o}, chain.RetryAsk{Outcome: &chain.Outcome{Hint: 7 * sec}}, 7 * sec},
		{"no wait beside one who is ready", &ConstantRetry{Max: 1, Base: sec, RetryOptions: zero}, chain.RetryAsk{Ready: 1}, 0},
	} {
		if c.ask.Outcome == nil {
			c.ask.Outcome = &chain.Outcome{}
		}
		if got := c.r.Build().(chain.Parter).Part(c.ask); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	if _, parts := (&ConstantRetry{Max: 1, Base: sec}).Build().(chain.Parter); parts {
		t.Error("it sleeps though nobody asked")
	}
	if (&ExponentialRetry{Max: 1, Base: sec, Factor: 2000, Jitter: JitterPolly, RetryOptions: o}).Check() == nil {
		t.Error("sleep_last goes with polly")
	}
}
