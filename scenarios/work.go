package scenarios

import (
	"fmt"
	"math"
	"strings"
	"time"

	"wavetank/report/measure"
	"wavetank/sim"
)

// Prices of the parts of a run: those of requests, attempts, changes and what is kept of
// them were measured on a busy core and rounded up, the others are judged by what has to be done.
const (
	requestTime = 600.0 // nanoseconds of a request with one attempt
	attemptTime = 300.0 // of each further one
	oracleTime  = 500.0 // of a request of the chain that foresees everything, for each provider
	lookTime    = 100.0 // of its look at one keyed outcome
	changeTime  = 400.0 // of a change of state, for each source that acts on a provider
	tickTime    = 3.0   // of a tick without one
	pieceTime   = 50.0  // of a piece of traffic's course
	sweepTime   = 200.0 // of a breaker's look by itself, with time to make up for it

	requestBytes = 8.0 // of a request that is compared with that of the reference
	mostCompared = 1 << 20
	changeBytes  = 4.0    // of a state that is past: 31 days of flapping take 10 MB more than none
	callBytes    = 1200.0 // of a call in flight
	flightBytes  = 220.0  // of each attempt of one
	runBytes     = 1000.0 // of a run's figures, and
	memberBytes  = 400.0  // of each provider's
	tripsBytes   = 2000.0 // of its trips
	wordBytes    = 140.0  // of one process's word to another

	// sideBySide is how many runs are reckoned with at one time. The figure is the same
	// everywhere, so that a file which is good on one machine is good on all.
	sideBySide = 4
	// unwatched is how many requests pass without a look at an interrupt.
	unwatched = 8192
)

// Cost is what a scenario asks of a machine, about.
type Cost struct {
	Requests float64 // of one run
	Attempts float64 // of all strategies under one seed
	Changes  float64 // of the world's state under one seed
	Play     time.Duration
	Memory   float64 // bytes
	Results  float64 // bytes of them: what is kept of the runs
}

// reckoning adds up what a scenario costs.
type reckoning struct {
	*loader
	bill
	volume   sim.Volume
	cost     Cost
	span     time.Duration // of traffic
	longest  time.Duration // that a call may last
	failing  float64       // part of the time in which something is wrong, 0 to 1
	silences time.Duration // in all
	slowest  time.Duration // answer of a provider that is not silent, nearly
	rate     float64       // of the world's changes, a second
}

// afford reports whether the scenario costs no more than it may.
func (l *loader) afford() bool {
	r := reckoning{loader: l}
	r.laws()
	if r.refuse() {
		return false
	}
	r.traffic()
	r.world()
	for _, s := range l.sc.Strategies {
		r.strategy(s)
	}
	r.results()
	r.cost.Play, r.cost.Memory = bounded(r.total(playing)), r.total(keeping)
	l.sc.Cost = r.cost
	return !r.refuse()
}

// bounded is a time that fits its type.
func bounded(nanos float64) time.Duration { return time.Duration(min(nanos, math.MaxInt64/2)) }

// refuse notes a cost that is too high at its largest part.
func (r *reckoning) refuse() bool {
	text, hint, at := r.refusal(r.allowed())
	if text != "" {
		r.note(at.path, hint, "%s", text)
	}
	return text != ""
}

// allowed is by how much the budgets are raised.
func (o *Options) allowed() float64 { return max(1, o.MaxWork) }

// traffic reckons the requests.
func (r *reckoning) traffic() {
	f := r.sc.Document
	const path = "workload.arrivals"
	r.span = f.Warmup + f.Duration
	if m, ok := f.Workload.Arrivals.(sim.Measured); ok {
		r.volume = m.Volume(f.Warmup, f.Duration)
	}
	r.cost.Requests = r.volume.Requests
	r.longest = f.Workload.Patience
	if d := f.Workload.Deadline; d > 0 {
		r.longest = min(r.longest, d)
	}
	r.add(charge{blocking, r.volume.Pieces * pieceTime, path, count(r.volume.Pieces, "pieces") + " of the traffic's course", "let its rate change less often"})
	r.add(charge{keeping, sideBySide * min(r.volume.Requests, mostCompared) * requestBytes, path, count(r.volume.Requests, "requests"), lessTraffic})
}

const lessTraffic = "let fewer requests arrive, or shorten the duration"

// results reckons what is kept of all runs until they are reported.
func (r *reckoning) results() {
	f := r.sc.Document
	seeds := float64(max(1, r.Runs))
	each := 0.0
	for _, s := range r.sc.Strategies {
		each += runBytes + float64(memberBytes*float64(len(f.Providers))) + float64(24*float64(len(f.Timeline)))
		if s.Doc.Breaker != nil {
			each += tripsBytes
		}
	}
	r.cost.Results = seeds * each
	what := fmt.Sprintf("what is kept of %s of %s", count(seeds, "runs"), count(float64(len(r.sc.Strategies)), "strategies"))
	r.add(charge{keeping, r.cost.Results, "strategies", what, "fewer seeds, or fewer strategies"})
}

// count writes how many there are of things, three digits of it.
func count(n float64, things string) string {
	switch {
	case n >= 1e10:
		return fmt.Sprintf("%.1e %s", n, things)
	case n >= 1e6:
		return fmt.Sprintf("%.3g million %s", n/1e6, things)
	case math.Round(n) == 1:
		return "1 " + strings.TrimSuffix(things, "s")
	}
	return measure.FormatThousands(int64(math.Round(n))) + " " + things
}
