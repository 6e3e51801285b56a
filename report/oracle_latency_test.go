package report_test

import (
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// patient is the naive chain: any error fails over, an attempt may take 30 s.
var patient = policy.Document{Attempt: &policy.Attempt{Total: 30 * time.Second}}

// latencyChecks are the rows about how long callers wait: A1, A2, A4, C2c, C3, I2.
func latencyChecks() []check {
	return []check{
		{ids: []string{"A1a", "A1b", "A1c"}, slack: 0.01, measure: hangForever},
		{ids: []string{"A2a", "A2b"}, slack: 0.01, measure: hangInADay},
		{ids: []string{"A4a", "A4c"}, slack: 0.01, measure: fiveProviders},
		{ids: []string{"A4b"}, slack: 0.15, measure: allFail},
		{ids: []string{"C2c"}, slack: 0.01, measure: bareTail},
		{ids: []string{"C3"}, slack: 0.015, measure: lateShare},
		{ids: []string{"I2a", "I2b"}, slack: 0.05, measure: stalledServer},
	}
}

// hangForever: the first provider never answers, the second one does.
func hangForever(t *testing.T) map[string]estimate {
	p := play{providers: []faults.Provider{{Latency: constant(0)}, {Latency: lognormal(0.8, 0.6)}},
		timeline: []faults.Entry{window(0, day, &faults.Hang{Share: 1})},
		arrivals: poisson(50), duration: calls(200_000, 50), strategy: patient}
	all := p.latencies(t)
	return map[string]estimate{"A1a": quantileOf(all, 0.5), "A1b": quantileOf(all, 0.99), "A1c": meanOf(all)}
}

// hangInADay: it hangs for 20 minutes of a day. Even arrivals make the share of
// the calls that meet the hang exactly that of the time.
func hangInADay(t *testing.T) map[string]estimate {
	law := lognormal(0.8, 0.6)
	p := play{providers: []faults.Provider{{Latency: law}, {Latency: law}},
		timeline: []faults.Entry{window(9*time.Hour, 20*time.Minute, &faults.Hang{Share: 1})},
		arrivals: every(100 * time.Millisecond), duration: day, strategy: patient}
	all := p.latencies(t)
	return map[string]estimate{"A2a": quantileOf(all, 0.99), "A2b": quantileOf(all, 0.5)}
}

// fivefold is the chain of the rows A4, or the members of it that are asked.
func fivefold(arrivals sim.Arrivals, members ...string) play {
	share := []float64{0.1, 0.05, 0.05, 0.02, 0.01}
	failed := []time.Duration{300, 300, 500, 500, 500}
	took := []time.Duration{500, 600, 800, 1200, 1500}
	p := play{arrivals: arrivals, strategy: policy.Document{Order: &policy.Listed{Providers: members}}}
	for i := range share {
		p.providers = append(p.providers, faults.Provider{Latency: constant(took[i] * time.Millisecond),
			Errors: failing(share[i], failed[i]*time.Millisecond)})
	}
	return p
}

func fiveProviders(t *testing.T) map[string]estimate {
	p := fivefold(poisson(50))
	p.duration = calls(20_000, 50)
	m := p.metrics(t, 80, "attempts_per_request", "latency_mean")
	return map[string]estimate{"A4a": meanOf(m[0]), "A4c": meanOf(m[1])}
}

// allFail splits an event of 5 in 100 million into three that can be seen: the
// first two providers fail both, the next two, the last. That they are
// independent is what the keys of luck promise.
func allFail(t *testing.T) map[string]estimate {
	var parts []estimate
	for _, members := range [][]string{{"p0", "p1"}, {"p2", "p3"}, {"p4"}} {
		p := fivefold(every(time.Second), members...)
		p.duration = 1_500_000 * time.Second
		failed, all := 0, 0
		p.watch(t, eyes{finished: func(r *sim.Request) {
			all++
			if r.Done.Reason == chain.Exhausted {
				failed++
			}
		}})
		parts = append(parts, shareOf(failed, all))
	}
	return map[string]estimate{"A4b": product(parts...)}
}

func bareTail(t *testing.T) map[string]estimate {
	p := play{providers: []faults.Provider{{Latency: lognormal(0.8, 0.6)}}, arrivals: poisson(50), duration: calls(1_000_000, 50)}
	return map[string]estimate{"C2c": quantileOf(p.latencies(t), 0.99)}
}

// lateShare: callers who wait for two seconds.
func lateShare(t *testing.T) map[string]estimate {
	p := play{providers: []faults.Provider{{Latency: lognormal(0.8, 0.6)}}, arrivals: poisson(50),
		duration: calls(2_000_000, 50), deadline: 2 * time.Second}
	late, all := 0, 0
	p.watch(t, eyes{finished: func(r *sim.Request) {
		all++
		if r.Done.Reason == chain.TimedOut {
			late++
		}
	}})
	return map[string]estimate{"C3": shareOf(late, all)}
}

// stall answers whatever waits at the end of its window.
type stall struct{ until chain.Instant }

func (s *stall) Check() error        { return nil }
func (s *stall) Stage() faults.Stage { return faults.AtLatency }
func (s *stall) Harm() faults.Harm   { return faults.Harm{} }
func (s *stall) Apply(x *faults.Exchange) bool {
	x.Slow(0, s.until.Sub(x.Now))
	return false
}

func (s *stall) Phases(w faults.Window, _ chain.Luck) faults.Phases {
	return faults.Steady(w, &stall{w.To})
}

// stalledServer answers for 100 s and stops for 100 s: 100 calls a second that
// arrive whatever happens, and one caller who waits for each answer.
func stalledServer(t *testing.T) map[string]estimate {
	p := play{providers: []faults.Provider{{Latency: constant(time.Millisecond)}},
		timeline: []faults.Entry{window(100*time.Second, 100*time.Second, &stall{})},
		arrivals: every(10 * time.Millisecond), duration: 200 * time.Second}
	open := p.latencies(t)
	p.arrivals = &sim.Closed{Users: 1, Think: constant(9 * time.Millisecond)}
	closed := p.latencies(t)
	if mean, tail := meanOf(closed).value, quantileOf(closed, 0.99).value; mean < 0.0109 || mean > 0.0111 || tail != 0.001 {
		t.Errorf("a closed loop reports a mean of %.4f s and a p99 of %.4f s, want 0.0110 and 0.001", mean, tail)
	}
	return map[string]estimate{"I2a": meanOf(open), "I2b": quantileOf(open, 0.99)}
}
