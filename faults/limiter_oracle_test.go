package faults

import (
	"math"
	"testing"
	"time"

	"wavetank/chain"
)

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
				if l.closedUntil(at, 0) <= at {
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
