package policy

import (
	"math"
	"slices"
	"testing"
	"time"

	"wavetank/chain"
)

// formula is how a system waits before retry n, counted from 0, with a uniform
// draw u, in seconds, as published.
type formula func(n int, u float64) float64

// TestBackoffFormulas holds kinds and parameters against the formulas of the
// systems that they reproduce, over retries and draws, within a microsecond.
func TestBackoffFormulas(t *testing.T) {
	pow := func(n int) float64 { return math.Exp2(float64(n)) }
	ms := time.Millisecond
	for _, c := range []struct {
		system string
		retry  Retry
		want   formula
	}{
		{"openai, anthropic", &ExponentialRetry{Max: 8, Base: 500 * ms, Factor: 2000, Cap: 8 * sec, Jitter: JitterMinus, RetryOptions: RetryOptions{Spread: 250}},
			func(n int, u float64) float64 { return min(.5*pow(n), 8) * (1 - .25*u) }},
		{"litellm", &ExponentialRetry{Max: 8, Base: 500 * ms, Factor: 2000, Cap: 8 * sec, Jitter: JitterAdd, RetryOptions: RetryOptions{JitterAdd: 750 * ms}},
			func(n int, u float64) float64 { return min(.5*pow(n), 8) + .75*u }},
		{"bifrost", &ExponentialRetry{Max: 8, Base: 500 * ms, Factor: 2000, Cap: 5 * sec, Jitter: JitterPlusMinus, RetryOptions: RetryOptions{Spread: 200, CapAfterJitter: true}},
			func(n int, u float64) float64 { return min(min(.5*pow(n), 5)*(.8+.4*u), 5) }},
		{"portkey", &ExponentialRetry{Max: 6, Base: sec, Factor: 2000}, func(n int, _ float64) float64 { return pow(n) }},
		{"vercel", &ExponentialRetry{Max: 6, Base: 2 * sec, Factor: 2000}, func(n int, _ float64) float64 { return 2 * pow(n) }},
		{"helicone", &ExponentialRetry{Max: 8, Base: sec, Factor: 2000, Cap: 30 * sec, Jitter: JitterTimes}, func(n int, u float64) float64 { return min(pow(n), 30) * (1 + u) }},
		{"tensorzero", &ExponentialRetry{Max: 8, Base: sec, Factor: 2000, Cap: 10 * sec, Jitter: JitterTimes}, func(n int, u float64) float64 { return min(pow(n), 10) * (1 + u) }},
		{"langchain", &ExponentialRetry{Max: 8, Base: sec, Factor: 2000, Jitter: JitterAdd, RetryOptions: RetryOptions{JitterAdd: sec}}, func(n int, u float64) float64 { return pow(n) + u }},
		{"envoy", &ScheduleRetry{Waits: []time.Duration{25 * ms, 75 * ms, 175 * ms, 250 * ms}, Jitter: JitterFull},
			func(n int, u float64) float64 { return u * min((2*pow(n)-1)*.025, .25) }},
		{"grpc-go", &ExponentialRetry{Max: 5, Base: 100 * ms, Factor: 2000, Cap: sec, Jitter: JitterPlusMinus, RetryOptions: RetryOptions{Spread: 200}},
			func(n int, u float64) float64 { return min(.1*pow(n), 1) * (.8 + .4*u) }},
		{"polly", &ConstantRetry{Max: 3, Base: 2 * sec, Jitter: JitterPlusMinus, RetryOptions: RetryOptions{Spread: 250}}, func(_ int, u float64) float64 { return 2 * (.75 + .5*u) }},
		{"resilience4j", &ConstantRetry{Max: 3, Base: 500 * ms}, func(int, float64) float64 { return .5 }},
	} {
		if e := c.retry.Check(); e != nil {
			t.Fatalf("%s: %v", c.system, e)
		}
		for _, draw := range []uint64{0, 1 << 62, half, 3 << 62, most} {
			for n, got := range waits(c.retry, draw) {
				u := float64(draw) / (1 << 64)
				if want := c.want(n, u); math.Abs(got.Seconds()-want) > 1e-6 {
					t.Errorf("%s: retry %d with a draw of %.2f waits %s, want %.6f s", c.system, n, u, got, want)
				}
			}
		}
	}
}

