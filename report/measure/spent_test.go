package measure

import (
	"fmt"
	"strings"
	"testing"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// attempt is one attempt in whole seconds.
func attempt(provider int16, sent, end chain.Instant, answered bool, answer chain.Instant) sim.Attempt {
	return sim.Attempt{Provider: provider, Sent: sent * 1e9, End: end * 1e9, Answered: answered, Reply: faults.Reply{End: answer}}
}

// TestSplit takes requests apart by hand: each stretch goes to the newest attempt
// in flight, or is a wait, and all of them make the latency.
func TestSplit(t *testing.T) {
	const never = chain.Never
	for _, tc := range []struct {
		about    string
		end      chain.Instant
		done     int32 // whose answer was delivered, -1: nobody's
		attempts []sim.Attempt
		want     string
	}{
		{"nobody was asked", 0, -1, nil, ""},
		{"one answer", 2, 0, []sim.Attempt{attempt(0, 0, 2, true, 2e9)}, "0 answer 0-2"},
		{"a hang, then the next", 32, 1, []sim.Attempt{attempt(0, 0, 30, false, never), attempt(1, 30, 32, true, 32e9)}, "0 hang 0-30, 1 answer 30-32"},
		{"an answer that was on its way", 32, 1, []sim.Attempt{attempt(0, 0, 30, false, 31e9), attempt(1, 30, 32, true, 32e9)}, "0 slow 0-30, 1 answer 30-32"},
		{"a wait before a retry", 6, 1, []sim.Attempt{attempt(0, 0, 1, true, 1e9), attempt(0, 4, 6, true, 6e9)}, "0 error 0-1, 0 wait 1-4, 1 answer 4-6"},
		{"a wait that the deadline ends", 5, -1, []sim.Attempt{attempt(0, 0, 1, true, 1e9)}, "0 error 0-1, 0 wait 1-5"},
		{"a wait before the first", 5, 0, []sim.Attempt{attempt(0, 3, 5, true, 5e9)}, "0 wait 0-3, 0 answer 3-5"},
		{"a hedge that wins", 6, 1, []sim.Attempt{attempt(0, 0, 6, false, never), attempt(1, 2, 6, true, 6e9)}, "0 hang 0-2, 1 answer 2-6"},
		{"a hedge that fails first", 9, 0, []sim.Attempt{attempt(0, 0, 9, true, 9e9), attempt(1, 2, 4, true, 4e9)}, "0 answer 0-2, 1 error 2-4, 0 answer 4-9"},
		{"nobody in time", 5, -1, []sim.Attempt{attempt(0, 0, 5, false, never)}, "0 hang 0-5"},
	} {
		r := sim.Request{End: tc.end * 1e9, Attempts: tc.attempts, Done: chain.Done{Reason: chain.Exhausted, Attempt: tc.done}}
		if tc.done >= 0 {
			r.Done.Reason = chain.Delivered
		}
		for k := range r.Attempts {
			r.Attempts[k].Number = int32(k)
		}
		var got []string
		sum := chain.Instant(0)
		split(&r, func(k int, on Spent, from, to chain.Instant) {
			got = append(got, fmt.Sprintf("%d %s %d-%d", k, on, from/1e9, to/1e9))
			sum += to - from
		})
		if text := strings.Join(got, ", "); text != tc.want || sum != r.End {
			t.Errorf("%s: %s (%d s of %d), want %s", tc.about, text, sum/1e9, tc.end, tc.want)
		}
	}
}
