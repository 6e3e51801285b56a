package faults

import (
	"fmt"
	"math"
	"time"

	"wavetank/chain"
)

// Blueprint is a compiled world: what does not depend on the seed, made once
// per scenario and shared by all runs. It never changes.
type Blueprint struct {
	spec      Spec
	providers []plan
	targets   [][]int // of each timeline entry, by the written order
	placed    bool    // some entry strikes a place in the strategy's order
	bodies    [NumForms][]byte
	fits      [NumForms]bool
	fit       [NumForms]chain.Fit // what a driver knows of each form
	tokensOut []float64           // sorted quantiles of answer tokens, for the truth
}

// plan is one provider, compiled.
type plan struct {
	Provider
	stream  *stream // in the long run, where the latency law changes with time
	states  Phased  // latency law with states of its own, or nil
	outputs *Outputs
	in, out int64 // nanodollars per token
}

// Phased is a latency law that changes with time, by states of the provider's
// own.
type Phased interface {
	compiler
	Phases(w Window, luck chain.Luck) []Phase
}

// compiler is a fault with work that all runs share. It keeps the results in
// itself, so a spec belongs to one blueprint.
type compiler interface {
	Compile(b *Blueprint) error
}

// stream is how long an answer takes: a draw, and for each token a bit more.
type stream struct {
	table    *Table
	perToken int64 // nanoseconds
}

// Streamed is a law whose time grows with the tokens of the answer.
type Streamed interface {
	PerToken() time.Duration
}

// Compile checks a spec and does the work that all its runs share.
func Compile(spec Spec) (*Blueprint, error) {
	spec.Truth = spec.Truth.withDefaults()
	b := &Blueprint{spec: spec}
	if err := b.render(); err != nil {
		return nil, err
	}
	for i := range spec.Providers {
		p, err := b.plan(spec.Providers[i])
		if err != nil {
			return nil, fmt.Errorf("faults: provider %s: %w", spec.Providers[i].Name, err)
		}
		b.providers = append(b.providers, p)
	}
	for i, e := range spec.Timeline {
		found, unknown := Targets(e.Provider, spec.Providers)
		if len(unknown) > 0 {
			return nil, fmt.Errorf("faults: timeline[%d]: unknown provider %s", i, unknown[0])
		}
		if err := e.Fault.Check(); err != nil {
			return nil, fmt.Errorf("faults: timeline[%d]: %w", i, err)
		}
		if c, ok := e.Fault.(compiler); ok {
			if err := c.Compile(b); err != nil {
				return nil, fmt.Errorf("faults: timeline[%d]: %w", i, err)
			}
		}
		b.targets = append(b.targets, found)
		b.placed = b.placed || e.Placed()
	}
	return b, b.compileTokens()
}

// What counts as ill where a scenario does not say.
const (
	DefaultTheta      = 0.5              // badness from which on a provider is sick
	DefaultLimit      = 30 * time.Second // an answer later than this is none, without a deadline
	DefaultMinEpisode = time.Second      // shorter illness is no episode
	DefaultFlapWindow = 30 * time.Second // a trip after less closed time is a flap
)

func (t Truth) withDefaults() Truth {
	if t.Theta == 0 {
		t.Theta = DefaultTheta
	}
	if t.ThetaOff == 0 {
		t.ThetaOff = t.Theta
	}
	if t.Limit == 0 {
		t.Limit = DefaultLimit
	}
	if t.MinEpisode == 0 {
		t.MinEpisode = DefaultMinEpisode
	}
	if t.FlapWindow == 0 {
		t.FlapWindow = DefaultFlapWindow
	}
	return t
}

func (b *Blueprint) plan(p Provider) (plan, error) {
	out := plan{Provider: p, in: int64(math.Round(p.Price.In * 1000)), out: int64(math.Round(p.Price.Out * 1000))}
	if p.Latency == nil {
		return out, fmt.Errorf("has no latency")
	}
	if err := CheckTimes(p.Latency); err != nil {
		return out, err
	}
	var err error
	if out.stream, err = newStream(p.Latency); err != nil {
		return out, err
	}
	if ph, ok := p.Latency.(Phased); ok {
		out.states = ph
		if err := ph.Compile(b); err != nil {
			return out, err
		}
	}
	if p.Errors != nil {
		if err := p.Errors.Check(); err != nil {
			return out, err
		}
		if err := p.Errors.Compile(b); err != nil {
			return out, err
		}
	}
	if p.Limits != nil {
		if err := p.Limits.Check(); err != nil {
			return out, err
		}
	}
	if out.outputs = p.Structured.outputs(); p.Outputs != nil {
		mix := *p.Outputs
		out.outputs = &mix
	}
	return out, out.outputs.Compile(b)
}

func newStream(l Law) (*stream, error) {
	t, err := l.Table()
	if err != nil {
		return nil, err
	}
	s := &stream{table: t}
	if st, ok := l.(Streamed); ok {
		s.perToken = int64(st.PerToken())
	}
	return s, nil
}

// compileTokens keeps 64 quantiles of the answer's tokens, for the truth about
// laws whose time grows with them.
func (b *Blueprint) compileTokens() error {
	b.tokensOut = []float64{0}
	if b.spec.TokensOut == nil {
		return nil
	}
	t, err := b.spec.TokensOut.Table()
	if err != nil {
		return fmt.Errorf("faults: answer tokens: %w", err)
	}
	b.tokensOut = b.tokensOut[:0]
	for i := range 64 {
		u := uint64(i)<<58 | 1<<57
		b.tokensOut = append(b.tokensOut, float64(t.Draw(u))/1e9)
	}
	return nil
}

// Spec returns the world as written, defaults of the truth filled in.
func (b *Blueprint) Spec() *Spec { return &b.spec }

// Names returns the providers' names in the chain's order.
func (b *Blueprint) Names() []string {
	out := make([]string, len(b.providers))
	for i := range b.providers {
		out[i] = b.providers[i].Name
	}
	return out
}

// Accepts reports whether a provider would serve a request of that kind and
// size when it is well.
func (b *Blueprint) Accepts(provider int, kind chain.RequestKind, tokensIn int32) bool {
	p := &b.providers[provider]
	return refusalOf(p, kind, tokensIn) == 0 && !b.rejects(p)
}

// Servable reports whether some provider of the scenario would.
func (b *Blueprint) Servable(kind chain.RequestKind, tokensIn int32) bool {
	for i := range b.providers {
		if b.Accepts(i, kind, tokensIn) {
			return true
		}
	}
	return false
}

// refusalOf returns the status with which a provider turns a request away for
// the request's own sake, 0 if it does not.
func refusalOf(p *plan, kind chain.RequestKind, tokensIn int32) int {
	switch {
	case kind == chain.Malformed, kind == chain.Disallowed:
		return 400
	case p.ContextWindow > 0 && int(tokensIn) > p.ContextWindow:
		return 400
	}
	return 0
}
