package measure

import (
	"math"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// maxTrips is how many trips of one run are kept with their details.
const maxTrips = 100

// Accumulator is the sim.Sink that judges a run as it happens. Its memory does
// not grow with the number of requests. It may be reused, one run at a time.
type Accumulator struct {
	setup  *sim.Setup
	world  *faults.World
	truth  *faults.Truth
	slo    int64                     // nanoseconds, 0 for none
	needs  func(provider string) int // failures that can open a breaker, 0 for no breaker
	memory bool                      // the strategy has a breaker
	strips bool
	brief  bool // without the latencies of phases and providers

	seed      uint64
	stretches [3]stretch
	Providers []tally
	whole     *Latencies // of the run, scratch
	silent    int64
	quality   float64
	delivered int64
	trips     []Trip
	Judged    Trip // the latest
	omitted   int
	requests  int64
	bounds    []bill // of the clairvoyant chain, by who is cheapest and by kind of request; nil for any other
}

// stretch is what is counted per stretch of the timeline.
type stretch struct {
	latency  *Latencies
	servable int64
	success  int64
	inTime   int64
	wasted   int64
	sum, max int64 // nanoseconds
}

// tally is what is counted per provider.
type tally struct {
	Calls   [NumLabels]int64
	Waited  [NumLabels]int64 // nanoseconds
	cost    [NumLabels]int64 // nanodollars
	latency *Latencies       // of answered attempts
	probes  int64
	quality float64
	breaker []watch // of each process of a fleet
	court   court
	strip   Strip
}

// NewAccumulator makes an accumulator for a setup. SLO is the time within which
// an answer is in time, 0 for none.
func NewAccumulator(s *sim.Setup, slo chain.Instant) *Accumulator {
	spec := s.World.Spec()
	a := &Accumulator{setup: s, truth: &spec.Truth, slo: int64(slo), whole: NewLatencies(RequestDigits).Exact(),
		Providers: make([]tally, len(spec.Providers))}
	for i := range a.stretches {
		a.stretches[i].latency = NewLatencies(RequestDigits).Exact()
	}
	for i := range a.Providers {
		a.Providers[i].latency = NewLatencies(ProviderDigits).Exact()
		a.Providers[i].quality = quality(&spec.Providers[i])
		a.Providers[i].breaker = make([]watch, s.Replicas())
	}
	return a
}

// Brief makes an accumulator do without what is known of phases and of providers'
// latencies: the former have no value, and it is faster by some percent. It
// returns the accumulator.
func (a *Accumulator) Brief() *Accumulator {
	a.brief = true
	for i := range a.stretches {
		a.stretches[i].latency = a.whole
	}
	return a
}

// quality of a provider that does not say is 1.
func quality(p *faults.Provider) float64 {
	if p.Quality == 0 {
		return 1
	}
	return p.Quality
}

// Prepare tells whose run comes next, and whether to keep strips of it.
func (a *Accumulator) Prepare(s chain.Strategy, strips bool) {
	a.memory, a.needs, a.strips = s.Breaker != nil, s.Needs, strips
}

func (a *Accumulator) Begin(w *faults.World, seed uint64) {
	a.world, a.seed = w, seed
	a.silent, a.quality, a.delivered, a.omitted, a.requests = 0, 0, 0, 0, 0
	a.trips, a.bounds = nil, nil
	for i := range a.stretches {
		h := a.stretches[i].latency
		h.Reset()
		a.stretches[i] = stretch{latency: h}
	}
	for i := range a.Providers {
		p := &a.Providers[i]
		p.latency.Reset()
		*p = tally{latency: p.latency, quality: p.quality, breaker: p.breaker}
		for k := range p.breaker {
			p.breaker[k].reset()
		}
		if a.strips {
			p.strip = newStrip()
			p.breaker[0].buckets = make([]time.Duration, StripBuckets)
		}
	}
}

func (a *Accumulator) Ended(x *sim.Attempt) {
	p := &a.Providers[x.Provider]
	if x.Answered && !a.brief {
		p.latency.Record(int64(x.End - x.Sent))
	}
	if a.memory {
		b := &p.breaker[a.setup.Replica(a.seed, x.Request)]
		if b.attempt(x, a.truth.Theta); b.holding() > b.most {
			p.settle(a.world, int(x.Provider), x.End, a.setup.Workload.Patience, a.failures(int(x.Provider)))
		}
	}
}

// failures is how many of them can open a provider's breaker.
func (a *Accumulator) failures(provider int) int { return a.needs(a.setup.World.Names()[provider]) }

func (a *Accumulator) Finished(r *sim.Request) {
	if !r.Counted {
		return
	}
	a.requests++
	s := &a.stretches[r.Stretch]
	usable := a.answer(r)
	if r.Servable {
		took, answered, inTime := a.outcome(r, usable)
		s.latency.Record(took)
		s.servable++
		s.sum += took
		s.max = max(s.max, took)
		s.success += int64(Truth(answered))
		s.inTime += int64(Truth(inTime))
	}
	discovered := false
	for k := range r.Attempts {
		x := &r.Attempts[k]
		l := Useful
		if !usable || x.Number != r.Done.Attempt { // what LabelOf would ask first
			l = LabelOf(r, x, a.truth, discovered)
		}
		discovered = discovered || l == FutileDiscovery
		if l != Useful {
			s.wasted++
		}
		a.count(x, l)
	}
}

// answer looks at what the application was given.
func (a *Accumulator) answer(r *sim.Request) (usable bool) {
	x := r.Delivered()
	if x == nil {
		return false
	}
	a.delivered++
	a.quality += a.Providers[0].quality - a.Providers[x.Provider].quality
	if !x.Reply.Usable {
		a.silent++
	}
	return x.Reply.Usable
}

// count books one labelled attempt, in calls, seconds and dollars.
func (a *Accumulator) count(x *sim.Attempt, l Label) {
	p := &a.Providers[x.Provider]
	p.Calls[l]++
	p.Waited[l] += int64(x.End - x.Sent)
	p.cost[l] += x.Reply.Billed
	if x.Probe {
		p.probes++
	}
	if a.strips {
		p.strip.attempt(x, l, a.setup.World.Spec().Duration)
	}
}

func (a *Accumulator) Moved(m *chain.Move) {
	all := a.Providers[m.Provider].breaker
	b := &all[m.Replica]
	var t Trip
	switch {
	case m.Copied:
		t = b.heard(m, a.world, &all[m.First])
	case m.To == chain.Open:
		t = b.opening(m, a.world)
	}
	if m.From != chain.Closed || m.To != chain.Open {
		b.move(m, a.world, t, false)
		return
	}
	b.trip(m, a.world, t)
	a.Judged = t
	if m.At < 0 {
		return
	}
	if len(a.trips) < maxTrips {
		a.trips = append(a.trips, t)
	} else {
		a.omitted++
	}
}

func (a *Accumulator) Close(end chain.Instant) {
	for i := range a.Providers {
		p := &a.Providers[i]
		if a.memory {
			p.close(a.world, i, end, a.failures(i))
		}
		if a.strips { // of the first process: a strip shows one breaker
			p.strip.close(a.world, i, p.breaker[0].buckets)
		}
	}
}

// Run returns the figures of the run that was closed last.
func (a *Accumulator) Run() Run {
	r := Run{Seed: a.seed, Values: a.Values(), Trips: a.trips, TripsOmitted: a.omitted, Against: Shares{None, None}}
	for i := range a.Providers {
		r.Providers = append(r.Providers, a.Providers[i].figures(a.memory))
		if a.strips {
			r.Strips = append(r.Strips, a.Providers[i].strip)
		}
	}
	r.Fired = append(r.Fired, a.world.Fired()...)
	r.Windows = append(r.Windows, a.world.Windows()...)
	return r
}

// None is the value of a metric that does not exist.
var None = math.NaN()
