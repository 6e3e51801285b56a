package policy

import (
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// TestRetriesPerClass holds how many retries a first failure gets, of every kind
// that counts them, and that waits go on as they would for all.
func TestRetriesPerClass(t *testing.T) {
	one, five, none := 1, 5, 0
	o := RetryOptions{PerClass: ClassCounts{RateLimit: &one, Server: &five, Timeout: &none}}
	for _, c := range []struct {
		what  string
		r     Retry
		fifth time.Duration
	}{
		{"constant", &ConstantRetry{Max: 2, Base: sec, RetryOptions: o}, sec},
		{"linear", &LinearRetry{Max: 2, Base: sec, RetryOptions: o}, 5 * sec},
		{"exponential", &ExponentialRetry{Max: 2, Base: sec, Factor: 2000, RetryOptions: o}, 16 * sec},
		{"schedule", &ScheduleRetry{Waits: []time.Duration{sec, 3 * sec}, RetryOptions: o}, 3 * sec},
	} {
		if err := c.r.Check(); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		part := c.r.Build()
		for first, want := range map[chain.Class]int{chain.RateLimit: 1, chain.Server: 5, chain.Timeout: 0, chain.Connect: 2} {
			n := 0
			last := time.Duration(0)
			for {
				wait, again := part.Wait(chain.RetryAsk{Attempts: n + 1, First: first, Outcome: &chain.Outcome{Class: chain.Overload}})
				if !again {
					break
				}
				n, last = n+1, wait
			}
			if n != want || first == chain.Server && last != c.fifth {
				t.Errorf("%s: %d retries after %s, the last after %s; want %d, and %s after the fifth", c.what, n, first, last, want, c.fifth)
			}
		}
	}
	part := (&ExponentialRetry{Max: 2, Base: sec, Factor: 2000, RetryOptions: RetryOptions{PerClass: o.PerClass, SleepLast: true}}).Build().(chain.Parter)
	if got := part.Part(chain.RetryAsk{First: chain.RateLimit, Outcome: &chain.Outcome{}}); got != 2*sec {
		t.Errorf("after the one retry of a 429 %s are slept, want the wait of a second", got)
	}
}

// TestRetryRefuses holds what of groups and classes means nothing.
func TestRetryRefuses(t *testing.T) {
	many, one := 300, 1
	inGroup := &ConstantRetry{Max: 1, RetryOptions: RetryOptions{Reselect: Reselect(chain.SameGroup)}}
	for want, d := range map[string]Document{
		"per_class: server: ":        {Retry: &ConstantRetry{Max: 1, RetryOptions: RetryOptions{PerClass: ClassCounts{Server: &many}}}},
		"needs order: {kind: groups": {Retry: inGroup, Order: &Listed{}},
		"leave attempts out":         {Retry: inGroup, Order: &Groups{Size: 1, Attempts: 2}},
		"leave per_class out":        {Inside: &Inside{Retry: &ConstantRetry{Max: 1, RetryOptions: RetryOptions{PerClass: ClassCounts{Server: &one}}}}},
		"lists none for per_class":   {Retry: &ScheduleRetry{RetryOptions: RetryOptions{PerClass: ClassCounts{Server: &one}}}},
	} {
		if _, err := d.Strategy("s"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
