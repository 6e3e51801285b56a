package policy

import (
	"errors"
	"math"
	"time"

	"wavetank/chain"
)

// Jitter says how a wait is spread, so that callers who failed together do not
// come back together. U is a uniform draw from [0, 1).
type Jitter uint8

// The kinds of jitter, after the AWS article that named them.
const (
	JitterNone         Jitter = iota // d
	JitterFull                       // U*d
	JitterEqual                      // d/2 + U*d/2
	JitterDecorrelated               // min(cap, base + U*(3*previous - base)); previous is base at first
)

var jitterWords = []string{"none", "full", "equal", "decorrelated"}

// Words lists the kinds of jitter.
func (Jitter) Words() []string { return jitterWords }

// UnmarshalText reads a kind of jitter.
func (j *Jitter) UnmarshalText(text []byte) error {
	i, err := word(text, jitterWords)
	*j = Jitter(i)
	return err
}

// MarshalText writes the word.
func (j Jitter) MarshalText() ([]byte, error) { return spell(int(j), jitterWords) }

// spread applies every jitter that needs no memory.
func (j Jitter) spread(d time.Duration, draw uint64) time.Duration {
	switch j {
	case JitterFull:
		return chain.Scale(d, draw)
	case JitterEqual:
		return d - d/2 + chain.Scale(d/2, draw)
	}
	return d
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

// clip bounds d from above; a cap of 0 is none.
func clip(d, cap time.Duration) time.Duration {
	if cap > 0 && d > cap {
		return cap
	}
	return d
}

func (j Jitter) remembers() error {
	if j == JitterDecorrelated {
		return errors.New("jitter: decorrelated grows by itself: use it with exponential")
	}
	return nil
}
