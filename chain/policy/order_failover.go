package policy

import "wavetank/chain"

// Failover is whether an order has a second one.
type Failover = Word[failoverWords]

// The answers.
const (
	Follow Failover = iota
	Alone           // only the one that was chosen; another in its place where a breaker holds it back
)

// alone is an order whose choice is final: after a failure nobody is left. It
// implements chain.Rerouter.
type alone struct{ chain.Order }

func (alone) Reroute(queue []int16, _ int16, _ chain.Verdict) []int16 { return queue[:0] }

// final makes an order's choice final, or not.
func final(f Failover, o chain.Order) chain.Order {
	if f == Alone {
		return alone{o}
	}
	return o
}

type failoverWords struct{}

func (failoverWords) list() []string { return []string{"yes", "no"} }
