package scenarios

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// recording keeps what one run tells, for what no rule can say. It is a
// sim.Sink.
type recording struct {
	attempts []sim.Attempt // in the order sent
	moves    []chain.Move
	requests []sim.Request // without their attempts
	faults   []faults.Window
}

func (r *recording) Begin(*faults.World, uint64) {}
func (r *recording) Moved(m *chain.Move)         { r.moves = append(r.moves, *m) }
func (r *recording) Ended(a *sim.Attempt)        { r.attempts = append(r.attempts, *a) }
func (r *recording) Close(chain.Instant)         {}

func (r *recording) Finished(q *sim.Request) {
	c := *q
	c.Attempts = nil
	r.requests = append(r.requests, c)
}

// record plays one strategy under one seed.
func record(t *testing.T, s *Scenario, recipe chain.Strategy, seed uint64) *recording {
	t.Helper()
	r := &recording{}
	if err := sim.NewRunner(s.Setup).Run(context.Background(), recipe, seed, r); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(r.attempts, func(a, b sim.Attempt) int { return int(a.Sent - b.Sent) })
	for _, e := range s.Setup.World.Spec().Timeline {
		r.faults = append(r.faults, faults.Window{From: chain.Instant(e.At.Min), To: chain.Instant(e.At.Min + e.For.Min)})
	}
	return r
}

func formatG(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// of lists the moves of the first provider's breaker.
func (r *recording) of(from, to chain.State) (out []chain.Move) {
	for _, m := range r.moves {
		if m.Provider == 0 && m.From == from && m.To == to {
			out = append(out, m)
		}
	}
	return out
}

// sent counts attempts on the first provider in [from, to).
func (r *recording) sent(from, to chain.Instant) (n int) {
	for i := range r.attempts {
		if a := &r.attempts[i]; a.Provider == 0 && a.Sent >= from && a.Sent < to {
			n++
		}
	}
	return n
}

// herds: in each stretch from the end of a cooldown to the next opening, at
// least a third of what comes in 29 s, the time to detect, goes to the first
// provider; some systems send it a half or a third of all.
func herds(r *recording) string {
	const rate, detect = 10, 29
	stretches, at := 0, chain.Never
	for _, m := range r.moves {
		switch {
		case m.Provider != 0:
		case m.From == chain.Open:
			at = m.At
		case m.To == chain.Open && at != chain.Never:
			stretches++
			if n := r.sent(at, m.At); n < rate*detect/3 {
				return fmt.Sprintf("%d calls from %s to %s", n, at, m.At)
			}
			at = chain.Never
		}
	}
	if stretches == 0 {
		return "it never comes back"
	}
	return ""
}

// laps: whoever was removed comes back at the beginning of a minute, found by a
// sweep of 5 s, whenever that was; and it was removed while it was ill.
func laps(r *recording) string {
	back := slices.Concat(r.of(chain.Open, chain.Closed), r.of(chain.Open, chain.HalfOpen))
	if len(back) < 2 {
		return fmt.Sprintf("it comes back %d times", len(back))
	}
	for _, m := range back {
		if past := time.Duration(m.At) % time.Minute; past > 5*time.Second {
			return fmt.Sprintf("back at %s", m.At)
		}
	}
	if r.faults[0].To < back[1].At {
		return "it comes back once it is well"
	}
	return ""
}

// closesWhileDown: a test is won in the middle of the outage.
func closesWhileDown(r *recording) string {
	tests := 0
	for _, m := range r.moves {
		if m.Provider != 0 || m.From != chain.HalfOpen {
			continue
		}
		if tests++; m.To == chain.Closed && m.At < r.faults[0].To {
			return ""
		}
	}
	return fmt.Sprintf("no test of %d is won before %s", tests, r.faults[0].To)
}

// reopensWhileWell: a test is lost on a provider that is well.
func reopensWhileWell(r *recording) string {
	tests := r.of(chain.HalfOpen, chain.Open)
	for _, m := range tests {
		if m.At > r.faults[0].To.Add(time.Second) {
			return ""
		}
	}
	return fmt.Sprintf("none of %d lost tests is later than %s", len(tests), r.faults[0].To)
}

// spikes: all retries of those who fail between 1 s and 1.1 s come in tenths of a
// second that begin so many seconds later, and each of those has some.
func spikes(after ...int) func(*recording) string {
	return func(r *recording) string {
		seen := map[int]int{}
		for i := range r.attempts {
			a := &r.attempts[i]
			if a.Reason != chain.ForRetry {
				continue
			}
			since := time.Duration(a.Sent) - time.Second
			k := slices.Index(after, int(since/time.Second))
			if k < 0 || since%time.Second >= 100*time.Millisecond {
				return fmt.Sprintf("a retry comes after %s", since)
			}
			seen[k]++
		}
		if len(seen) != len(after) {
			return fmt.Sprintf("retries in %d of %d spikes", len(seen), len(after))
		}
		return ""
	}
}

// overshoots: the breaker opens at a multiple of half a second, up to half a
// second's calls after half of twenty or more had failed.
func overshoots(r *recording) string {
	open := r.of(chain.Closed, chain.Open)
	if len(open) == 0 {
		return "it never opens"
	}
	ended := slices.Clone(r.attempts)
	slices.SortStableFunc(ended, func(a, b sim.Attempt) int { return int(a.End - b.End) })
	enough, all, bad := chain.Never, 0, 0
	for i := range ended {
		if a := &ended[i]; a.Provider == 0 {
			if all++; a.Failed() {
				bad++
			}
			if all >= 20 && 2*bad >= all {
				enough = a.End
				break
			}
		}
	}
	n := r.sent(enough+1, open[0].At)
	if n == 0 || n > 500 || time.Duration(open[0].At)%(500*time.Millisecond) != 0 {
		return fmt.Sprintf("enough had failed at %s, it opens at %s after %d calls more", enough, open[0].At, n)
	}
	return ""
}

// atOneTime: two are ill, and at most so many breakers are open at one time.
func atOneTime(want int) func(*recording) string {
	return func(r *recording) string {
		open, most := map[int16]bool{}, 0
		moves := slices.Clone(r.moves) // the end of a cooldown is told late
		slices.SortStableFunc(moves, func(a, b chain.Move) int { return int(a.At - b.At) })
		for _, m := range moves {
			if open[m.Provider] = m.To == chain.Open; !open[m.Provider] {
				delete(open, m.Provider)
			}
			most = max(most, len(open))
		}
		if most != want {
			return fmt.Sprintf("%d open at one time", most)
		}
		return ""
	}
}
