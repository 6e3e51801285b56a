package sim

import (
	"wavetank/chain"
	"wavetank/faults"
)

// Attempt is the record of one attempt. It is complete when it ends, which is
// when the chain stops waiting for it.
type Attempt struct {
	Request   int64
	Number    int32 // within its request, from 0
	Verdict   chain.Verdict
	Provider  int16
	Ordinal   int16 // within its request and provider, from 0
	Reason    chain.Reason
	Probe     bool
	Known     bool // a failed attempt of the same episode had ended before this one was sent
	Answered  bool // the reply reached the chain
	Cancelled bool // in flight when the call ended
	Counted   bool // the breaker took the evidence
	Sent      chain.Instant
	End       chain.Instant
	Reply     faults.Reply
}

// Failed reports whether the attempt ended as a failure, seen by the chain.
func (a *Attempt) Failed() bool { return !a.Cancelled && a.Verdict.Class > chain.OKSlow }

// Request is the record of one request, complete when its call ends.
type Request struct {
	chain.Request
	Arrived  chain.Instant // when the application asked; latency counts from here
	End      chain.Instant // when it had an answer or an error
	Counted  bool          // came in [0, duration), however late serial traffic began it
	Servable bool          // some provider of the scenario accepts its kind
	Stretch  faults.Stretch
	Done     chain.Done
	Bound    *faults.Bound // what no chain does better; nil but for the clairvoyant one
	Attempts []Attempt     // in the order sent
}

// Delivered returns the attempt whose answer the application got, or nil.
func (r *Request) Delivered() *Attempt {
	if r.Done.Reason != chain.Delivered {
		return nil
	}
	return &r.Attempts[r.Done.Attempt]
}

// Sink takes the records of a run as they come.
type Sink interface {
	// Begin is called before the first record of a run.
	Begin(w *faults.World, seed uint64)
	// Ended takes each attempt as it ends, in order of time.
	Ended(a *Attempt)
	// Moved takes each change of a breaker's state, after the Ended that caused it.
	Moved(m *chain.Move)
	// Finished takes each request as it ends, with its attempts.
	Finished(r *Request)
	// Close is called after the last record, with the instant of the last event.
	Close(end chain.Instant)
}

// Stepper is implemented by sinks that also want each step of each call.
type Stepper interface {
	// Stepped is called after the Ended and Moved of a step and before its
	// Finished, with the request as far as it has come, what the step asks for, and
	// the chain as it left it. All three belong to the run: nothing may be kept or
	// changed.
	Stepped(now chain.Instant, r *Request, eff *chain.Effects, c *chain.Chain)
}

// Tee is a Sink that copies to several, and to those that want steps the steps.
type Tee []Sink

// steps reports whether any of them wants them.
func (t Tee) steps() bool {
	for _, s := range t {
		if _, ok := s.(Stepper); ok {
			return true
		}
	}
	return false
}

func (t Tee) Begin(w *faults.World, seed uint64) {
	for _, s := range t {
		s.Begin(w, seed)
	}
}

func (t Tee) Ended(a *Attempt) {
	for _, s := range t {
		s.Ended(a)
	}
}

func (t Tee) Moved(m *chain.Move) {
	for _, s := range t {
		s.Moved(m)
	}
}

func (t Tee) Stepped(now chain.Instant, r *Request, eff *chain.Effects, c *chain.Chain) {
	for _, s := range t {
		if st, ok := s.(Stepper); ok {
			st.Stepped(now, r, eff, c)
		}
	}
}

func (t Tee) Finished(r *Request) {
	for _, s := range t {
		s.Finished(r)
	}
}

func (t Tee) Close(end chain.Instant) {
	for _, s := range t {
		s.Close(end)
	}
}
