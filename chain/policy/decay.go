package policy

import (
	"math"
	"math/bits"
	"time"
)

// decay is exp(-t/window) for any t, in 2^-32, by integers alone: a power of two
// whose exponent is cut into a whole part, two bytes that are looked up, and a
// rest so small that a straight line serves.
type decay struct{ window uint64 }

func newDecay(window time.Duration) decay { return decay{uint64(window)} }

const one32 = 1 << 32

var (
	log2e  = uint64(math.Round(math.Log2E * one32))
	coarse = powers(1 << 8)  // 2^(-k/2^8)
	fine   = powers(1 << 16) // 2^(-k/2^16)
)

func powers(steps float64) (out [1 << 8]uint64) {
	for k := range out {
		out[k] = uint64(math.Round(math.Exp2(-float64(k)/steps) * one32))
	}
	return out
}

// of returns the part that is left after t.
func (d decay) of(t time.Duration) uint64 {
	hi, lo := bits.Mul64(uint64(max(0, t)), log2e)
	if hi >= d.window {
		return 0
	}
	x, _ := bits.Div64(hi, lo, d.window) // t/window in powers of two, in 2^-32
	if x >= 33<<32 {
		return 0
	}
	rest := (x & 0xffff) * uint64(math.Round(math.Ln2*(1<<16))) >> 16 // of 2^-32
	p := mul32(mul32(coarse[x>>24&0xff], fine[x>>16&0xff]), one32-rest)
	return p >> (x >> 32)
}

// mul32 multiplies parts of one.
func mul32(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi<<32 | lo>>32
}
