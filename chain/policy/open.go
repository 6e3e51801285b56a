package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

// Open answers how long a breaker stays open.
type Open interface {
	Check() error
	Build() Cooldown
}

// Cooldown is the length of an opening. It holds no state and may be shared.
type Cooldown interface {
	// Length returns how long the breaker stays open.
	Length(o *Opening) time.Duration
}

// Opening is what a cooldown may depend on.
type Opening struct {
	Row   int    // openings since it last closed by a success, this one included
	Draw  uint64 // uniform
	Now   chain.Instant
	Class chain.Class   // of the result that opens it
	Hint  time.Duration // of that result, 0 for none
}

// Opens holds the kinds of cooldown.
var Opens chain.Registry[Open]

func init() {
	Opens.Register("constant", "the same cooldown each time", func() Open { return &ConstantOpen{} })
	Opens.Register("linear", "a cooldown that grows by its base with each opening in a row", func() Open { return &LinearOpen{} })
	Opens.Register("exponential", "a cooldown that grows by a factor with each opening in a row", func() Open { return &ExponentialOpen{Factor: 2 * milli} })
}

// ConstantOpen stays open for Base.
type ConstantOpen struct {
	Base time.Duration `yaml:"base" required:"true" doc:"cooldown"`
}

func (o *ConstantOpen) Check() error { return positive("base", o.Base) }

func (o *ConstantOpen) Build() Cooldown { c := *o; return &c }

func (o *ConstantOpen) Length(*Opening) time.Duration { return o.Base }

// LinearOpen stays open for n*Base at the n-th opening in a row, at most Max.
type LinearOpen struct {
	Base time.Duration `yaml:"base" required:"true" doc:"first cooldown"`
	Max  time.Duration `yaml:"max" doc:"longest cooldown; 0 is no cap"`
}

func (o *LinearOpen) Check() error {
	return errors.Join(positive("base", o.Base), limit("max", o.Max, o.Base))
}

func (o *LinearOpen) Build() Cooldown { c := *o; return &c }

func (o *LinearOpen) Length(x *Opening) time.Duration {
	return clip(Factor(x.Row*milli).times(o.Base), o.Max)
}

// ExponentialOpen stays open for Base*Factor^(n-1) at the n-th opening in a
// row, at most Max.
type ExponentialOpen struct {
	Base   time.Duration `yaml:"base" required:"true" doc:"first cooldown"`
	Factor Factor        `yaml:"factor" doc:"what each cooldown is multiplied by for the next; default 2"`
	Max    time.Duration `yaml:"max" doc:"longest cooldown before jitter; 0 is no cap"`
	Jitter Jitter        `yaml:"jitter" doc:"how the cooldown is spread: none or equal; default none"`
}

func (o *ExponentialOpen) Check() error {
	err := errors.Join(positive("base", o.Base), growing(o.Factor), limit("max", o.Max, o.Base))
	if o.Jitter != JitterNone && o.Jitter != JitterEqual {
		err = errors.Join(err, errors.New("jitter: a cooldown has none or equal: the others may end it at once"))
	}
	return err
}

func (o *ExponentialOpen) Build() Cooldown { c := *o; return &c }

// Length implements Cooldown. It stops multiplying once nothing changes.
func (o *ExponentialOpen) Length(x *Opening) time.Duration {
	d := clip(o.Base, o.Max)
	for range x.Row - 1 {
		next := clip(o.Factor.times(d), o.Max)
		if next == d {
			break
		}
		d = next
	}
	return spread(o.Jitter, d, x.Draw)
}
