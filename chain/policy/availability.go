package policy

import "wavetank/chain"

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

// Check implements Availability.
func (*IgnoreOpen) Check() error { return nil }

// Build implements Availability.
func (*IgnoreOpen) Build() chain.Availability { return nil }

// SkipOpen leaves out, for the whole call, each provider whose breaker would
// refuse at its beginning, even if the breaker closes before its turn comes.
type SkipOpen struct{}

// Check implements Availability.
func (*SkipOpen) Check() error { return nil }

// Build implements Availability.
func (*SkipOpen) Build() chain.Availability { return skipOpen{} }

type skipOpen struct{}

func (skipOpen) Keep(now chain.Instant, queue []int16, b chain.Breakers) chain.Kept {
	kept := queue[:0]
	for _, p := range queue {
		if b.Ready(now, p) {
			kept = append(kept, p)
		}
	}
	return chain.Kept{Queue: kept}
}
