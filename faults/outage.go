package faults

import (
	"errors"
	"fmt"
	"math"
	"time"

	"wavetank/chain"
)

func init() {
	Kinds.Register("outage", "fails as real outages do: mostly in part, in several ways at once", func() Fault {
		return &Outage{Severity: SeverityDrawn, PartialShare: 0.85, Least: 0.08, Most: 0.70, After: soon(200),
			TimeoutAfter: &Constant{Time(60 * time.Second)}, Kinds: OutageKinds{Unavailable: 45, Error: 20, Timeout: 20, Hang: 5, Reset: 5, Stream: 5}}
	})
}

// Outage is the realistic mix (calibration.md 1): how bad it is, is drawn once
// per window; how each attempt fails, once per attempt.
type Outage struct {
	Severity     Severity    `yaml:"severity" doc:"full: every attempt fails; partial: a share does; drawn: one of them per window"`
	PartialShare Share       `yaml:"partial_share" doc:"chance that a drawn severity is partial; status pages: 85% of the outage minutes"`
	Least        Share       `yaml:"least" doc:"least share of failing attempts in a partial outage; documented: 8% over all traffic"`
	Most         Share       `yaml:"most" doc:"largest share of failing attempts in a partial outage; documented: 70% in one cluster"`
	After        Law         `yaml:"after" doc:"time to an error or a reset"`
	TimeoutAfter Law         `yaml:"timeout_after" doc:"time until a gateway gives up with 504 (60s assumed)"`
	Kinds        OutageKinds `yaml:"kinds" doc:"weights of the ways in which attempts fail (assumed)"`
	Silence      Silence     `yaml:"silence,omitempty" doc:"on a wire: of a hang, silence before the headers, before the body, or within the answer"`
	Body         ErrorBody   `yaml:"body,omitempty" doc:"on a wire: of an error, the provider's own, a proxy's page, or nothing"`

	after, timeout *Table
	bounds         [numWays]uint64
}

// OutageKinds are the weights of the ways in which attempts fail. They are
// exclusive and need not sum to anything.
type OutageKinds struct {
	Unavailable float64 `yaml:"unavailable" doc:"weight of 503"`
	Error       float64 `yaml:"error" doc:"weight of 500"`
	Timeout     float64 `yaml:"timeout" doc:"weight of 504 after timeout_after"`
	Hang        float64 `yaml:"hang" doc:"weight of attempts that are never answered"`
	Reset       float64 `yaml:"reset" doc:"weight of connections reset before any byte"`
	Stream      float64 `yaml:"stream" doc:"weight of answers that break off half-way"`
}

const numWays = 6

func (k OutageKinds) weights() [numWays]float64 {
	return [numWays]float64{k.Unavailable, k.Error, k.Timeout, k.Hang, k.Reset, k.Stream}
}

// Severity is how bad an outage is.
type Severity uint8

// The severities.
const (
	SeverityDrawn Severity = iota
	SeverityPartial
	SeverityFull
)

var severityNames = [...]string{"drawn", "partial", "full"}

// String returns the severity as it is written in files.
func (s Severity) String() string { return severityNames[s] }

// SeverityNames lists the severities in their order.
func SeverityNames() []string { return append([]string(nil), severityNames[:]...) }

// UnmarshalText reads drawn, partial or full.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, name := range severityNames {
		if name == string(text) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("severity is drawn, partial or full, not %q", text)
}

// MarshalText writes the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (f *Outage) Check() error {
	if f.Least > f.Most {
		return fmt.Errorf("least %g is over most %g", float64(f.Least), float64(f.Most))
	}
	sum := 0.0
	for _, w := range f.Kinds.weights() {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("a weight of kinds is %g: weights are numbers of at least 0", w)
		}
		sum += w
	}
	if sum == 0 || math.IsInf(sum, 1) {
		return errors.New("the weights of kinds sum to nothing: give at least one a weight above 0")
	}
	if f.TimeoutAfter == nil {
		return errors.New("timeout_after needs a law or a duration")
	}
	if err := CheckTimes(f.TimeoutAfter); err != nil {
		return err
	}
	return checkAfter(f.After)
}

// Compile is called once per scenario, before the first run.
func (f *Outage) Compile(*Blueprint) (err error) {
	weights := f.Kinds.weights()
	sum, upto := 0.0, 0.0
	for _, w := range weights {
		sum += w
	}
	for i, w := range weights {
		upto += w
		f.bounds[i] = Share(upto / sum).threshold()
	}
	if f.after, err = f.After.Table(); err != nil {
		return err
	}
	f.timeout, err = f.TimeoutAfter.Table()
	return err
}

func (f *Outage) Stage() Stage { return AtServe }

// Phases implements Fault: the severity is the outage's own, the same for all
// the providers that it strikes.
func (f *Outage) Phases(w Window, l chain.Luck) Phases {
	full := f.Severity == SeverityFull || f.Severity == SeverityDrawn && !f.PartialShare.below(l.Draw(0))
	if full {
		return Steady(w, &outageEffect{f, 1})
	}
	span := float64(f.Most-f.Least) * (float64(l.Draw(1)>>11) / (1 << 53))
	return Steady(w, &outageEffect{f, f.Least + Share(float64(span))})
}

// outageEffect is one window's outage.
type outageEffect struct {
	f     *Outage
	share Share
}

func (e *outageEffect) Apply(x *Exchange) bool {
	if !x.Hit(e.share) {
		return false
	}
	way, u := 0, x.Draw(1)
	for way < numWays-1 && u > e.f.bounds[way] {
		way++
	}
	switch way {
	case 0:
		x.Fail(503, e.f.after.Draw(x.Draw(2)), 0)
	case 1:
		x.Fail(500, e.f.after.Draw(x.Draw(2)), 0)
	case 2:
		x.Fail(504, e.f.timeout.Draw(x.Draw(2)), 0)
	case 3:
		x.Hang()
	case 4:
		x.Break(chain.Connect, e.f.after.Draw(x.Draw(2)))
	default:
		x.CutLater(0.5)
		return false
	}
	x.Reply.Manner = e.f.manner(way)
	return true
}

// manner is how a way to fail shows itself.
func (f *Outage) manner(way int) Manner {
	switch way {
	case 3:
		return f.Silence.manner()
	case 4:
		return ByReset
	}
	return f.Body.manner()
}

func (e *outageEffect) Harm() Harm { return Harm{Fail: float64(e.share)} }
