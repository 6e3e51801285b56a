package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Trips.Register("ema", "an average of successes that weighs the newest most, below a bound, opens it", func() Trip { return &EMATrip{Min: 1} })
}

// EMATrip opens when the moving average of successes falls below Below: each
// result weighs exp(-t/window) of what it weighed t ago (Finagle's success rate
// accrual). Min results must lie within the window.
type EMATrip struct {
	Below  Ratio         `yaml:"below" required:"true" doc:"average of successes below which it opens"`
	Window time.Duration `yaml:"window" required:"true" doc:"time in which a result's weight falls to 37 %"`
	Min    int           `yaml:"min" doc:"results before anything opens it; default 1"`
	Warmup time.Duration `yaml:"warmup,omitempty" doc:"time after the first result in which nothing opens it"`
}

func (t *EMATrip) Check() error {
	err := errors.Join(positive("window", t.Window), within("min", t.Min, 1, 1<<20), atLeast("warmup", t.Warmup, 0))
	if t.Below <= 0 {
		err = errors.Join(err, errors.New("below: must be above zero"))
	}
	return err
}

func (t *EMATrip) Needs() int { return 1 }

func (t *EMATrip) Build() Tally {
	return &average{rule: t, decay: newDecay(t.Window), all: newWindow(t.Window)}
}

// average implements Tally. Its value is in 2^-32; results of one instant leave
// it at the first of them, as they do in Finagle.
type average struct {
	rule     *EMATrip
	decay    decay
	all      *window // results, for Min
	value    uint64
	at, from chain.Instant
	begun    bool
	failures int
}

// take adds a result, one32 for a success, with the weight that the time since
// the last one gives it.
func (t *average) take(now chain.Instant, success uint64) {
	if !t.begun {
		t.value, t.from, t.begun = success, now, true
	} else {
		keep := t.decay.of(now.Sub(t.at))
		t.value = mul32(t.value, keep) + mul32(success, one32-keep)
	}
	t.at = now
	t.all.add(now, 1)
}

func (t *average) Good(now chain.Instant, _ *chain.Result) bool {
	t.take(now, one32)
	return false
}

func (t *average) Bad(now chain.Instant, _ *chain.Result) (int, bool) {
	t.take(now, 0)
	t.failures++
	return t.failures, t.all.sum(now) >= int64(t.rule.Min) && now.Sub(t.from) >= t.rule.Warmup && t.value < uint64(t.rule.Below)<<32/milli
}

func (t *average) Clear() {
	t.begun, t.failures = false, 0
	t.all.clear()
}

func (t *average) Failures() int { return t.failures }
