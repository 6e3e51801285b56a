package policy

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Orders.Register("pools", "providers of several keys each: only some failures go on to the next key", func() Order { return &Pools{} })
}

// Pools asks pools in order, and the members of each in order: keys of one
// account, or deployments of one model. A failure goes on to the next member only
// if its class is one that another key may mend; other failures leave the pool.
type Pools struct {
	Pools  [][]string `yaml:"pools" doc:"lists of providers, each list the keys of one; empty: the written order in runs of size"`
	Size   int        `yaml:"size,omitempty" doc:"without pools: providers of each; 0 is 1"`
	Rotate ClassRules `yaml:"rotate_on" doc:"which classes go on to the next key, by the field failover; default rate_limit, quota, auth and model_missing"`
	Spread bool       `yaml:"spread" doc:"each call begins with another key of a pool, in turn"`
}

func (o *Pools) Check() error {
	var names []string
	for _, p := range o.Pools {
		names = append(names, p...)
	}
	switch {
	case len(o.Pools) > 0 && len(names) == 0:
		return errors.New("pools: list nobody")
	case len(o.Pools) > 0 && o.Size != 0:
		return errors.New("size: means nothing beside pools")
	}
	return errors.Join(twice("pools", names), within("size", o.Size, 0, 1<<10))
}

func (o *Pools) Build() chain.Order { c := *o; return &pools{rule: &c} }

// pools implements chain.OrderMaker and chain.Rerouter.
type pools struct {
	rule   *Pools
	pools  [][]int16
	of     map[int16]int // pool of a provider
	rotate [chain.NumClasses]bool
	turn   int
}

func (o *pools) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &pools{rule: o.rule, of: map[int16]int{}}
	for _, names := range o.rule.Pools {
		places, err := indexesOf(e.Providers, names)
		if err != nil {
			return nil, err
		}
		made.pools = append(made.pools, places)
	}
	if len(made.pools) == 0 {
		made.pools = runs(everyone(e.Providers), max(1, o.rule.Size))
	}
	for k, places := range made.pools {
		for _, p := range places {
			made.of[p] = k
		}
	}
	for _, c := range []chain.Class{chain.RateLimit, chain.Quota, chain.Auth, chain.ModelMissing} {
		made.rotate[c] = true
	}
	for c, rule := range o.rule.Rotate.byClass() {
		if rule != nil && rule.Failover != nil {
			made.rotate[c] = *rule.Failover
		}
	}
	return made, nil
}

func (o *pools) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 {
	for _, pool := range o.pools {
		at := 0
		if o.rule.Spread {
			at = o.turn % len(pool)
		}
		buf = append(append(buf, pool[at:]...), pool[:at]...)
	}
	o.turn++
	return buf
}

func (o *pools) Reroute(queue []int16, failed int16, v chain.Verdict) []int16 {
	if o.rotate[v.Class] {
		return queue
	}
	kept := queue[:0]
	for _, p := range queue {
		if o.of[p] != o.of[failed] {
			kept = append(kept, p)
		}
	}
	return kept
}
