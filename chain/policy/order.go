package policy

import (
	"errors"
	"slices"

	"wavetank/chain"
)

// Order answers whom to ask, in which order.
type Order interface {
	Check() error
	Build() chain.Order // nil is the written order
}

// Orders holds the kinds of order.
var Orders chain.Registry[Order]

func init() {
	Orders.Register("listed", "the written order, or one of its own", func() Order { return &Listed{} })
}

// Listed asks providers in a fixed order.
type Listed struct {
	Providers []string `yaml:"providers" doc:"names in the order to ask them; empty is the written order, a part of them leaves out the rest; who stands there twice is asked again, with all its retries"`
	First     int      `yaml:"first,omitempty" doc:"only so many of them, from the beginning; 0 all"`
}

func (l *Listed) Check() error {
	return errors.Join(tooMany("providers", l.Providers), within("first", l.First, 0, 1<<10))
}

func (l *Listed) Build() chain.Order {
	if len(l.Providers) == 0 && l.First == 0 {
		return nil
	}
	return &listed{names: slices.Clone(l.Providers), first: l.First}
}

// listed implements chain.OrderMaker: names become indexes once the providers
// are known.
type listed struct {
	names []string // empty is the written order
	first int      // 0 all
	queue []int16
}

func (l *listed) MakeOrder(e chain.OrderEnv) (_ chain.Order, err error) {
	made := &listed{names: l.names, first: l.first, queue: everyone(e.Providers)}
	if len(l.names) > 0 {
		if made.queue, err = indexesOf(e.Providers, l.names); err != nil {
			return nil, err
		}
	}
	if l.first > 0 {
		made.queue = made.queue[:min(l.first, len(made.queue))]
	}
	return made, nil
}

func (l *listed) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 {
	return append(buf, l.queue...)
}
