package faults

import (
	"fmt"
	"math"
	"slices"
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
	sizes     []int64             // sorted quantiles of a request's tokens, prompt and answer, for the truth
	free      bool                // some provider has no limits
	closing   int64               // of sizes: a limiter that refuses this one makes its provider sick
}

// plan is one provider, compiled.
type plan struct {
	Provider
	stream  *stream // in the long run, where the latency law changes with time
	states  Phased  // latency law with states of its own, or nil
	outputs *Outputs
	in, out int64 // nanodollars per token
	quotas  []quota
}

// Phased is a latency law that changes with time, by states of the provider's
// own.
type Phased interface {
	compiler
	Phases(w Window, luck chain.Luck) Phases
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
	if err := b.compileTokens(); err != nil {
		return nil, err
	}
	for i := range b.providers {
		p := &b.providers[i]
		p.quotas = b.quotas(p)
		b.free = b.free || p.Limits == nil
	}
	return b, nil
}

// What counts as ill where a scenario does not say.
const (
	DefaultTheta      = 0.5              // badness from which on a provider is sick
	DefaultLimit      = 30 * time.Second // an answer later than this is none, in a world without a scenario
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

// quantiles is how many quantiles of the requests' tokens the truth looks at.
const quantiles = 64

// compileTokens keeps quantiles of the answer's tokens, for the truth about laws
// whose time grows with them, and of all of a request's tokens, for limiters that
// count these.
func (b *Blueprint) compileTokens() error {
	in, err := tokenQuantiles(b.spec.TokensIn)
	if err != nil {
		return fmt.Errorf("faults: prompt tokens: %w", err)
	}
	if b.tokensOut, err = tokenQuantiles(b.spec.TokensOut); err != nil {
		return fmt.Errorf("faults: answer tokens: %w", err)
	}
	var sums []int64
	for _, x := range in {
		for _, y := range b.tokensOut {
			sums = append(sums, int64(x)+int64(y))
		}
	}
	slices.Sort(sums)
	for i := range quantiles {
		b.sizes = append(b.sizes, sums[(2*i+1)*len(sums)/(2*quantiles)])
	}
	b.closing = b.sizes[min(quantiles-1, max(0, quantiles-int(math.Ceil(b.spec.Truth.Theta*quantiles))))]
	return nil
}

// tokenQuantiles are 64 quantiles of a law of tokens; no law is 0 tokens.
func tokenQuantiles(l Law) ([]float64, error) {
	if l == nil {
		return []float64{0}, nil
	}
	t, err := l.Table()
	if err != nil {
		return nil, err
	}
	var out []float64
	for i := range quantiles {
		u := uint64(i)<<58 | 1<<57
		out = append(out, math.Floor(float64(t.Draw(u))/1e9))
	}
	return out, nil
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
