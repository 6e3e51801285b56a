package policy

import "wavetank/chain"

// Exhausted answers which error a call reports when nobody is left to ask.
type Exhausted interface {
	Check() error
	Build() chain.ExhaustedKind
}

// Exhausteds holds the kinds of final error.
var Exhausteds chain.Registry[Exhausted]

func init() {
	Exhausteds.Register("first", "the first attempt's error", func() Exhausted { return &ExhaustedFirst{} })
	Exhausteds.Register("last", "the last attempt's error", func() Exhausted { return &ExhaustedLast{} })
	Exhausteds.Register("primary", "the last error of the first provider asked", func() Exhausted { return &ExhaustedPrimary{} })
	Exhausteds.Register("aggregate", "all of them: the count, and each attempt's provider, class and status", func() Exhausted { return &ExhaustedAggregate{} })
	Exhausteds.Register("synthetic", "one of the chain's own, local_reject", func() Exhausted { return &ExhaustedSynthetic{} })
}

// The kinds of final error; they have no parameters.
type (
	ExhaustedFirst     struct{} // the first attempt's
	ExhaustedLast      struct{} // the last attempt's, which is neutral
	ExhaustedPrimary   struct{} // the last one of the first provider in the queue
	ExhaustedAggregate struct{} // all of them, redacted
	ExhaustedSynthetic struct{} // the chain's own
)

func (*ExhaustedFirst) Check() error { return nil }

func (*ExhaustedLast) Check() error { return nil }

func (*ExhaustedPrimary) Check() error { return nil }

func (*ExhaustedAggregate) Check() error { return nil }

func (*ExhaustedSynthetic) Check() error { return nil }

func (*ExhaustedFirst) Build() chain.ExhaustedKind { return chain.ReportFirst }

func (*ExhaustedLast) Build() chain.ExhaustedKind { return chain.ReportLast }

func (*ExhaustedPrimary) Build() chain.ExhaustedKind { return chain.ReportPrimary }

func (*ExhaustedAggregate) Build() chain.ExhaustedKind { return chain.ReportAggregate }

func (*ExhaustedSynthetic) Build() chain.ExhaustedKind { return chain.ReportSynthetic }
