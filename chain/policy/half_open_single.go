package policy

func init() {
	HalfOpens.Register("single", "one attempt tests the provider", func() HalfOpen { return &SingleProbe{} })
}

// SingleProbe admits one attempt, which closes or reopens the breaker.
type SingleProbe struct {
	Probing `yaml:",inline"`
}

func (p *SingleProbe) Check() error { return p.Probing.check() }

func (p *SingleProbe) Build() Test { return p.apply(Test{Permits: 1, Need: 1}) }
