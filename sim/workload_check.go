package sim

import (
	"errors"
	"fmt"
	"math"
	"time"

	"wavetank/faults"
)

// maxWait bounds deadlines and patience, so that sums of instants stay on the
// calendar.
const maxWait = 365 * 24 * time.Hour

// Check refuses waits that mean nothing.
func (w *Workload) Check() error {
	var all error
	for _, d := range []struct {
		key  string
		wait time.Duration
	}{{"deadline", w.Deadline}, {"patience", w.Patience}} {
		if d.wait < 0 || d.wait > maxWait {
			all = errors.Join(all, fmt.Errorf("%s: %s is not in 0s to %s", d.key, d.wait, maxWait))
		}
	}
	return all
}

// Check refuses weights that mean nothing. It is asked where weights are
// written; with none, every request is a chat.
func (k *KindWeights) Check() error {
	sum := 0.0
	for _, w := range []struct {
		key    string
		weight float64
	}{{"chat", k.Chat}, {"malformed", k.Malformed}, {"overlong", k.Overlong}, {"disallowed", k.Disallowed}} {
		if !(w.weight >= 0) || math.IsInf(w.weight, 1) {
			return fmt.Errorf("%s: the weight %g is not 0 or more", w.key, w.weight)
		}
		sum += w.weight
	}
	if sum == 0 || math.IsInf(sum, 1) {
		return errors.New("the weights of the kinds sum to nothing: give at least one a weight above 0")
	}
	return nil
}

// Check refuses sizes that are times.
func (t *TokenLaws) Check() error {
	var all error
	if t.In != nil {
		all = under("in", faults.CheckCounts(t.In))
	}
	if t.Out != nil {
		all = errors.Join(all, under("out", faults.CheckCounts(t.Out)))
	}
	return all
}

// under says which key an error is about.
func under(key string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", key, err)
}
