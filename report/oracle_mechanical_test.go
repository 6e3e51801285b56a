package report_test

import (
	"math"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
)

// tick is how close to an expiry or an outage's end counts as at it: a breaker
// is asked one nanosecond late, each time.
const tick = time.Microsecond

// siege is a provider that is down from 0 to 1,200 s, guarded by a breaker that
// trips at once and is asked one nanosecond after each expiry.
type siege struct {
	open policy.Open
	hang time.Duration // how long a probe takes to fail
}

const siegeEnd = chain.Instant(1200 * time.Second)

// mechanicalChecks are the rows that counting gives, both engines driven
// directly.
func mechanicalChecks() []check {
	doubling := &policy.ExponentialOpen{Base: 30 * time.Second, Factor: 2000}
	capped := &policy.ExponentialOpen{Base: 30 * time.Second, Factor: 2000, Max: 300 * time.Second}
	fixed := &policy.ConstantOpen{Base: 30 * time.Second}
	linear := &policy.LinearOpen{Base: 30 * time.Second}
	return []check{
		{ids: []string{"E6a", "E6b"}, exact: 2e-9, measure: func(t *testing.T) map[string]estimate {
			probes, lag := siege{open: doubling}.stand(t, 690*time.Second)
			return map[string]estimate{"E6a": {value: probes}, "E6b": {value: lag}}
		}},
		besieged("E6c", siege{open: capped}, 150*time.Second),
		besieged("E6d", siege{open: fixed}, 30*time.Second),
		besieged("E6e", siege{open: doubling, hang: 30 * time.Second}, 840*time.Second),
		besieged("E6f", siege{open: linear}, 150*time.Second),
	}
}

// besieged checks a count of probes, and the lag that stands in the row's note.
func besieged(id string, s siege, lag time.Duration) check {
	return check{ids: []string{id}, measure: func(t *testing.T) map[string]estimate {
		probes, _ := s.stand(t, lag)
		return map[string]estimate{id: {value: probes}}
	}}
}

// stand lets both engines stand the siege and returns the probes sent during it
// and the seconds from its end to the next one, which must be lag.
func (s siege) stand(t *testing.T, lag time.Duration) (probes, seconds float64) {
	t.Helper()
	var first []chain.Instant
	for _, engine := range []policy.Engine{policy.Native, policy.Gobreaker} {
		d := policy.Breaker{Engine: engine, Trip: &policy.ImmediateTrip{}, Open: s.open, HalfOpen: &policy.SingleProbe{}}
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		all := s.probes(t, &d)
		if first == nil {
			first = all
		}
		if len(all) != len(first) || all[len(all)-1] != first[len(first)-1] {
			t.Errorf("gobreaker probes at %v, native at %v", all, first)
		}
	}
	after := first[len(first)-1].Sub(siegeEnd)
	if d := after - lag; d < -tick || d > tick {
		t.Errorf("the first probe after the outage comes %s after its end, want %s", after, lag)
	}
	// To the microsecond: what stands below it is how late the breaker was asked.
	return float64(len(first) - 1), math.Round(after.Seconds()*1e6) / 1e6
}

// probes returns when the breaker lets a probe through: those during the siege,
// and the first one after it. A probe at its very end fails.
func (s siege) probes(t *testing.T, d *policy.Breaker) (all []chain.Instant) {
	t.Helper()
	b := d.Build().MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(1), Moved: func(chain.Move) {}})
	ticket, ok := b.Admit(0)
	if !ok || ticket.Probe {
		t.Fatal("a new breaker is not closed")
	}
	failed := chain.Instant(0)
	for range 1000 {
		b.Record(failed, ticket, &chain.Result{Evidence: chain.Bad, Class: chain.Server})
		if _, ok := b.Admit(b.Until()); ok || b.Ready(b.Until()) {
			t.Fatalf("admitted at %s, the cooldown's last nanosecond", b.Until())
		}
		at := b.Until() + 1
		if !b.Ready(at) {
			t.Fatalf("not ready at %s, a nanosecond after the cooldown", at)
		}
		if ticket, ok = b.Admit(at); !ok || !ticket.Probe {
			t.Fatalf("no probe at %s, a nanosecond after the cooldown", at)
		}
		if all = append(all, at); at > siegeEnd.Add(tick) {
			return all
		}
		failed = at.Add(s.hang)
	}
	t.Fatal("a thousand probes during one outage")
	return nil
}
