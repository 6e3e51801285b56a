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
	phases []Phase
	next   int
	acting Effect
}

// past is before every run.
const past = chain.Instant(math.MinInt64 / 4)

// schedule lays out one provider's segments for one seed.
func (w *World) schedule(i int, root chain.Luck) {
	p := &w.providers[i]
	sources := w.sources(i, root)
	p.segments = p.segments[:0]
	regimes := map[string]*regime{}
	key := make([]byte, 0, 8*len(sources))
	for at := past; ; {
		key = key[:0]
		for k := range sources {
			s := &sources[k]
			for s.next < len(s.phases) && s.phases[s.next].At <= at {
				s.acting = s.phases[s.next].Effect
				s.next++
			}
			key = appendState(key, s)
		}
		g := regimes[string(key)]
		if g == nil {
			g = w.regime(p.plan, sources)
			regimes[string(key)] = g
		}
		p.segments = append(p.segments, segment{from: at, regime: g, episode: -1})
		next := chain.Never
		for k := range sources {
			if s := &sources[k]; s.next < len(s.phases) {
				next = min(next, s.phases[s.next].At)
			}
		}
		if next == chain.Never {
			break
		}
		at = next
	}
	p.episodes = w.b.episodes(p.segments, p.episodes[:0])
}

// appendState names what a source does now: the first phase with the same
// effect, so that recurring states share a regime.
func appendState(key []byte, s *source) []byte {
	n := uint32(0)
	if s.acting != nil {
		n = 1
		for k := range s.phases {
			if s.phases[k].Effect == s.acting {
				n = uint32(k) + 2
				break
			}
		}
	}
	return append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// sources lists what acts on a provider: the law's own states, everyday errors,
// and the timeline.
func (w *World) sources(i int, root chain.Luck) []source {
	p := &w.b.providers[i]
	var out []source
	add := func(stage Stage, entry int32, l chain.Luck, phases func(chain.Luck) []Phase) {
		out = append(out, source{stage: stage, entry: entry, luck: l.For(purposeFault), phases: phases(l.For(purposePhase))})
	}
	always := Window{chain.Instant(0).Add(-w.b.spec.Warmup), w.horizon()}
	if w.b.rejects(p) {
		add(AtBackground, -1, root.Of(w.luckOf(i)).Of(3), func(l chain.Luck) []Phase { return rejection{}.phases(always, l) })
	}
	if p.Errors != nil {
		add(AtBackground, -1, root.Of(w.luckOf(i)).Of(1), func(l chain.Luck) []Phase { return p.Errors.Phases(always, l) })
	}
	if p.states != nil {
		add(AtLatency, -1, root.Of(w.luckOf(i)).Of(2), func(l chain.Luck) []Phase { return p.states.Phases(always, l) })
	}
	for k, e := range w.b.spec.Timeline {
		if !slices.Contains(w.targets[k], i) || w.windows[k].From >= w.windows[k].To {
			continue
		}
		// States are the fault's, the same for all it strikes; whom it strikes when is
		// each provider's own.
		l, win := root.Of(entity(k)), w.windows[k]
		phases := append(e.Fault.Phases(win, l.For(purposePhase)), Phase{At: win.To})
		out = append(out, source{stage: e.Fault.Stage(), entry: int32(k), luck: l.Of(w.luckOf(i)).For(purposeFault), phases: phases})
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
