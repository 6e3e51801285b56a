package sim_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// The model of speed: five providers, lognormal latency, 2 % errors, the first
// one hangs for a fifth of the time, 50 requests a second, timeout 30 s; the
// breaker trips on five failures in a row and stays open for 30 s, doubling to
// 300 s. Everything a user pays for is on: labels in calls, seconds and dollars,
// truth, stretches, figures per provider, histograms.
//
// This test looks up at package report, which the loop itself never does: what
// a request costs is the loop and its judge together.

func modelSetup(tb testing.TB, requests int) *sim.Setup {
	tb.Helper()
	duration := time.Duration(requests) * time.Second / 50
	spec := faults.Spec{Duration: duration, Drain: 10 * time.Minute, Truth: faults.Truth{Limit: 30 * time.Second}}
	for i := range 5 {
		errors := faults.Errors{Share: 0.02, Status: 500, After: &faults.Constant{Value: faults.Time(200 * time.Millisecond)}}
		spec.Providers = append(spec.Providers, faults.Provider{
			Name:    fmt.Sprintf("p%d", i),
			Latency: &faults.Lognormal{Median: faults.Time(600 * time.Millisecond), P99: faults.Time(2400 * time.Millisecond)},
			Errors:  &errors,
			Price:   faults.Price{In: 0.6, Out: 1.2},
		})
	}
	spec.Timeline = []faults.Entry{{
		At: faults.Span{Min: duration * 2 / 5, Max: duration * 2 / 5}, For: faults.Span{Min: duration / 5, Max: duration / 5},
		Provider: []string{"primary"}, Fault: &faults.Hang{Share: 1},
	}}
	world, err := faults.Compile(spec)
	if err != nil {
		tb.Fatal(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: &sim.Poisson{Rate: 50}})
	if err != nil {
		tb.Fatal(err)
	}
	return setup
}

func modelStrategy(tb testing.TB, name string) chain.Strategy {
	tb.Helper()
	d := policy.Document{Attempt: &policy.Attempt{Total: 30 * time.Second}}
	if name != "naive" {
		d.Breaker = &policy.Breaker{
			Trip:     &policy.ConsecutiveTrip{Failures: 5},
			Open:     &policy.ExponentialOpen{Base: 30 * time.Second, Factor: 2000, Max: 300 * time.Second},
			HalfOpen: &policy.SingleProbe{},
		}
	}
	switch name {
	case "gobreaker":
		d.Breaker.Engine = policy.Gobreaker
	case "neutral": // the breaker's, with every other slot filled by the kind that changes nothing
		d.Order, d.Availability, d.Admission, d.Classify = &policy.Listed{}, &policy.IgnoreOpen{}, &policy.NoAdmission{}, &policy.Classify{}
		d.Retry, d.Hedge, d.Budget = &policy.NoRetry{}, &policy.NoHedge{}, &policy.NoBudget{}
		d.Validate, d.Exhausted = &policy.NoValidation{}, &policy.ExhaustedLast{}
	}
	s, err := d.Strategy(name)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func BenchmarkModel(b *testing.B) {
	const requests = 1_000_000
	setup := modelSetup(b, requests)
	for _, name := range []string{"breaker", "neutral", "naive", "gobreaker"} {
		b.Run(name, func(b *testing.B) {
			s := modelStrategy(b, name)
			r, acc := sim.NewRunner(setup), measure.NewAccumulator(setup, chain.Instant(10*time.Second))
			acc.Prepare(s, false)
			if err := r.Run(context.Background(), s, 1, acc); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if err := r.Run(context.Background(), s, 1, acc); err != nil {
					b.Fatal(err)
				}
			}
			run := acc.Run()
			n, _ := measure.Index["requests"]
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/run.Values[n], "ns/request")
			for _, m := range []string{"latency_p99", "wasted.doomed"} {
				k, _ := measure.Index[m]
				b.ReportMetric(run.Values[k], m)
			}
		})
	}
}
