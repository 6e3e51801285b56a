package policy

import "wavetank/chain"

// Failover is whether an order has a second one.
type Failover uint8

// The answers.
const (
	Follow Failover = iota
	Alone           // only the one that was chosen; another in its place where a breaker holds it back
)

// alone is an order whose choice is final: after a failure nobody is left. It
// implements chain.Rerouter.
type alone struct{ chain.Order }

func (alone) Reroute(queue []int16, _ int16, _ chain.Verdict) []int16 { return queue[:0] }

// apply makes an order's choice final, or not.
func (f Failover) apply(o chain.Order) chain.Order {
	if f == Alone {
		return alone{o}
	}
	return o
}

var failoverWords = []string{"yes", "no"}

// Words lists the answers.
func (Failover) Words() []string { return failoverWords }

// UnmarshalText reads yes or no.
func (f *Failover) UnmarshalText(text []byte) error {
	i, err := word(text, failoverWords)
	*f = Failover(i)
	return err
}

// MarshalText writes the word.
func (f Failover) MarshalText() ([]byte, error) { return spell(int(f), failoverWords) }
