package simtest

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"wavetank/chain"
)

// watch follows a bubble from outside, in real time: one in which nothing
// happens any more is given up, not waited for.
type watch struct {
	steps atomic.Int64
	at    atomic.Int64 // instant of the scenario at the last step
	id    atomic.Int64 // of the bubble
}

// step notes that something has happened.
func (w *watch) step(now chain.Instant) {
	w.at.Store(int64(now))
	w.steps.Add(1)
}

// bubble runs a function as the main goroutine of a bubble and waits for all
// that it started. It returns an error where nothing happens for as long as
// patience allows, or all goroutines wait for each other; then they are
// abandoned. Goroutines that are left behind are none: whoever cares has looked.
func (w *watch) bubble(t *testing.T, patience time.Duration, main func()) error {
	over := make(chan error, 1)
	go func() {
		var err error
		defer func() { over <- err }() // even if testing ends this goroutine, as for a data race
		defer func() {
			if p := recover(); p != nil {
				err = w.blocked(fmt.Sprint(p))
			}
		}()
		synctest.Test(t, func(*testing.T) {
			w.id.Store(bubbleOf(ownStack()))
			main()
		})
	}()
	look := time.NewTicker(max(patience/20, time.Millisecond))
	defer look.Stop()
	last, since := int64(-1), time.Now()
	for {
		select {
		case err := <-over:
			return err
		case <-look.C:
			switch n := w.steps.Load(); {
			case n != last:
				last, since = n, time.Now()
			case time.Since(since) >= patience:
				if err := w.stuck(patience); err != nil {
					return err
				}
				since = time.Now()
			}
		}
	}
}

// exited is how the runtime says that goroutines are left behind.
const exited = "main bubble goroutine has exited"

// blocked says what a panic of the bubble itself means.
func (w *watch) blocked(text string) error {
	switch {
	case strings.Contains(text, exited):
		return nil
	case strings.Contains(text, "deadlock"):
		return fmt.Errorf("all its goroutines wait for each other and for no time: that has no end\n%s", places(w.others(), 5))
	case strings.Contains(text, "within a synctest bubble"):
		return fmt.Errorf("simtest makes bubbles itself, and was called from within one")
	}
	return fmt.Errorf("internal error: %s", text)
}

// stuck says why nothing happens in a bubble. Where nobody in it is to blame, it
// is the machine that is slow.
func (w *watch) stuck(patience time.Duration) error {
	why := diagnose(w.others())
	if why == "" {
		return nil
	}
	return fmt.Errorf("nothing has happened for %v of real time, at %v of the scenario: %s", patience, chain.Instant(w.at.Load()), why)
}

// others are the goroutines of the bubble that are not its scaffold.
func (w *watch) others() (out []goroutine) {
	for _, g := range goroutines(allStacks()) {
		if g.bubble == w.id.Load() && !g.scaffold() {
			out = append(out, g)
		}
	}
	return out
}
