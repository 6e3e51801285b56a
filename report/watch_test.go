package report_test

import (
	"math"
	"testing"
	"time"

	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// TestOverHold holds that a breaker holds nobody back once its cooldown is over,
// even if nobody asks for hours. The first provider is well from 90 s and open
// until 122.1 s; its probe is out from 123 s to 123.1 s. The second is well from
// 120 s and open until 122.2 s; it is never asked again.
func TestOverHold(t *testing.T) {
	down := func(whom string, length time.Duration) faults.Entry {
		return faults.Entry{At: faults.Span{Min: time.Minute, Max: time.Minute}, For: faults.Span{Min: length, Max: length},
			Provider: []string{whom}, Fault: &faults.Status{Code: 503, Share: 1, After: constant(100 * time.Millisecond)}}
	}
	for _, engine := range []policy.Engine{policy.Native, policy.Gobreaker} {
		p := play{providers: []faults.Provider{{Latency: constant(100 * time.Millisecond)}, {Latency: constant(100 * time.Millisecond)}},
			timeline: []faults.Entry{down("p0", 30*time.Second), down("p1", time.Minute)},
			arrivals: every(time.Second), duration: 3 * time.Hour,
			strategy: policy.Document{Breaker: &policy.Breaker{Engine: engine, Trip: &policy.ConsecutiveTrip{Failures: 3},
				Open: &policy.ConstantOpen{Base: time.Minute}, HalfOpen: &policy.SingleProbe{}}}}
		got := p.metrics(t, 1, "over_hold", "trips", "probes")
		if want := 32.1 + 0.1 + 2.2; math.Abs(got[0][0]-want) > 1e-6 || got[1][0] != 2 || got[2][0] != 1 {
			t.Errorf("%v: held for %v s, want %v; %v trips, %v probes", engine, got[0][0], want, got[1][0], got[2][0])
		}
	}
}

// TestRecoveryUnknown holds that an episode which outlasts the run has no time
// to recover, wherever the breaker stands at the end.
func TestRecoveryUnknown(t *testing.T) {
	p := play{providers: []faults.Provider{{Latency: constant(100 * time.Millisecond)}},
		timeline: []faults.Entry{{At: faults.Span{Min: 5 * time.Second, Max: 5 * time.Second}, For: faults.Span{Min: time.Hour, Max: time.Hour},
			Provider: []string{"p0"}, Fault: &faults.Status{Code: 503, Share: 0.6, After: constant(100 * time.Millisecond)}}},
		arrivals: every(10 * time.Second), duration: 2 * time.Minute,
		strategy: policy.Document{Breaker: &policy.Breaker{Trip: &policy.ImmediateTrip{}, Open: &policy.ConstantOpen{Base: time.Second},
			HalfOpen: &policy.NoHalfOpen{}}}}
	got := p.metrics(t, 20, "time_to_recover", "time_to_detect")
	for i, v := range got[0] {
		if !math.IsNaN(v) || math.IsNaN(got[1][i]) {
			t.Errorf("seed %d: back after %v s, noticed after %v s", i+1, v, got[1][i])
		}
	}
}

// TestQuantilesWithinMax holds that no quantile lies above the longest latency.
func TestQuantilesWithinMax(t *testing.T) {
	p := play{providers: []faults.Provider{{Latency: constant(60 * time.Second)}}, arrivals: every(time.Second), duration: time.Minute}
	for i, v := range p.metrics(t, 1, "latency_p50", "latency_p999", "latency_max") {
		if v[0] != 60 {
			t.Errorf("figure %d: %v s, want 60", i, v[0])
		}
	}
}

// TestDetectionOfTheAlwaysIll holds that a provider that is ill by itself is ill
// from the run's beginning on, not from before all time: its answers never come
// in time, and the second of those sent at 0 s and 1 s times out at 11 s.
func TestDetectionOfTheAlwaysIll(t *testing.T) {
	p := play{providers: []faults.Provider{{Latency: constant(time.Hour)}}, arrivals: every(time.Second), duration: time.Minute,
		strategy: policy.Document{Attempt: &policy.Attempt{Total: 10 * time.Second}, Breaker: &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: 2},
			Open: &policy.ConstantOpen{Base: time.Hour}, HalfOpen: &policy.SingleProbe{}}}}
	for _, row := range []struct{ warmup, want time.Duration }{{0, 11 * time.Second}, {30 * time.Second, 11 * time.Second}} {
		p.warmup = row.warmup
		if got := p.metrics(t, 1, "time_to_detect"); got[0][0] != row.want.Seconds() {
			t.Errorf("warm-up %s: noticed after %v s, want %s", row.warmup, got[0][0], row.want)
		}
	}
}

// TestOverHoldOfALimit holds that a breaker which is open while a limiter is
// known to be closed holds nobody back who would have been served. In each
// minute, the limiter admits the calls sent at 0 s, 1 s and 2 s and is closed
// from then on; the second refusal, of the call sent at 4 s, opens the breaker for 70 s:
// its time in the second minute is over-hold.
func TestOverHoldOfALimit(t *testing.T) {
	p := play{providers: []faults.Provider{{Latency: constant(10 * time.Millisecond),
		Limits: &faults.Limits{RequestsPerMinute: 3, Counting: faults.CountFixed}}},
		arrivals: every(time.Second), duration: 76 * time.Second,
		strategy: policy.Document{Breaker: &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: 2},
			Open: &policy.ConstantOpen{Base: 70 * time.Second}, HalfOpen: &policy.NoHalfOpen{}}}}
	var after time.Duration // until a refusal is told
	p.watch(t, eyes{ended: func(a *sim.Attempt) {
		if a.Reply.Outcome.Status == 429 {
			after = a.End.Sub(a.Sent)
		}
	}})
	got := p.metrics(t, 1, "over_hold", "true_trips")
	if want := (14*time.Second + after).Seconds(); math.Abs(got[0][0]-want) > 1e-6 || got[1][0] != 1 {
		t.Errorf("held for %v s, want %v; %v true trips", got[0][0], want, got[1][0])
	}
}
