package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Trips.Register("ratio", "a part of the results being failures opens it", func() Trip { return &RatioTrip{Min: 1} })
}

// RatioTrip opens when at least Ratio of the results are failures, of Min or more.
// It compares exactly; failsafe-go rounds to hundredths first.
type RatioTrip struct {
	Ratio Ratio `yaml:"ratio" required:"true" doc:"part of the results that are failures"`
	Over  bool  `yaml:"over,omitempty" doc:"opens above the ratio only, not at it"`
	Min   int   `yaml:"min" doc:"results before anything opens it; default 1"`
	Each  bool  `yaml:"each,omitempty" doc:"looked at after successes too, which may complete min: failsafe-go, resilience4j; without it after failures alone: Polly"`
	Span  `yaml:",inline"`
}

func (t *RatioTrip) Check() error {
	err := t.Span.check(t.Min)
	if t.Ratio <= 0 {
		err = errors.Join(err, errors.New("ratio: must be above zero"))
	}
	return err
}

func (t *RatioTrip) Needs() int {
	n := (int64(t.Ratio)*int64(t.Min) + milli - 1) / milli
	return int(max(1, n))
}

func (t *RatioTrip) Every() time.Duration { return t.Span.Every }

func (t *RatioTrip) Build() Tally {
	return &ratio{part: int64(t.Ratio), over: t.Over, each: t.Each, min: int64(t.Min), inline: t.Span.Every == 0, memory: t.Span.Window, tally: t.Span.build()}
}

// ratio judges hits among results. It implements Tally and Sweeper.
type ratio struct {
	part, min int64
	over      bool
	each      bool // good results may complete the minimum
	inline    bool
	slow      time.Duration // 0: failures are hits; else slow results are
	memory    time.Duration // of the tally; 0: it counts results, not time
	tally
	hits int64
}

func (t *ratio) Good(now chain.Instant, r *chain.Result) bool {
	t.add(now, t.slow > 0 && r.Took > t.slow)
	return (t.slow > 0 || t.each) && t.inline && t.Tripped(now)
}

func (t *ratio) Bad(now chain.Instant, r *chain.Result) (int, bool) {
	t.add(now, t.slow == 0 || r.Took > t.slow)
	trip := t.Tripped(now)
	return int(t.hits), t.inline && trip
}

func (t *ratio) Memory() time.Duration { return t.memory }

func (t *ratio) Tripped(now chain.Instant) bool {
	hits, of := t.count(now)
	t.hits = hits
	if of < t.min || of == 0 {
		return false
	}
	return hits*milli > t.part*of || !t.over && hits*milli == t.part*of
}

func (t *ratio) Clear() {
	t.clear()
	t.hits = 0
}

func (t *ratio) Failures() int { return int(t.hits) }

// counts implements counter. A slow result is no failure.
func (t *ratio) counts(now chain.Instant) chain.Counts {
	if t.slow > 0 {
		return chain.Counts{}
	}
	hits, of := t.count(now)
	return chain.Counts{Failures: int(hits), Of: int(of)}
}
