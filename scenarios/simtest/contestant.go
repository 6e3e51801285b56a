package simtest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"wavetank/chain"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// contestant is one chain of the user's.
type contestant struct {
	name  string
	make  New
	needs int // failures after which its breaker opened before the seeds; 0: none did
	runs  []measure.Run

	mu    sync.Mutex
	told  bool // of a breaker
	err   error
	marks oddities
}

func (c *contestant) lose(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

func (c *contestant) lost() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err != nil
}

// note sums up what a run found odd.
func (c *contestant) note(r *records) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &c.marks
	c.told = c.told || r.told
	m.requests += r.requests
	m.strays += r.strays
	m.groundless += r.groundless
	m.late += r.late
	m.latest = max(m.latest, r.latest)
	if m.left == nil {
		m.left = r.left
	}
}

// warnings are what the figures do not show.
func (c *contestant) warnings(file string) (out []judge.Warning) {
	m := &c.marks
	say := func(format string, args ...any) {
		out = append(out, judge.Warning{Text: c.name + " " + fmt.Sprintf(format, args...)})
	}
	if m.groundless > 0 {
		say("gave %d answers with no provider's success behind them (a cache, a fixed text?): counted as failures", m.groundless)
	}
	if m.late > 0 {
		say("returned %d questions after their context had ended, the last of them %v late", m.late, time.Duration(m.latest).Round(time.Millisecond))
	}
	if m.strays > 0 {
		say("sent %d requests for questions that had returned: they were not answered and are in no figure", m.strays)
	}
	if m.left != nil {
		say("leaves goroutines behind (Env.Cleanup can stop them): %s", strings.Join(strings.Fields(strings.Join(m.left, " ")), " "))
	}
	return out
}

// needs is a breaker as far as an Accumulator asks: how many failures open it.
type needs int

// MakeBreaker implements chain.BreakerMaker.
func (needs) MakeBreaker(chain.BreakerEnv) chain.Breaker {
	panic("simtest: the chain has breakers of its own")
}

// Needs implements chain.BreakerMaker.
func (n needs) Needs() int { return int(n) }
