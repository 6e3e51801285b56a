package report

import (
	"context"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// curveSlices is how many slices of equal time the latencies of a run are kept
// in: of a run of 40 minutes, half a minute each.
const curveSlices = 80

// curve is what one strategy's servable requests took, over all seeds: a
// sim.Sink whose memory does not grow with the runs.
type curve struct {
	length chain.Instant           // within which requests arrive that count
	whole  *latencies              // of all requests
	during *latencies              // of those that arrived while a fault acted
	slices [curveSlices]*latencies // by arrival; two digits are as much as a line shows
	faulty [curveSlices]int        // runs in which some fault acted in the middle of the slice
	runs   int
}

func newCurve(length time.Duration) *curve {
	c := &curve{length: max(1, chain.Instant(length)), whole: newLatencies(requestDigits), during: newLatencies(requestDigits)}
	for i := range c.slices {
		c.slices[i] = newLatencies(providerDigits)
	}
	return c
}

// curves plays the runs again and returns each strategy's curve.
func (r *Result) curves() ([]*curve, error) {
	out := make([]*curve, len(r.Strategies))
	for i := range out {
		out[i] = newCurve(r.Scenario.Duration)
	}
	err := r.replayAll(context.Background(), func(strategy int, _ uint64) sim.Sink { return out[strategy] })
	return out, err
}

// slice is where an instant falls.
func (c *curve) slice(at chain.Instant) int {
	return int(max(0, min(float64(at)/float64(c.length)*curveSlices, curveSlices-1)))
}

// Begin implements sim.Sink.
func (c *curve) Begin(w *faults.World, _ uint64) {
	c.runs++
	for i := range c.faulty {
		middle := chain.Instant(float64(c.length) * (float64(i) + 0.5) / curveSlices)
		for _, f := range w.Windows() {
			if f.From <= middle && middle < f.To {
				c.faulty[i]++
				break
			}
		}
	}
}

// Ended implements sim.Sink.
func (c *curve) Ended(*sim.Attempt) {}

// Moved implements sim.Sink.
func (c *curve) Moved(*chain.Move) {}

// Finished implements sim.Sink.
func (c *curve) Finished(r *sim.Request) {
	if !r.Counted || !r.Servable {
		return
	}
	took := int64(r.End - r.Arrived)
	c.whole.record(took)
	c.slices[c.slice(r.Arrived)].record(took)
	if r.Stretch == faults.During {
		c.during.record(took)
	}
}

// Close implements sim.Sink.
func (c *curve) Close(chain.Instant) {}
