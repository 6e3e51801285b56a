package policy

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Orders.Register("clairvoyant", "the first provider whose answer will be usable, foreseen", func() Order { return &Clairvoyant{} })
}

// Clairvoyant sends the one attempt that will succeed, and nothing else: it foresees
// every fault, limiter, window and latency, may wait, and wastes no call. What it
// sends is one plan; the bounds that go with it, of success, in time, latency and
// cost, each on its own, are the world's. Only a simulation can carry it out.
type Clairvoyant struct{}

func (*Clairvoyant) Check() error { return nil }

func (*Clairvoyant) Build() chain.Order { return clairvoyant{} }

var errNoOracle = errors.New("policy: a clairvoyant order needs an oracle, which only a simulation has")

// clairvoyant implements chain.OrderMaker and, once made, chain.Planner.
type clairvoyant struct{ oracle chain.Oracle }

func (clairvoyant) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	if e.Oracle == nil {
		return nil, errNoOracle
	}
	return clairvoyant{e.Oracle}, nil
}

// Queue is empty: the chain asks Plan instead.
func (clairvoyant) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 { return buf }

func (c clairvoyant) Plan(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	return c.oracle.Foresee(now, r)
}
