package report_test

import (
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// noiseChecks are the rows about what a world does by itself: B6, G1.
func noiseChecks() []check {
	return []check{
		{ids: []string{"B6"}, slack: 0.01, measure: inFlight},
		{ids: []string{"G1a", "G1b", "G1c"}, slack: 0.08, measure: burstyCalls},
	}
}

// bursts is the channel of the rows G1 and G2, ticking once per second.
func bursts() *faults.Errors {
	e := failing(0, 0)
	e.Bursts = faults.Bursts{ToBad: faults.Share(channel.ToBad), ToGood: faults.Share(channel.ToGood),
		ShareGood: faults.Share(channel.ErrorsGood), ShareBad: faults.Share(channel.ErrorsBad), Every: time.Second}
	return e
}

// channelTicks is how long a channel lives here: about as many ticks as a world
// agrees to lay out.
const channelTicks = 4_900_000

// burstyCalls plays one call per tick of the channel. A call's badness tells its
// state.
func burstyCalls(t *testing.T) map[string]estimate {
	p := play{providers: []faults.Provider{{Latency: constant(0), Errors: bursts()}}, arrivals: every(time.Second),
		duration: channelTicks * time.Second}
	bad, failed := shares{batch: 20_000}, shares{batch: 20_000}
	var lengths []float64
	length := 0
	p.watch(t, eyes{ended: func(a *sim.Attempt) {
		sick := a.Reply.Bad > 0.5
		bad.add(sick)
		failed.add(a.Failed())
		if sick {
			length++
		} else if length > 0 {
			lengths = append(lengths, float64(length))
			length = 0
		}
	}})
	return map[string]estimate{"G1a": bad.estimate(), "G1b": failed.estimate(), "G1c": meanOf(lengths)}
}

// inFlight looks every four seconds at how many of 100 calls a second are on
// their way, once the first of them have had the time to end. Four seconds are
// longer than all but 0.4 % of the calls, so the looks are independent.
func inFlight(t *testing.T) map[string]estimate {
	const look, from, until = 4 * time.Second, 10, 5_000
	p := play{providers: []faults.Provider{{Latency: lognormal(0.8, 0.6)}}, arrivals: poisson(100), duration: until * look}
	seen := make([]float64, until)
	p.watch(t, eyes{ended: func(a *sim.Attempt) {
		for k := (a.Sent + chain.Instant(look) - 1) / chain.Instant(look); k < until && chain.Instant(k)*chain.Instant(look) < a.End; k++ {
			seen[k]++
		}
	}})
	mean, spread := meanOf(seen[from:]), varianceOf(seen[from:])
	if d := spread.value - mean.value; d > standardErrors*spread.se || d < -standardErrors*spread.se {
		t.Errorf("the variance of calls in flight is %.4g, want the mean, %.4g, within %.2g", spread.value, mean.value, standardErrors*spread.se)
	}
	return map[string]estimate{"B6": mean}
}
