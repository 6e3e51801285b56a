package chain

import (
	"fmt"
	"strings"
)

// Health is what a chain knows of one candidate, for operators.
type Health struct {
	Provider    string
	State       State
	OpenUntil   Instant // end of the running cooldown, 0 where none runs
	LastSuccess Instant // Never before the first one
	LastError   Class   // OK before the first one
	LastStatus  int16   // HTTP status of the last error, 0 where it had none
}

// Health returns a snapshot, one entry per provider in the chain's order.
func (c *Chain) Health(now Instant) []Health {
	out := append([]Health(nil), c.health...)
	for i := range out {
		if b := c.Breaker(i); b != nil {
			if out[i].State = b.State(now); out[i].State == Open {
				out[i].OpenUntil = UntilAt(b, now)
			}
		}
	}
	return out
}

// Failure is one failed attempt as an error may tell it: no body, no key, no
// address.
type Failure struct {
	Provider string
	Class    Class
	Status   int16
}

// AllFailedError is the error of a call that ended without an answer.
type AllFailedError struct {
	Reason   EndReason
	Class    Class     // what the call reports, by its strategy's exhausted part
	Attempts int       // attempts sent
	Failures []Failure // in the order sent; empty unless the strategy aggregates
}

// Error implements error; it never holds anything a provider sent.
func (e *AllFailedError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "chain: %s after %s: %s", e.Reason, attempts(e.Attempts), e.Class)
	for i, f := range e.Failures {
		sep := "; "
		if i == 0 {
			sep = " ("
		}
		fmt.Fprintf(&b, "%s%s: %s", sep, f.Provider, f.Class)
		if f.Status != 0 {
			fmt.Fprintf(&b, " %d", f.Status)
		}
	}
	if len(e.Failures) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

func attempts(n int) string {
	if n == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", n)
}

// Err returns the call's error after its end, nil if an answer was delivered.
func (c *Call) Err() error {
	d := &c.done
	if !c.over || d.Reason == Delivered {
		return nil
	}
	e := &AllFailedError{Reason: d.Reason, Class: d.Class, Attempts: len(c.attempts)}
	if c.chain.s.Exhausted == ReportAggregate {
		for i := range c.attempts {
			a := &c.attempts[i]
			e.Failures = append(e.Failures, Failure{c.chain.providers[a.provider], a.class, a.status})
		}
	}
	return e
}