// TestPollyWaits holds the second decorrelated jitter against its formula: the
// waits of a call are differences of f, of one draw and the one before, and the
// cap cuts a wait without changing the next.
func TestPollyWaits(t *testing.T) {
	f := func(x float64) float64 { return 2 / 1.4 * math.Exp2(x) * math.Tanh(2*math.Sqrt(x)) }
	for _, limit := range []time.Duration{0, 5 * sec} {
		part := (&ExponentialRetry{Max: 6, Base: 2 * sec, Factor: 2000, Cap: limit, Jitter: JitterPolly}).Build()
		luck := chain.NewLuck(3)
		for call := range int64(200) {
			before := uint64(0)
			for n := range 6 {
				draw := luck.Draw(chain.Key(call, n)) &^ (1<<52 - 1) // on the table's grid
				got, _ := part.Wait(chain.RetryAsk{Attempts: n + 1, Outcome: &chain.Outcome{}, Draw: draw, Before: before})
				want := f(float64(n) + float64(draw)/(1<<64))
				if n > 0 {
					want -= f(float64(n-1) + float64(before)/(1<<64))
				}
				if want = max(0, want); limit > 0 {
					want = min(want, limit.Seconds())
				}
				if math.Abs(got.Seconds()-want) > 3e-6 {
					t.Fatalf("cap %s: retry %d waits %s, want %.6f s", limit, n, got, want)
				}
				before = draw
			}
		}
	}
}

// TestJitterQuantiles compares means and quantiles of keyed draws with the
// closed form of each jitter: all are linear in one uniform draw, so that their
// q-quantile is where the draw is q.
func TestJitterQuantiles(t *testing.T) {
	const n = 40_000
	for _, c := range []struct {
		jitter    Jitter
		spread    Ratio
		low, high float64 // of a wait of 1 s
	}{
		{JitterNone, 0, 1, 1}, {JitterFull, 0, 0, 1}, {JitterEqual, 0, .5, 1}, {JitterPlusMinus, 250, .75, 1.25}, {JitterMinus, 250, .75, 1},
		{JitterAdd, 0, 1, 1.75}, {JitterTimes, 0, 1, 2}, {JitterDecorrelated, 0, 1, 3}, // of a base of 1 s, the first time
	} {
		luck, all, sum := chain.NewLuck(9).For(uint64(c.jitter)), make([]float64, n), 0.0
		for i := range all {
			d := spreadBy(c.jitter, sec, c.spread, 750*time.Millisecond, luck.Draw(uint64(i)))
			if c.jitter == JitterDecorrelated {
				d = decorrelate(sec, 0, 0, luck.Draw(uint64(i)))
			}
			all[i] = d.Seconds()
			sum += all[i]
		}
		slices.Sort(all)
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 0.015 {
				t.Errorf("%s: %s = %.3f s, want %.3f s", c.jitter.Words()[c.jitter], what, got, want)
			}
		}
		near("mean", sum/n, (c.low+c.high)/2)
		for _, q := range []float64{0, .1, .5, .9, 1} {
			near("quantile", all[min(n-1, int(q*n))], c.low+q*(c.high-c.low))
		}
	}
}

// TestDecay holds the integers' exponential against the floating one.
func TestDecay(t *testing.T) {
	for _, window := range []time.Duration{1, 7, time.Millisecond, 30 * sec, time.Hour} {
		d := newDecay(window)
		for k := range 4000 {
			at := time.Duration(float64(window) * float64(k) / 100)
			got, want := float64(d.of(at))/one32, math.Exp(-float64(at)/float64(window))
			if math.Abs(got-want) > 2e-9 {
				t.Fatalf("window %s: after %s %.12f is left, want %.12f", window, at, got, want)
			}
		}
		if d.of(0) != one32 || d.of(math.MaxInt64) != 0 && window < time.Hour {
			t.Errorf("window %s: at once %d is left, at the end of time %d", window, d.of(0), d.of(math.MaxInt64))
		}
	}
}
