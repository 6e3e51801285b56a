package policy

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
)

// What counts is held against dumb models, which remember everything and count
// anew each time.

// seenAt is a result that a model remembers.
type seenAt struct {
	at  chain.Instant
	hit bool
}

// modelWindow counts what lies in the last n buckets, the one of now included.
func modelWindow(all []seenAt, now chain.Instant, width int64, n int64) (hits, of int64) {
	for _, s := range all {
		if floorDiv(int64(s.at), width) > floorDiv(int64(now), width)-n {
			if of++; s.hit {
				hits++
			}
		}
	}
	return hits, of
}

// drawSteps are instants that never go back, before zero too.
func drawSteps(t *rapid.T, step time.Duration) []seenAt {
	now := chain.Instant(rapid.Int64Range(-1e10, 1e10).Draw(t, "begin"))
	var out []seenAt
	for range rapid.IntRange(1, 60).Draw(t, "results") {
		now = now.Add(rapid.SampledFrom([]time.Duration{0, 0, 1, step / 3, step, 7 * step, 100 * step}).Draw(t, "gap"))
		out = append(out, seenAt{now, rapid.Bool().Draw(t, "hit")})
	}
	return out
}

func TestSpansAgainstModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.IntRange(1, 8).Draw(t, "last")
		buckets := rapid.IntRange(1, 5).Draw(t, "buckets")
		window := time.Duration(buckets) * sec
		spans := map[string]*Span{"last": {Last: last}, "sliding": {Window: window, Buckets: buckets}, "tumbling": {Window: window, Tumbling: true}}
		made := map[string]tally{}
		for name, s := range spans {
			made[name] = s.build()
		}
		var all []seenAt
		for _, s := range drawSteps(t, sec) {
			all = append(all, s)
			for name, tally := range made {
				tally.add(s.at, s.hit)
				hits, of := tally.count(s.at)
				wantHits, wantOf := modelSpan(name, all, s.at, last, buckets, int64(window))
				if hits != wantHits || of != wantOf {
					t.Fatalf("%s at %s counts %d of %d, want %d of %d", name, s.at, hits, of, wantHits, wantOf)
				}
			}
		}
	})
}

func modelSpan(name string, all []seenAt, now chain.Instant, last, buckets int, window int64) (hits, of int64) {
	switch name {
	case "last":
		return modelWindow(all[max(0, len(all)-last):], now, 1, math.MaxInt64/2)
	case "sliding":
		return modelWindow(all, now, int64(sec), int64(buckets))
	}
	return modelWindow(all, now, window, 1)
}

// TestCountsAgainstModels plays the three ways in which failures are forgotten.
func TestCountsAgainstModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		need := rapid.IntRange(1, 4).Draw(t, "failures")
		expiry := Expiry(rapid.IntRange(0, 2).Draw(t, "expiry"))
		tally := (&CountTrip{Failures: need, Window: 5 * sec, Expiry: expiry}).Build()
		var bad []chain.Instant
		for _, s := range drawSteps(t, sec) {
			if !s.hit {
				tally.Good(s.at, &chain.Result{})
				continue
			}
			bad = append(bad, s.at)
			want := 0
			for i, at := range bad {
				switch expiry {
				case Sliding:
					if s.at.Sub(at) < 5*sec {
						want++
					}
				case Tumbling:
					if floorDiv(int64(at), int64(5*sec)) == floorDiv(int64(s.at), int64(5*sec)) {
						want++
					}
				case Rearmed:
					if want++; i > 0 && at.Sub(bad[i-1]) >= 5*sec {
						want = 1
					}
				}
			}
			got, trip := tally.Bad(s.at, &chain.Result{})
			if got != want || trip != (want >= need) {
				t.Fatalf("%s at %s: %d failures, trip %v, want %d of %d", expiry.Words()[expiry], s.at, got, trip, want, need)
			}
			if trip {
				tally.Clear()
				bad = bad[:0]
			}
		}
	})
}

// TestEMAAgainstFloats plays Finagle's average as it is published.
func TestEMAAgainstFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally := (&EMATrip{Below: 800, Window: 30 * sec, Min: 1}).Build().(*average)
		ema, last := 0.0, chain.Instant(0)
		for i, s := range drawSteps(t, sec) {
			x := 0.0
			if s.hit {
				x = 1
			}
			if w := math.Exp(-s.at.Sub(last).Seconds() / 30); i == 0 {
				ema = x
			} else {
				ema = x*(1-w) + ema*w
			}
			last = s.at
			trip := false
			if s.hit {
				tally.Good(s.at, &chain.Result{})
			} else {
				_, trip = tally.Bad(s.at, &chain.Result{})
			}
			if got := float64(tally.value) / one32; math.Abs(got-ema) > 1e-6 || math.Abs(ema-.8) > 1e-6 && trip != (!s.hit && ema < .8) {
				t.Fatalf("at %s the average is %.9f, trip %v, want %.9f", s.at, got, trip, ema)
			}
		}
	})
}

