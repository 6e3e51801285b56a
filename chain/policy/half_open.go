package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

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
	Late       bool          // results of attempts sent before the test count
	Share      Ratio         // part of the attempts that are let through, in place of Permits; 0 is none
	Ramp       time.Duration // the share grows to all within this time, and then the breaker is closed
	Sweep      time.Duration // the test begins at its multiples alone; 0 at once
}

// plain tells a test as gobreaker makes it.
func (t *Test) plain() bool { return *t == Test{Permits: t.Permits, Need: t.Permits} }

// Neutral is what evidence none means to a test.
type Neutral uint8

// The meanings.
const (
	ReleaseNeutral Neutral = iota // the permit is given back
	SuccessNeutral                // as a success (Polly)
	FailureNeutral                // as a failure (Hystrix)
	HoldNeutral                   // the permit is lost
)

var neutralWords = []string{"release", "success", "failure", "hold"}

// Words lists the meanings.
func (Neutral) Words() []string { return neutralWords }

// UnmarshalText reads one of the meanings.
func (n *Neutral) UnmarshalText(text []byte) error {
	i, err := word(text, neutralWords)
	*n = Neutral(i)
	return err
}

// MarshalText writes the word.
func (n Neutral) MarshalText() ([]byte, error) { return spell(int(n), neutralWords) }

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

func init() {
	HalfOpens.Register("none", "the breaker is closed, with clean counts", func() HalfOpen { return &NoHalfOpen{} })
	HalfOpens.Register("single", "one attempt tests the provider", func() HalfOpen { return &SingleProbe{} })
	HalfOpens.Register("permits", "so many attempts test it; all must succeed, or so many of them", func() HalfOpen { return &PermitProbes{} })
	HalfOpens.Register("share", "a part of the attempts tests it, which may grow to all", func() HalfOpen { return &ShareProbes{} })
}

// NoHalfOpen closes the breaker when the cooldown is over: everybody comes back
// at once. A growing cooldown keeps growing until a good result is recorded.
type NoHalfOpen struct {
	Sweep time.Duration `yaml:"sweep,omitempty" doc:"a cooldown's end is noticed at multiples of this; 0 at once"`
}

// Check implements HalfOpen.
func (h *NoHalfOpen) Check() error { return atLeast("sweep", h.Sweep, 0) }

// Build implements HalfOpen.
func (h *NoHalfOpen) Build() Test { return Test{Sweep: h.Sweep} }

// SingleProbe admits one attempt, which closes or reopens the breaker.
type SingleProbe struct {
	Probing `yaml:",inline"`
}

// Check implements HalfOpen.
func (p *SingleProbe) Check() error { return p.Probing.check() }

// Build implements HalfOpen.
func (p *SingleProbe) Build() Test { return p.apply(Test{Permits: 1, Need: 1}) }

// PermitProbes admits N attempts, in total or at one time; N successes close the
// breaker and any failure reopens it, unless Successes of Results decide.
type PermitProbes struct {
	N         int    `yaml:"permits" required:"true" doc:"attempts of one test"`
	Permit    Permit `yaml:"permit,omitempty" doc:"whether permits count in total or concurrent"`
	Successes int    `yaml:"successes,omitempty" doc:"successes that close it; default permits"`
	Results   int    `yaml:"results,omitempty" doc:"of so many results; default: any failure reopens it"`
	Early     bool   `yaml:"early,omitempty" doc:"with results: decided as soon as the outcome is certain"`
	Probing   `yaml:",inline"`
}

// Check implements HalfOpen.
func (p *PermitProbes) Check() error {
	err := errors.Join(within("permits", p.N, 1, 1<<20), within("successes", p.Successes, 0, 1<<20), p.Probing.check())
	if p.Results > 0 && (p.Successes == 0 || p.Successes > p.Results) {
		err = errors.Join(err, errors.New("results: needs successes, at most as many"))
	}
	if p.Permit == TotalPermits && (p.Successes > p.N || p.Results > p.N) {
		err = errors.Join(err, errors.New("permits: too few in total for so many successes or results: no test would end"))
	}
	return err
}

// Build implements HalfOpen.
func (p *PermitProbes) Build() Test {
	t := Test{Permits: p.N, Concurrent: p.Permit == ConcurrentPermits, Need: p.Successes, Of: p.Results, Early: p.Early}
	if t.Need == 0 {
		t.Need = p.N
	}
	return p.apply(t)
}

// ShareProbes admits a part of the attempts. With Ramp the part grows to all of
// them in that time, unless one fails; without it so many successes close it.
type ShareProbes struct {
	Share     Ratio         `yaml:"share" required:"true" doc:"part of the attempts that are let through, at first"`
	Ramp      time.Duration `yaml:"ramp,omitempty" doc:"time in which it grows to all, and the breaker closes"`
	Successes int           `yaml:"successes,omitempty" doc:"successes that close it, without ramp; default 1"`
	Probing   `yaml:",inline"`
}

// Check implements HalfOpen.
func (p *ShareProbes) Check() error {
	err := errors.Join(atLeast("ramp", p.Ramp, 0), within("successes", p.Successes, 0, 1<<20), p.Probing.check())
	if p.Share <= 0 {
		err = errors.Join(err, errors.New("share: must be above zero"))
	}
	return err
}

// Build implements HalfOpen.
func (p *ShareProbes) Build() Test {
	return p.apply(Test{Permits: 1, Need: max(1, p.Successes), Share: p.Share, Ramp: p.Ramp})
}
