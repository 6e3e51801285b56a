package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Orders.Register("sticky", "whoever answered last, until a failure moves on or the time is over", func() Order { return &Sticky{} })
	Orders.Register("tiers", "groups one after the other, by chance within each", func() Order { return &Tiers{} })
	Orders.Register("pools", "providers of several keys each: only some failures go on to the next key", func() Order { return &Pools{} })
}

// Sticky shares one index among all calls: a failure moves it on, and after For
// it goes back to the first. Unguarded, as ai-fallback keeps it, each failure
// moves it by one, whichever provider failed; guarded, only a failure of the one
// that it points to does.
type Sticky struct {
	For     time.Duration `yaml:"for" doc:"time after which the first provider is asked again; 0 never"`
	Clock   StickyClock   `yaml:"clock" doc:"from when that time runs: last_switch or last_reset"`
	Guarded bool          `yaml:"guarded" doc:"only a failure of the provider in use moves on"`
}

// StickyClock is from when a sticky order's time runs.
type StickyClock uint8

// The clocks.
const (
	LastSwitch StickyClock = iota
	LastReset              // the beginning, or the last time that it went back
)

var stickyWords = []string{"last_switch", "last_reset"}

// Words lists the clocks.
func (StickyClock) Words() []string { return stickyWords }

// UnmarshalText reads last_switch or last_reset.
func (c *StickyClock) UnmarshalText(text []byte) error {
	i, err := word(text, stickyWords)
	*c = StickyClock(i)
	return err
}

// MarshalText writes the word.
func (c StickyClock) MarshalText() ([]byte, error) { return spell(int(c), stickyWords) }

// Check implements Order.
func (o *Sticky) Check() error { return atLeast("for", o.For, 0) }

// Build implements Order.
func (o *Sticky) Build() chain.Order { c := *o; return &sticky{rule: &c} }

// sticky implements chain.OrderMaker and chain.Follower.
type sticky struct {
	rule  *Sticky
	n     int
	index int
	since chain.Instant
	begun bool
}

// MakeOrder implements chain.OrderMaker.
func (o *sticky) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	return &sticky{rule: o.rule, n: len(e.Providers)}, nil
}

// Queue implements chain.Order.
func (o *sticky) Queue(now chain.Instant, _ *chain.Request, buf []int16) []int16 {
	if !o.begun {
		o.begun, o.since = true, now
	}
	if o.rule.For > 0 && o.index != 0 && now.Sub(o.since) >= o.rule.For {
		o.index, o.since = 0, now
	}
	for k := range o.n {
		buf = append(buf, int16((o.index+k)%o.n))
	}
	return buf
}

// Followed implements chain.Follower.
func (o *sticky) Followed(now chain.Instant, p int16, v chain.Verdict, _ time.Duration) {
	if v.Class <= chain.OKSlow || !v.Failover || o.rule.Guarded && int(p) != o.index {
		return
	}
	o.index = (o.index + 1) % o.n
	if o.rule.Clock == LastSwitch {
		o.since = now
	}
}

// Tiers asks groups in order, and within each by chance. Attempts in one tier may
// be bounded.
type Tiers struct {
	Tiers [][]string `yaml:"tiers" doc:"lists of providers, the best first; empty: each provider is a tier, in the written order"`
	Each  int        `yaml:"each" doc:"providers asked of each tier; 0 all"`
}

// Check implements Order.
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

// Build implements Order.
func (o *Tiers) Build() chain.Order { c := *o; return &tiers{rule: &c} }

type tiers struct {
	rule  *Tiers
	tiers [][]int16
	luck  chain.Luck
	ones  []uint64
}

// MakeOrder implements chain.OrderMaker.
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

// Queue implements chain.Order.
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
			i := pick(o.ones, o.luck.Draw(chain.Key(r.Number, draws)))
			o.ones[i] = 0
			draws++
			buf = append(buf, tier[i])
		}
	}
	return buf
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

// Check implements Order.
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

// Build implements Order.
func (o *Pools) Build() chain.Order { c := *o; return &pools{rule: &c} }

// pools implements chain.OrderMaker and chain.Rerouter.
type pools struct {
	rule   *Pools
	pools  [][]int16
	of     map[int16]int // pool of a provider
	rotate [chain.NumClasses]bool
	turn   int
}

// MakeOrder implements chain.OrderMaker.
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

// Queue implements chain.Order.
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

// Reroute implements chain.Rerouter.
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
