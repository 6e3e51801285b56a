package sim

import (
	"fmt"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

func init() {
	ArrivalKinds.Register("closed", "users who think, ask, and think again after the answer", func() Arrivals { return &Closed{} })
}

// maxUsers bounds a closed loop: each user is a call in flight.
const maxUsers = 100_000

// minThink is the least time between an answer and the next question. Without
// it a user of a chain that fails at once would ask for ever at one instant.
const minThink = time.Millisecond

// Closed arrivals come from users who wait for their answers: a slow strategy
// is asked fewer questions than a fast one, so prefer an open loop to compare.
type Closed struct {
	Users int        `yaml:"users" required:"true" doc:"how many there are"`
	Think faults.Law `yaml:"think" required:"true" doc:"time before each question, the first one too; under 1ms counts as 1ms"`
	Loop  `yaml:",inline"`

	table *faults.Table
}

func (a *Closed) Check() error {
	if a.Users < 1 || a.Users > maxUsers {
		return fmt.Errorf("users: %d is not in 1 to %d", a.Users, maxUsers)
	}
	if a.One && a.Users > 1 {
		return fmt.Errorf("serial: each user waits for the answer already; serial for all of them is users: 1")
	}
	if a.Think == nil {
		return fmt.Errorf("think: is missing, the time between an answer and the next question")
	}
	if err := faults.CheckTimes(a.Think); err != nil {
		return fmt.Errorf("think: %w", err)
	}
	return nil
}

func (a *Closed) Compile() (err error) {
	if a.table, err = a.Think.Table(); err != nil {
		return fmt.Errorf("think: %w", err)
	}
	return nil
}

// Clock implements Arrivals, after Compile.
func (a *Closed) Clock(l chain.Luck, _, _ chain.Instant) (Clock, error) {
	return &thinkers{users: a.Users, table: a.table, luck: l}, nil
}

// thinkers are the users of a closed loop.
type thinkers struct {
	users int
	table *faults.Table
	luck  chain.Luck
}

// Next implements Clock: nothing arrives unasked.
func (t *thinkers) Next(int64) (chain.Instant, bool) { return chain.Never, false }

func (t *thinkers) Users() int { return t.users }

// Think implements Users. It is keyed by the question, not by the user: the
// order of questions is the same whenever the answers are.
func (t *thinkers) Think(_ int, n int64) time.Duration {
	return max(minThink, t.table.Draw(t.luck.Draw(uint64(n))))
}
