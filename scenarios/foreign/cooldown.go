package foreign

import (
	"time"

	"wavetank/chain/policy"
)

// CooldownOf is how long a strategy's breaker stays open, and whether what the
// provider says stands before that.
func CooldownOf(want *policy.Document) (base time.Duration, heeds, ok bool) {
	if want.Breaker == nil {
		return 0, false, false
	}
	open := want.Breaker.Open
	if h, is := open.(*policy.HeaderOpen); is {
		open, heeds = h.Else, true
	}
	base, ok = Constant(open)
	return base, heeds, ok
}

// WholeRatio is a ratio of one, in its thousandths.
const WholeRatio = policy.Ratio(1000)

// Constant is a cooldown that is the same each time.
func Constant(o policy.Open) (time.Duration, bool) {
	switch o := o.(type) {
	case *policy.ConstantOpen:
		return o.Base, true
	case *policy.LinearOpen:
		return o.Base, o.Max == o.Base
	case *policy.ExponentialOpen:
		return o.Base, o.Jitter == policy.JitterNone && (o.Max == o.Base || o.Factor == policy.Factor(WholeRatio))
	}
	return 0, false
}
