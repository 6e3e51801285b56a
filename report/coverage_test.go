package report

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"wavetank/report/measure"
)

// TestCoverage: the interval of p99 over twenty replications covers the true
// value as often as it says, on a queue whose p99 is known. The interval that
// order statistics give within one run, which takes requests for independent,
// does not: that is why the replication is the unit.
func TestCoverage(t *testing.T) {
	const (
		trials   = 1000
		runs     = 20
		requests = 10_000 // 100 of them beyond the quantile, some 5,000 busy cycles
	)
	truth := math.Log(100) / (1 - rho) // the sojourn time is exponential
	var next, covered, alone atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			q := newQueue(requests)
			for trial := next.Add(1); trial <= trials; trial = next.Add(1) {
				s := measure.Strategy{}
				for run := range uint64(runs) {
					s.Runs = append(s.Runs, measure.Run{Values: q.run(uint64(trial), run)})
					if run > 0 {
						continue
					}
					if low, high := q.orderStatistics(); low <= truth && truth <= high {
						alone.Add(1)
					}
				}
				if f := s.Figure("latency_p99"); f.Low <= truth && truth <= f.High {
					covered.Add(1)
				}
			}
		})
	}
	wg.Wait()
	over, within := float64(covered.Load())/trials, float64(alone.Load())/trials
	t.Logf("the 95 %% interval covers %.3f of the time over %d runs, %.3f within one", over, runs, within)
	if over < 0.93 || over > 0.97 {
		t.Errorf("the interval over %d runs covers the true p99 in %.1f %% of trials, want 93 to 97 %%", runs, 100*over)
	}
	if within < 0.40 || within > 0.56 { // 0.484 at 20,000 requests
		t.Errorf("the interval of order statistics covers it in %.1f %% of trials, want some 48 %%", 100*within)
	}
}

// rho is the load of a queue with one server that serves one request a second.
const rho = 0.5

// queue is M/M/1 by Lindley's recursion: a request waits for what the one before
// it stayed, less the gap between the two.
type queue struct {
	store *measure.Latencies // as a run's accumulator keeps them
	stays []float64          // of the latest run, in seconds
}

func newQueue(requests int) *queue {
	return &queue{store: measure.NewLatencies(measure.RequestDigits), stays: make([]float64, requests)}
}

// run plays one replication, from a stationary start, and returns its figures.
func (q *queue) run(trial, run uint64) []float64 {
	luck := rand.New(rand.NewPCG(trial, run))
	q.store.Reset()
	stay := luck.ExpFloat64() / (1 - rho)
	for i := range q.stays {
		q.stays[i] = stay
		q.store.Record(int64(stay * 1e9))
		stay = max(0, stay-luck.ExpFloat64()/rho) + luck.ExpFloat64()
	}
	values := noValues()
	values[measure.Index["latency_p99"]] = q.store.Quantiles()[2]
	return values
}

// orderStatistics is the 95 % interval of p99 from the latest run alone: ranks
// that a binomial count of independent requests would keep to.
func (q *queue) orderStatistics() (low, high float64) {
	n := float64(len(q.stays))
	half := 1.96 * math.Sqrt(n*0.99*0.01)
	slices.Sort(q.stays)
	return q.stays[int(n*0.99-half)-1], q.stays[int(math.Ceil(n*0.99+half))-1]
}
