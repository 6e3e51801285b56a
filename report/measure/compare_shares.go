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

// maxFates is how many requests of a run are compared one by one, at most: 8 MB a
// run. Of a run with more, every second one is compared, or every fourth, and so
// on, always at least half as many: a share is then known to 0.14 % (95 %).
const maxFates = 1 << 20

// book is the fates of a run's requests. Its memory does not grow with the run.
type book struct {
	fates []fate // of every 1<<shift-th request, by number
	shift uint
}

// write notes what became of a request.
func (b *book) write(number int64, f fate) {
	for number>>b.shift >= maxFates {
		b.thin()
	}
	if number&(1<<b.shift-1) != 0 {
		return
	}
	k := int(number >> b.shift)
	for len(b.fates) <= k {
		b.fates = append(b.fates, 0)
	}
	b.fates[k] = f
}

// thin leaves every other request out.
func (b *book) thin() {
	for k := range (len(b.fates) + 1) / 2 {
		b.fates[k] = b.fates[2*k]
	}
	b.fates = b.fates[:(len(b.fates)+1)/2]
	b.shift++
}

// ledger is an accumulator that writes down the fates of the requests beside.
type ledger struct {
	*Accumulator
	book
}

func (l *ledger) Finished(r *sim.Request) {
	l.Accumulator.Finished(r)
	if !r.Counted || !r.Servable {
		return
	}
	f, x := unanswered, r.Delivered()
	if took, answered, _ := outcome(r, x != nil && x.Reply.Usable, 0); answered {
		f = fate(took) + 1
	}
	l.write(r.Number, f)
}

// shares compares request by request. A request that only one of the two met, as
// in a closed loop, compares with nothing.
func shares(run, reference *book) Shares {
	var n, improved, worsened float64
	shift := max(run.shift, reference.shift)
	mine, theirs := shift-run.shift, shift-reference.shift
	for i := 0; i<<mine < len(run.fates) && i<<theirs < len(reference.fates); i++ {
		a, b := run.fates[i<<mine], reference.fates[i<<theirs]
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
	spare [][]fate // of books that are through
}

// duel is one seed.
type duel struct {
	reference *book // nil until it has finished
	waiting   []waiting
	left      int // runs that have not finished
}

// waiting is a run that has finished before its reference.
type waiting struct {
	run  *Run
	book *book
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
func (d *duels) finish(seed int, run *Run, b *book, isReference bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := &d.seeds[seed]
	e.left--
	switch {
	case isReference:
		e.reference = b
		for _, w := range e.waiting {
			d.settle(w, b)
		}
		e.waiting = nil
	case e.reference != nil:
		d.settle(waiting{run, b}, e.reference)
	default:
		e.waiting = append(e.waiting, waiting{run, b})
	}
	if e.left == 0 && e.reference != nil {
		d.spare, e.reference = append(d.spare, e.reference.fates), nil
	}
}

// settle compares one run and takes its page back.
func (d *duels) settle(w waiting, reference *book) {
	w.run.Against = shares(w.book, reference)
	d.spare = append(d.spare, w.book.fates)
}

// Shares compare the requests of one run with those of the reference strategy
// under the same seed, request by request: parts of the servable requests, of runs
// with over a million of a part of them (see maxFates). All are NaN where nobody
// compared.
type Shares struct {
	Improved float64 // usable where the reference's was not, or usable sooner
	Worsened float64 // the reverse
}
