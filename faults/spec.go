package faults

import (
	"slices"
	"time"

	"wavetank/chain"
)

// Spec is a world as written.
type Spec struct {
	Providers []Provider
	Timeline  []Entry
	Schema    *Schema // nil: no contract, every success is usable
	Truth     Truth
	SLO       time.Duration // an answer within this is in time, for the bound; 0: nothing is asked about time
	Duration  time.Duration // requests arrive in [0, Duration)
	Warmup    time.Duration // fault-free time before zero
	Drain     time.Duration // how long after Duration attempts may still be sent
	TokensIn  Law           // of a prompt, for the truth about limits of tokens; nil: none
	TokensOut Law           // of an answer, for that and the truth about streamed latency; nil: none
}

// Schema is the contract that answers must fit. Judge is the real validator's
// verdict about one body; it is asked once per body, never in the loop.
type Schema struct {
	Document map[string]any         // the schema, decoded from JSON or YAML
	Judge    func(body []byte) bool // nil: everything fits
	Heal     func([]byte) []byte    // what a client that mends answers makes of one; nil mends nothing
}

// Truth holds the parameters of what counts as ill. They belong to the
// scenario, never to a strategy, so that one truth judges all.
type Truth struct {
	Theta      float64       // badness at and above which a provider is sick; default 0.5
	ThetaOff   float64       // badness below which it is well again; default Theta
	Limit      time.Duration // an answer later than this is no answer; default 30 s
	MinEpisode time.Duration // shorter illness is no episode; default 1 s
	FlapWindow time.Duration // a trip after less closed time is a flap; default 30 s
}

// Provider is one fake provider as written.
type Provider struct {
	Name          string     `yaml:"-"`
	Dialect       string     `yaml:"dialect" doc:"wire format it speaks; no effect in a simulation"`
	Latency       Law        `yaml:"latency" doc:"time to the whole answer"`
	Errors        *Errors    `yaml:"errors" doc:"background errors"`
	Structured    Structured `yaml:"structured" doc:"what it does with the schema asked for"`
	Outputs       *Outputs   `yaml:"outputs" doc:"weights of the forms its answers take; default by structured"`
	Price         Price      `yaml:"price" doc:"dollars per million tokens"`
	Limits        *Limits    `yaml:"limits" doc:"rate limits"`
	ContextWindow int        `yaml:"context_window" doc:"tokens; 0 is unbounded"`
	Quality       float64    `yaml:"quality" doc:"how good its answers are, any scale; default 1"`
}

// Price is dollars per million tokens.
type Price struct {
	In  float64 `yaml:"in" doc:"dollars per million prompt tokens"`
	Out float64 `yaml:"out" doc:"dollars per million answer tokens"`
}

// Nanodollars returns what an answer costs, rounded down per token class.
func (p Price) Nanodollars(in, out int32) int64 {
	return int64(in)*int64(float64(p.In*1000)+0.5) + int64(out)*int64(float64(p.Out*1000)+0.5)
}

// Prices returns what a prompt token and an answer token cost together, in
// nanodollars, by provider; nil where somebody's price is not given.
func (s *Spec) Prices() (out []int64) {
	for i := range s.Providers {
		price := s.Providers[i].Price.Nanodollars(1, 1)
		if price <= 0 {
			return nil
		}
		out = append(out, price)
	}
	return out
}

// Entry is one line of the timeline: a fault acts on providers in [at, at+for).
type Entry struct {
	At       Span     `yaml:"at" doc:"when it begins; a range is drawn per seed"`
	For      Span     `yaml:"for" doc:"how long it lasts; a range is drawn per seed"`
	Provider []string `yaml:"provider" doc:"a name, a list, or a role: primary, second, last (places in each strategy's own order), all"`
	Fault    Fault    `yaml:",inline"`
}

// Window is one seed's stretch of a timeline entry, in [From, To).
type Window struct{ From, To chain.Instant }

// Targets resolves names and roles to indexes into providers, by the written
// order; unknown ones are returned apart.
func Targets(names []string, providers []Provider) (found []int, unknown []string) {
	return strikes(names, providers, written(len(providers)))
}

// places says where each provider stands in an order, and how many are asked.
type places struct {
	of    []int
	asked int
}

// written is the written order.
func written(n int) places {
	p := places{of: make([]int, n), asked: n}
	for i := range p.of {
		p.of[i] = i
	}
	return p
}

// strikes resolves names, and roles by places.
func strikes(names []string, providers []Provider, p places) (found []int, unknown []string) {
	seen := map[int]bool{}
	for _, name := range names {
		hit := false
		for i := range providers {
			if providers[i].Name == name || role(name, p.of[i], p.asked) {
				seen[i], hit = true, true
			}
		}
		if !hit {
			unknown = append(unknown, name)
		}
	}
	for i := range providers {
		if seen[i] {
			found = append(found, i)
		}
	}
	return found, unknown
}

// role tells whether a role is that of a place, of so many that are asked.
func role(name string, place, n int) bool {
	switch name {
	case "primary":
		return place == 0
	case "second":
		return place == 1
	case "last":
		return place == n-1
	case "all":
		return true
	}
	return false
}

// Placed reports whether a fault strikes whoever stands at a place of the
// strategy's order, and not somebody who is named, or all.
func (e *Entry) Placed() bool {
	return slices.ContainsFunc(e.Provider, func(name string) bool { return name == "primary" || name == "second" || name == "last" })
}
