package faults

import (
	"math/bits"
	"time"

	"wavetank/chain"
)

// Fault changes what a provider answers, in its window. Each kind is one struct
// in one file that registers itself and checks its own parameters.
type Fault interface {
	Check() error
	Stage() Stage
	// Phases returns how the fault acts in one seed's window. It must not depend on
	// who calls the provider, and gives the same each time that it is asked.
	Phases(w Window, luck chain.Luck) Phases
}

// Kinds holds the kinds of faults.
var Kinds chain.Registry[Fault]

// Stage is where on an attempt's way an effect acts. Stages are asked in order;
// the first effect that settles the reply ends the asking.
type Stage uint8

// The stages. The provider's own limiter is asked after AtLimit, and what is
// wrong with the request itself after AtServe.
const (
	AtConnect    Stage = iota // refused or reset before any byte
	AtLimit                   // turned away with 429
	AtServe                   // accepted, then failed or never answered
	AtBackground              // the provider's everyday errors
	AtLatency                 // answered, slower
	AtOutput                  // answered, in another form
	AtStream                  // answered, then broken off
)

// Phase says that from At on an effect acts, until the next phase.
type Phase struct {
	At     chain.Instant
	Effect Effect // nil: none
}

// Phases gives one phase after the other, in order of time, and ok false after the
// last. A window may have millions: it keeps none of them.
type Phases func() (p Phase, ok bool)

// Steady is what most faults do: one effect for the whole window.
func Steady(w Window, e Effect) Phases {
	given := false
	return func() (Phase, bool) {
		first := !given
		given = true
		return Phase{w.From, e}, first
	}
}

// until adds the end of a window.
func (p Phases) until(end chain.Instant) Phases {
	ended := false
	return func() (Phase, bool) {
		if ended {
			return Phase{}, false
		}
		next, ok := p()
		if !ok {
			next, ended = Phase{At: end}, true
		}
		return next, true
	}
}

// Effect is what a fault does while it acts. It is shared by all attempts and
// remembers nothing.
type Effect interface {
	// Apply changes the reply and reports whether it is settled.
	Apply(x *Exchange) (settled bool)
	// Harm says what the effect does to the truth.
	Harm() Harm
}

// Harm is what an effect does to an average attempt of a servable request.
type Harm struct {
	Fail    float64       // probability of no usable answer, whatever the latency
	Slowed  float64       // share of answers that are slower
	Factor  float64       // by this factor; 0 is none
	Shift   time.Duration // and this shift
	Diverge float64       // share of answers that take Outputs
	Outputs *Outputs
}

// Exchange is one attempt's way through a provider, as effects see it.
type Exchange struct {
	Ask   *Ask
	Now   chain.Instant
	Reply *Reply

	world  *World
	luck   chain.Luck // of the effect's source and provider
	key    uint64
	source int32 // timeline entry of the effect that acts, -1 for the background
	slow   int64 // factor on latency, in 1/65536
	shift  time.Duration
	forms  *Outputs // nil: the provider's own
	cut    Share    // the answer breaks off at this part of its time; 0: it does not
	cutter int32    // source of cut
	dry    bool     // asked by an oracle: leaves no trace
}

// Draw returns the effect's n-th draw for this attempt. Effects with several
// draws number them from 0; each is keyed by provider, request and ordinal.
func (x *Exchange) Draw(n uint64) uint64 { return x.luck.For(n + 1).Draw(x.key) }

// Hit reports whether this attempt falls within the share, by draw 0.
func (x *Exchange) Hit(s Share) bool {
	return s >= 1 || s > 0 && x.luck.Draw(x.key) < s.threshold()
}

// Fail settles the reply as an HTTP status, after a time. A hint of 0 sends no
// Retry-After.
func (x *Exchange) Fail(status int, after, hint time.Duration) {
	x.settle(chain.Outcome{Class: chain.ClassOfStatus(status), Status: int16(status), Hint: hint}, x.Now.Add(after))
}

// Break settles the reply as an outcome without a status: refused, reset, cut.
func (x *Exchange) Break(class chain.Class, after time.Duration) {
	x.settle(chain.Outcome{Class: class}, x.Now.Add(after))
}

// Hang settles the reply as silence for ever.
func (x *Exchange) Hang() { x.settle(chain.Outcome{Class: chain.Timeout}, chain.Never) }

// Slow makes the answer slower by a factor and a shift.
func (x *Exchange) Slow(factor float64, shift time.Duration) {
	x.slow = scaleFixed(x.slow, int64(float64(factor*65536)+0.5))
	x.shift += shift
	x.Fired()
}

// Diverge makes the answer take another mix of forms.
func (x *Exchange) Diverge(o *Outputs) {
	x.forms = o
	x.Reply.Source = x.source
	x.Fired()
}

// CutLater breaks the answer off at a part of its time, if it comes to one.
func (x *Exchange) CutLater(at Share) {
	x.cut, x.cutter = at, x.source
	x.Fired()
}

// Fired notes that the effect changed something, so that a fault that never did
// can be reported.
func (x *Exchange) Fired() {
	if !x.dry && x.source >= 0 {
		x.world.fired[x.source]++
	}
}

func (x *Exchange) settle(o chain.Outcome, end chain.Instant) {
	x.Reply.Outcome, x.Reply.End = o, end
	x.Reply.Source = x.source
	x.Fired()
}

// scaleFixed multiplies by a factor in 1/65536 and saturates.
func scaleFixed(v, factor int64) int64 {
	if v <= 0 || factor <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(v), uint64(factor))
	if hi >= 1<<15 {
		return int64(chain.Never)
	}
	return int64(hi<<48 | lo>>16)
}
