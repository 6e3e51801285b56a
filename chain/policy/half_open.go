package policy

import "wavetank/chain"

// HalfOpen answers what happens when a cooldown is over.
type HalfOpen interface {
	Check() error
	Permits() int // attempts admitted to a test, all of which must succeed; 0 is no test
}

// HalfOpens holds the kinds of half-open state.
var HalfOpens chain.Registry[HalfOpen]

func init() {
	HalfOpens.Register("none", "the breaker is closed, with clean counts", func() HalfOpen { return &NoHalfOpen{} })
	HalfOpens.Register("single", "one attempt tests the provider", func() HalfOpen { return &SingleProbe{} })
	HalfOpens.Register("permits", "so many attempts test it; all must succeed", func() HalfOpen { return &PermitProbes{} })
}

// NoHalfOpen closes the breaker when the cooldown is over: everybody comes back
// at once. A growing cooldown keeps growing until a good result is recorded.
type NoHalfOpen struct{}

// Check implements HalfOpen.
func (*NoHalfOpen) Check() error { return nil }

// Permits implements HalfOpen.
func (*NoHalfOpen) Permits() int { return 0 }

// SingleProbe admits one attempt, which closes or reopens the breaker.
type SingleProbe struct{}

// Check implements HalfOpen.
func (*SingleProbe) Check() error { return nil }

// Permits implements HalfOpen.
func (*SingleProbe) Permits() int { return 1 }

// PermitProbes admits N attempts in total; N successes close the breaker, any
// failure reopens it.
type PermitProbes struct {
	N int `yaml:"permits" required:"true" doc:"attempts of one test"`
}

// Check implements HalfOpen.
func (p *PermitProbes) Check() error { return within("permits", p.N, 1, 1<<20) }

// Permits implements HalfOpen.
func (p *PermitProbes) Permits() int { return p.N }
