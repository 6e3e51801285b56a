package measure

import (
	"sync"

	"wavetank/sim"
)

// fate is what became of a request: d+1 for a usable answer after d nanoseconds,
// 0 for a request that did not come or is not counted, below that no usable
// answer.
type fate int64

const unanswered fate = -1

// better reports whether a request fared better than under the other strategy:
// usable where the other's was not, or usable sooner.
func (f fate) better(o fate) bool { return f > 0 && (o < 0 || f < o) }

// ledger is an accumulator that writes down the fate of every request beside.
type ledger struct {
	*Accumulator
	fates []fate // by request number
}

func (l *ledger) Finished(r *sim.Request) {
	l.Accumulator.Finished(r)
	if !r.Counted || !r.Servable {
		return
	}
	for int64(len(l.fates)) <= r.Number {
		l.fates = append(l.fates, 0)
	}
	f, x := unanswered, r.Delivered()
	if took, answered, _ := outcome(r, x != nil && x.Reply.Usable, 0); answered {
		f = fate(took) + 1
	}
	l.fates[r.Number] = f
}

// shares compares request by request. A request that only one of the two met, as
// in a closed loop, compares with nothing.
func shares(fates, reference []fate) Shares {
	var n, improved, worsened float64
	for i := range min(len(fates), len(reference)) {
		a, b := fates[i], reference[i]
		switch {
		case a == 0 || b == 0:
			continue
		case a.better(b):
			improved++
		case b.better(a):
			worsened++
		}
		n++
	}
	return Shares{Improved: Ratio(improved, n), Worsened: Ratio(worsened, n)}
}

// duels compare the runs of each seed with the reference's. Runs may finish in
// any order on any worker: those that come before their reference wait for it in
// memory, which is no more than the strategies of the seeds in play.
type duels struct {
	mu    sync.Mutex
	seeds []duel
	spare [][]fate
}

// duel is one seed.
type duel struct {
	reference []fate // nil until it has finished
	waiting   []waiting
	left      int // runs that have not finished
}

// waiting is a run that has finished before its reference.
type waiting struct {
	run   *Run
	fates []fate
}

func newDuels(seeds, strategies int) *duels {
	d := &duels{seeds: make([]duel, seeds)}
	for i := range d.seeds {
		d.seeds[i].left = strategies
	}
	return d
}

// page returns an empty slice for the fates of a run.
func (d *duels) page() []fate {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.spare)
	if n == 0 {
		return nil
	}
	p := d.spare[n-1]
	d.spare = d.spare[:n-1]
	return p[:0]
}

// finish takes a run with its fates and fills in what can be compared.
func (d *duels) finish(seed int, run *Run, fates []fate, isReference bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := &d.seeds[seed]
	e.left--
	if fates == nil {
		fates = []fate{} // a run without requests has finished too
	}
	switch {
	case isReference:
		e.reference = fates
		for _, w := range e.waiting {
			d.settle(w, fates)
		}
		e.waiting = nil
	case e.reference != nil:
		d.settle(waiting{run, fates}, e.reference)
	default:
		e.waiting = append(e.waiting, waiting{run, fates})
	}
	if e.left == 0 && e.reference != nil {
		d.spare, e.reference = append(d.spare, e.reference), nil
	}
}

// settle compares one run and takes its page back.
func (d *duels) settle(w waiting, reference []fate) {
	w.run.Against = shares(w.fates, reference)
	d.spare = append(d.spare, w.fates)
}

// Shares compare the requests of one run with those of the reference strategy
// under the same seed, request by request: parts of the servable requests. All
// are NaN where nobody compared.
type Shares struct {
	Improved float64 // usable where the reference's was not, or usable sooner
	Worsened float64 // the reverse
}
