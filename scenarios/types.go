package scenarios

import (
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/sim"
)

// Types knows the kinds of every open part of a scenario. A bare amount is a
// constant law, and a law with ttft is a stream.
var Types = func() *yamldoc.Types {
	ts := &yamldoc.Types{}
	yamldoc.Union(ts, &faults.Laws, yamldoc.Shorthands{ScalarKind: "constant", ScalarKey: "value",
		Keys: []yamldoc.KeyKind{{Key: "ttft", Kind: "stream"}}})
	yamldoc.Union(ts, &faults.Kinds, yamldoc.Shorthands{})
	yamldoc.Union(ts, &sim.ArrivalKinds, yamldoc.Shorthands{})
	strategy.Register(ts)
	return ts
}()
