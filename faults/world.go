package faults

import (
	"math/bits"
	"slices"
	"time"

	"wavetank/chain"
)

// Purposes of a world's streams of luck; below 16 belongs to the chain.
const (
	purposeWindow uint64 = iota + 16 // a timeline entry's own at and for
	purposePhase                     // states inside a window
	purposeFault                     // whether and how an effect strikes an attempt
	purposeNoise                     // latency of an attempt
	purposeForm                      // form of an answer
)

// World is one seed's life of a blueprint. It is not safe for concurrent use;
// a worker keeps one and resets it for each run.
type World struct {
	b         *Blueprint
	root      chain.Luck // of the seed
	providers []provider
	windows   []Window // of each timeline entry
	targets   [][]int  // of each timeline entry
	places    places   // of the providers, in the order of the strategy that plays
	union     []Window // of all of them, merged
	fired     []int64  // attempts that each entry touched
	phaseAt   int      // cursor into union
	x         Exchange
	oracle    oracle
	ended     func() bool // see Heed
}

type provider struct {
	plan    *plan
	limiter *limiter // nil: none
	noise   chain.Luck
	form    chain.Luck
	regimes map[string]*regime // of this seed, by what its sources do
	index   int
	life
}

// NewWorld makes a world; Reset it before use.
func (b *Blueprint) NewWorld() *World {
	w := &World{b: b, providers: make([]provider, len(b.providers)),
		windows: make([]Window, len(b.spec.Timeline)), fired: make([]int64, len(b.spec.Timeline)),
		targets: slices.Clone(b.targets), places: written(len(b.providers))}
	for i := range w.providers {
		p := &w.providers[i]
		p.plan, p.index, p.regimes = &b.providers[i], i, map[string]*regime{}
		p.life.schedule = schedule{w: w, p: p}
		if l := b.providers[i].Limits; l != nil {
			w.providers[i].limiter = newLimiter(l)
		}
	}
	w.x.world = w
	return w
}

// Blueprint returns what the world was made from.
func (w *World) Blueprint() *Blueprint { return w.b }

// Heed makes a world ask now and then whether its run has ended before its time:
// then nothing more happens in it, and nothing that it says should be used. Nil asks
// nobody. It lasts until it is called again.
func (w *World) Heed(ended func() bool) { w.ended = ended }

// Reset begins the life of one seed.
func (w *World) Reset(seed uint64) {
	root := chain.NewLuck(seed)
	w.root = root
	for i, e := range w.b.spec.Timeline {
		l := root.Of(entity(i)).For(purposeWindow)
		from := chain.Instant(0).Add(e.At.Draw(l.Draw(0)))
		w.windows[i] = Window{from, from.Add(e.For.Draw(l.Draw(1)))}
		w.fired[i] = 0
	}
	w.union = mergeWindows(w.union[:0], w.windows)
	w.phaseAt, w.oracle.asked = 0, false
	for i := range w.providers {
		p := &w.providers[i]
		own := root.Of(w.luckOf(i))
		p.noise, p.form = own.For(purposeNoise), own.For(purposeForm)
		clear(p.regimes)
		p.life.forget()
		if p.limiter != nil {
			p.limiter.reset()
		}
	}
}

// entity is the number of a timeline entry among the entities with luck of
// their own: providers come first, background sources last.
func entity(entry int) uint64 { return uint64(entry+1) << 16 }

// Arrive decides what a provider will answer to an attempt sent at now.
func (w *World) Arrive(provider int, a *Ask, now chain.Instant, r *Reply) {
	p := &w.providers[provider]
	if now >= p.until {
		p.seek(now)
	}
	w.x.dry = false
	w.exchange(p, &p.segments[p.at], a, now, r)
}

// exchange walks one attempt through the stages.
func (w *World) exchange(p *provider, s *segment, a *Ask, now chain.Instant, r *Reply) {
	g := s.regime
	// Field by field: a composite literal would go through a temporary.
	r.Outcome, r.Usable, r.Futile, r.Holds, r.Form, r.Manner = chain.Outcome{}, false, false, false, FormValid, Usual
	r.Billed, r.Bad, r.Episode, r.Source = 0, g.bad, s.episode, -1
	x := &w.x
	x.Ask, x.Now, x.Reply = a, now, r
	limited := p.limiter != nil && !w.oracle.asked
	if limited {
		r.Bad = w.bad(p, g, now)
	}
	x.key, x.slow, x.shift, x.forms, x.cut = chain.Key(a.Request, a.Ordinal), 1<<16, 0, nil, 0
	if g.gate > 0 && x.apply(g.effects[:g.gate]) || limited && x.limited(p) ||
		g.serve > g.gate && x.apply(g.effects[g.gate:g.serve]) {
		return
	}
	if a.Kind != chain.Chat || p.plan.ContextWindow > 0 {
		if x.refused(p) {
			return
		}
	}
	if g.output > g.serve && x.apply(g.effects[g.serve:g.output]) {
		return
	}
	x.answer(p, g)
	if len(g.effects) > g.output {
		x.apply(g.effects[g.output:])
	}
}

// apply asks effects in order until one settles the reply.
func (x *Exchange) apply(effects []active) bool {
	for i := range effects {
		e := &effects[i]
		x.luck, x.source = e.luck, e.source
		if e.effect.Apply(x) {
			return true
		}
	}
	return false
}

// limited asks the provider's own limiter.
func (x *Exchange) limited(p *provider) bool {
	x.source = -1
	ok, hint := p.limiter.take(x.Now, int64(x.Ask.TokensIn)+int64(x.Ask.TokensOut), x.dry)
	if !ok {
		x.Fail(429, throttleAfter, hint)
		return true
	}
	x.Reply.Holds = true
	return false
}

