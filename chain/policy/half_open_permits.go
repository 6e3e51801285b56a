package policy

import "errors"

func init() {
	HalfOpens.Register("permits", "so many attempts test it; all must succeed, or so many of them", func() HalfOpen { return &PermitProbes{} })
}

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

func (p *PermitProbes) Build() Test {
	t := Test{Permits: p.N, Concurrent: p.Permit == ConcurrentPermits, Need: p.Successes, Of: p.Results, Early: p.Early}
	if t.Need == 0 {
		t.Need = p.N
	}
	return p.apply(t)
}
