package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	HalfOpens.Register("none", "the breaker is closed, with clean counts", func() HalfOpen { return &NoHalfOpen{} })
}

// HalfOpen answers what happens when a cooldown is over.
type HalfOpen interface {
	Check() error
	Build() Test
}

// Test is how a breaker finds out whether a provider is back. The zero value is
// no test at all.
type Test struct {
	Permits    int           // attempts that are let through; 0 is no test
	Concurrent bool          // they bound the attempts at one time, not in all
	Need       int           // successes that close the breaker
	Of         int           // of so many results; 0: any failure loses
	Early      bool          // with Of: decided as soon as the outcome is certain
	Neutral    Neutral       // what evidence none means
	Timeout    time.Duration // a test that is undecided for so long ends; 0 never
	TimeoutTo  chain.State   // as open, which is lost, or closed, which is won
	Late       bool          // results count in the state that they find, whenever their attempts were sent
	Share      Ratio         // part of the attempts that are let through, in place of Permits; 0 is none
	Ramp       time.Duration // the share grows to all within this time, and then the breaker is closed
	Sweep      time.Duration // the test begins at its multiples alone; 0 at once
}

// plain tells a test as gobreaker makes it.
func (t *Test) plain() bool { return *t == Test{Permits: t.Permits, Need: t.Permits} }

// door is what the test lets through, for whoever keeps records.
func (t *Test) door() chain.Door {
	if t.Share > 0 {
		return chain.Door{}
	}
	return chain.Door{Permits: t.Permits, Return: t.Concurrent, Lose: t.Neutral == HoldNeutral}
}

// Neutral is what evidence none means to a test.
type Neutral = Word[neutralWords]

// The meanings.
const (
	ReleaseNeutral Neutral = iota // the permit is given back
	SuccessNeutral                // as a success (Polly)
	FailureNeutral                // as a failure (Hystrix)
	HoldNeutral                   // the permit is lost
)

type neutralWords struct{}

func (neutralWords) list() []string { return []string{"release", "success", "failure", "hold"} }

// Probing is what all tests may have.
type Probing struct {
	Neutral   Neutral       `yaml:"neutral,omitempty" doc:"what a result that says nothing about health does: release, success, failure or hold"`
	Timeout   time.Duration `yaml:"probe_timeout,omitempty" doc:"a test that is undecided for so long ends; 0 never"`
	TimeoutTo After         `yaml:"probe_timeout_to,omitempty" doc:"how it ends: open or closed"`
	Late      Late          `yaml:"late,omitempty" doc:"results of attempts sent before the test: discard or count"`
	Sweep     time.Duration `yaml:"sweep,omitempty" doc:"a cooldown's end is noticed at multiples of this; 0 at once"`
}

func (p *Probing) check() error {
	err := errors.Join(atLeast("probe_timeout", p.Timeout, 0), atLeast("sweep", p.Sweep, 0))
	if p.Timeout == 0 && p.TimeoutTo != ToOpen {
		err = errors.Join(err, errors.New("probe_timeout_to: means nothing without probe_timeout"))
	}
	return err
}

func (p *Probing) apply(t Test) Test {
	t.Neutral, t.Timeout, t.Late, t.Sweep = p.Neutral, p.Timeout, p.Late == CountLate, p.Sweep
	if p.Timeout > 0 {
		t.TimeoutTo = chain.Open
		if p.TimeoutTo == ToClosed {
			t.TimeoutTo = chain.Closed
		}
	}
	return t
}

// HalfOpens holds the kinds of half-open state.
var HalfOpens chain.Registry[HalfOpen]

// NoHalfOpen closes the breaker when the cooldown is over: everybody comes back
// at once. A growing cooldown keeps growing until a good result is recorded.
type NoHalfOpen struct {
	Sweep time.Duration `yaml:"sweep,omitempty" doc:"a cooldown's end is noticed at multiples of this; 0 at once"`
}

func (h *NoHalfOpen) Check() error { return atLeast("sweep", h.Sweep, 0) }

func (h *NoHalfOpen) Build() Test { return Test{Sweep: h.Sweep} }
