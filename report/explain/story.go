package explain

import (
	"slices"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// Story is what one request went through.
type Story struct {
	sim.Request                    // finished, with its attempts
	Labels      []measure.Label    // of the attempts
	Steps       []Step             // in order of time
	Ill         [][]faults.Episode // of each provider, while the request was under way
	Ideal       *Story             // what the clairvoyant chain did with the same request; nil in its own story
}

// StepKind says what a step of a story is.
type StepKind uint8

// The kinds of steps.
const (
	StepSkip StepKind = iota // a provider was not asked
	StepSend                 // an attempt was sent
	StepEnd                  // an attempt ended
)

// Step is one decision of a chain, with what it knew and what was true.
type Step struct {
	Kind     StepKind
	At       chain.Instant
	Provider int
	Attempt  int           // into Attempts; of a skip, how many had been sent
	By       chain.Refusal // of a skip
	Wait     time.Duration // of a retry: since the attempt before ended
	Breaker  BreakerView   // after the step
	Truth    Truth         // of the provider at At
}

// BreakerView is what a chain's breaker was in.
type BreakerView struct {
	Exists bool
	State  chain.State
	Counts chain.Counts  // while closed
	Until  chain.Instant // end of the cooldown, while open
}

// Truth is how ill a provider really was.
type Truth struct {
	Bad   float64
	Sick  bool
	Since chain.Instant // the start of the episode; Never where there is none
	Fault int           // the timeline entry that acted on it, -1 for none
	Limit chain.Instant // when its limiter opens again; at most the instant where it is open
}

// Cost is what all attempts were billed, in dollars, and the part that was not
// useful.
func (s *Story) Cost() (all, useless float64) {
	for k := range s.Attempts {
		d := float64(s.Attempts[k].Reply.Billed) / 1e9
		all += d
		if s.Labels[k] != measure.Useful {
			useless += d
		}
	}
	return all, useless
}

// Took is how long the application waited.
func (s *Story) Took() time.Duration { return s.End.Sub(s.Arrived) }

// Usable reports whether the application got what it asked for.
func (s *Story) Usable() bool {
	x := s.Delivered()
	return x != nil && x.Reply.Usable
}

// storyteller is the sim.Sink that watches one request.
type storyteller struct {
	number int64
	world  *faults.World
	story  *Story
}

func newStoryteller(number int64) *storyteller {
	return &storyteller{number: number, story: &Story{}}
}

func (t *storyteller) Begin(w *faults.World, _ uint64) { t.world = w }

func (*storyteller) Ended(*sim.Attempt) {}

func (*storyteller) Moved(*chain.Move) {}

func (*storyteller) Close(chain.Instant) {}

// What ended comes first, then who was not asked, then what was sent.
func (t *storyteller) Stepped(now chain.Instant, r *sim.Request, eff *chain.Effects, c *chain.Chain) {
	if r.Number != t.number {
		return
	}
	add := func(k StepKind, provider int16, attempt int) *Step {
		t.story.Steps = append(t.story.Steps, Step{Kind: k, At: now, Provider: int(provider), Attempt: attempt,
			Breaker: view(c, provider, now), Truth: t.truth(int(provider), now)})
		return &t.story.Steps[len(t.story.Steps)-1]
	}
	for _, e := range eff.Ended {
		add(StepEnd, r.Attempts[e.Attempt].Provider, int(e.Attempt))
	}
	for _, s := range eff.Skips {
		add(StepSkip, s.Provider, len(r.Attempts)).By = s.By
	}
	for _, s := range eff.Send {
		step := add(StepSend, s.Provider, int(s.Attempt))
		if n := len(r.Attempts); s.Reason == chain.ForRetry && n > 0 {
			step.Wait = now.Sub(r.Attempts[n-1].End)
		}
	}
}

func (t *storyteller) Finished(r *sim.Request) {
	if r.Number != t.number {
		return
	}
	t.story.Request = *r
	t.story.Attempts = slices.Clone(r.Attempts)
	for p := range t.world.Blueprint().Spec().Providers {
		var ill []faults.Episode
		for e := range t.world.Episodes(p) {
			if e.From < r.End && e.To > r.Arrived {
				ill = append(ill, faults.Episode{From: max(e.From, r.Arrived), To: min(e.To, r.End)})
			}
		}
		t.story.Ill = append(t.story.Ill, ill)
	}
	t.story.Labels = measure.LabelsOf(r, &t.world.Blueprint().Spec().Truth, nil)
}

// view is a breaker's state, asked without changing it.
func view(c *chain.Chain, provider int16, now chain.Instant) BreakerView {
	b := c.Breaker(int(provider))
	if b == nil {
		return BreakerView{}
	}
	v := BreakerView{Exists: true, State: b.State(now), Until: b.Until()}
	if n, ok := b.(chain.Counting); ok && v.State == chain.Closed {
		v.Counts = n.Counts(now)
	}
	return v
}

// truth is what the world knows about a provider.
func (t *storyteller) truth(provider int, now chain.Instant) Truth {
	out := Truth{Since: chain.Never, Fault: -1, Limit: t.world.ClosedUntil(provider, now)}
	out.Bad, out.Sick = t.world.Truth(provider, now)
	for e := range t.world.Episodes(provider) {
		if e.From <= now && now < e.To {
			out.Since = e.From
		}
	}
	for i, w := range t.world.Windows() {
		if w.From <= now && now < w.To && slices.Contains(t.world.Targets(i), provider) {
			out.Fault = i
		}
	}
	return out
}
