package policy

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sony/gobreaker/v2"

	"wavetank/chain"
)

// adapter is sony/gobreaker on the chain's clock. It implements chain.Breaker.
//
// gobreaker reads the process clock and takes no other. So its own cooldown is
// a nanosecond, the real one is kept here, and gobreaker is asked nothing until
// that is over: admission, counts, the half-open permits, the generations and
// every change of state are its own decisions.
//
// NB: in a testing/synctest bubble the process clock stands still while anything
// runs. There the chain's clock must be the bubble's, as package client's is, so
// that a cooldown passes on both; the event loop's time passes on neither, and
// the nanosecond never ends.
type adapter struct {
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
	permits uint32
	enough  int // failures in a row that open it, 0: none do

	state      chain.State
	now        chain.Instant // of the step in progress, for the callback
	until      chain.Instant
	row        int
	openings   uint64
	counted    int  // failures in a row, as gobreaker told ReadyToTrip
	trip       bool // the result being recorded is evidence trip
	generation uint32
	issuer     uint32          // generation that current belongs to
	current    func(err error) // any admission of generation issuer; they are alike
	earlier    func(err error) // any admission of an earlier one; they are alike too
	class      chain.Class     // of the result being recorded
	hint       time.Duration   // of it
	adopted    chain.Instant   // until when another process says that it is open, while that is carried out

	cooldown Cooldown
	luck     chain.Luck
	moved    func(chain.Move)
}

var (
	errBad  = errors.New("policy: bad")
	errNone = errors.New("policy: none")
)

func newGobreaker(d *Breaker, luck chain.Luck, moved func(chain.Move)) *adapter {
	failures := consecutive(d.Trip)
	a := &adapter{permits: uint32(d.HalfOpen.Build().Permits), cooldown: d.Open.Build(), luck: luck, moved: moved}
	if failures < math.MaxUint32 {
		a.enough = int(failures)
	}
	a.breaker = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests: a.permits,
		Timeout:     time.Nanosecond,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			a.counted = int(c.ConsecutiveFailures)
			return a.trip || c.ConsecutiveFailures >= failures
		},
		OnStateChange: a.changed,
		IsExcluded:    func(err error) bool { return err == errNone },
	})
	return a
}

// consecutive returns the failures in a row that trip, 0 where no count of them
// says it.
func consecutive(t Trip) uint32 {
	switch t := t.(type) {
	case *NeverTrip:
		return math.MaxUint32
	case *ImmediateTrip:
		return 1
	case *ConsecutiveTrip:
		return uint32(t.Failures)
	}
	return 0
}

// checkGobreaker refuses what gobreaker has not.
func checkGobreaker(b *Breaker) error {
	var err error
	if consecutive(b.Trip) == 0 {
		err = errors.Join(err, fmt.Errorf("trip: gobreaker has never, immediate and consecutive; for %T use engine: native", b.Trip))
	}
	t := b.HalfOpen.Build()
	if t.Permits > 0 && !t.plain() {
		err = errors.Join(err, errors.New("half_open: gobreaker has single and permits as they are; for more use engine: native"))
	}
	if b.MaxOpen > 0 || b.SingleExempt || b.RowDecay > 0 {
		err = errors.Join(err, errors.New("max_open, single_exempt, row_decay: gobreaker has none of them; for these use engine: native"))
	}
	if t.Permits == 0 {
		err = errors.Join(err, errors.New("half_open: gobreaker always tests first, with single or permits; for none use engine: native"))
	}
	if b.FailureExtends {
		err = errors.Join(err, errors.New("failure_extends: gobreaker discards late results; for this use engine: native"))
	}
	if b.SuccessClears {
		err = errors.Join(err, errors.New("success_clears: gobreaker discards late results; for this use engine: native"))
	}
	return err
}

func (a *adapter) Ready(now chain.Instant) bool {
	switch a.state {
	case chain.Open:
		return now > a.until
	case chain.HalfOpen:
		c := a.breaker.Counts()
		return c.Requests-c.TotalExclusions < a.permits
	}
	return true
}

