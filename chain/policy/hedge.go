package policy

import (
	"time"

	"wavetank/chain"
)

func init() {
	Hedges.Register("none", "one attempt at a time", func() Hedge { return &NoHedge{} })
}

// Hedge answers when to ask a second provider beside a slow one.
type Hedge interface {
	Check() error
	Build() chain.Hedge // nil never hedges
}

// Hedges holds the kinds of hedge.
var Hedges chain.Registry[Hedge]

// NoHedge waits for each attempt to end.
type NoHedge struct{}

func (*NoHedge) Check() error { return nil }

func (*NoHedge) Build() chain.Hedge { return nil }

type delay struct {
	after time.Duration
	extra int
}

func (d delay) Delay() (time.Duration, int) { return d.after, d.extra }
