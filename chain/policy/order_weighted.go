package policy

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"wavetank/chain"
)

func init() {
	Orders.Register("weighted", "by chance, each provider as often as its weight says, the others after it by the same chance", func() Order { return &Weighted{} })
}

// Weight is how often a provider is asked first, in comparison with others.
type Weight struct {
	Provider string `yaml:"provider" required:"true" doc:"name"`
	Weight   int    `yaml:"weight" required:"true" doc:"how often it is asked, compared with the others"`
}

// Weighted draws the queue by weight without replacement. Inner tells whether
// others are asked after the first at all.
type Weighted struct {
	Weights []Weight `yaml:"weights" doc:"providers and how often each is asked first; empty is all alike"`
	Inner   Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

func (o *Weighted) Check() error {
	if len(o.Weights) == 0 {
		return nil
	}
	sum := 0
	var names []string
	for _, w := range o.Weights {
		if w.Weight < 0 || w.Weight > 1<<20 {
			return fmt.Errorf("weights: %s: must be 0 to %d, not %d", w.Provider, 1<<20, w.Weight)
		}
		sum += w.Weight
		names = append(names, w.Provider)
	}
	if sum == 0 {
		return errors.New("weights: sum to nothing")
	}
	return twice("weights", names)
}

func (o *Weighted) Build() chain.Order {
	if len(o.Weights) == 0 {
		return (&Uniform{Inner: o.Inner}).Build()
	}
	c := *o
	c.Weights = slices.Clone(o.Weights)
	return &weighted{rule: &c}
}

// weighted implements chain.OrderMaker.
type weighted struct {
	rule    *Weighted
	places  []int16
	weights []uint64
	luck    chain.Luck
	left    []uint64 // scratch
}

func (o *weighted) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &weighted{rule: o.rule, luck: e.Luck}
	for _, w := range o.rule.Weights {
		i, err := indexOf(e.Providers, w.Provider)
		if err != nil {
			return nil, err
		}
		made.places, made.weights = append(made.places, i), append(made.weights, uint64(w.Weight))
	}
	return final(o.rule.Inner, made), nil
}

func (o *weighted) Queue(_ chain.Instant, r *chain.Request, buf []int16) []int16 {
	o.left = append(o.left[:0], o.weights...)
	for k := range o.places {
		i := pick(o.left, o.luck.Draw(r.Draws(k)))
		if i < 0 {
			break
		}
		o.left[i] = 0
		buf = append(buf, o.places[i])
	}
	return buf
}

// pick chooses an index by weight; -1 where all weights are 0.
func pick(weights []uint64, draw uint64) int {
	sum := uint64(0)
	for _, w := range weights {
		sum += w
	}
	if sum == 0 {
		return -1
	}
	at, _ := bits.Mul64(draw, sum)
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	panic("policy: a draw beyond all weights")
}
