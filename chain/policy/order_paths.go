package policy

import (
	"errors"
	"fmt"

	"wavetank/chain"
)

func init() {
	Orders.Register("paths", "by chance one of several lists, and then that list in order", func() Order { return &Paths{} })
}

// Paths chooses a list of providers by chance and asks it in order: a tree of
// fallbacks and load balancing, multiplied out.
type Paths struct {
	Paths []Path `yaml:"paths" required:"true" doc:"the lists"`
}

// Path is one of them.
type Path struct {
	Weight    int      `yaml:"weight" required:"true" doc:"how often it is chosen, compared with the others"`
	Providers []string `yaml:"providers" required:"true" doc:"names in the order to ask them; who stands there twice is asked again, with all its retries"`
}

func (o *Paths) Check() error {
	sum := 0
	for i, p := range o.Paths {
		if p.Weight < 0 || p.Weight > 1<<20 {
			return fmt.Errorf("paths[%d].weight: must be 0 to %d, not %d", i, 1<<20, p.Weight)
		}
		if len(p.Providers) == 0 {
			return fmt.Errorf("paths[%d].providers: list nobody", i)
		}
		if err := tooMany(fmt.Sprintf("paths[%d].providers", i), p.Providers); err != nil {
			return err
		}
		sum += p.Weight
	}
	if sum == 0 {
		return errors.New("paths: their weights sum to nothing")
	}
	return nil
}

func (o *Paths) Build() chain.Order { c := *o; return &paths{rule: &c} }

// paths implements chain.OrderMaker.
type paths struct {
	rule    *Paths
	places  [][]int16
	weights []uint64
	luck    chain.Luck
}

func (o *paths) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &paths{rule: o.rule, luck: e.Luck}
	for _, p := range o.rule.Paths {
		places, err := indexesOf(e.Providers, p.Providers)
		if err != nil {
			return nil, err
		}
		made.places, made.weights = append(made.places, places), append(made.weights, uint64(p.Weight))
	}
	return made, nil
}

func (o *paths) Queue(_ chain.Instant, r *chain.Request, buf []int16) []int16 {
	return append(buf, o.places[pick(o.weights, o.luck.Draw(r.Draws(0)))]...)
}
