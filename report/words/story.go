package words

import (
	"strconv"
	"time"

	"wavetank/chain"
	"wavetank/report/explain"
	"wavetank/report/measure"
	"wavetank/sim"
)

// Teller puts the steps of a story into words. Times of day are those of the
// run's clock, durations are what passed.
type Teller struct {
	*explain.Story
	Setting  *measure.Scenario
	schema   bool          // answers have a form to fit
	patience time.Duration // after which callers give up
}

// ExplanationTeller words this explanation's story.
func ExplanationTeller(e *explain.Explanation) *Teller {
	return &Teller{Story: e.Story, Setting: &e.Scenario, schema: e.Schema, patience: e.Patience}
}

// Decision says what a step did.
func (t *Teller) Decision(s *explain.Step) string {
	switch s.Kind {
	case explain.StepSkip:
		return t.skip(s)
	case explain.StepSend:
		return t.send(s)
	}
	return t.end(s)
}

// skip says who was not asked, and which part of the strategy said no.
func (t *Teller) skip(s *explain.Step) string {
	switch {
	case s.By == chain.ByBudget:
		return "not asked: our own budget affords no more attempts"
	case s.By == chain.ByLimit:
		return "not asked: the call has sent all the attempts that it may"
	case s.By == chain.ByAdmission:
		return "not asked: our own admission lets no more at it"
	case s.Breaker.State == chain.Open && s.Breaker.Until == s.At:
		return "skipped: the cooldown ends at this instant, and calls are admitted after it"
	case s.Breaker.State == chain.Open:
		return "skipped: breaker open for " + Span3(s.Breaker.Until.Sub(s.At)) + " more"
	case s.Breaker.State == chain.HalfOpen:
		return "skipped: breaker half-open, no more probes are let through now"
	}
	return "left out by availability"
}

// send says who was asked, as what, and in which state of its breaker.
func (t *Teller) send(s *explain.Step) string {
	x := &t.Attempts[s.Attempt]
	out := [...]string{chain.First: "asked first", chain.ForRetry: "asked again", chain.ForFailover: "asked next", chain.ForHedge: "asked beside the one that is slow", chain.ForInside: "asked again by the SDK inside"}[x.Reason]
	if x.Reason == chain.ForRetry {
		out += " after a wait of " + Span3(s.Wait)
		if before := &t.Attempts[s.Attempt-1]; before.Reply.Outcome.Hint > 0 && s.Wait >= before.Reply.Outcome.Hint {
			out += ", as it was told"
		}
	}
	switch {
	case x.Probe:
		return out + ": breaker half-open, this call is the probe"
	case s.Breaker.Exists:
		return out + ": " + t.breaker(s)
	}
	return out
}

// breaker says what state a breaker is in.
func (t *Teller) breaker(s *explain.Step) string {
	b := &s.Breaker
	switch {
	case b.State == chain.Open:
		return "breaker open for " + Span3(b.Until.Sub(s.At))
	case b.State == chain.HalfOpen:
		return "breaker half-open"
	case b.Counts.Enough > 0:
		return "breaker closed, " + strconv.Itoa(b.Counts.Failures) + " of " + measure.Plural(b.Counts.Enough, "failure")
	case b.Counts.Of > 0:
		return "breaker closed, " + measure.Plural(b.Counts.Failures, "failure") + " in " + measure.Plural(b.Counts.Of, "result")
	case b.Counts.Failures > 0:
		return "breaker closed, " + measure.Plural(b.Counts.Failures, "failure") + " counted"
	}
	return "breaker closed"
}

// end says what came of an attempt, and what followed from it.
func (t *Teller) end(s *explain.Step) string {
	x := &t.Attempts[s.Attempt]
	out := t.outcome(x)
	if x.Cancelled {
		return out
	}
	switch {
	case !s.Breaker.Exists:
	case x.Probe && x.Counted && x.Verdict.Evidence == chain.Good:
		out += ": the probe succeeds, " + t.breaker(s)
	case x.Probe && x.Counted && x.Verdict.Evidence == chain.None: // as the breaker's rules have it
		out += ": the probe is decided by what says nothing of its health, " + t.breaker(s)
	case x.Probe && x.Counted:
		out += ": the probe fails, " + t.breaker(s)
	case !x.Counted && x.Verdict.Evidence != chain.None && s.Breaker.State == chain.Open:
		out += ": the breaker is open already: this " + resultWord(x) + " does not count"
	case !x.Counted || x.Verdict.Evidence != chain.Good || x.Verdict.Class > chain.OKSlow:
		out += ": " + evidenceWord(x) + ", " + t.breaker(s)
	}
	if t.Done.Reason == chain.Stopped && s.At == t.End && !x.Verdict.Failover {
		out += "; " + x.Verdict.Class.String() + " ends the call"
	}
	return out
}

// outcome says how an attempt ended.
func (t *Teller) outcome(x *sim.Attempt) string {
	took := Span3(x.End.Sub(x.Sent))
	o := &x.Reply.Outcome
	delivered := t.Done.Reason == chain.Delivered && t.Done.Attempt == x.Number
	switch {
	case x.Cancelled:
		return t.cancelled(x) + " after " + took
	case x.Verdict.Class == chain.Timeout && !x.Answered:
		return "waited " + took + ": " + silence(x)
	case x.Verdict.Class == chain.Timeout && o.Class != chain.Timeout:
		return "answered after " + took + ", as the attempt's time was over"
	case delivered && x.Reply.Usable && t.schema:
		return "answered in " + took + ", fits the schema"
	case delivered && x.Reply.Usable:
		return "answered in " + took
	case delivered:
		return "answered in " + took + t.unfit() + ", and is delivered all the same"
	case o.Class == chain.OK:
		return "answered in " + took + t.unfit()
	}
	return t.failure(x, took)
}

