package faults

import (
	"math"
	"math/big"
	"testing"
	"time"

	"wavetank/chain"

	"pgregory.net/rapid"
)

// reference is a limiter written for the eye: levels as fractions, windows as
// maps, nothing remembered but what happened.
type reference struct {
	limits   Limits
	requests *referenceBucket
	tokens   *referenceBucket
	minutes  map[int64][2]int64 // requests and tokens of each minute
	flying   int64
	penalty  int64
}

type referenceBucket struct {
	level, burst, perNano *big.Rat
	at                    int64
}

func newReferenceBucket(perMinute, burst int64) *referenceBucket {
	if perMinute == 0 {
		return nil
	}
	size := new(big.Rat).SetInt64(burst)
	return &referenceBucket{level: size, burst: size, perNano: big.NewRat(perMinute, int64(time.Minute)), at: int64(past)}
}

// refill brings the level up to an instant.
func (b *referenceBucket) refill(now int64) {
	in := new(big.Rat).Mul(b.perNano, new(big.Rat).SetInt64(now-b.at))
	if b.level = in.Add(in, b.level); b.level.Cmp(b.burst) > 0 {
		b.level = b.burst
	}
	b.at = now
}

// wait returns the nanoseconds until the level holds n permits.
func (b *referenceBucket) wait(now, n int64) int64 {
	b.refill(now)
	lack := new(big.Rat).Sub(b.demand(n), b.level)
	if lack.Sign() <= 0 {
		return 0
	}
	lack.Quo(lack, b.perNano)
	up, rest := new(big.Int).QuoRem(lack.Num(), lack.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		return up.Int64() + 1
	}
	return up.Int64()
}

func (b *referenceBucket) demand(n int64) *big.Rat {
	want := new(big.Rat).SetInt64(n)
	if want.Cmp(b.burst) > 0 {
		return b.burst
	}
	return want
}

func newReference(l Limits) *reference {
	burst := l.Burst
	if burst == 0 {
		burst = l.RequestsPerMinute
	}
	r := &reference{limits: l, minutes: map[int64][2]int64{}, penalty: int64(past)}
	if l.Counting == CountBucket {
		r.requests, r.tokens = newReferenceBucket(l.RequestsPerMinute, burst), newReferenceBucket(l.TokensPerMinute, l.TokensPerMinute)
	}
	return r
}

func minuteOf(now int64) int64 { return int64(math.Floor(float64(now) / float64(time.Minute))) }

// take is limiter.take, slowly.
func (r *reference) take(now, tokens int64) (bool, int64) {
	wait := max(0, r.penalty-now)
	if r.requests != nil {
		wait = max(wait, r.requests.wait(now, 1))
	}
	if r.tokens != nil {
		wait = max(wait, r.tokens.wait(now, tokens))
	}
	m := minuteOf(now)
	used, demand := r.minutes[m], min(tokens, r.limits.TokensPerMinute)
	if r.limits.Counting == CountFixed {
		over := r.limits.RequestsPerMinute > 0 && used[0]+1 > r.limits.RequestsPerMinute
		if over || r.limits.TokensPerMinute > 0 && used[1]+demand > r.limits.TokensPerMinute {
			wait = max(wait, (m+1)*int64(time.Minute)-now)
		}
	}
	if wait > 0 || r.limits.Concurrency > 0 && r.flying == r.limits.Concurrency {
		if p := r.limits.Penalty; p.For > 0 && (p.Extends || r.penalty <= now) {
			r.penalty = max(r.penalty, now+int64(p.For))
		}
		return false, max(wait, r.penalty-now, 0)
	}
	r.minutes[m] = [2]int64{used[0] + 1, used[1] + demand}
	if r.requests != nil {
		r.requests.level = new(big.Rat).Sub(r.requests.level, big.NewRat(1, 1))
	}
	if r.tokens != nil {
		r.tokens.level = new(big.Rat).Sub(r.tokens.level, r.tokens.demand(tokens))
	}
	r.flying++
	return true, 0
}

// TestLimiterReference plays random histories against the limiter and the
// reference, and demands the same answers to the nanosecond.
func TestLimiterReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Limits{
			RequestsPerMinute: rapid.SampledFrom([]int64{0, 1, 7, 60, 1000}).Draw(t, "rpm"),
			TokensPerMinute:   rapid.SampledFrom([]int64{0, 13, 1000, 1_000_000}).Draw(t, "tpm"),
			Concurrency:       rapid.Int64Range(0, 3).Draw(t, "concurrency"),
			Penalty:           Penalty{For: rapid.SampledFrom([]time.Duration{0, 0, 7 * time.Second}).Draw(t, "penalty")},
		}
		l.Counting = Counting(rapid.IntRange(0, 1).Draw(t, "counting"))
		if l.RequestsPerMinute > 0 && l.Counting == CountBucket {
			l.Burst = rapid.Int64Range(0, 5).Draw(t, "burst")
		}
		l.Penalty.Extends = l.Penalty.For > 0 && rapid.Bool().Draw(t, "extends")
		if l.RequestsPerMinute == 0 && l.TokensPerMinute == 0 && l.Concurrency == 0 {
			l.Concurrency = 1
		}
		if err := l.Check(); err != nil {
			t.Fatal(err)
		}
		real, dumb := newLimiter(&l), newReference(l)
		now := rapid.Int64Range(-100e9, 0).Draw(t, "start")
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			tokens := rapid.Int64Range(0, 2000).Draw(t, "tokens")
			ok, hint := real.take(chain.Instant(now), tokens, true)
			again, _ := real.take(chain.Instant(now), tokens, false)
			if ok != again {
				t.Fatalf("a dry call says %t, the real one %t", ok, again)
			}
			wantOK, want := dumb.take(now, tokens)
			if ok != wantOK || int64(hint) != want {
				t.Fatalf("take(%d, %d) = %t, %d, want %t, %d", now, tokens, ok, hint, wantOK, want)
			}
			if dumb.flying > 0 && rapid.Bool().Draw(t, "leaves") {
				real.leave(chain.Instant(now))
				dumb.flying--
			}
			if !ok && want > 0 && rapid.Bool().Draw(t, "obeys") {
				now += want
			} else {
				now += rapid.Int64Range(0, 20e9).Draw(t, "pause")
			}
		}
	})
}
