package report_test

import (
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// retryChecks are the rows about retries and their waits: D1, D2, D3.
func retryChecks() []check {
	return []check{
		{ids: []string{"D1a", "D1b"}, slack: 0.04, measure: func(t *testing.T) map[string]estimate {
			attempts, failed := retries(t, 0.3, nil, 2_000_000)
			return map[string]estimate{"D1a": attempts, "D1b": failed}
		}},
		{ids: []string{"D2a"}, slack: 0.01, measure: func(t *testing.T) map[string]estimate {
			attempts, _ := retries(t, 0.5, nil, 500_000)
			return map[string]estimate{"D2a": attempts}
		}},
		{ids: []string{"D2b", "D2c"}, slack: 0.01, measure: func(t *testing.T) map[string]estimate {
			tenth := &policy.TokenRatio{Ratio: 100, Burst: 10, Covers: []policy.Cover{policy.CoverRetry}}
			attempts, failed := retries(t, 0.5, tenth, 1_000_000)
			return map[string]estimate{"D2b": attempts, "D2c": {1 - failed.value, failed.se}}
		}},
		waits("D3a", policy.JitterFull),
		waits("D3b", policy.JitterEqual),
		waits("D3c", policy.JitterDecorrelated),
	}
}

// retries plays up to three more attempts, at once, on a provider that fails for
// a share of them; it returns the attempts per request and the share of requests
// that fail.
func retries(t *testing.T, share float64, budget policy.Budget, n int) (attempts, failed estimate) {
	t.Helper()
	p := play{providers: []faults.Provider{{Latency: constant(0), Errors: failing(share, 0)}}, arrivals: every(time.Second),
		duration: time.Duration(n) * time.Second, strategy: policy.Document{Retry: &policy.ConstantRetry{Max: 3}, Budget: budget}}
	sent, lost := batches{size: 1000}, shares{batch: 1000}
	p.watch(t, eyes{finished: func(r *sim.Request) {
		sent.add(float64(len(r.Attempts)))
		lost.add(r.Done.Reason != chain.Delivered)
	}})
	return meanOf(sent.done), lost.estimate()
}

// batches collects means of neighbours.
type batches struct {
	size int
	sum  float64
	seen int
	done []float64
}

func (b *batches) add(v float64) {
	b.sum += v
	if b.seen++; b.seen == b.size {
		b.done = append(b.done, b.sum/float64(b.size))
		b.sum, b.seen = 0, 0
	}
}

// waits measures the time that five retries of a dead provider wait in all.
// Decorrelated jitter has no cap here, for its row says that none is reached.
func waits(id string, jitter policy.Jitter) check {
	return check{ids: []string{id}, slack: 0.015, measure: func(t *testing.T) map[string]estimate {
		r := &policy.ExponentialRetry{Max: 5, Base: 500 * time.Millisecond, Factor: 2000, Cap: 20 * time.Second, Jitter: jitter}
		if jitter == policy.JitterDecorrelated {
			r.Cap = 0
		}
		p := play{providers: []faults.Provider{{Latency: constant(0), Errors: failing(1, 0)}}, arrivals: every(time.Second),
			duration: 100_000 * time.Second, strategy: policy.Document{Retry: r}}
		return map[string]estimate{id: meanOf(p.latencies(t))}
	}}
}
