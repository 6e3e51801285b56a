package faults

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

// Bursts are the parameters of a two-state Gilbert-Elliott model whose state
// may change at each tick of the provider's own clock. In the long run the bad
// state holds to_bad/(to_bad+to_good) of the time.
type Bursts struct {
	ToBad     Share         `yaml:"to_bad" doc:"chance at each tick that a good state turns bad"`
	ToGood    Share         `yaml:"to_good" doc:"chance at each tick that a bad state turns good"`
	ShareGood Share         `yaml:"share_good" doc:"part of the attempts that fail while good"`
	ShareBad  Share         `yaml:"share_bad" doc:"part of the attempts that fail while bad"`
	Every     time.Duration `yaml:"every" doc:"time between ticks; 0: no bursts, share holds"`
}

// maxTicks bounds the work of laying out states: five million ticks take about
// 10 ms a run.
const maxTicks = 5_000_000

// checkTicks refuses a clock too fast for the length of a run.
func (b *Blueprint) checkTicks(every time.Duration) error {
	length := b.spec.Warmup + b.spec.Duration + b.spec.Drain
	if every > 0 && length/every >= maxTicks {
		return fmt.Errorf("every %s makes more than %d ticks in %s: let the clock tick more slowly", every, maxTicks, length)
	}
	return nil
}

func (b *Bursts) check(share Share) error {
	any := b.ToBad > 0 || b.ToGood > 0 || b.ShareGood > 0 || b.ShareBad > 0
	switch {
	case b.Every < 0:
		return fmt.Errorf("every %s is below zero", b.Every)
	case any && b.Every == 0:
		return errors.New("bursts (to_bad, to_good, share_good, share_bad) need every: the time between ticks")
	case b.Every > 0 && share > 0:
		return errors.New("share and bursts exclude each other: with every, the shares are share_good and share_bad")
	case b.Every > 0 && b.ToBad+b.ToGood == 0:
		return errors.New("bursts need to_bad and to_good: with both zero the state never changes")
	}
	return nil
}

// phases gives the states of one window. The first state is drawn from the
// long run, so that a window does not always begin well.
func (b *Bursts) phases(w Window, l chain.Luck, good, bad Effect) Phases {
	states := [2]Effect{good, bad}
	leave := [2]uint64{b.ToBad.threshold(), b.ToGood.threshold()}
	now := 0
	if p := float64(b.ToBad) / float64(b.ToBad+b.ToGood); Share(p).below(l.Draw(0)) {
		now = 1
	}
	at, n := w.From, uint64(0)
	return func() (Phase, bool) {
		if n == 0 {
			n++
			return Phase{w.From, states[now]}, true
		}
		for at = at.Add(b.Every); at < w.To && n < maxTicks; at = at.Add(b.Every) {
			leaves := l.Draw(n) < leave[now]
			n++
			if leaves {
				now = 1 - now
				return Phase{at, states[now]}, true
			}
		}
		return Phase{}, false
	}
}
