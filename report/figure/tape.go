package figure

import (
	"context"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// SeesTapes asks for the tapes of a page's plots.
var SeesTapes = &measure.Need{New: func(sc *measure.Scenario) measure.Sheet { return NewTape(sc, TapePointsMax) }}

// Tapes returns what the plots need of each strategy, in their order. Where there
// are so few requests that the points of time must be longer than those that were
// seen, the runs are played again, which takes no time for that reason.
func Tapes(ctx context.Context, r *judge.Result) ([]*Tape, error) {
	points := tapePoints(r)
	if TapeWidth(r.Scenario.Duration, points) == TapeWidth(r.Scenario.Duration, TapePointsMax) {
		return judge.SheetsOf[*Tape](ctx, r, SeesTapes)
	}
	return judge.SheetsOf[*Tape](ctx, r, &measure.Need{New: func(sc *measure.Scenario) measure.Sheet { return NewTape(sc, points) }})
}

// A plot has as many points of time as a run has requests, within reason: more
// would be empty. At most two pixels are left for each on a phone, five where
// there is room.
const (
	TapePointsMin = 12
	TapePointsMax = 120
)

// tapePoints is how many points of time the plots of a result have at most.
func tapePoints(r *judge.Result) int {
	most := 0.0
	for i := range r.Strategies {
		if f := r.Strategies[i].Figure("requests"); f.Exists() {
			most = max(most, f.Mean)
		}
	}
	return int(min(max(most, TapePointsMin), TapePointsMax))
}

// TapeDigits are those of a plotted latency: 1 % is less than a pixel.
const TapeDigits = measure.ProviderDigits

// tapeWidths are the lengths that a point of time may have, as people count.
var tapeWidths = []time.Duration{
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond,
	500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second,
	20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 3 * time.Minute, 5 * time.Minute,
	10 * time.Minute, 15 * time.Minute, 20 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour,
	6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// TapeWidth is the shortest of the lengths of which so many are long enough for a
// run.
func TapeWidth(duration time.Duration, points int) time.Duration {
	n := time.Duration(points)
	for _, w := range tapeWidths {
		if duration <= n*w {
			return w
		}
	}
	last := tapeWidths[len(tapeWidths)-1]
	return (duration + n*last - 1) / (n * last) * last
}

// Tape is the sim.Sink of the plots: what a strategy did over time, summed over
// the runs that it is given. It counts, so the order of the runs is nothing to
// it, and what it takes in memory does not grow with them.
type Tape struct {
	Width    time.Duration // of a point
	Slo      time.Duration // 0: none
	Points   []TapePoint
	Soon     [2]Waits // over the whole run, and of requests that arrived during the faults
	Overtime int64    // attempts sent after the last arrival: on no plot

	truth *faults.Truth
}

// TapePoint is what is known of one point of time.
type TapePoint struct {
	Latency *measure.Latencies // of the servable requests that arrived in it, until an answer or an error
	Usable  int64              // those that had a usable answer
	InTime  int64              // those that had it in time
	Sent    [measure.NumLabels]int64
}

// Waits are the times to usable answers.
type Waits struct {
	Asked  int64 // servable requests
	Usable *measure.Latencies
}

// NewTape makes the tape of a scenario in so many points at least.
func NewTape(sc *measure.Scenario, points int) *Tape {
	t := &Tape{Width: TapeWidth(sc.Duration, points), Slo: sc.SLO}
	t.Points = make([]TapePoint, (sc.Duration+t.Width-1)/t.Width)
	for i := range t.Points {
		t.Points[i].Latency = measure.NewLatencies(TapeDigits)
	}
	for i := range t.Soon {
		t.Soon[i].Usable = measure.NewLatencies(TapeDigits)
	}
	return t
}

// Reset forgets all runs.
func (t *Tape) Reset() {
	for i := range t.Points {
		p := &t.Points[i]
		p.Latency.Reset()
		*p = TapePoint{Latency: p.Latency}
	}
	for i := range t.Soon {
		t.Soon[i].Usable.Reset()
		t.Soon[i].Asked = 0
	}
	t.Overtime = 0
}

// Add sums another's runs, of the same scenario, into these.
func (t *Tape) Add(other measure.Sheet) {
	o := other.(*Tape)
	for i := range t.Points {
		p, q := &t.Points[i], &o.Points[i]
		p.Latency.Add(q.Latency)
		p.Usable += q.Usable
		p.InTime += q.InTime
		for l := range p.Sent {
			p.Sent[l] += q.Sent[l]
		}
	}
	for i := range t.Soon {
		t.Soon[i].Usable.Add(o.Soon[i].Usable)
		t.Soon[i].Asked += o.Soon[i].Asked
	}
	t.Overtime += o.Overtime
}

// point is the point of an instant; nil for one that lies outside the run.
func (t *Tape) point(at chain.Instant) *TapePoint {
	if k := int64(at) / int64(t.Width); at >= 0 && k < int64(len(t.Points)) {
		return &t.Points[k]
	}
	return nil
}

func (t *Tape) Begin(w *faults.World, _ uint64) { t.truth = &w.Blueprint().Spec().Truth }

func (t *Tape) Ended(*sim.Attempt) {}

func (t *Tape) Moved(*chain.Move) {}

func (t *Tape) Close(chain.Instant) {}

func (t *Tape) Finished(r *sim.Request) {
	if !r.Counted {
		return
	}
	if r.Servable {
		t.served(r)
	}
	discovered := false
	for k := range r.Attempts {
		x := &r.Attempts[k]
		l := measure.LabelOf(r, x, t.truth, discovered)
		discovered = discovered || l == measure.FutileDiscovery
		if p := t.point(x.Sent); p != nil {
			p.Sent[l]++
		} else {
			t.Overtime++
		}
	}
}

// served books how long a request waited, and for what.
func (t *Tape) served(r *sim.Request) {
	x := r.Delivered()
	usable, took := x != nil && x.Reply.Usable, r.End.Sub(r.Arrived)
	t.Soon[0].Book(usable, took)
	if r.Stretch == faults.During {
		t.Soon[1].Book(usable, took)
	}
	p := t.point(r.Arrived)
	if p == nil {
		return
	}
	p.Latency.Record(int64(took))
	if usable {
		p.Usable++
		if t.Slo > 0 && took <= t.Slo {
			p.InTime++
		}
	}
}

// Book counts a request: whether it had a usable answer, and after how long.
func (w *Waits) Book(usable bool, took time.Duration) {
	w.Asked++
	if usable {
		w.Usable.Record(int64(took))
	}
}
