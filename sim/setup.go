package sim

import (
	"errors"
	"fmt"
	"math"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Setup is what all strategies of one scenario share: the world, the traffic
// and the time. It is made once and never changes.
type Setup struct {
	World    *faults.Blueprint
	Workload Workload
	Fleet    Fleet // zero: one process

	kinds   [chain.NumKinds]uint64 // cumulative thresholds of a uniform draw
	mixed   bool                   // more than one kind
	only    chain.RequestKind
	in, out size
	longIn  int32 // tokens of an overlong prompt
}

// What the traffic is where a scenario does not say.
const (
	DefaultPatience  = 10 * time.Minute // ends a call that nothing else ends
	DefaultTokensIn  = 600              // of a prompt
	DefaultTokensOut = 200              // of an answer
)

// NewSetup checks and compiles the traffic for a world.
func NewSetup(b *faults.Blueprint, w Workload) (*Setup, error) {
	if w.Patience == 0 {
		w.Patience = DefaultPatience
	}
	s := &Setup{World: b, Workload: w}
	if err := w.Arrivals.Check(); err != nil {
		return nil, fmt.Errorf("sim: arrivals: %w", err)
	}
	var err error
	if c, ok := w.Arrivals.(Compiler); ok {
		err = c.Compile()
	}
	if err = errors.Join(err, s.compileKinds()); err != nil {
		return nil, err
	}
	if s.in, err = newSize(w.Requests.Tokens.In, DefaultTokensIn); err != nil {
		return nil, fmt.Errorf("sim: prompt tokens: %w", err)
	}
	if s.out, err = newSize(w.Requests.Tokens.Out, DefaultTokensOut); err != nil {
		return nil, fmt.Errorf("sim: answer tokens: %w", err)
	}
	s.longIn = overlong(b.Spec().Providers)
	return s, nil
}

// Places are the providers in the order in which a strategy asks them here; nil is
// the written order.
func (s *Setup) Places(strategy chain.Strategy) []int16 {
	return strategy.Places(s.World.Names(), oracle{world: s.World.NewWorld()})
}

// size is a compiled law of tokens.
type size struct {
	table *faults.Table
	fixed int32 // where no draw is needed, -1 elsewhere
}

func (s *size) draw(l chain.Luck, n int64) int32 {
	if s.fixed >= 0 {
		return s.fixed
	}
	return int32(s.table.Draw(l.Draw(uint64(n))) / 1e9)
}

func newSize(l faults.Law, fallback int64) (size, error) {
	t, err := tokenTable(l, fallback)
	if err != nil {
		return size{}, err
	}
	s := size{table: t, fixed: -1}
	if v, ok := t.Fixed(); ok {
		s.fixed = int32(v / 1e9)
	}
	return s, nil
}

func tokenTable(l faults.Law, fallback int64) (*faults.Table, error) {
	if l == nil {
		l = &faults.Constant{Value: faults.Amount{Nanos: fallback * 1e9, Counted: true}}
	}
	if err := faults.CheckCounts(l); err != nil {
		return nil, err
	}
	return l.Table()
}

// overlong is one token more than the second largest context window: only the
// largest takes it. With windows all alike, none does.
func overlong(ps []faults.Provider) int32 {
	largest, second := 0, 0
	unbounded := 0
	for _, p := range ps {
		switch w := p.ContextWindow; {
		case w == 0:
			unbounded++
		case w > largest:
			largest, second = w, largest
		case w > second:
			second = w
		}
	}
	switch {
	case largest == 0:
		return 1_000_000 // nobody has a window: large, and welcome everywhere
	case unbounded > 0 || second == 0 || second == largest:
		return int32(largest + 1)
	}
	return int32(second + 1)
}

func (s *Setup) compileKinds() error {
	k := s.Workload.Requests.Kinds
	weights := [chain.NumKinds]float64{k.Chat, k.Malformed, k.Overlong, k.Disallowed}
	sum, n := 0.0, 0
	for i, w := range weights {
		if w < 0 {
			return fmt.Errorf("sim: weight %g of %s is below zero", w, chain.RequestKind(i))
		}
		if w > 0 {
			n++
			s.only = chain.RequestKind(i)
		}
		sum += w
	}
	s.mixed = n > 1
	acc := 0.0
	for i, w := range weights {
		acc += w
		s.kinds[i] = 1<<64 - 1
		if sum > 0 && acc < sum {
			s.kinds[i] = uint64(math.Ldexp(acc/sum, 64))
		}
	}
	return nil
}

// ask fills in the n-th request of a run.
func (s *Setup) ask(n int64, l *lucks, sizes Sizer, r *chain.Request) {
	r.Number, r.Kind = n, s.only
	if s.mixed {
		u := l.kind.Draw(uint64(n))
		for r.Kind = 0; u >= s.kinds[r.Kind] && r.Kind < chain.NumKinds-1; r.Kind++ {
		}
	}
	if sizes != nil {
		r.TokensIn, r.TokensOut = sizes.Size(n)
	} else {
		r.TokensIn, r.TokensOut = s.in.draw(l.in, n), s.out.draw(l.out, n)
	}
	if r.Kind == chain.Overlong {
		r.TokensIn = max(r.TokensIn, s.longIn)
	}
}

// lucks are the streams of one run's traffic.
type lucks struct{ arrival, kind, in, out chain.Luck }

// workloadEntity numbers the traffic among the entities with luck of their own.
const workloadEntity = 1 << 40

func newLucks(seed uint64) lucks {
	l := chain.NewLuck(seed).Of(workloadEntity)
	return lucks{l.For(purposeArrival), l.For(purposeKind), l.For(purposeTokensIn), l.For(purposeTokensOut)}
}
