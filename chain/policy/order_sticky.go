package policy

import (
	"time"

	"wavetank/chain"
)

func init() {
	Orders.Register("sticky", "whoever answered last, until a failure moves on or the time is over", func() Order { return &Sticky{} })
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
type StickyClock = Word[stickyWords]

// The clocks.
const (
	LastSwitch StickyClock = iota
	LastReset              // the beginning, or the last time that it went back
)

type stickyWords struct{}

func (stickyWords) list() []string { return []string{"last_switch", "last_reset"} }

func (o *Sticky) Check() error { return atLeast("for", o.For, 0) }

func (o *Sticky) Build() chain.Order { c := *o; return &sticky{rule: &c} }

// sticky implements chain.OrderMaker, chain.Follower and chain.Rerouter.
type sticky struct {
	rule  *Sticky
	n     int
	index int
	since chain.Instant
	begun bool
}

func (o *sticky) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	return &sticky{rule: o.rule, n: len(e.Providers)}, nil
}

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

func (o *sticky) Followed(now chain.Instant, p int16, v chain.Verdict, _ time.Duration) {
	if v.Class <= chain.OKSlow || !v.Failover || o.rule.Guarded && int(p) != o.index {
		return
	}
	o.index = (o.index + 1) % o.n
	if o.rule.Clock == LastSwitch {
		o.since = now
	}
}

// Reroute implements chain.Rerouter. Unguarded, a call goes on with whomever the
// index points to now, which other calls' failures may have moved past somebody
// healthy; it ends where it would come back to its own first.
func (o *sticky) Reroute(queue []int16, _ int16, _ chain.Verdict) []int16 {
	if o.rule.Guarded || len(queue) == 0 {
		return queue
	}
	first := (int(queue[len(queue)-1]) + 1) % o.n
	queue = queue[:0]
	for k := o.index; k != first; k = (k + 1) % o.n {
		queue = append(queue, int16(k))
	}
	return queue
}
