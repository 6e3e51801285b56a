package policy

import (
	"math"
	"testing"
	"time"

	"wavetank/chain"
)

const (
	half = uint64(1) << 63        // a draw of one half
	most = uint64(math.MaxUint64) // a draw of all but nothing
	sec  = time.Second
)

// waits asks a retry part for all its waits, with one draw for all.
func waits(r Retry, draw uint64) (all []time.Duration) {
	part := r.Build()
	var previous time.Duration
	for n := 1; ; n++ {
		w, again := part.Wait(chain.RetryAsk{Attempts: n, Outcome: &chain.Outcome{}, Previous: previous, Draw: draw})
		if !again {
			return all
		}
		all, previous = append(all, w), w
	}
}

func TestRetryWaits(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		what string
		r    Retry
		draw uint64
		want []time.Duration
	}{
		{"constant waits the same each time", &ConstantRetry{Max: 3, Base: sec}, half, []time.Duration{sec, sec, sec}},
		{"constant may come back at once", &ConstantRetry{Max: 1}, half, []time.Duration{0}},
		{"linear adds its base", &LinearRetry{Max: 3, Base: sec}, 0, []time.Duration{sec, 2 * sec, 3 * sec}},
		{"linear stops at its cap", &LinearRetry{Max: 3, Base: sec, Cap: 2500 * ms}, 0, []time.Duration{sec, 2 * sec, 2500 * ms}},
		{"exponential doubles", &ExponentialRetry{Max: 4, Base: 500 * ms, Factor: 2000}, 0, []time.Duration{500 * ms, sec, 2 * sec, 4 * sec}},
		{"exponential stops at its cap", &ExponentialRetry{Max: 3, Base: sec, Factor: 3000, Cap: 4 * sec}, 0, []time.Duration{sec, 3 * sec, 4 * sec}},
		{"a factor may be broken", &ExponentialRetry{Max: 3, Base: sec, Factor: 1500}, 0, []time.Duration{sec, 1500 * ms, 2250 * ms}},
		{"full jitter of half a draw halves", &ExponentialRetry{Max: 2, Base: sec, Factor: 2000, Jitter: JitterFull}, half, []time.Duration{500 * ms, sec}},
		{"full jitter may be nothing", &ConstantRetry{Max: 1, Base: sec, Jitter: JitterFull}, 0, []time.Duration{0}},
		{"full jitter is less than the wait", &ConstantRetry{Max: 1, Base: sec, Jitter: JitterFull}, most, []time.Duration{sec - 1}},
		{"equal jitter is half at least", &LinearRetry{Max: 2, Base: sec, Jitter: JitterEqual}, 0, []time.Duration{500 * ms, sec}},
		{"equal jitter keeps the odd nanosecond", &ConstantRetry{Max: 1, Base: 5, Jitter: JitterEqual}, 0, []time.Duration{3}},
		{"equal jitter of half a draw is three quarters", &ConstantRetry{Max: 1, Base: sec, Jitter: JitterEqual}, half, []time.Duration{750 * ms}},
		{"decorrelated is its base at least", &ExponentialRetry{Max: 3, Base: sec, Factor: 2000, Jitter: JitterDecorrelated}, 0, []time.Duration{sec, sec, sec}},
		{"decorrelated grows from what it drew", &ExponentialRetry{Max: 3, Base: sec, Factor: 2000, Jitter: JitterDecorrelated}, half, []time.Duration{2 * sec, 3500 * ms, 5750 * ms}},
		{"decorrelated is capped after the draw", &ExponentialRetry{Max: 3, Base: sec, Factor: 2000, Cap: 3 * sec, Jitter: JitterDecorrelated}, half, []time.Duration{2 * sec, 3 * sec, 3 * sec}},
		{"none never waits", &ConstantRetry{Max: 0}, 0, nil},
	} {
		got := waits(c.r, c.draw)
		if len(got) != len(c.want) {
			t.Errorf("%s: waits = %v, want %v", c.what, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: waits = %v, want %v", c.what, got, c.want)
				break
			}
		}
	}
}

// TestLongWaitsSaturate lets waits grow past the longest duration: they stay
// there, and never wrap into the past.
func TestLongWaitsSaturate(t *testing.T) {
	for _, r := range []Retry{
		&ExponentialRetry{Max: maxRetries, Base: time.Hour, Factor: 10_000},
		&ExponentialRetry{Max: maxRetries, Base: time.Hour, Factor: 2000, Jitter: JitterDecorrelated},
		&LinearRetry{Max: maxRetries, Base: math.MaxInt64 / 100},
	} {
		all := waits(r, most)
		for i, w := range all {
			if w < 0 || i > 0 && w < all[i-1] {
				t.Errorf("%T: wait %d is %s after %s", r, i, w, all[max(0, i-1)])
			}
		}
		if last := all[len(all)-1]; last < math.MaxInt64-1 {
			t.Errorf("%T: last wait = %s, want the longest there is", r, last)
		}
	}
}

// TestJitterMeans compares mean total waits over five retries with the closed
// forms: base 0.5 s, factor 2, cap 20 s.
func TestJitterMeans(t *testing.T) {
	const runs = 200_000
	for _, c := range []struct {
		jitter Jitter
		cap    time.Duration
		want   float64 // seconds
	}{
		{JitterFull, 20 * sec, 7.75}, {JitterEqual, 20 * sec, 11.625}, {JitterDecorrelated, 0, 17.2812},
	} {
		part := (&ExponentialRetry{Max: 5, Base: sec / 2, Factor: 2000, Cap: c.cap, Jitter: c.jitter}).Build()
		luck, sum := chain.NewLuck(1), 0.0
		for run := range runs {
			var previous time.Duration
			for n := range 5 {
				previous, _ = part.Wait(chain.RetryAsk{Attempts: n + 1, Outcome: &chain.Outcome{}, Previous: previous,
					Draw: luck.Draw(chain.Key(int64(run), n))})
				sum += previous.Seconds()
			}
		}
		if got := sum / runs; math.Abs(got/c.want-1) > 0.01 {
			t.Errorf("%s: mean total wait = %.4f s, want %.4f s within 1 %%", c.jitter.Words()[c.jitter], got, c.want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		what string
		r    ConstantRetry
		hint time.Duration
		want time.Duration
	}{
		{"ignored unless asked for", ConstantRetry{}, 10 * sec, sec},
		{"honoured when longer", ConstantRetry{Hint: HintHonour}, 10 * sec, 10 * sec},
		{"own backoff when the hint is shorter", ConstantRetry{Hint: HintHonour}, sec / 2, sec},
		{"honoured at exactly the cap", ConstantRetry{Hint: HintHonour, HintCap: 10 * sec}, 10 * sec, 10 * sec},
		{"own backoff over the cap", ConstantRetry{Hint: HintHonour, HintCap: 10 * sec}, 10*sec + 1, sec},
	} {
		c.r.Max, c.r.Base = 1, sec
		got, _ := c.r.Build().Wait(chain.RetryAsk{Attempts: 1, Outcome: &chain.Outcome{Hint: c.hint}})
		if got != c.want {
			t.Errorf("%s: wait = %s, want %s", c.what, got, c.want)
		}
	}
}
