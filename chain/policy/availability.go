package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

// Availability answers who is left out of a call from its start.
type Availability interface {
	Check() error
	Build() chain.Availability // nil leaves out nobody
}

// Availabilities holds the kinds of availability.
var Availabilities chain.Registry[Availability]

func init() {
	Availabilities.Register("ignore", "nobody is left out; breakers are asked one by one", func() Availability { return &IgnoreOpen{} })
	Availabilities.Register("skip_open", "providers whose breaker would refuse are left out of the whole call", func() Availability { return &SkipOpen{} })
}

// IgnoreOpen leaves out nobody: a provider whose breaker opens or closes during
// the call is judged when its turn comes.
type IgnoreOpen struct{}

func (*IgnoreOpen) Check() error { return nil }

func (*IgnoreOpen) Build() chain.Availability { return nil }

// SkipOpen leaves out, for the whole call, each provider whose breaker would
// refuse at its beginning, even if the breaker closes before its turn comes.
type SkipOpen struct {
	AllOpen AllOpen       `yaml:"when_all_open,omitempty" doc:"what a call does that nobody is left for: fail, primary (the first, past its breaker), last, all (everybody, past the breakers), wait_earliest (for the first that reopens) or pend (however long)"`
	MaxWait time.Duration `yaml:"max_wait,omitempty" doc:"longest that wait_earliest waits at a time; 0 is no bound"`
	Panic   Ratio         `yaml:"panic,omitempty" doc:"with less than this part ready, breakers are ignored (Envoy's panic mode)"`
}

// AllOpen is what a call does that nobody is left for.
type AllOpen = Word[allOpenWords]

// What it may do.
const (
	FailAll AllOpen = iota
	AskPrimary
	AskLast
	AskAll
	WaitEarliest
	Pend
)

type allOpenWords struct{}

func (allOpenWords) list() []string {
	return []string{"fail", "primary", "last", "all", "wait_earliest", "pend"}
}

func (s *SkipOpen) Check() error {
	err := atLeast("max_wait", s.MaxWait, 0)
	if s.MaxWait > 0 && s.AllOpen != WaitEarliest {
		err = errors.Join(err, errors.New("max_wait: goes with when_all_open: wait_earliest"))
	}
	return err
}

func (s *SkipOpen) Build() chain.Availability { c := *s; return &c }

// pendStep is how long a call that pends waits where no instant is known at which
// somebody reopens: another call's probe decides.
const pendStep = 100 * time.Millisecond

func (s *SkipOpen) Keep(now chain.Instant, queue []int16, b chain.Breakers) chain.Kept {
	ready := 0
	for _, p := range queue {
		if b.Ready(now, p) {
			ready++
		}
	}
	switch {
	case len(queue) == 0:
	case ready == 0 && s.AllOpen != FailAll:
		return s.without(now, queue, b)
	case int64(ready)*milli < int64(s.Panic)*int64(len(queue)):
		return chain.Kept{Queue: queue, Bypass: true}
	}
	kept := queue[:0]
	for _, p := range queue {
		if b.Ready(now, p) {
			kept = append(kept, p)
		}
	}
	return chain.Kept{Queue: kept}
}

// without is what a call does that nobody is left for.
func (s *SkipOpen) without(now chain.Instant, queue []int16, b chain.Breakers) chain.Kept {
	switch s.AllOpen {
	case AskPrimary:
		return chain.Kept{Queue: queue[:1], Bypass: true}
	case AskLast:
		return chain.Kept{Queue: queue[len(queue)-1:], Bypass: true}
	case WaitEarliest, Pend:
		earliest := chain.Never
		for _, p := range queue {
			earliest = min(earliest, b.Reopens(now, p))
		}
		if earliest == chain.Never {
			earliest = now.Add(pendStep)
		}
		wait := max(1, earliest.Sub(now))
		if s.MaxWait > 0 && wait > s.MaxWait {
			return chain.Kept{}
		}
		return chain.Kept{Wait: wait}
	}
	return chain.Kept{Queue: queue, Bypass: true}
}
