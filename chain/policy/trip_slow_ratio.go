package policy

import (
	"errors"
	"time"
)

func init() {
	Trips.Register("slow_ratio", "a part of the results being slow opens it", func() Trip { return &SlowTrip{Span: Span{}, Min: 1} })
}

// SlowTrip opens when at least Ratio of the results took longer than Slow, of Min
// or more. A result counts when it comes: what hangs is not slow yet.
type SlowTrip struct {
	Ratio Ratio         `yaml:"ratio" required:"true" doc:"part of the results that are slow"`
	Slow  time.Duration `yaml:"slow" required:"true" doc:"a result that took longer is slow"`
	Min   int           `yaml:"min" doc:"results before anything opens it; default 1"`
	Span  `yaml:",inline"`
}

func (t *SlowTrip) Check() error {
	err := errors.Join(t.Span.check(t.Min), positive("slow", t.Slow))
	if t.Ratio <= 0 {
		err = errors.Join(err, errors.New("ratio: must be above zero"))
	}
	return err
}

func (t *SlowTrip) Needs() int { return 0 }

func (t *SlowTrip) Every() time.Duration { return t.Span.Every }

func (t *SlowTrip) Build() Tally {
	return &ratio{part: int64(t.Ratio), min: int64(t.Min), slow: t.Slow, inline: t.Span.Every == 0, memory: t.Span.Window, tally: t.Span.build()}
}