// refused turns a request away for its own sake.
func (x *Exchange) refused(p *provider) bool {
	status := refusalOf(p.plan, x.Ask.Kind, x.Ask.TokensIn)
	if status == 0 {
		return false
	}
	x.source = -1
	x.Fail(status, refusalAfter, 0)
	x.Reply.Futile = true
	switch x.Ask.Kind {
	case chain.Disallowed:
		x.Reply.Outcome.Class = chain.ContentPolicy
	case chain.Malformed:
	default:
		x.Reply.Outcome.Class = chain.ContextLength
	}
	return true
}

// answer settles the reply as a success.
func (x *Exchange) answer(p *provider, g *regime) {
	t := int64(g.stream.table.Draw(p.noise.Draw(x.key)))
	if g.stream.perToken > 0 {
		t += g.stream.perToken * int64(x.Ask.TokensOut)
	}
	if x.slow != 1<<16 {
		t = scaleFixed(t, x.slow)
	}
	r := x.Reply
	r.End = x.Now.Add(time.Duration(t) + x.shift)
	r.Billed = int64(x.Ask.TokensIn)*p.plan.in + int64(x.Ask.TokensOut)*p.plan.out
	forms := p.plan.outputs
	if x.forms != nil {
		forms = x.forms
	}
	if forms.mixed {
		r.Form = forms.pick(p.form.Draw(x.key))
	} else {
		r.Form = forms.only
	}
	x.settleForm()
	if x.cut > 0 {
		x.breakOff(x.cut, x.cutter)
	}
}

// settleForm fills in the outcome of a success by its form.
func (x *Exchange) settleForm() {
	r := x.Reply
	r.Outcome.Class, r.Outcome.Status, r.Outcome.Fit = chain.OK, 200, x.world.b.fit[r.Form]
	r.Usable = x.world.b.fits[r.Form]
}

// Cut breaks the answer off when a share of its time has passed. Its status was
// 200, so it is billed.
func (x *Exchange) Cut(at Share) {
	x.breakOff(at, x.source)
	x.Fired()
}

func (x *Exchange) breakOff(at Share, source int32) {
	r := x.Reply
	if at < 1 {
		r.End = x.Now.Add(chain.Scale(r.End.Sub(x.Now), at.threshold()))
	}
	r.Outcome = chain.Outcome{Class: chain.Truncated, Status: 200}
	r.Usable, r.Source, r.Through = false, source, uint8(at*100)
}

// Leave frees what an attempt held at its provider, when it ended or nobody
// waits for it any more; r is what Arrive said, of which Holds decides.
func (w *World) Leave(provider int, r *Reply, now chain.Instant) {
	if r.Holds {
		r.Holds = false
		w.providers[provider].limiter.leave(now)
	}
}

// Extended returns what refused calls of this run added to the time when a
// provider's limiter opens again.
func (w *World) Extended(provider int) time.Duration {
	if l := w.providers[provider].limiter; l != nil {
		return l.extended
	}
	return 0
}

// Began returns when the first part of an answer comes that ends at r.End, for
// drivers that send it in pieces. A law of time to first token and tokens per
// second says it; for a law of the whole answer it is a third of the way
// (assumed). An answer that breaks off began as it would have without that,
// unless it broke off before.
func (w *World) Began(provider int, a *Ask, sent chain.Instant, r *Reply) chain.Instant {
	if r.End == chain.Never {
		return chain.Never
	}
	p := &w.providers[provider]
	held, _ := p.find(sent)
	s := held.regime.stream
	whole := whole(sent, r)
	if s.perToken == 0 {
		return min(sent.Add(whole/3), r.End)
	}
	first := int64(s.table.Draw(p.noise.Draw(chain.Key(a.Request, a.Ordinal))))
	rest := s.perToken * int64(a.TokensOut)
	if first+rest <= 0 {
		return sent
	}
	hi, lo := bits.Mul64(uint64(whole), uint64(first))
	part, _ := bits.Div64(hi, lo, uint64(first+rest))
	return min(sent.Add(time.Duration(part)), r.End)
}

// whole is what an answer takes, or would have taken that breaks off.
func whole(sent chain.Instant, r *Reply) time.Duration {
	d := r.End.Sub(sent)
	if r.Outcome.Class == chain.Truncated && r.Through > 0 {
		return d * 100 / time.Duration(r.Through)
	}
	return d
}

// Way is how an answer comes in. Each instant is Never where it does not come.
type Way struct {
	Connected chain.Instant // the connection stands
	First     chain.Instant // the first part comes
	Flows     chain.Instant // from First until then parts come
	Gap       time.Duration // between two of them: what a token takes
}

// Way returns how the answer to an attempt comes in that r decided, to a client
// that streams: without that, all of an answer comes at its end. A connection
// takes no time (assumed: latencies are measured with it). Tokens come evenly.
func (w *World) Way(provider int, a *Ask, sent chain.Instant, r *Reply) Way {
	way := Way{Connected: sent, First: chain.Never, Flows: chain.Never}
	switch {
	case r.Outcome.Class == chain.Connect && r.Manner != ByReset:
		way.Connected = chain.Never
	case r.End != chain.Never && r.Outcome.Status == 200: // whatever comes of it, it began
		way.First, way.Flows = w.Began(provider, a, sent, r), r.End
		way.Gap = (whole(sent, r) - way.First.Sub(sent)) / time.Duration(max(1, a.TokensOut))
	case r.End != chain.Never:
		way.First, way.Flows = r.End, r.End
	case r.Manner == BeforeConnection:
		way.Connected = chain.Never
	case r.Manner == AfterHeaders || r.Manner == MidAnswer:
		way.First, way.Flows = sent, sent
	}
	return way
}
