package chain

// EventKind says what happened to a call.
type EventKind uint8

// The kinds of events. The zero event says only that time has passed.
const (
	Tick     EventKind = iota
	Answer             // an attempt ended with Outcome
	GiveUp             // the caller cancelled
	Progress           // an attempt has come as far as Phase; only where Timeouts.Phased
)

// Phase is how far an attempt has come.
type Phase uint8

// The phases.
const (
	Connected Phase = iota // the connection stands
	Part                   // a part of the answer has come
)

// Event is one thing that happened to a call.
type Event struct {
	Kind    EventKind
	Phase   Phase
	Attempt int32   // for Answer and Progress
	Flow    Instant // for Progress of parts: until when the answer is known to flow, or 0 for now
	Outcome Outcome
	Body    []byte // of a success whose fit the driver does not know; not kept
}

// Send asks the driver to send one attempt.
type Send struct {
	Attempt  int32 // counts from 0 in one call
	Provider int16
	Ordinal  int16 // which attempt on that provider in this call, from 0
	Reason   Reason
	Probe    bool // a half-open breaker's test
}

// Ended tells how the machine judged an attempt.
type Ended struct {
	Attempt   int32
	Verdict   Verdict
	Counted   bool // the breaker took the evidence
	Cancelled bool // in flight when the call ended, so it blames nobody
}

// Skip tells of a provider that was not asked when its turn came, or that
// dropped out before.
type Skip struct {
	Provider int16
	By       Refusal
}

// Refusal says which part of a strategy kept an attempt from being sent.
type Refusal uint8

// The parts that refuse.
const (
	ByBreaker      Refusal = iota // it held the provider back when its turn came
	ByAvailability                // it left the provider out when the call began
	ByBudget                      // the extra attempt could not be afforded
	ByLimit                       // the call has sent all the attempts that it may
	ByAdmission                   // the provider carries enough already
	NumRefusals                   // how many there are
)

// String returns the part's name.
func (r Refusal) String() string {
	return [...]string{"breaker", "availability", "budget", "limit", "admission"}[r]
}

// EndReason is why a call ended.
type EndReason uint8

// The reasons for an end.
const (
	Delivered EndReason = iota // an answer was delivered as success
	Exhausted                  // nobody is left to ask
	Stopped                    // an error that another provider would not mend
	TimedOut                   // the call's own deadline
	GaveUp                     // the caller cancelled
)

// String returns the reason's name.
func (r EndReason) String() string {
	return [...]string{"delivered", "exhausted", "stopped", "deadline", "gave up"}[r]
}

// Done is how a call ended.
type Done struct {
	Reason   EndReason
	Attempt  int32 // whose answer was delivered, -1 for none
	Provider int16 // whose answer was delivered, -1 for none
	Class    Class // what the application is told
}

// Effects is what a step asks its driver to do, in the order of the fields. It
// belongs to the chain, where it stays in the nearest cache, and is overwritten
// by the next step of any of its calls.
type Effects struct {
	Cancel []int32 // attempts in flight whose answers nobody waits for any more
	Ended  []Ended // attempts that ended in this step, for whoever keeps records
	Send   []Send
	Moved  []Move  // breakers that changed state, for whoever keeps records
	Skips  []Skip  // who was not asked, for whoever keeps records; in the order of their turns
	Wake   Instant // the next instant this call wants a step of its own; Never for none
	Over   bool    // the call ended; Done says how
	Done   Done
}

func (e *Effects) clear() {
	e.Cancel, e.Ended, e.Send, e.Moved = e.Cancel[:0], e.Ended[:0], e.Send[:0], e.Moved[:0]
	e.Skips = e.Skips[:0]
	e.Wake = Never
	e.Over = false
}
