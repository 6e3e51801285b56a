package report

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// A plot has as many points of time as a run has requests, within reason: more
// would be empty. At most two pixels are left for each on a phone, five where
// there is room.
const (
	tapePointsMin = 12
	tapePointsMax = 120
)

// tapePoints is how many points of time the plots of a result have at most.
func (r *Result) tapePoints() int {
	most := 0.0
	for i := range r.Strategies {
		if f := r.Strategies[i].Figure("requests"); f.Exists() {
			most = max(most, f.Mean)
		}
	}
	return int(min(max(most, tapePointsMin), tapePointsMax))
}

// tapeDigits are those of a plotted latency: 1 % is less than a pixel.
const tapeDigits = providerDigits

// tapeWidths are the lengths that a point of time may have, as people count.
var tapeWidths = []time.Duration{
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond,
	500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second,
	20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 3 * time.Minute, 5 * time.Minute,
	10 * time.Minute, 15 * time.Minute, 20 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour,
	6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// tapeWidth is the shortest of the lengths of which so many are long enough for a
// run.
func tapeWidth(duration time.Duration, points int) time.Duration {
	n := time.Duration(points)
	for _, w := range tapeWidths {
		if duration <= n*w {
			return w
		}
	}
	last := tapeWidths[len(tapeWidths)-1]
	return (duration + n*last - 1) / (n * last) * last
}

// tape is the sim.Sink of the plots: what a strategy did over time, summed over
// the runs that it is given. It counts, so the order of the runs is nothing to
// it, and what it takes in memory does not grow with them.
type tape struct {
	width    time.Duration // of a point
	slo      time.Duration // 0: none
	points   []tapePoint
	soon     [2]waits // over the whole run, and of requests that arrived during the faults
	overtime int64    // attempts sent after the last arrival: on no plot

	theta float64
}

// tapePoint is what is known of one point of time.
type tapePoint struct {
	latency *latencies // of the servable requests that arrived in it, until an answer or an error
	usable  int64      // those that had a usable answer
	inTime  int64      // those that had it in time
	sent    [numLabels]int64
}

// waits are the times to usable answers.
type waits struct {
	asked  int64 // servable requests
	usable *latencies
}

func newTape(sc *Scenario, points int) *tape {
	t := &tape{width: tapeWidth(sc.Duration, points), slo: sc.SLO}
	t.points = make([]tapePoint, (sc.Duration+t.width-1)/t.width)
	for i := range t.points {
		t.points[i].latency = newLatencies(tapeDigits)
	}
	for i := range t.soon {
		t.soon[i].usable = newLatencies(tapeDigits)
	}
	return t
}

// Reset forgets all runs.
func (t *tape) Reset() {
	for i := range t.points {
		p := &t.points[i]
		p.latency.reset()
		*p = tapePoint{latency: p.latency}
	}
	for i := range t.soon {
		t.soon[i].usable.reset()
		t.soon[i].asked = 0
	}
	t.overtime = 0
}

// Add sums another's runs, of the same scenario, into these.
func (t *tape) Add(other Sheet) {
	o := other.(*tape)
	for i := range t.points {
		p, q := &t.points[i], &o.points[i]
		p.latency.add(q.latency)
		p.usable += q.usable
		p.inTime += q.inTime
		for l := range p.sent {
			p.sent[l] += q.sent[l]
		}
	}
	for i := range t.soon {
		t.soon[i].usable.add(o.soon[i].usable)
		t.soon[i].asked += o.soon[i].asked
	}
	t.overtime += o.overtime
}

// point is the point of an instant; nil for one that lies outside the run.
func (t *tape) point(at chain.Instant) *tapePoint {
	if k := int64(at) / int64(t.width); at >= 0 && k < int64(len(t.points)) {
		return &t.points[k]
	}
	return nil
}

func (t *tape) Begin(w *faults.World, _ uint64) { t.theta = w.Blueprint().Spec().Truth.Theta }

func (t *tape) Ended(*sim.Attempt) {}

func (t *tape) Moved(*chain.Move) {}

func (t *tape) Close(chain.Instant) {}

func (t *tape) Finished(r *sim.Request) {
	if !r.Counted {
		return
	}
	if r.Servable {
		t.served(r)
	}
	discovered := false
	for k := range r.Attempts {
		x := &r.Attempts[k]
		l := LabelOf(r, x, t.theta, discovered)
		discovered = discovered || l == FutileDiscovery
		if p := t.point(x.Sent); p != nil {
			p.sent[l]++
		} else {
			t.overtime++
		}
	}
}

// served books how long a request waited, and for what.
func (t *tape) served(r *sim.Request) {
	x := r.Delivered()
	usable, took := x != nil && x.Reply.Usable, r.End.Sub(r.Arrived)
	t.soon[0].book(usable, took)
	if r.Stretch == faults.During {
		t.soon[1].book(usable, took)
	}
	p := t.point(r.Arrived)
	if p == nil {
		return
	}
	p.latency.record(int64(took))
	if usable {
		p.usable++
		if t.slo > 0 && took <= t.slo {
			p.inTime++
		}
	}
}

func (w *waits) book(usable bool, took time.Duration) {
	w.asked++
	if usable {
		w.usable.record(int64(took))
	}
}
