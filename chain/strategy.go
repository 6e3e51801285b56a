package chain

import "time"

// Strategy is a recipe: one part per question the machine asks. A nil or zero
// part is neutral. Recipes hold no state and may be shared; whatever remembers
// is made by its factory when [New] makes a chain.
type Strategy struct {
	Name         string
	Order        Order         // whom to ask, in which order; nil is the written order
	Availability Availability  // whom to leave out when a call begins; nil leaves out nobody
	Attempt      Timeouts      // how long one attempt may take
	Classify     Classifier    // what an outcome means; nil fails over on any error
	Retry        Retry         // whether and when to ask the same provider again; nil never
	Breaker      BreakerMaker  // memory per provider; nil has none
	Hedge        Hedge         // when to ask a second provider in parallel; nil never
	Budget       BudgetMaker   // whether an extra attempt may be afforded; nil always
	Validate     Validator     // whether a body fits; nil believes the status
	Deadline     Deadline      // bounds over the whole call
	Exhausted    ExhaustedKind // which error is reported when nobody is left
}

// Order answers whom to ask for one call, best first.
type Order interface {
	// Queue appends provider indexes to buf and returns it.
	Queue(now Instant, r *Request, buf []int16) []int16
}

// OrderMaker is an order that must know the providers or the driver's oracle
// before it can answer; New replaces it by what it makes.
type OrderMaker interface {
	Order
	MakeOrder(providers []string, o Oracle) (Order, error)
}

// Oracle knows the future; a driver in virtual time has one, and only the
// clairvoyant order asks it.
type Oracle interface {
	// Foresee returns where and when an attempt for r, decided at now, would get a
	// usable answer, or ok false if no provider will give one in time.
	Foresee(now Instant, r *Request) (f Foresight, ok bool)
}

// Foresight is what an oracle sees.
type Foresight struct {
	Provider int16
	Ordinal  int     // which of the keyed outcomes on that provider is usable
	At       Instant // when to send
}

// Availability answers who is left out of a call from its start.
type Availability interface {
	// Keep filters queue in place. ready tells whether a provider's breaker would
	// admit a call now.
	Keep(now Instant, queue []int16, ready func(provider int16) bool) []int16
}

// Timeouts bound one attempt. Zero is no bound.
type Timeouts struct {
	Total time.Duration // from send to the whole answer
}

// Classifier answers what an outcome means. It must not remember.
type Classifier interface {
	Classify(o *Outcome) Verdict
}

// ClassTable is implemented by classifiers that look at nothing but the class:
// their answers are asked for once.
type ClassTable interface {
	ByClass() [NumClasses]Verdict
}

// RetryAsk is what a Retry part is asked about.
type RetryAsk struct {
	Provider int16
	Attempts int           // attempts made so far on this provider in this call, at least 1
	Outcome  *Outcome      // of the last one
	Previous time.Duration // the wait before the last one, for decorrelated jitter
	Others   int           // providers still in the queue
	Draw     uint64        // uniform, keyed by request and attempt
}

// Retry answers whether to ask the same provider again, and after what wait.
type Retry interface {
	Wait(a RetryAsk) (wait time.Duration, again bool)
}

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
	From, To State
	Counted  int           // failures that a trip counted, 0 otherwise
	Open     time.Duration // the cooldown that begins, 0 otherwise
}

// Breaker guards one provider. All methods run at instants that never go back.
type Breaker interface {
	// Ready tells whether Admit would say yes, and changes nothing.
	Ready(now Instant) bool
	// Admit asks to send one attempt.
	Admit(now Instant) (Ticket, bool)
	// Record tells how an admitted attempt ended; hint is the provider's own word
	// on when to come back, 0 if it gave none. Results of an earlier generation
	// are discarded: counted is false for them and for evidence None.
	Record(now Instant, t Ticket, e Evidence, class Class, hint time.Duration) (counted bool)
	// State returns the state at now without changing it.
	State(now Instant) State
	// Until returns when the running cooldown ends; it means something while Open.
	Until() Instant
}

// Counting is implemented by breakers that can tell, while closed, how many
// failures they have counted towards the next opening.
type Counting interface {
	Failures() int
}

// BreakerMaker makes the breaker of one scope key; moved is told each change of
// state as it happens.
type BreakerMaker interface {
	MakeBreaker(luck Luck, moved func(Move)) Breaker
	// Needs returns the fewest failures that can open it; 0: no count ever does.
	Needs() int
}

// Hedge answers when the newest attempt is slow enough to ask someone else
// beside it.
type Hedge interface {
	// Delay returns the age at which the newest attempt is called slow, and how
	// many extra attempts a call may have.
	Delay() (after time.Duration, extra int)
}

// Reason is why an attempt is sent.
type Reason uint8

// The reasons.
const (
	First Reason = iota
	ForRetry
	ForFailover
	ForHedge
)

// String returns the reason's name.
func (r Reason) String() string { return [...]string{"first", "retry", "failover", "hedge"}[r] }

// Budget answers whether one more attempt may be afforded.
type Budget interface {
	// Began is told of each call.
	Began(now Instant)
	// Spend asks for one attempt beyond a call's first.
	Spend(now Instant, why Reason) bool
	// Ended is told how each attempt was judged.
	Ended(now Instant, v Verdict)
}

// BudgetMaker makes one chain's budget.
type BudgetMaker interface {
	MakeBudget() Budget
}

// Validator answers whether a successful body fits what was asked for.
type Validator interface {
	Fits(o *Outcome, body []byte) bool
}

// Deadline bounds a whole call. Zero values bound nothing.
type Deadline struct {
	Total    time.Duration // from the call's beginning
	Attempts int           // attempts over all providers
}

// ExhaustedKind says which error a call reports when nobody is left to ask.
type ExhaustedKind uint8

// The kinds of final error.
const (
	ReportLast      ExhaustedKind = iota // the last attempt's
	ReportFirst                          // the first attempt's
	ReportPrimary                        // the last one of the first provider in the queue
	ReportAggregate                      // all of them: count and redacted summaries
	ReportSynthetic                      // one of our own
)

// AnyError is the neutral classifier: every error may be retried, fails over
// and counts against the provider.
type AnyError struct{}

// ByClass implements ClassTable.
func (AnyError) ByClass() (t [NumClasses]Verdict) {
	for c := range t {
		t[c] = AnyError{}.Classify(&Outcome{Class: Class(c)})
	}
	return t
}

// Classify implements Classifier.
func (AnyError) Classify(o *Outcome) Verdict {
	switch o.Class {
	case OK, OKSlow:
		return Verdict{Class: o.Class, Evidence: Good}
	case CallerCancel, CallerDeadline:
		return Verdict{Class: o.Class, Evidence: None}
	}
	return Verdict{Class: o.Class, Retry: true, Failover: true, Evidence: Bad}
}
