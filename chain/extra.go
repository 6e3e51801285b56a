package chain

import "time"

// RetryAsk is what a Retry part is asked about.
type RetryAsk struct {
	Provider int16
	Attempts int           // of the chain's made so far in this call, on this provider unless any may be asked, or passes over the chain; at least 1
	Outcome  *Outcome      // of the last one
	Previous time.Duration // the wait before the last one, for decorrelated jitter
	Slept    time.Duration // waits of this call so far
	Others   int           // providers still in the queue
	Ready    int           // of those, the ones whose breaker would admit an attempt
	Draw     uint64        // uniform, keyed by request and attempt
	Before   uint64        // the draw of the wait before, for jitter that builds on it
}

// Retry answers whether to ask the same provider again, and after what wait.
type Retry interface {
	Wait(a RetryAsk) (wait time.Duration, again bool)
}

// Reselect says whom a retry asks.
type Reselect uint8

// The ways to choose.
const (
	SameProvider  Reselect = iota
	AnyProvider            // the order is asked anew
	OtherProvider          // the order is asked anew, and the one that failed left out
	WholeChain             // every provider once, and then, after the wait, all of them again
)

// Reselector is implemented by retries that need not ask the same provider.
type Reselector interface {
	Reselects() Reselect
}

// Hedge answers when the newest attempt is slow enough to ask someone else
// beside it.
type Hedge interface {
	// Delay returns the age at which the newest attempt is called slow, and how
	// many extra attempts a call may have.
	Delay() (after time.Duration, extra int)
}

// NoHedge is the delay of a hedge that calls no attempt slow.
const NoHedge = time.Duration(1) << 62

// HedgeMaker is a hedge that learns; New replaces it by what it makes.
type HedgeMaker interface {
	Hedge
	MakeHedge() LearningHedge
}

// LearningHedge is a hedge whose delay follows what attempts took.
type LearningHedge interface {
	Hedge
	// Took is told how long each attempt took that was answered with success.
	Took(now Instant, d time.Duration)
}

// Traits are ways in which hedges differ beside their delay.
type Traits struct {
	Same      bool // ask the same provider again, not the next one
	OnTimeout bool // an attempt that has timed out is left in flight, and the next one sent
}

// Trait is implemented by hedges that have traits.
type Trait interface{ Traits() Traits }

// Reason is why an attempt is sent.
type Reason uint8

// The reasons.
const (
	First Reason = iota
	ForRetry
	ForFailover
	ForHedge
	ForInside // a retry of the SDK below, within one attempt of the chain's
	NumReasons
)

// String returns the reason's name.
func (r Reason) String() string {
	return [...]string{"first", "retry", "failover", "hedge", "inside"}[r]
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