func (a *adapter) Admit(now chain.Instant) (chain.Ticket, bool) {
	if !a.awake(now) {
		return chain.Ticket{}, false
	}
	done, err := a.breaker.Allow()
	if err != nil {
		return chain.Ticket{}, false
	}
	if a.issuer != a.generation {
		a.earlier, a.issuer = a.current, a.generation
	}
	a.current = done
	return chain.Ticket{Generation: a.generation, Probe: a.state == chain.HalfOpen}, true
}

// Record implements chain.Breaker. A result that arrives while the cooldown runs
// is of an earlier generation, for nothing was admitted in this one.
func (a *adapter) Record(now chain.Instant, t chain.Ticket, r *chain.Result) bool {
	e := r.Evidence
	a.class, a.hint = r.Class, r.Hint
	if !a.awake(now) {
		return false
	}
	fresh := t.Generation == a.generation
	done := a.earlier
	if t.Generation == a.issuer {
		done = a.current
	}
	switch a.trip = e == chain.Trip; e {
	case chain.None:
		done(errNone)
	case chain.Good:
		done(nil)
	default:
		done(errBad)
	}
	return fresh && e != chain.None
}

// awake tells whether gobreaker may be asked now, and first lets it notice that
// the cooldown is over: its nanosecond of the process clock, then its move.
func (a *adapter) awake(now chain.Instant) bool {
	a.now = now
	if a.state != chain.Open {
		return true
	}
	if now <= a.until {
		return false
	}
	for range maxSpins {
		if a.breaker.State() != gobreaker.StateOpen {
			return true
		}
	}
	panic("policy: the process clock stands still: in a synctest bubble gobreaker runs on the bubble's clock only, not on the event loop's")
}

// maxSpins is some seconds of asking, far more than the coarsest clock's tick.
const maxSpins = 1 << 26

// changed is told by gobreaker of each change of state.
func (a *adapter) changed(_ string, from, to gobreaker.State) {
	m := chain.Move{At: a.now, From: stateOf(from), To: stateOf(to)}
	switch m.To {
	case chain.Open:
		if m.From == chain.Closed {
			m.Counted = a.counted
		}
		if a.adopted > 0 { // by another's count, which makes none of ours longer
			m.Counted, m.Open = 0, a.adopted.Sub(a.now)
			a.until = a.adopted
			break
		}
		a.row++
		m.Open = a.cooldown.Length(&Opening{Row: a.row, Draw: a.luck.Draw(a.openings), Now: a.now, Class: a.class, Hint: a.hint})
		a.openings++
		a.until = a.now.Add(m.Open)
	case chain.HalfOpen:
		m.At, m.Door.Permits = a.until+1, int(a.permits)
	case chain.Closed:
		a.row = 0
	}
	a.state = m.To
	a.generation++
	a.moved(m)
}

func stateOf(s gobreaker.State) chain.State {
	switch s {
	case gobreaker.StateOpen:
		return chain.Open
	case gobreaker.StateHalfOpen:
		return chain.HalfOpen
	}
	return chain.Closed
}

func (a *adapter) State(now chain.Instant) chain.State {
	if a.state == chain.Open && now > a.until {
		return chain.HalfOpen
	}
	return a.state
}

func (a *adapter) Until() chain.Instant { return a.until }

func (a *adapter) Failures() int { return int(a.breaker.Counts().ConsecutiveFailures) }

func (a *adapter) Counts(chain.Instant) chain.Counts {
	return chain.Counts{Failures: a.Failures(), Enough: a.enough}
}

// Adopt implements chain.Adopter: gobreaker opens by a failure, so one is told.
func (a *adapter) Adopt(now, until chain.Instant) {
	if !a.awake(now) || a.state != chain.Closed || until <= now {
		return
	}
	done, err := a.breaker.Allow()
	if err != nil {
		return
	}
	a.trip, a.adopted = true, until
	done(errBad)
	a.adopted = 0
}
