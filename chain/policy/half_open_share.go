package policy

import (
	"errors"
	"time"
)

func init() {
	HalfOpens.Register("share", "a part of the attempts tests it, which may grow to all", func() HalfOpen { return &ShareProbes{} })
}

// ShareProbes admits a part of the attempts. With Ramp the part grows to all of
// them in that time, unless one fails; without it so many successes close it.
type ShareProbes struct {
	Share     Ratio         `yaml:"share" required:"true" doc:"part of the attempts that are let through, at first"`
	Ramp      time.Duration `yaml:"ramp,omitempty" doc:"time in which it grows to all, and the breaker closes"`
	Successes int           `yaml:"successes,omitempty" doc:"successes that close it, without ramp; default 1"`
	Probing   `yaml:",inline"`
}

func (p *ShareProbes) Check() error {
	err := errors.Join(atLeast("ramp", p.Ramp, 0), within("successes", p.Successes, 0, 1<<20), p.Probing.check())
	if p.Share <= 0 {
		err = errors.Join(err, errors.New("share: must be above zero"))
	}
	return err
}

func (p *ShareProbes) Build() Test {
	return p.apply(Test{Permits: 1, Need: max(1, p.Successes), Share: p.Share, Ramp: p.Ramp})
}
