package policy

import (
	"errors"
	"time"
)

func init() {
	Opens.Register("from_header", "as long as the provider said, or another cooldown", func() Open { return &HeaderOpen{} })
}

// HeaderOpen stays open as long as Retry-After said, and by Else where nothing
// was said or too much.
type HeaderOpen struct {
	Else   Open          `yaml:"else" required:"true" doc:"cooldown where the provider said nothing"`
	Cap    time.Duration `yaml:"cap" doc:"longest that is believed, a longer one is cut to it; 0 is no cap"`
	Least  time.Duration `yaml:"least" doc:"shortest; 0 is none"`
	Margin time.Duration `yaml:"margin" doc:"added to what the provider said"`
}

func (o *HeaderOpen) Check() error {
	err := errors.Join(atLeast("cap", o.Cap, 0), atLeast("least", o.Least, 0), atLeast("margin", o.Margin, 0))
	if o.Else == nil {
		return errors.Join(err, errors.New("else: is missing"))
	}
	return errors.Join(err, o.Else.Check())
}

func (o *HeaderOpen) Build() Cooldown { return &headed{*o, o.Else.Build()} }

type headed struct {
	rule HeaderOpen
	own  Cooldown
}

func (o *headed) Length(x *Opening) time.Duration {
	if x.Hint <= 0 {
		return o.own.Length(x)
	}
	return max(clip(plus(x.Hint, o.rule.Margin), o.rule.Cap), o.rule.Least)
}
