package policy

import (
	"errors"
	"math"
	"time"

	"wavetank/chain"
)

// Jitter says how a wait d is spread, so that callers who failed together do not
// come back together. U is a uniform draw from [0, 1), f the field spread, c the
// field jitter_add.
type Jitter = Word[jitterWords]

// The kinds of jitter. The first four are named by the AWS article on jitter,
// the others by the clients that use them (strategies catalogue, section 4.3).
const (
	JitterNone         Jitter = iota // d
	JitterFull                       // U*d
	JitterEqual                      // d/2 + U*d/2
	JitterDecorrelated               // min(cap, base + U*(3*previous - base)); previous is base at first
	JitterPlusMinus                  // d*(1-f + 2*f*U): Bifrost, gRPC, failsafe-go
	JitterMinus                      // d*(1 - f*U): the OpenAI and Anthropic clients
	JitterAdd                        // d + c*U: LiteLLM, LangChain
	JitterTimes                      // d*(1+U): Helicone, TensorZero
	JitterPolly                      // Polly's second decorrelated jitter
)

type jitterWords struct{}

func (jitterWords) list() []string {
	return []string{"none", "full", "equal", "decorrelated", "plus_minus", "minus", "add", "times", "polly"}
}

// spread applies the kinds of jitter that take neither a parameter nor memory.
func spread(j Jitter, d time.Duration, draw uint64) time.Duration {
	switch j {
	case JitterFull:
		return chain.Scale(d, draw)
	case JitterEqual:
		return d - d/2 + chain.Scale(d/2, draw)
	case JitterTimes:
		return plus(d, chain.Scale(d, draw))
	}
	return d
}

// spreadBy applies those that take a parameter.
func spreadBy(j Jitter, d time.Duration, f Ratio, c time.Duration, draw uint64) time.Duration {
	switch j {
	case JitterPlusMinus:
		part := Factor(f).times(d)
		return plus(d-part, chain.Scale(Factor(2*f).times(d), draw))
	case JitterMinus:
		return d - chain.Scale(Factor(f).times(d), draw)
	case JitterAdd:
		return plus(d, chain.Scale(c, draw))
	}
	return spread(j, d, draw)
}

// plus adds durations and saturates.
func plus(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// decorrelate is AWS's decorrelated jitter: each wait is drawn between base and
// three times the one before.
func decorrelate(base, cap, previous time.Duration, draw uint64) time.Duration {
	if previous < base {
		previous = base
	}
	high := time.Duration(math.MaxInt64)
	if previous <= math.MaxInt64/3 {
		high = 3 * previous
	}
	return clip(base+chain.Scale(high-base, draw), cap)
}

// pollyTable is Polly's DecorrelatedJitterBackoffV2: the waits are differences of
// f(n+U) = base/1.4 * 2^(n+U) * tanh(2*sqrt(n+U)), so that their sum up to retry
// n, before any cap, is f of one draw. f comes from a table of 4096 draws a step,
// rounded to the microsecond, for no draw computes in floating point.
func pollyTable(base time.Duration, retries int) [][]time.Duration {
	out := make([][]time.Duration, min(retries, 32))
	for n := range out {
		out[n] = make([]time.Duration, 1<<pollyBits)
		for k := range out[n] {
			t := float64(n) + float64(float64(k)/(1<<pollyBits))
			d := float64(base) / 1.4 * math.Exp2(t) * math.Tanh(2*math.Sqrt(t))
			out[n][k] = time.Duration(min(d, math.MaxInt64/2)).Round(time.Microsecond)
		}
	}
	return out
}

const pollyBits = 12

// checkJitter judges a jitter's parameters.
func checkJitter(j Jitter, f Ratio, c time.Duration) error {
	switch {
	case (j == JitterPlusMinus || j == JitterMinus) != (f > 0):
		return errors.New("spread: goes with jitter: plus_minus or minus, and these need it")
	case (j == JitterAdd) != (c > 0):
		return errors.New("jitter_add: goes with jitter: add, and that needs it")
	case c < 0:
		return errors.New("jitter_add: must not be below zero")
	}
	return nil
}

// clip bounds d from above; a cap of 0 is none.
func clip(d, cap time.Duration) time.Duration {
	if cap > 0 && d > cap {
		return cap
	}
	return d
}

// remembers is the check of a wait that does not follow those before it.
func remembers(j Jitter) error {
	if j == JitterDecorrelated || j == JitterPolly {
		return errors.New("jitter: decorrelated and polly grow by themselves: use them with exponential")
	}
	return nil
}
