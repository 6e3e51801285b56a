package faults

import (
	"fmt"

	"wavetank/chain"
)

func init() {
	Kinds.Register("status", "answers with an HTTP error", func() Fault {
		return &Status{Code: 503, Share: 1, After: soon(200)}
	})
}

// Status makes a provider answer a share of the attempts with an HTTP error.
type Status struct {
	Code       int       `yaml:"code" doc:"HTTP status, 300 to 599"`
	Share      Share     `yaml:"share" doc:"part of the attempts that get it"`
	After      Law       `yaml:"after" doc:"time to the answer"`
	RetryAfter Hint      `yaml:"retry_after" doc:"none, remaining (from the answer until the window ends), or a duration"`
	Body       ErrorBody `yaml:"body,omitempty" doc:"on a wire: the provider's own error, a proxy's page, or nothing"`

	after *Table
}

func (f *Status) Check() error {
	if f.Code < 300 || f.Code > 599 {
		return fmt.Errorf("code %d is no HTTP error: 300 to 599", f.Code)
	}
	return checkAfter(f.After)
}

// Compile is called once per scenario, before the first run.
func (f *Status) Compile(*Blueprint) (err error) {
	f.after, err = f.After.Table()
	return err
}

func (f *Status) Stage() Stage { return AtServe }

func (f *Status) Phases(w Window, _ chain.Luck) Phases { return Steady(w, &statusEffect{f, w.To}) }

// statusEffect is Status in one window.
type statusEffect struct {
	f     *Status
	until chain.Instant
}

func (e *statusEffect) Apply(x *Exchange) bool {
	if !x.Hit(e.f.Share) {
		return false
	}
	after := e.f.after.Draw(x.Draw(1))
	x.Fail(e.f.Code, after, e.f.RetryAfter.at(x.Now.Add(after), e.until))
	x.Reply.Manner = e.f.Body.manner()
	return true
}

func (e *statusEffect) Harm() Harm { return Harm{Fail: float64(e.f.Share)} }
