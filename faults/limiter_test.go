package faults

import (
	"math"
	"math/big"
	"testing"
	"time"

	"wavetank/chain"

	"pgregory.net/rapid"
)

// TestBucketExact walks a bucket of a rate that no nanosecond divides: seven a
// minute, two at once.
func TestBucketExact(t *testing.T) {
	l := newLimiter(&Limits{RequestsPerMinute: 7, Burst: 2})
	for _, row := range []struct {
		name string
		at   chain.Instant
		ok   bool
		hint time.Duration
	}{
		{"the first of a burst", 0, true, 0},
		{"the second", 0, true, 0},
		{"the third waits a seventh of a minute, rounded up to a nanosecond", 0, false, 8571428572},
		{"a nanosecond too early", 8571428571, false, 1},
		{"in time", 8571428572, true, 0},
		{"and the next one two sevenths", 8571428572, false, 17142857143 - 8571428572},
	} {
		ok, hint := l.take(row.at, 0, false)
		if ok != row.ok || hint != row.hint {
			t.Errorf("%s: take(%s) = %t, %s, want %t, %s", row.name, row.at, ok, hint, row.ok, row.hint)
		}
	}
}

func TestHintText(t *testing.T) {
	for _, row := range []struct {
		text string
		wait time.Duration
		want time.Duration
	}{
		{"exact", 1500 * time.Millisecond, 1500 * time.Millisecond},
		{"seconds", 1500 * time.Millisecond, 2 * time.Second},
		{"seconds", 2 * time.Second, 2 * time.Second},
		{"none", time.Second, 0},
		{"3s", time.Second, 3 * time.Second},
	} {
		var h Hint
		if err := h.UnmarshalText([]byte(row.text)); err != nil {
			t.Errorf("%q: %v", row.text, err)
		}
		if got := h.after(row.wait); got != row.want {
			t.Errorf("%s of a wait of %s = %s, want %s", row.text, row.wait, got, row.want)
		}
	}
}

func TestFixedMinute(t *testing.T) {
	l := newLimiter(&Limits{RequestsPerMinute: 2, Counting: CountFixed})
	const minute = chain.Instant(time.Minute)
	for _, row := range []struct {
		name   string
		at     chain.Instant
		ok     bool
		hint   time.Duration
		closed chain.Instant // afterwards; at most at: open
	}{
		{"in the warm-up's last second", -1e9, true, 0, past},
		{"the last of that minute", -1e9, true, 0, 0},
		{"used up until zero", -1e9, false, time.Second, 0},
		{"a new minute", 0, true, 0, past},
		{"its second half", minute / 2, true, 0, minute},
		{"used up", minute - 1, false, 1, minute},
		{"the next minute begins at its first instant", minute, true, 0, past},
	} {
		ok, hint := l.take(row.at, 0, false)
		if ok != row.ok || hint != row.hint || l.closedUntil(row.at) != row.closed {
			t.Errorf("%s: take(%s) = %t, %s, closed until %s, want %t, %s, %s", row.name, row.at, ok, hint, l.closedUntil(row.at), row.ok, row.hint, row.closed)
		}
	}
}

func TestPenalty(t *testing.T) {
	const second = chain.Instant(time.Second)
	type step struct {
		at     chain.Instant
		ok     bool
		hint   time.Duration
		closed chain.Instant
	}
	for _, row := range []struct {
		name     string
		extends  bool
		steps    []step
		extended time.Duration
	}{
		{"calls during it change nothing", false, []step{
			{0, true, 0, past}, {1 * second, false, 10e9, 11 * second}, {5 * second, false, 6e9, 11 * second}, {11 * second, true, 0, 11 * second},
		}, 9 * time.Second}, // the permit would have come at 2 s
		{"calls during it begin it anew", true, []step{
			{0, true, 0, past}, {1 * second, false, 10e9, 11 * second}, {5 * second, false, 10e9, 15 * second}, {14 * second, false, 10e9, 24 * second}, {24 * second, true, 0, 24 * second},
		}, (9 + 4 + 9) * time.Second},
	} {
		l := newLimiter(&Limits{RequestsPerMinute: 30, Burst: 1, Penalty: Penalty{For: 10 * time.Second, Extends: row.extends}})
		for _, s := range row.steps {
			ok, hint := l.take(s.at, 0, false)
			if ok != s.ok || hint != s.hint || l.closedUntil(s.at) != s.closed {
				t.Errorf("%s: take(%s) = %t, %s, closed until %s, want %t, %s, %s", row.name, s.at, ok, hint, l.closedUntil(s.at), s.ok, s.hint, s.closed)
			}
		}
		if l.extended != row.extended {
			t.Errorf("%s: extended by %s, want %s", row.name, l.extended, row.extended)
		}
	}
}

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

