package policy

import "wavetank/chain"

func init() {
	Orders.Register("round_robin", "each call begins one further on", func() Order { return &RoundRobin{} })
}

// RoundRobin begins each call with the provider after the last call's first.
type RoundRobin struct {
	Providers []string `yaml:"providers" doc:"names; empty is all"`
	Inner     Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

func (o *RoundRobin) Check() error { return twice("providers", o.Providers) }

func (o *RoundRobin) Build() chain.Order { c := *o; return &roundRobin{rule: &c} }

type roundRobin struct {
	rule   *RoundRobin
	places []int16
	next   int
}

func (o *roundRobin) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &roundRobin{rule: o.rule, places: everyone(e.Providers)}
	if len(o.rule.Providers) > 0 {
		var err error
		if made.places, err = indexesOf(e.Providers, o.rule.Providers); err != nil {
			return nil, err
		}
	}
	return final(o.rule.Inner, made), nil
}

func (o *roundRobin) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 {
	at := o.next
	o.next = (o.next + 1) % len(o.places)
	return append(append(buf, o.places[at:]...), o.places[:at]...)
}
