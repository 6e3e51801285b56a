package policy

import (
	"errors"
	"fmt"
	"math"
	"time"

	"wavetank/chain"
)

func init() {
	Admissions.Register("concurrency", "so many attempts at one time, a fixed limit or one that adapts", func() Admission {
		return &Concurrency{Initial: 20, Min: 20, Max: 200}
	})
}

// Concurrency bounds the attempts in flight on one provider. The adaptive rules
// are those of Netflix's concurrency-limits, whose defaults these are.
type Concurrency struct {
	Limit   LimitRule     `yaml:"limit" doc:"how the limit adapts: fixed, aimd, vegas or gradient2; default fixed"`
	Initial int           `yaml:"initial" doc:"limit at first; default 20"`
	Min     int           `yaml:"min" doc:"least limit of one that adapts; default 20"`
	Max     int           `yaml:"max" doc:"largest limit of one that adapts; default 200"`
	Backoff Ratio         `yaml:"backoff,omitempty" doc:"aimd: what a drop or a slow answer multiplies the limit by; default 0.9"`
	Slow    time.Duration `yaml:"slow,omitempty" doc:"aimd: an answer slower than this is a drop; 0 is none"`
}

// LimitRule is how a limit adapts.
type LimitRule = Word[limitWords]

// The rules.
const (
	FixedLimit    LimitRule = iota
	AIMDLimit               // one more while it is used, a part less after a drop
	VegasLimit              // by the queue that latency over the least one shows
	GradientLimit           // by the ratio of long-term to present latency (Gradient2)
)

type limitWords struct{}

func (limitWords) list() []string { return []string{"fixed", "aimd", "vegas", "gradient2"} }

func (c *Concurrency) Check() error {
	err := within("initial", c.Initial, 1, 1<<20)
	if c.Limit != FixedLimit {
		err = errors.Join(err, within("min", c.Min, 1, 1<<20))
		if c.Max < c.Min {
			err = errors.Join(err, fmt.Errorf("max: %d is below min", c.Max))
		}
	}
	if c.Limit != AIMDLimit && (c.Backoff > 0 || c.Slow > 0) {
		err = errors.Join(err, errors.New("backoff, slow: mean something with limit: aimd only"))
	}
	return err
}

func (c *Concurrency) Build() chain.AdmissionMaker { d := *c; return &d }

func (c *Concurrency) MakeAdmission() chain.Admission {
	if c.Limit == FixedLimit {
		return &slots{limit: int64(c.Initial) * milli}
	}
	return &slots{limit: int64(c.Initial) * milli, rule: c}
}

// slots counts attempts in flight against a limit in thousandths. Latencies are
// whole nanoseconds and every average is an integer, for the same bytes
// everywhere.
type slots struct {
	rule   *Concurrency // nil: the limit is fixed
	limit  int64
	flying int64
	least  int64 // vegas: latency without a queue
	long   int64 // gradient2: average over many answers
	probe  int64 // vegas: answers until the least is measured anew
}

func (s *slots) Admit(chain.Instant, uint64) bool {
	if (s.flying+1)*milli > s.limit {
		return false
	}
	s.flying++
	return true
}

func (s *slots) Left(_ chain.Instant, r *chain.Result, cancelled bool) {
	flying := s.flying
	s.flying--
	if s.rule == nil || cancelled || r.Evidence == chain.None {
		return
	}
	switch s.rule.Limit {
	case AIMDLimit:
		s.aimd(flying, r)
	case VegasLimit:
		s.vegas(flying, r)
	default:
		s.gradient(flying, r)
	}
	s.limit = min(max(s.limit, int64(s.rule.Min)*milli), int64(s.rule.Max)*milli)
}

func (s *slots) aimd(flying int64, r *chain.Result) {
	backoff := int64(s.rule.Backoff)
	if backoff == 0 {
		backoff = 900
	}
	switch {
	case r.Evidence >= chain.Bad || s.rule.Slow > 0 && r.Took > s.rule.Slow:
		s.limit = s.limit * backoff / milli
	case flying*2*milli >= s.limit:
		s.limit += milli
	}
}

// vegas: alpha = 3 log10(limit), beta = 6 log10(limit); the queue is
// limit*(1 - least/latency).
func (s *slots) vegas(flying int64, r *chain.Result) {
	took := max(1, int64(r.Took))
	if s.probe--; s.least == 0 || s.probe <= 0 || took < s.least {
		if s.probe <= 0 {
			s.probe = 30 * s.limit / milli
		}
		s.least = took
	}
	step := log10(s.limit / milli)
	queue := (s.limit/milli*(took-s.least) + took - 1) / took
	switch {
	case r.Evidence >= chain.Bad:
		s.limit -= step * milli
	case flying*2*milli < s.limit: // it is not the limit that shows
	case queue <= step:
		s.limit += 6 * step * milli
	case queue < 3*step:
		s.limit += step * milli
	case queue > 6*step:
		s.limit -= step * milli
	}
}

// log10 is the whole part, at least 1.
func log10(n int64) (out int64) {
	for ; n >= 10; n /= 10 {
		out++
	}
	return max(1, out)
}

// gradientWindow is how many answers the long average looks back (Gradient2's
// long window of 600), gradientSmoothing how much of a new limit is taken.
const (
	gradientWindow    = 600
	gradientTolerance = 1500 // of a rise in latency, thousandths
	gradientSmoothing = 200  // thousandths
	gradientQueue     = 4 * milli
)

func (s *slots) gradient(flying int64, r *chain.Result) {
	took := max(1, int64(r.Took))
	if s.long == 0 {
		s.long = took
	}
	s.long += (took - s.long) / ((gradientWindow + 1) / 2)
	if s.long > 2*took { // a long calm after a storm: forget it faster
		s.long = s.long * 95 / 100
	}
	if flying*2*milli < s.limit && r.Evidence == chain.Good {
		return
	}
	gradient := min(max(gradientTolerance*min(s.long, math.MaxInt64/gradientTolerance)/took, 500), milli)
	if r.Evidence >= chain.Bad {
		gradient = 500
	}
	next := s.limit*gradient/milli + gradientQueue
	s.limit += (next - s.limit) * gradientSmoothing / milli
}