// TestBudgetsAgainstModels plays calls whose attempts begin and end, and asks
// for extra ones.
func TestBudgetsAgainstModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		covers := []Cover{CoverRetry, CoverHedge}
		fraction := (&ConcurrentFraction{Ratio: 200, MinConcurrency: 1, Covers: covers}).Build().MakeBudget()
		tokens := (&FailureTokens{MaxTokens: 4, Ratio: 100, Covers: covers}).Build().MakeBudget()
		share := (&ShareBudget{Ratio: 100, Window: 10 * sec, MinRate: 0, Covers: covers}).Build().MakeBudget()
		var flying []chain.Reason
		level := 40 // tenths of a token
		var calls, extra []seenAt
		for _, s := range drawSteps(t, sec) {
			switch why := rapid.SampledFrom([]chain.Reason{chain.First, chain.ForRetry, chain.ForFailover, chain.ForHedge}).Draw(t, "why"); {
			case len(flying) > 0 && rapid.Bool().Draw(t, "end"):
				why, v := flying[0], chain.Verdict{Evidence: rapid.SampledFrom([]chain.Evidence{chain.None, chain.Good, chain.Bad}).Draw(t, "evidence")}
				flying = flying[1:]
				for _, b := range []chain.Budget{fraction, tokens, share} {
					b.Ended(s.at, why, v)
				}
				level = map[chain.Evidence]int{chain.None: level, chain.Good: min(level+1, 40), chain.Bad: max(level-10, 0)}[v.Evidence]
			case why == chain.First:
				calls = append(calls, s)
				for _, b := range []chain.Budget{fraction, tokens, share} {
					b.Began(s.at)
					b.Sent(s.at, why)
				}
				flying = append(flying, why)
			default:
				paid, n := why != chain.ForFailover, int64(0)
				for _, w := range flying {
					if w == chain.ForRetry || w == chain.ForHedge {
						n++
					}
				}
				_, inCalls := modelWindow(calls, s.at, int64(sec), 10)
				_, inExtra := modelWindow(extra, s.at, int64(sec), 10)
				for name, c := range map[string]struct {
					b    chain.Budget
					want bool
				}{
					"concurrent_fraction": {fraction, n < 1 || (n+1)*5 <= int64(len(flying))+1},
					"failure_tokens":      {tokens, level > 20},
					"share":               {share, (inExtra+1)*10 <= inCalls},
				} {
					if got := c.b.Spend(s.at, why); got != (c.want || !paid) {
						t.Fatalf("%s: %s at %s: %v, want %v", name, why, s.at, got, c.want || !paid)
					}
				}
				if rapid.Bool().Draw(t, "send") {
					for _, b := range []chain.Budget{fraction, tokens, share} {
						b.Sent(s.at, why)
					}
					if flying = append(flying, why); paid {
						extra = append(extra, s)
					}
				}
			}
		}
	})
}

// TestSREAgainstFormula compares the part of draws that is refused with
// max(0, (requests - K*accepts - protect) / (requests + 1)).
func TestSREAgainstFormula(t *testing.T) {
	for _, c := range []struct {
		k               Factor
		sent, ok        int
		protect         int
		maxReject       Ratio
		probabilityWant float64
	}{
		{2000, 100, 100, 0, 0, 0}, {2000, 100, 50, 0, 0, 0}, {2000, 100, 20, 0, 0, 60. / 101}, {2000, 100, 0, 0, 0, 100. / 101},
		{1111, 100, 0, 0, 900, .9}, {1500, 100, 20, 5, 0, 65. / 101}, {2000, 3, 0, 5, 0, 0},
	} {
		rule := &SREThrottle{K: c.k, Window: sec, Protect: c.protect, MaxReject: c.maxReject}
		s := rule.MakeAdmission().(*sre)
		s.requests.add(0, int64(c.sent))
		s.accepts.add(0, int64(c.ok))
		luck, refused := chain.NewLuck(4), 0
		const n = 20_000
		for i := range uint64(n) {
			fresh := *s
			requests := *s.requests
			requests.buckets = slices.Clone(s.requests.buckets)
			fresh.requests = &requests
			if !fresh.Admit(0, luck.Draw(i)) {
				refused++
			}
		}
		if got := float64(refused) / n; math.Abs(got-c.probabilityWant) > .01 {
			t.Errorf("%+v: %.3f are refused, want %.3f", c, got, c.probabilityWant)
		}
	}
}

// TestConcurrencyAdapts shows the direction in which each limit moves: up while
// answers are quick and the limit is used, down when they are not.
func TestConcurrencyAdapts(t *testing.T) {
	for _, rule := range []LimitRule{AIMDLimit, VegasLimit, GradientLimit} {
		s := (&Concurrency{Limit: rule, Initial: 20, Min: 5, Max: 100, Slow: sec}).MakeAdmission().(*slots)
		play := func(took time.Duration, e chain.Evidence) int64 {
			for range 300 {
				n := 0
				for s.Admit(0, 0) {
					n++
				}
				for range n {
					s.Left(0, &chain.Result{Evidence: e, Took: took}, false)
				}
			}
			return s.limit / milli
		}
		high := play(100*time.Millisecond, chain.Good)
		low := play(5*sec, chain.Bad)
		if high <= 20 || low > 8 { // gradient2 leaves room for a queue of 4 over half the limit
			t.Errorf("%s: %d after quick answers, %d after bad ones, want more than 20 and no more than 8", rule.Words()[rule], high, low)
		}
		if s.flying != 0 {
			t.Errorf("%s: %d are still in flight", rule.Words()[rule], s.flying)
		}
	}
}
