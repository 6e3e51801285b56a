package policy

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Orders.Register("tiers", "groups one after the other, by chance within each", func() Order { return &Tiers{} })
}

// Tiers asks groups in order, and within each by chance. Attempts in one tier may
// be bounded.
type Tiers struct {
	Tiers [][]string `yaml:"tiers" doc:"lists of providers, the best first; empty: each provider is a tier, in the written order"`
	Each  int        `yaml:"each" doc:"providers asked of each tier; 0 all"`
}

func (o *Tiers) Check() error {
	var names []string
	for _, t := range o.Tiers {
		names = append(names, t...)
	}
	if len(o.Tiers) > 0 && len(names) == 0 {
		return errors.New("tiers: list nobody")
	}
	return errors.Join(twice("tiers", names), within("each", o.Each, 0, 1<<10))
}

func (o *Tiers) Build() chain.Order { c := *o; return &tiers{rule: &c} }

type tiers struct {
	rule  *Tiers
	tiers [][]int16
	luck  chain.Luck
	ones  []uint64
}

func (o *tiers) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &tiers{rule: o.rule, luck: e.Luck}
	for _, names := range o.rule.Tiers {
		places, err := indexesOf(e.Providers, names)
		if err != nil {
			return nil, err
		}
		made.tiers = append(made.tiers, places)
	}
	if len(made.tiers) == 0 {
		made.tiers = runs(everyone(e.Providers), 1)
	}
	return made, nil
}

func (o *tiers) Queue(_ chain.Instant, r *chain.Request, buf []int16) []int16 {
	draws := 0
	for _, tier := range o.tiers {
		o.ones = o.ones[:0]
		for range tier {
			o.ones = append(o.ones, 1)
		}
		for k := range tier {
			if o.rule.Each > 0 && k >= o.rule.Each {
				break
			}
			i := pick(o.ones, o.luck.Draw(r.Draws(draws)))
			o.ones[i] = 0
			draws++
			buf = append(buf, tier[i])
		}
	}
	return buf
}
