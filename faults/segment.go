package faults

import (
	"math"
	"slices"

	"wavetank/chain"
)

// segment is a stretch of time in which nothing about a provider changes.
type segment struct {
	from    chain.Instant
	regime  *regime
	episode int32 // index into the provider's episodes, -1 for none
}

// regime is one combination of effects, shared by all segments that have it.
type regime struct {
	effects []active // in the order of stages
	gate    int      // how many act before the limiter
	serve   int      // how many act before the request itself is looked at
	output  int      // how many act before the answer
	stream  *stream
	bad     float64 // see Blueprint.badness
	hard    float64
	shifts  bool // some effect changes how long answers take
}

type active struct {
	effect Effect
	luck   chain.Luck
	source int32
}

// source is something that acts on a provider in phases.
type source struct {
	stage  Stage
	luck   chain.Luck
	entry  int32
	phases Phases
	coming Phase
	more   bool // coming is a phase
	acting Effect
	state  uint32 // what it does now: 0 nothing yet, 1 nothing, else by the first time that it did so
	states []Effect
}

// take begins the phase that comes.
func (s *source) take() {
	s.acting = s.coming.Effect
	s.coming, s.more = s.phases()
	if s.acting == nil {
		s.state = 1
		return
	}
	k := slices.Index(s.states, s.acting)
	if k < 0 {
		k = len(s.states)
		s.states = append(s.states, s.acting)
	}
	s.state = uint32(k) + 2
}

// past is before every run.
const past = chain.Instant(math.MinInt64 / 4)

// schedule makes one provider's segments for one seed, one after the other, and
// keeps none: a run has millions of them where a provider flaps for weeks.
type schedule struct {
	w       *World
	p       *provider
	sources []source
	next    chain.Instant // when the segment begins that comes next; Never: there is none
	key     []byte
	steps   int
}

// lookUp is how many segments are made between two looks at whether somebody
// still waits for them.
const lookUp = 4096

// maxRegimes bounds how many combinations of effects are remembered.
const maxRegimes = 1024

// schedule begins a provider's segments.
func (w *World) schedule(provider int) schedule {
	return schedule{w: w, p: &w.providers[provider], sources: w.sources(provider), next: past}
}

// step makes the segment that comes next. There must be one.
func (s *schedule) step() segment {
	at := s.next
	s.next, s.key = chain.Never, s.key[:0]
	for k := range s.sources {
		c := &s.sources[k]
		for c.more && c.coming.At <= at {
			c.take()
		}
		s.key = append(s.key, byte(c.state), byte(c.state>>8), byte(c.state>>16), byte(c.state>>24))
		if c.more {
			s.next = min(s.next, c.coming.At)
		}
	}
	if s.steps++; s.steps%lookUp == 0 && s.w.ended != nil && s.w.ended() {
		s.next = chain.Never // there is no more to come, and whatever waits for it goes on
	}
	known := s.p.regimes
	g := known[string(s.key)]
	if g == nil {
		if len(known) >= maxRegimes {
			clear(known)
		}
		g = s.w.regime(s.p.plan, s.sources)
		known[string(s.key)] = g
	}
	return segment{from: at, regime: g, episode: -1}
}

// sources lists what acts on a provider: the law's own states, everyday errors,
// and the timeline.
func (w *World) sources(i int) []source {
	p, root := &w.b.providers[i], w.root
	out := make([]source, 0, 3+len(w.b.spec.Timeline))
	add := func(stage Stage, entry int32, l chain.Luck, phases Phases) {
		s := source{stage: stage, entry: entry, luck: l.For(purposeFault), phases: phases}
		s.coming, s.more = phases()
		out = append(out, s)
	}
	always := Window{chain.Instant(0).Add(-w.b.spec.Warmup), w.horizon()}
	own := root.Of(w.luckOf(i))
	if w.b.rejects(p) {
		add(AtBackground, -1, own.Of(3), Steady(always, rejection{}))
	}
	if p.Errors != nil {
		l := own.Of(1)
		add(AtBackground, -1, l, p.Errors.Phases(always, l.For(purposePhase)))
	}
	if p.states != nil {
		l := own.Of(2)
		add(AtLatency, -1, l, p.states.Phases(always, l.For(purposePhase)))
	}
	for k, e := range w.b.spec.Timeline {
		if !slices.Contains(w.targets[k], i) || w.windows[k].From >= w.windows[k].To {
			continue
		}
		// States are the fault's, the same for all it strikes; whom it strikes when is
		// each provider's own.
		l, win := root.Of(entity(k)), w.windows[k]
		add(e.Fault.Stage(), int32(k), l.Of(w.luckOf(i)), e.Fault.Phases(win, l.For(purposePhase)).until(win.To))
	}
	slices.SortStableFunc(out, func(a, b source) int { return int(a.stage) - int(b.stage) })
	return out
}

// horizon is when states of the providers' own stop changing. Serial traffic that
// lags behind may send later; it finds the last one.
func (w *World) horizon() chain.Instant {
	return chain.Instant(0).Add(w.b.spec.Duration).Add(w.b.spec.Drain)
}

// regime makes the combination of what the sources do now.
func (w *World) regime(p *plan, sources []source) *regime {
	g := &regime{stream: p.stream}
	for k := range sources {
		s := &sources[k]
		if s.acting == nil {
			continue
		}
		if l, ok := s.acting.(*lawState); ok {
			g.stream = l.stream
			continue
		}
		g.shifts = g.shifts || s.acting.Harm().Slowed > 0
		g.effects = append(g.effects, active{s.acting, s.luck, s.entry})
		if s.stage <= AtLimit {
			g.gate++
		}
		if s.stage <= AtServe {
			g.serve++
		}
		if s.stage <= AtOutput {
			g.output++
		}
	}
	g.bad, g.hard = w.b.badness(p, g)
	return g
}

// lawState is an effect that only names the latency law of a state.
type lawState struct{ stream *stream }

// Apply implements Effect; the regime has taken the law already.
func (*lawState) Apply(*Exchange) bool { return false }

// Harm implements Effect; the law itself is part of the badness.
func (*lawState) Harm() Harm { return Harm{} }
