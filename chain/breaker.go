package chain

import "time"

// Ticket names the admission that a result belongs to.
type Ticket struct {
	Generation uint32 // of the breaker's state when it admitted
	Probe      bool   // a half-open test
}

// State is a breaker's state.
type State uint8

// The states. Legal moves: closed to open; open to half-open; half-open to
// closed or open; open to closed where a breaker has no half-open state.
const (
	Closed State = iota
	Open
	HalfOpen
)

// String returns the state's name.
func (s State) String() string { return [...]string{"closed", "open", "half-open"}[s] }

// Move is a change of a breaker's state.
type Move struct {
	At       Instant // may lie before the step that noticed it: a cooldown ends unwatched
	Provider int16
	Replica  int16 // which of a fleet's processes it happened in
	From, To State
	Counted  int           // failures that a trip counted, 0 otherwise
	Open     time.Duration // the cooldown that begins, 0 otherwise
	Door     Door          // of the half-open state that begins, zero otherwise
	Copied   bool          // another process's opening, heard of
	First    int16         // of a copied one: the process that opened by itself
	Since    Instant       // of a copied one: when that opened
}

// Door is what a half-open state lets through until it is decided.
type Door struct {
	Permits int  // attempts; 0: a share of them
	Return  bool // an attempt that ends gives its permit back; else only one that says nothing of the provider's health does
	Lose    bool // not even that one
}

// Result is how an admitted attempt ended, as a breaker or a limiter is told.
type Result struct {
	Evidence Evidence
	Class    Class
	Hint     time.Duration // the provider's own word on when to come back, 0 if it gave none
	Took     time.Duration // from send to its end
}

// Breaker guards one scope. All methods run at instants that never go back.
type Breaker interface {
	// Ready tells whether Admit would say yes, or might where it lets a share of
	// attempts through in turn. It changes nothing.
	Ready(now Instant) bool
	// Admit asks to send one attempt.
	Admit(now Instant) (Ticket, bool)
	// Record tells how an admitted attempt ended. Results of an earlier generation
	// are discarded, unless the breaker's rules say otherwise: counted is false for
	// them and for evidence None.
	Record(now Instant, t Ticket, r *Result) (counted bool)
	// State returns the state at now without changing it.
	State(now Instant) State
	// Until returns when the running cooldown ends; it means something while Open.
	Until() Instant
}

// Counting is implemented by breakers that can tell, while closed, how many
// failures they have counted towards the next opening.
type Counting interface {
	Failures() int
	// Counts returns the same, forgotten ones left out, and what it takes.
	Counts(now Instant) Counts
}

// Counts is what a closed breaker has counted towards its next opening.
type Counts struct {
	Failures int
	Of       int // results, where a part of them decides; else 0
	Enough   int // failures that open it; 0: no count of them does by itself
}

// Lazy is implemented by breakers that notice some changes of their state late,
// and know of them before they do.
type Lazy interface {
	// UntilAt returns when the cooldown ends that runs at now, noticed or not.
	UntilAt(now Instant) Instant
	// Holds tells whether the breaker counts among those that may be open at one
	// time: it was seen to open, and was not seen to close.
	Holds(now Instant) bool
}

// UntilAt returns when the cooldown of an open breaker ends, also of one that notices
// late.
func UntilAt(b Breaker, now Instant) Instant {
	if l, ok := b.(Lazy); ok {
		return l.UntilAt(now)
	}
	return b.Until()
}

// Holds tells whether a breaker counts among those that may be open at one time, also
// of one that notices late.
func Holds(b Breaker, now Instant) bool {
	if l, ok := b.(Lazy); ok {
		return l.Holds(now)
	}
	return b.State(now) == Open
}

// Adopter is implemented by breakers that can take over another process's word
// that a scope is open.
type Adopter interface {
	// Adopt opens the breaker until then, if it is closed.
	Adopt(now, until Instant)
}

// BreakerMaker makes the breaker of one scope.
type BreakerMaker interface {
	MakeBreaker(e BreakerEnv) Breaker
	// Needs returns the fewest failures that can open it; 0: no count ever does.
	Needs() int
}

// BreakerEnv is what a breaker may need to know.
type BreakerEnv struct {
	Luck  Luck                             // a stream of the breaker's own
	Moved func(Move)                       // is told each change of state as it happens
	Peers func(now Instant) (open, of int) // the other breakers of the chain that are not closed, of how many scopes in all
}

// Admission limits what one provider is asked to carry. All methods run at
// instants that never go back.
type Admission interface {
	// Admit asks to send one attempt; draw is uniform, keyed by request and attempt.
	Admit(now Instant, draw uint64) bool
	// Left tells that an admitted attempt is no longer in flight: how it ended, or
	// that nobody waited for it.
	Left(now Instant, r *Result, cancelled bool)
}

// AdmissionMaker makes the admission of one provider.
type AdmissionMaker interface {
	MakeAdmission() Admission
}

// Budget answers whether one more attempt may be afforded.
type Budget interface {
	// Began is told of each call.
	Began(now Instant)
	// Sent is told of each attempt that is sent, the first ones too.
	Sent(now Instant, why Reason)
	// Spend asks for one attempt beyond a call's first.
	Spend(now Instant, why Reason) bool
	// Ended is told how each attempt was judged, and why it had been sent; what
	// nobody waited for has evidence none.
	Ended(now Instant, why Reason, v Verdict)
}

// BudgetMaker makes one chain's budget.
type BudgetMaker interface {
	MakeBudget() Budget
}
