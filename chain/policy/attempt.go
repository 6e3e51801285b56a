package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

// Attempt bounds one attempt. Zero of each is no bound.
type Attempt struct {
	Total     time.Duration `yaml:"total" doc:"time from sending to the whole answer; an answer at exactly this age is a timeout"`
	Connect   time.Duration `yaml:"connect,omitempty" doc:"time from sending until the connection stands"`
	FirstByte time.Duration `yaml:"first_byte,omitempty" doc:"time from sending to the first byte of the answer"`
	IdleGap   time.Duration `yaml:"idle_gap,omitempty" doc:"longest silence within an answer that has begun"`
	As        Failure       `yaml:"as,omitempty" doc:"what running out is taken for: timeout, server (a gateway's 5xx) or bad_request (a 408 that is not retried); default timeout"`
}

// Failure is a class that a timeout may be taken for.
type Failure = Word[failureWords]

// The classes.
const (
	AsTimeout Failure = iota
	AsServer
	AsBadRequest
)

var failureClasses = [...]chain.Class{chain.OK, chain.Server, chain.BadRequest}

type failureWords struct{}

func (failureWords) list() []string { return []string{"timeout", "server", "bad_request"} }

// Check judges the bounds.
func (a *Attempt) Check() error {
	err := errors.Join(atLeast("total", a.Total, 0), atLeast("connect", a.Connect, 0), atLeast("first_byte", a.FirstByte, 0), atLeast("idle_gap", a.IdleGap, 0))
	if err == nil && a.Total+a.Connect+a.FirstByte+a.IdleGap == 0 {
		return errors.New("total: bounds nothing: write total, connect, first_byte or idle_gap, or leave attempt out")
	}
	return err
}

// Build makes the bounds.
func (a *Attempt) Build() chain.Timeouts {
	return chain.Timeouts{Total: a.Total, Connect: a.Connect, FirstByte: a.FirstByte, IdleGap: a.IdleGap, As: failureClasses[a.As]}
}
