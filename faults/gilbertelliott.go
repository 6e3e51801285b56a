package faults

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

func init() {
	Laws.Register("gilbert_elliott", "good and bad spells by the provider's own clock, a law for each", func() Law { return &GilbertElliott{} })
}

// GilbertElliott is latency with two states: a provider has good and bad spells,
// by its own clock, whoever calls. Where a law cannot follow a clock it is drawn
// from the long run.
type GilbertElliott struct {
	Good   Law           `yaml:"good" required:"true" doc:"law of good spells"`
	Bad    Law           `yaml:"bad" required:"true" doc:"law of bad spells"`
	ToBad  Share         `yaml:"to_bad" required:"true" doc:"chance at each tick that a good spell ends"`
	ToGood Share         `yaml:"to_good" required:"true" doc:"chance at each tick that a bad spell ends"`
	Every  time.Duration `yaml:"every" required:"true" doc:"time between ticks"`

	good, bad *lawState
}

func (l *GilbertElliott) Check() error {
	switch {
	case l.Good == nil || l.Bad == nil:
		return errors.New("gilbert_elliott needs good and bad: the laws of its two states")
	case l.Every <= 0:
		return fmt.Errorf("gilbert_elliott needs every: the time between ticks, got %s", l.Every)
	case l.ToBad+l.ToGood == 0:
		return errors.New("gilbert_elliott needs to_bad and to_good: with both zero the state never changes")
	}
	for _, part := range []struct {
		key string
		law Law
	}{{"good", l.Good}, {"bad", l.Bad}} {
		if _, ok := part.law.(Phased); ok {
			return fmt.Errorf("%s cannot itself change with time", part.key)
		}
		if err := part.law.Check(); err != nil {
			return fmt.Errorf("%s: %w", part.key, err)
		}
	}
	return nil
}

func (l *GilbertElliott) Amounts() (out []Amount) {
	for _, part := range []Law{l.Good, l.Bad} {
		if part != nil {
			out = append(out, part.Amounts()...)
		}
	}
	return out
}

// Table implements Law: of the long run.
func (l *GilbertElliott) Table() (*Table, error) {
	good, err := l.Good.Table()
	if err != nil {
		return nil, fmt.Errorf("good: %w", err)
	}
	bad, err := l.Bad.Table()
	if err != nil {
		return nil, fmt.Errorf("bad: %w", err)
	}
	// In the long run, good lasts in proportion to the chance of leaving bad.
	return blend([]float64{float64(l.ToGood), float64(l.ToBad)}, []*Table{good, bad}), nil
}

func (l *GilbertElliott) Compile(b *Blueprint) error {
	if err := b.checkTicks(l.Every); err != nil {
		return err
	}
	good, err := newStream(l.Good)
	if err != nil {
		return err
	}
	bad, err := newStream(l.Bad)
	if err != nil {
		return err
	}
	l.good, l.bad = &lawState{good}, &lawState{bad}
	return nil
}

func (l *GilbertElliott) Phases(w Window, luck chain.Luck) Phases {
	b := Bursts{ToBad: l.ToBad, ToGood: l.ToGood, Every: l.Every}
	return b.phases(w, luck, l.good, l.bad)
}
