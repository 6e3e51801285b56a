package policy

import (
	"errors"
	"math"
	"math/bits"
	"time"

	"wavetank/chain"
)

func init() {
	Admissions.Register("sre", "attempts are refused by chance, the more the fewer are accepted", func() Admission {
		return &SREThrottle{K: 2 * milli, Window: 2 * time.Minute}
	})
}

// SREThrottle refuses an attempt with probability
// max(0, (requests - K*accepts - protect) / (requests + 1)) over a sliding window
// (Beyer et al., Site Reliability Engineering, chapter 21).
type SREThrottle struct {
	K         Factor        `yaml:"k" doc:"accepted attempts are multiplied by this; default 2"`
	Window    time.Duration `yaml:"window" doc:"how far back is counted; default 2m"`
	Protect   int           `yaml:"protect" doc:"attempts of a window that are never refused"`
	MaxReject Ratio         `yaml:"max_reject" doc:"largest part that is refused; 0 is no bound"`
	CountAt   CountAt       `yaml:"count_at" doc:"when an attempt counts as a request: send or finish"`
}

// CountAt is when an attempt counts.
type CountAt = Word[countAtWords]

// The times.
const (
	AtSend   CountAt = iota
	AtFinish         // what is in flight is not seen
)

type countAtWords struct{}

func (countAtWords) list() []string { return []string{"send", "finish"} }

func (a *SREThrottle) Check() error {
	err := errors.Join(atLeast("window", a.Window, time.Millisecond), within("protect", a.Protect, 0, 1<<20))
	if a.K < milli || a.K > 100*milli {
		err = errors.Join(err, errors.New("k: is 1 to 100"))
	}
	return err
}

func (a *SREThrottle) Build() chain.AdmissionMaker { c := *a; return &c }

func (a *SREThrottle) MakeAdmission() chain.Admission {
	return &sre{rule: a, requests: newWindow(a.Window), accepts: newWindow(a.Window)}
}

type sre struct {
	rule              *SREThrottle
	requests, accepts *window
}

// Admit implements chain.Admission. A refused attempt is a request too.
func (s *sre) Admit(now chain.Instant, draw uint64) bool {
	n := s.requests.sum(now)
	over := n*milli - int64(s.rule.K)*s.accepts.sum(now) - int64(s.rule.Protect)*milli
	refused := over > 0 && draw < s.threshold(over, (n+1)*milli)
	if refused || s.rule.CountAt == AtSend {
		s.requests.add(now, 1)
	}
	return !refused
}

// threshold is the part of all draws that are refused.
func (s *sre) threshold(over, of int64) uint64 {
	if s.rule.MaxReject > 0 {
		over = min(over, int64(s.rule.MaxReject)*of/milli)
	}
	if over >= of {
		return math.MaxUint64
	}
	q, _ := bits.Div64(uint64(over), 0, uint64(of))
	return q
}

func (s *sre) Left(now chain.Instant, r *chain.Result, cancelled bool) {
	if s.rule.CountAt == AtFinish && !cancelled {
		s.requests.add(now, 1)
	}
	if r.Evidence == chain.Good {
		s.accepts.add(now, 1)
	}
}
