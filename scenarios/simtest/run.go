package simtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/faults/fakehttp"
	"wavetank/sim"
)

type world = faults.World

// run is one chain's life under one seed, in a bubble of its own.
type run struct {
	name  string
	seed  uint64
	make  New
	setup *sim.Setup
	sink  sim.Sink
	logf  func(format string, args ...any)
	watch watch

	world   *world
	fake    *fakehttp.Fake
	clock   clock
	env     *Env
	chain   Chain
	schema  json.RawMessage
	traffic *sim.Traffic
	records records

	once   sync.Once
	lost   atomic.Bool    // the run has failed: nothing of it counts
	unsaid atomic.Bool    // … and stop is open still
	stop   chan struct{}  // of the bubble; closed when lost
	ended  chan struct{}  // a question has returned
	work   chan *question // to goroutines that have answered one before
	err    error          // why the run failed
}

// fail ends the run: the chain cannot be judged. The first reason stays.
func (r *run) fail(err error) {
	r.once.Do(func() {
		r.err = err
		r.lost.Store(true)
		close(r.stop)
	})
}

// abandon is fail for a goroutine outside the bubble, which can wake nobody in
// it: the pulse will, if time goes on, and else whoever watches.
func (r *run) abandon(err error) {
	r.once.Do(func() {
		r.err = err
		r.lost.Store(true)
		r.unsaid.Store(true)
	})
}

// live is the run, from the making of the chain until nobody is left. It is the
// main goroutine of its bubble.
func (r *run) live() {
	r.stop, r.ended, r.work = make(chan struct{}), make(chan struct{}, 1), make(chan *question)
	if err := r.begin(); err != nil {
		r.fail(err)
		return
	}
	r.fake.Do(func(w *world) { r.sink.Begin(w, r.seed) })
	r.guard("in the constructor", func() { r.chain = r.make(r.env) })
	switch {
	case r.lost.Load():
		return
	case r.chain == nil:
		r.fail(errors.New("the constructor returned no chain"))
		return
	}
	pulse := r.pulse()
	r.drive()
	close(r.work)
	pulse()
	r.finish()
}

// begin puts the world behind HTTP.
func (r *run) begin() (err error) {
	r.world = r.setup.World.NewWorld()
	r.world.Reset(r.seed)
	if r.traffic, err = r.setup.Traffic(r.seed); err != nil {
		return err
	}
	from, _ := r.traffic.Span()
	r.clock = clock{fakehttp.Wall{Start: time.Now().Add(-time.Duration(from))}}
	r.records.begin(r.setup)
	if r.fake, err = fakehttp.New(r.world, fakehttp.Options{Clock: r.clock, Identify: r.identify, Observer: &observer{r}}); err != nil {
		return err
	}
	spec := r.setup.World.Spec()
	if spec.Schema != nil {
		if r.schema, err = json.Marshal(spec.Schema.Document); err != nil {
			return fmt.Errorf("writing the output schema: %w", err)
		}
	}
	r.env = &Env{Client: &http.Client{Transport: &transport{r, r.fake.Transport()}}, Seed: r.seed, Rand: newLuck(r.seed), run: r}
	for i := range spec.Providers {
		p := &spec.Providers[i]
		e := r.fake.Endpoint(i)
		dialect := p.Dialect
		if dialect == "" {
			dialect = "openai"
		}
		r.env.Providers = append(r.env.Providers, Provider{p.Name, e.BaseURL, e.Model, dialect, e.Key.Reveal()})
	}
	return nil
}

// finish lets the chain tidy up and closes the books.
func (r *run) finish() {
	for i := len(r.env.cleanup) - 1; i >= 0; i-- {
		r.guard("in a cleanup", r.env.cleanup[i])
	}
	if r.lost.Load() {
		return
	}
	r.fake.Do(func(*world) { r.sink.Close(r.records.last) })
	r.leave()
}

// guard runs a function of the user's in a goroutine of its own: a panic, or a
// call of t.FailNow, loses this run and no other.
func (r *run) guard(where string, f func()) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		whole := false
		defer func() { r.caught(where, whole, recover()) }()
		f()
		whole = true
	}()
	select {
	case <-over:
	case <-r.stop:
	}
}

// caught turns a panic, or the end of a goroutine, into the run's failure.
func (r *run) caught(where string, whole bool, panicked any) {
	switch {
	case panicked != nil:
		r.fail(fmt.Errorf("it panics %s: %v\n%s", where, panicked, placeOfPanic(debug.Stack())))
	case !whole:
		r.fail(fmt.Errorf("it ends its goroutine %s, as t.FailNow does", where))
	}
}

// step notes that something has happened, for whoever watches that something
// does.
func (r *run) step() { r.watch.step(r.clock.Now()) }

// pulse lets time itself be a step, and looks for questions that are overdue. It
// returns what stops it.
func (r *run) pulse() (stop func()) {
	quit := make(chan struct{})
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-quit:
				return
			case <-r.stop:
				return
			case <-t.C:
				if r.unsaid.Load() {
					close(r.stop)
					return
				}
				r.step()
				r.overdue()
			}
		}
	}()
	return func() { close(quit) }
}

// patience is until when a question must have an answer: its deadline, or when
// its caller gives up.
func (r *run) patience() time.Duration {
	w := &r.setup.Workload
	if w.Deadline > 0 && w.Deadline < w.Patience {
		return w.Deadline
	}
	return w.Patience
}

// limit is when a question is overdue.
func (r *run) limit(q *question) chain.Instant { return q.request.Arrived.Add(r.patience() + grace) }

// grace is how long after its deadline, in virtual time, a chain may still take
// to return before it counts as one that does not heed its context.
const grace = 5 * time.Minute
