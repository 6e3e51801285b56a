package faults

import (
	"fmt"

	"wavetank/chain"
)

func init() {
	Kinds.Register("errors", "answers a share of the attempts with an error, in bursts if asked", func() Fault { return newErrors() })
}

// Errors answers a share of the attempts with an error status. With the four
// numbers of a Gilbert-Elliott model the share changes between two states, by
// the provider's own clock: the errors come in bursts, whoever calls.
type Errors struct {
	Share  Share     `yaml:"share" doc:"part of the attempts that fail"`
	Status int       `yaml:"status" doc:"HTTP status of the answer"`
	After  Law       `yaml:"after" doc:"time to the answer"`
	Body   ErrorBody `yaml:"body,omitempty" doc:"on a wire: the provider's own error, a proxy's page, or nothing"`
	Bursts `yaml:",inline"`

	after *Table
}

func newErrors() *Errors {
	f := &Errors{}
	f.SetDefaults()
	return f
}

// SetDefaults fills in what a file may leave out.
func (f *Errors) SetDefaults() { f.Status, f.After = 500, soon(200) }

func (f *Errors) Check() error {
	if f.Status < 300 || f.Status > 599 {
		return fmt.Errorf("status %d is no HTTP error: 300 to 599", f.Status)
	}
	if err := f.Bursts.check(f.Share); err != nil {
		return err
	}
	return checkAfter(f.After)
}

// Compile is called once per scenario, before the first run.
func (f *Errors) Compile(b *Blueprint) (err error) {
	if err := b.checkTicks(f.Every); err != nil {
		return err
	}
	f.after, err = f.After.Table()
	return err
}

func (f *Errors) Stage() Stage { return AtServe }

func (f *Errors) Phases(w Window, l chain.Luck) Phases {
	if f.Every == 0 {
		return Steady(w, newErrorState(f, f.Share))
	}
	return f.Bursts.phases(w, l, newErrorState(f, f.ShareGood), newErrorState(f, f.ShareBad))
}

// errorState is one state of Errors.
type errorState struct {
	f     *Errors
	share Share
	bound uint64 // a draw below it fails
}

func newErrorState(f *Errors, share Share) *errorState {
	return &errorState{f, share, share.threshold()}
}

func (s *errorState) Apply(x *Exchange) bool {
	if x.luck.Draw(x.key) >= s.bound && s.share < 1 { // Hit, spelled out: most providers have one of these
		return false
	}
	x.Fail(s.f.Status, s.f.after.Draw(x.Draw(1)), 0)
	x.Reply.Manner = s.f.Body.manner()
	return true
}

func (s *errorState) Harm() Harm { return Harm{Fail: float64(s.share)} }
