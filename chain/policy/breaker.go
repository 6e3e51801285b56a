package policy

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

// Breaker answers what is remembered of a provider, and for how long.
type Breaker struct {
	Engine         Engine   `yaml:"engine" doc:"who keeps the state; both decide alike; default native"`
	Trip           Trip     `yaml:"trip" required:"true" doc:"what opens it"`
	Open           Open     `yaml:"open" required:"true" doc:"how long it stays open; a call at the very instant when that ends is refused yet"`
	HalfOpen       HalfOpen `yaml:"half_open" required:"true" doc:"what happens when the cooldown is over"`
	SuccessClears  bool     `yaml:"success_clears" doc:"results of attempts sent before a change of state count: while open, a success closes it; once closed, both count; native only"`
	FailureExtends bool     `yaml:"failure_extends" doc:"while open, a failure of an attempt sent before begins the cooldown anew; native only"`

	MaxOpen      Ratio         `yaml:"max_open,omitempty" doc:"part of the breakers that may be open at one time, the one that opens counted; of few none may: see always_one; native only"`
	AlwaysOne    bool          `yaml:"always_one,omitempty" doc:"one breaker may be open whatever max_open says"`
	SingleExempt bool          `yaml:"single_exempt,omitempty" doc:"the only provider of a chain is never held back; native only"`
	RowDecay     time.Duration `yaml:"row_decay,omitempty" doc:"cooldowns that grow shrink by one step for each of these that the breaker was closed, and not by a success; native only"`
	Scope        Scope         `yaml:"scope,omitempty" doc:"which providers share a breaker; default none"`
}

// Engine names an implementation of the breaker.
type Engine = Word[engineWords]

// The engines.
const (
	Native    Engine = iota // ours
	Gobreaker               // github.com/sony/gobreaker/v2 on the chain's clock
)

type engineWords struct{}

func (engineWords) list() []string { return []string{"native", "gobreaker"} }

// Check judges whether the parts go together; each part judges itself.
func (b *Breaker) Check() error {
	var err error
	if b.Trip == nil {
		err = errors.Join(err, errors.New("trip: is missing"))
	}
	if b.Open == nil {
		err = errors.Join(err, errors.New("open: is missing"))
	}
	if b.HalfOpen == nil {
		err = errors.Join(err, errors.New("half_open: is missing"))
	}
	if b.AlwaysOne && b.MaxOpen == 0 {
		err = errors.Join(err, errors.New("always_one: means nothing without max_open"))
	}
	if err == nil && b.Engine == Gobreaker {
		err = checkGobreaker(b)
	}
	return err
}

// Build makes the recipe of one breaker per provider.
func (b *Breaker) Build() chain.BreakerMaker {
	c := *b
	return breakerMaker{&c}
}

type breakerMaker struct{ doc *Breaker }

func (m breakerMaker) MakeBreaker(e chain.BreakerEnv) chain.Breaker {
	d := m.doc
	if d.Engine == Gobreaker {
		return newGobreaker(d, e.Luck, e.Moved)
	}
	t := d.HalfOpen.Build()
	return &native{
		clears: d.SuccessClears, extends: d.FailureExtends, permits: t.Permits, tally: d.Trip.Build(),
		cooldown: d.Open.Build(), luck: e.Luck, moved: e.Moved, rules: d.rules(t, e),
	}
}

// rules are what the breaker has beyond gobreaker's, nil for nothing.
func (b *Breaker) rules(t Test, e chain.BreakerEnv) *rules {
	u := &rules{test: t, decay: b.RowDecay, most: b.MaxOpen, one: b.AlwaysOne, exempt: b.SingleExempt, peers: e.Peers}
	if s, ok := b.Trip.(Sweeping); ok {
		u.sweep = s.Every()
	}
	if t.plain() && u.decay == 0 && u.most == 0 && !u.exempt && u.sweep == 0 {
		return nil
	}
	return u
}

func (m breakerMaker) Needs() int { return m.doc.Trip.Needs() }

// checkAll judges the parts too.
func (b *Breaker) checkAll() error {
	return errors.Join(b.Check(), checkParts(b.Trip, b.Open, b.HalfOpen))
}

// checkParts judges the parts of a breaker that are there.
func checkParts(trip Trip, open Open, half HalfOpen) (all error) {
	for _, part := range []struct {
		path  string
		check interface{ Check() error }
	}{{"trip", trip}, {"open", open}, {"half_open", half}} {
		if part.check == nil {
			continue
		}
		if err := part.check.Check(); err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", part.path, err))
		}
	}
	return all
}
