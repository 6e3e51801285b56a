package policy

import "wavetank/chain"

func init() {
	Orders.Register("uniform", "by chance, all alike", func() Order { return &Uniform{} })
}

// Uniform asks in an order of chance.
type Uniform struct {
	Providers []string `yaml:"providers" doc:"names; empty is all"`
	Inner     Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

func (o *Uniform) Check() error { return twice("providers", o.Providers) }

func (o *Uniform) Build() chain.Order { c := *o; return &uniform{rule: &c} }

type uniform struct{ rule *Uniform }

func (o *uniform) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	names := o.rule.Providers
	if len(names) == 0 {
		names = e.Providers
	}
	w := &Weighted{Inner: o.rule.Inner}
	for _, name := range names {
		w.Weights = append(w.Weights, Weight{name, 1})
	}
	return (&weighted{rule: w}).MakeOrder(e)
}

// Queue implements chain.Order; only what MakeOrder makes is asked.
func (o *uniform) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 { return buf }
