package faults

import (
	"fmt"
	"time"
)

// Structured is what a provider does with the schema that a request asks for.
type Structured uint8

// The ways. A member that ignores the schema is how failover turns silent.
const (
	Native   Structured = iota // constrained decoding: the answer fits
	JSONMode                   // JSON for sure, the schema only by the prompt
	Ignored                    // takes the parameter and does nothing: the prompt alone speaks
	Dropped                    // a gateway or SDK on the way drops the parameter
	Rejected                   // refuses each request that asks for a schema with 400
)

var structuredNames = [...]string{"native", "json_mode", "ignored", "dropped", "rejected"}

// String returns the way as it is written in files.
func (s Structured) String() string { return structuredNames[s] }

// StructuredNames lists the ways in their order.
func StructuredNames() []string { return append([]string(nil), structuredNames[:]...) }

// UnmarshalText reads one of the names.
func (s *Structured) UnmarshalText(text []byte) error {
	for i, name := range structuredNames {
		if name == string(text) {
			*s = Structured(i)
			return nil
		}
	}
	return fmt.Errorf("structured is one of native, json_mode, ignored, dropped, rejected, not %q", text)
}

// MarshalText writes the name.
func (s Structured) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// outputs returns the mix of a provider that lists none. The shares are
// assumed, anchored on published rates, which are few and small.
func (s Structured) outputs() *Outputs {
	switch s {
	case JSONMode:
		// 2 % diverge (assumed for frontier models; 6 % for open ones on fast hosts),
		// in shape only, for the syntax is enforced. The split is assumed.
		return &Outputs{Valid: 98, MissingField: 0.8, WrongType: 0.4, ExtraField: 0.2, WrongEnum: 0.2, Wrapped: 0.2, Truncated: 0.2}
	case Ignored:
		return promptOnly(47.5) // the middle of 30 to 65 % (assumed)
	case Dropped:
		return promptOnly(66.7) // StreamFix v2.2: 33.3 % parse as they are (672 calls)
	}
	return &Outputs{Valid: 1}
}

// promptOnly is the mix of answers to a prompt that merely asks for JSON, of
// which so many percent diverge. The split is assumed: fences 80 %, prose 10 %,
// commas, quotes and truncation 7 % (no parser takes any of them), shape 3 %.
func promptOnly(percent float64) *Outputs {
	return &Outputs{
		Valid:        100 - percent,
		Fenced:       0.80 * percent,
		Prose:        0.10 * percent,
		Truncated:    0.07 * percent,
		MissingField: 0.01 * percent,
		WrongType:    0.01 * percent,
		Wrapped:      0.01 * percent,
	}
}

// rejection is what a provider that rejects schemas does to every request of a
// scenario that has one: 400, for ever. It is the provider's fault, not the
// request's (another provider serves it as it stands), so it is not futile; the
// provider's badness is 1. It is asked after the request's own faults.
type rejection struct{}

func (rejection) Apply(x *Exchange) bool {
	x.Fail(400, refusalAfter, 0)
	return true
}

func (rejection) Harm() Harm { return Harm{Fail: 1} }

// rejects reports whether a provider turns all requests of its scenario away.
func (b *Blueprint) rejects(p *plan) bool { return p.Structured == Rejected && b.spec.Schema != nil }

// refusalAfter is how long a provider takes to turn a bad request away, and
// throttleAfter to answer 429: assumed, fast and constant.
const (
	refusalAfter  = 100 * time.Millisecond
	throttleAfter = 50 * time.Millisecond
)
