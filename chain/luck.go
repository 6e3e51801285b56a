package chain

import (
	"math/bits"
	"time"
)

// Luck is a source of keyed draws: what is drawn depends on the seed, the
// entity, the purpose and the counter alone, never on who drew before. So two
// strategies that ask the same question get the same answer.
//
// A stream is mix(mix(seed, entity), purpose); a draw is two SplitMix64 rounds
// over stream and counter (Steele, Lea, Flood 2014).
type Luck uint64

// Purposes of the streams that the chain itself draws from. Worlds and
// workloads have purposes of their own, from 16 up.
const (
	PurposeBackoff   uint64 = iota + 1 // jitter of a retry's wait
	PurposeOpen                        // jitter of a breaker's cooldown
	PurposeOrder                       // weighted orders
	PurposeAdmission                   // admission by chance
	PurposeInside                      // jitter of an SDK's own retries
)

const phi = 0x9e3779b97f4a7c15 // 2^64 / golden ratio, SplitMix64's increment

// Mix is SplitMix64's finalizer, a bijection that scatters every bit.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// NewLuck returns the root of all draws of one seed.
func NewLuck(seed uint64) Luck { return Luck(Mix(seed + phi)) }

// Of returns the stream of one entity: a provider's place in the chain, a
// fault's place in the timeline.
func (l Luck) Of(entity uint64) Luck { return Luck(Mix(uint64(l) + phi*(entity+1))) }

// For returns the stream of one purpose.
func (l Luck) For(purpose uint64) Luck { return Luck(Mix(uint64(l) ^ purpose*0xd1342543de82ef95)) }

// Draw returns the n-th number of the stream, uniform over 64 bits.
func (l Luck) Draw(n uint64) uint64 {
	return Mix(Mix(n*phi+uint64(l)) ^ uint64(l))
}

// Key packs a request and the ordinal of its attempt on one provider into the
// counter of a draw. Ordinals from 256 up wrap; no chain sends that many.
func Key(request int64, ordinal int) uint64 { return uint64(request)<<8 | uint64(ordinal&0xff) }

// Scale returns d*u/2^64: u as a share of d, without floating point.
func Scale(d time.Duration, u uint64) time.Duration {
	if d <= 0 {
		return 0
	}
	hi, _ := bits.Mul64(uint64(d), u)
	return time.Duration(hi)
}