// unfit says what is wrong with an answer that does not fit: where no form is asked
// for, it must have been empty.
func (t *Teller) unfit() string {
	if t.schema {
		return ", breaks the schema"
	}
	return ", with an empty body"
}

// silence says what a timeout cut off.
func silence(x *sim.Attempt) string {
	if x.Reply.End == chain.Never {
		return "a hang, no answer would have come"
	}
	return "left " + Span3(x.Reply.End.Sub(x.End)) + " before its answer"
}

// failure says how a provider failed.
func (t *Teller) failure(x *sim.Attempt, took string) string {
	o := &x.Reply.Outcome
	out := failureWords[o.Class]
	if o.Status >= 400 {
		out = strconv.Itoa(int(o.Status))
	}
	if out == "" {
		out = o.Class.String()
	}
	out += " after " + took
	if o.Hint > 0 {
		out += ", told to wait " + Span3(o.Hint)
	}
	if x.Reply.Futile {
		out += ", for the request's own sake (" + o.Class.String() + ")"
	}
	return out
}

// failureWords word failures without a status.
var failureWords = map[chain.Class]string{chain.Connect: "no connection", chain.Truncated: "the answer broke off", chain.Timeout: "timeout"}

// cancelled says why nobody waited any more.
func (t *Teller) cancelled(x *sim.Attempt) string {
	switch t.Done.Reason {
	case chain.Delivered:
		return "dropped, another answer is there,"
	case chain.TimedOut:
		return "cut off by " + t.deadline()
	case chain.GaveUp:
		return "given up by the caller"
	}
	return "dropped"
}

// evidenceWord says what a breaker made of an outcome.
func evidenceWord(x *sim.Attempt) string {
	switch {
	case x.Verdict.Evidence == chain.None:
		return "says nothing of its health"
	case !x.Counted:
		return "was sent before the breaker moved: this " + resultWord(x) + " does not count"
	case x.Verdict.Evidence == chain.Good:
		return "counts for it"
	}
	return "counts against it"
}

// resultWord is what a breaker is told of.
func resultWord(x *sim.Attempt) string {
	if x.Verdict.Evidence == chain.Good {
		return "success"
	}
	return "failure"
}

// Reality says how the provider really was.
func (t *Teller) Reality(s *explain.Step) string {
	r := &s.Truth
	state := "ill"
	if r.Fault >= 0 && r.Fault < len(t.Setting.Timeline) {
		state = faultWas(&t.Setting.Timeline[r.Fault])
	}
	switch {
	case r.Since != chain.Never && r.Since < 0:
		return state + " all along"
	case r.Since != chain.Never:
		return state + " since " + Moment(r.Since)
	case r.Limit > s.At:
		return "over its limit for " + Span3(r.Limit.Sub(s.At)) + " more"
	case r.Fault < 0 && r.Sick:
		return "at as many calls as it takes"
	case r.Fault >= 0 && r.Bad > 0:
		return state + ", fails " + measure.FormatPercentShort(r.Bad) + " of calls"
	case r.Fault >= 0:
		return state
	}
	return "well"
}

// Ending says how the request ended.
func (t *Teller) Ending() string {
	took := Span3(t.Took())
	switch {
	case t.Done.Reason == chain.Delivered:
		name := t.Setting.Providers[t.Done.Provider]
		if !t.Usable() {
			return "a broken answer of " + name + " is delivered after " + took
		}
		return "delivered by " + name + " after " + took
	case t.Done.Reason == chain.Exhausted && len(t.Attempts) == 0:
		return "an error after " + took + ": nobody could be asked"
	case t.Done.Reason == chain.Exhausted:
		return "an error after " + took + ": nobody was left to ask (" + t.Done.Class.String() + ")"
	case t.Done.Reason == chain.Stopped:
		return "an error after " + took + ": " + t.Done.Class.String() + ", which another provider would not mend"
	case t.Done.Reason == chain.TimedOut:
		return "an error after " + took + ": " + t.deadline()
	}
	return "nothing after " + took + ": the caller gave up"
}

// deadline names the one that ended the call.
func (t *Teller) deadline() string {
	if t.End < t.Request.Deadline || t.Request.Deadline == 0 {
		return "the chain's own deadline"
	}
	return "the deadline"
}

// Bound says what the clairvoyant chain did with the same request.
func (t *Teller) Bound() string {
	i := t.Ideal
	if i == nil || i.End < i.Arrived {
		return ""
	}
	switch {
	case !i.Servable:
		return "sends nothing: nobody accepts such a request"
	case len(i.Attempts) == 0:
		return "sends nothing: nobody would have answered in time"
	}
	x := &i.Attempts[len(i.Attempts)-1]
	out := t.Setting.Providers[x.Provider]
	if wait := x.Sent.Sub(i.Arrived); wait > 0 {
		out += " after a wait of " + Span3(wait)
	} else {
		out += " at once"
	}
	cost, _ := i.Cost()
	if !i.Usable() {
		return out + ", no usable answer after " + Span3(i.Took())
	}
	out += ", a usable answer after " + Span3(i.Took())
	if cost > 0 {
		out += " for " + measure.FormatDollars(cost)
	}
	switch d := t.Took() - i.Took(); {
	case !t.Usable():
	case d > 0:
		out += ": " + Span3(d) + " sooner"
	case d < 0:
		out += ": " + Span3(-d) + " later"
	}
	return out
}

// Span3 writes a duration in three digits, as figures are.
func Span3(d time.Duration) string { return measure.FormatSeconds(d.Seconds()) }
