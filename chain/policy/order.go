package policy

import (
	"fmt"
	"slices"
	"strings"

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
	Providers []string `yaml:"providers" doc:"names in the order to ask them; empty is the written order, a part of them leaves out the rest"`
}

// Check implements Order.
func (l *Listed) Check() error {
	for i, name := range l.Providers {
		if slices.Contains(l.Providers[:i], name) {
			return fmt.Errorf("providers: %s stands there twice", name)
		}
	}
	return nil
}

// Build implements Order.
func (l *Listed) Build() chain.Order {
	if len(l.Providers) == 0 {
		return nil
	}
	return &listed{names: slices.Clone(l.Providers)}
}

// listed implements chain.OrderMaker: names become indexes once the providers
// are known.
type listed struct {
	names []string
	queue []int16
}

func (l *listed) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &listed{names: l.names}
	for _, name := range l.names {
		i := slices.Index(e.Providers, name)
		if i < 0 {
			return nil, fmt.Errorf("unknown provider %q, there are %s", name, strings.Join(e.Providers, ", "))
		}
		made.queue = append(made.queue, int16(i))
	}
	return made, nil
}

func (l *listed) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 {
	return append(buf, l.queue...)
}