func TestLimitsCheck(t *testing.T) {
	for _, row := range []struct {
		name   string
		limits Limits
	}{
		{"nothing", Limits{}},
		{"a negative rate", Limits{RequestsPerMinute: -1}},
		{"an absurd rate", Limits{TokensPerMinute: 1 << 40}},
		{"a burst of nothing", Limits{Burst: 3, Concurrency: 1}},
		{"a burst in a fixed minute", Limits{RequestsPerMinute: 3, Burst: 2, Counting: CountFixed}},
		{"a burst that never fills", Limits{RequestsPerMinute: 1, Burst: 1_000_000}},
		{"a hint of a fault", Limits{RequestsPerMinute: 1, RetryAfter: Hint{mode: hintRemaining}}},
		{"a negative penalty", Limits{RequestsPerMinute: 1, Penalty: Penalty{For: -1}}},
		{"an extension of nothing", Limits{RequestsPerMinute: 1, Penalty: Penalty{Extends: true}}},
	} {
		if row.limits.Check() == nil {
			t.Errorf("%s passes the check", row.name)
		}
	}
}

// poisson returns arrivals at a rate per second, from a fixed seed.
func poisson(seed uint64, rate float64) func() chain.Instant {
	table, err := (&Exponential{Time(time.Duration(1e9 / rate))}).Table()
	if err != nil {
		panic(err)
	}
	l, n, at := chain.NewLuck(seed), uint64(0), chain.Instant(0)
	return func() chain.Instant {
		n++
		at = at.Add(table.Draw(l.Draw(n)))
		return at
	}
}

// within demands that the mean of batches lies within four standard errors of
// what is expected.
func within(t *testing.T, name string, batches []float64, want float64) {
	t.Helper()
	n := float64(len(batches))
	mean, ss := 0.0, 0.0
	for _, v := range batches {
		mean += v / n
	}
	for _, v := range batches {
		ss += (v - mean) * (v - mean)
	}
	if se := math.Sqrt(ss / (n - 1) / n); math.Abs(mean-want) > 4*se+1e-12 {
		t.Errorf("%s: %g, want %g within four standard errors of %g", name, mean, want, se)
	}
}

// TestTokenBucketLoss is the share of calls that a bucket refuses (oracle rows
// F1): Poisson arrivals at a bucket are an M/D/1/b queue.
func TestTokenBucketLoss(t *testing.T) {
	for _, row := range []struct {
		name  string
		burst int64
		rate  float64
		want  float64
	}{
		{"F1-1", 1, 15, 0.6},
		{"F1-10", 10, 15, 0.33339701495359286},
		{"F1-100", 100, 15, 0.33333333333333337},
		{"F1-sub", 10, 8, 0.0036392311402544397},
	} {
		var batches []float64
		for seed := range uint64(40) {
			l := newLimiter(&Limits{RequestsPerMinute: 600, Burst: row.burst})
			next := poisson(seed+1, row.rate)
			refused, warm, n := 0, 2_000, 20_000
			for i := range warm + n {
				if ok, _ := l.take(next(), 0, false); !ok && i >= warm {
					refused++
				}
			}
			batches = append(batches, float64(refused)/float64(n))
		}
		within(t, row.name, batches, row.want)
	}
}

// TestPenaltyRate is the rate of calls that find a penalty over (oracle rows F3):
// where calls during it change nothing, it counts like a counter that does not
// extend its dead time; where they begin it anew, like one that does.
func TestPenaltyRate(t *testing.T) {
	for _, row := range []struct {
		name    string
		extends bool
		want    float64
	}{{"F3a", false, 0.14285714285714285}, {"F3b", true, 0.0410424993119494}} {
		var batches []float64
		for seed := range uint64(40) {
			l := newLimiter(&Limits{Concurrency: 1, Penalty: Penalty{For: 5 * time.Second, Extends: row.extends}})
			l.take(past, 0, false) // the only slot is taken for ever, so each call is refused
			next := poisson(seed+1, 0.5)
			found, at := 0, chain.Instant(0)
			for range 5_000 {
				at = next()
				if l.closedUntil(at) <= at {
					found++
				}
				l.take(at, 0, false)
			}
			batches = append(batches, float64(found)/at.Seconds())
		}
		within(t, row.name, batches, row.want)
	}
}

// TestConcurrencyLoss is the share of calls that a cap on concurrency refuses:
// Erlang's B formula (oracle row B3), whatever the law of service.
func TestConcurrencyLoss(t *testing.T) {
	for _, law := range []Law{&Exponential{Time(time.Second)}, &Constant{Time(time.Second)}} {
		table, err := law.Table()
		if err != nil {
			t.Fatal(err)
		}
		var batches []float64
		for seed := range uint64(40) {
			l := newLimiter(&Limits{Concurrency: 10})
			next, luck := poisson(seed+1, 8), chain.NewLuck(seed+1000)
			var flying []chain.Instant
			refused, warm, n := 0, 500, 10_000
			for i := range warm + n {
				at := next()
				kept := flying[:0]
				for _, end := range flying {
					if end > at {
						kept = append(kept, end)
						continue
					}
					l.leave(end)
				}
				flying = kept
				if ok, _ := l.take(at, 0, false); ok {
					flying = append(flying, at.Add(table.Draw(luck.Draw(uint64(i)))))
				} else if i >= warm {
					refused++
				}
			}
			batches = append(batches, float64(refused)/float64(n))
		}
		within(t, "B3", batches, 0.1216610642529515)
	}
}
