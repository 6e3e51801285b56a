package report_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// Laws of whole runs: they hold for every preset in every world.

// presets loads all of them, anew each time: a law may change their numbers.
func presets(t rapid.TB) []*strategy.Loaded {
	t.Helper()
	var out []*strategy.Loaded
	for _, name := range strategy.Names() {
		l, problems := strategy.Preset(name)
		if problems != nil {
			t.Fatal(problems)
		}
		out = append(out, l)
	}
	return out
}

// inspector is a sim.Sink that keeps a run's books and finds what does not add
// up.
type inspector struct {
	replies   map[sighting]faults.Reply // shared by the strategies of one world and seed
	failures  map[int16]int             // that a breaker took since it opened last
	blameless bool                      // a test may be lost without a failure
	seen      map[int64]bool            // requests that ended
	counted   int
	usable    int // counted requests that were given a usable answer
	unfit     int // and those that were given one that breaks the schema
	cut       int // attempts of theirs that a timeout ended, whose answers would have been good and in time
	sent      int // attempts of the requests that ended
	truth     *faults.Truth
	ended     int
	closed    int
	broken    []string
}

// sighting names an attempt that two strategies may both make.
type sighting struct {
	request  int64
	provider int16
	ordinal  int16
	sent     chain.Instant
}

func (s *inspector) breaks(format string, args ...any) {
	s.broken = append(s.broken, fmt.Sprintf(format, args...))
}

func (s *inspector) Begin(w *faults.World, _ uint64) {
	s.truth = &w.Blueprint().Spec().Truth
	s.failures, s.seen = map[int16]int{}, map[int64]bool{}
}

func (s *inspector) Ended(a *sim.Attempt) {
	s.ended++
	if a.Counted && a.Verdict.Evidence >= chain.Bad {
		if s.failures[a.Provider]++; !a.Failed() {
			s.breaks("request %d: attempt %d is evidence against its provider and no failure", a.Request, a.Number)
		}
	}
	// Whether a limiter refuses depends on who asked before, all else on keys alone.
	if a.Reply.Outcome.Status == 429 {
		return
	}
	key := sighting{a.Request, a.Provider, a.Ordinal, a.Sent}
	first, known := s.replies[key]
	if !known {
		s.replies[key] = a.Reply
		return
	}
	if first.Outcome.Status != 429 && (first.End != a.Reply.End || first.Outcome.Class != a.Reply.Outcome.Class ||
		first.Form != a.Reply.Form || first.Billed != a.Reply.Billed) {
		s.breaks("the attempt %+v is answered %+v here and %+v elsewhere", key, a.Reply, first)
	}
}

func (s *inspector) Moved(m *chain.Move) {
	if m.To != chain.Open {
		return
	}
	if s.failures[m.Provider] == 0 && !(s.blameless && m.From == chain.HalfOpen) {
		s.breaks("breaker %d opens at %s without a failed attempt", m.Provider, m.At)
	}
	s.failures[m.Provider] = 0
}

func (s *inspector) Finished(r *sim.Request) {
	if s.seen[r.Number] {
		s.breaks("request %d ends twice", r.Number)
	}
	s.seen[r.Number] = true
	if r.Counted {
		s.count(r)
	}
	s.sent += len(r.Attempts)
	for k := range r.Attempts {
		if a := &r.Attempts[k]; a.End == chain.Never || a.End < a.Sent || a.End > r.End {
			s.breaks("request %d ended at %s, its attempt %d was sent at %s and ended at %s", r.Number, r.End, k, a.Sent, a.End)
		}
	}
}

func (s *inspector) count(r *sim.Request) {
	s.counted++
	for k := range r.Attempts {
		a := &r.Attempts[k]
		if way := a.Reply.End.Sub(a.Sent); a.Verdict.Class == chain.Timeout && a.Reply.Usable && way <= s.truth.Limit && a.Reply.Bad < s.truth.Theta {
			s.cut++
		}
	}
	switch a := r.Delivered(); {
	case a == nil:
	case a.Reply.Usable:
		s.usable++
	default:
		s.unfit++
	}
}

func (s *inspector) Close(chain.Instant) {
	if s.closed++; s.sent != s.ended {
		s.breaks("%d attempts were sent, %d ended", s.sent, s.ended)
	}
}

// outcome is a run's metrics by name.
func outcome(r measure.Run) map[string]float64 {
	out := map[string]float64{}
	for i, m := range measure.Catalogue {
		out[m.Name] = r.Values[i]
	}
	return out
}

// blameless tells whether a strategy's breaker can reopen without a failed attempt:
// where a test has a time, or counts what says nothing as a failure.
func blameless(l *strategy.Loaded) bool {
	if l.Doc.Breaker == nil {
		return false
	}
	t := l.Doc.Breaker.HalfOpen.Build()
	return t.Timeout > 0 || t.Neutral == policy.FailureNeutral
}

// some draws a few of the presets, and with them the clairvoyant one: all of them
// in every world would take minutes.
func some(t *rapid.T, all []*strategy.Loaded) []*strategy.Loaded {
	few := rapid.Permutation(all).Draw(t, "presets")[:6]
	for _, l := range all {
		if l.Name == "clairvoyant" && !slices.Contains(few, l) {
			few = append(few, l)
		}
	}
	return few
}

// TestRunsKeepTheirBooks plays presets in random worlds.
func TestRunsKeepTheirBooks(t *testing.T) {
	all := presets(t)
	rapid.Check(t, func(t *rapid.T) {
		w := drawWaters(t, calm{limits: rapid.Bool().Draw(t, "without limits")})
		setup := w.setup(t, 1)
		runner, acc := sim.NewRunner(setup), measure.NewAccumulator(setup, chain.Instant(10*time.Second))
		seen := map[string]map[sighting]faults.Reply{} // by the order of a strategy, which faults of roles follow
		ideal := map[string]float64(nil)
		for _, l := range some(t, all) {
			order := fmt.Sprint(l.Recipe.Places(setup.World.Names(), nil))
			if seen[order] == nil {
				seen[order] = map[sighting]faults.Reply{}
			}
			s := &inspector{replies: seen[order], blameless: blameless(l)}
			acc.Prepare(l.Recipe, false)
			if err := runner.Run(context.Background(), l.Recipe, 1, sim.Tee{s, acc}); err != nil {
				t.Fatal(err)
			}
			m := outcome(acc.Run())
			s.audit(m)
			if most := w.length.Seconds() * float64(len(w.providers)); m["over_hold"] > most {
				t.Fatalf("%s: breakers hold for %v s, of %v that there are", l.Name, m["over_hold"], most)
			}
			if s.broken != nil {
				t.Fatalf("%s: %q", l.Name, s.broken)
			}
			if l.Name == "clairvoyant" {
				ideal = m
			}
		}
		if ideal["wasted_calls"] != 0 {
			t.Fatalf("the clairvoyant chain wastes %v calls", ideal["wasted_calls"])
		}
	})
}

// TestClairvoyantKnowsPatience: an answer that comes after the callers have gone
// is no use, however good it is. The outage ends just before they lose patience.
func TestClairvoyantKnowsPatience(t *testing.T) {
	ideal, problems := strategy.Preset("clairvoyant")
	if problems != nil {
		t.Fatal(problems)
	}
	p := play{providers: []faults.Provider{{Latency: constant(2 * time.Second)}},
		timeline: []faults.Entry{window(0, 61*time.Minute, &faults.Hang{Share: 1})},
		arrivals: every(time.Second), duration: 2 * time.Minute, strategy: ideal.Doc}
	sent := 0
	p.watch(t, eyes{finished: func(r *sim.Request) {
		sent += len(r.Attempts)
		if ok := r.Done.Reason == chain.Delivered; ok != (r.Arrived >= chain.Instant(62*time.Second)) || len(r.Attempts) > 1 {
			t.Errorf("the request of %s: %d attempts, %s", r.Arrived, len(r.Attempts), r.Done.Reason)
		}
	}})
	if sent != 58 {
		t.Errorf("%d attempts for the 58 requests that can wait until an answer at 61m2s", sent)
	}
}

// audit holds the figures against the books.
func (s *inspector) audit(m map[string]float64) {
	sum := m["useful"]
	for _, l := range []string{"duplicate", "late", "invalid", "futile", "throttled", "impatient", "doomed", "unlucky"} {
		sum += m["wasted."+l]
	}
	parts := m["wasted_calls.before"] + m["wasted_calls.during"] + m["wasted_calls.after"]
	switch {
	case m["requests"] != float64(s.counted):
		s.breaks("%v requests of %d are counted", m["requests"], s.counted)
	case m["attempts"] != sum, m["attempts"] != m["useful"]+m["wasted_calls"], m["wasted_calls"] != parts:
		s.breaks("%v attempts, %v by their labels, %v useful, %v wasted, %v by phases", m["attempts"], sum, m["useful"], m["wasted_calls"], parts)
	case m["useful"] != float64(s.usable), m["silent_bad"] != float64(s.unfit) && s.unfit > 0:
		s.breaks("%v useful attempts for %d usable answers, %v silent ones of %d", m["useful"], s.usable, m["silent_bad"], s.unfit)
	case m["wasted.impatient"] != float64(s.cut):
		s.breaks("%v impatient attempts, %d timeouts cut off good answers", m["wasted.impatient"], s.cut)
	case m["useful"] > m["requests"]:
		s.breaks("%v useful attempts for %v requests", m["useful"], m["requests"])
	case m["trips"] != m["true_trips"]+m["stale_trips"]+m["spurious_trips"]:
		s.breaks("%v trips are not %v true, %v stale and %v spurious ones", m["trips"], m["true_trips"], m["stale_trips"], m["spurious_trips"])
	case s.closed != 1:
		s.breaks("the run ends %d times", s.closed)
	}
}

// compare plays strategies under two seeds.
func compare(t *rapid.T, setup *sim.Setup, workers int, strategies ...chain.Strategy) [][]measure.Run {
	t.Helper()
	runs, _, err := measure.Compare(context.Background(), measure.Comparison{Setup: setup, Strategies: strategies,
		Seeds: []uint64{3, 4}, SLO: 10 * time.Second, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

// text is a run in which every bit of a float shows.
func text(r any) string { return fmt.Sprintf("%+v", r) }

// TestSameSeedSameBytes: neither a second run, nor the number of workers, nor
// the order of the strategies shows in the results.
func TestSameSeedSameBytes(t *testing.T) {
	known := presets(t)
	rapid.Check(t, func(t *rapid.T) {
		var all []chain.Strategy
		for _, l := range some(t, known) {
			all = append(all, l.Recipe)
		}
		turned := slices.Clone(all)
		slices.Reverse(turned)
		w := drawWaters(t, calm{})
		setup := w.setup(t, 1)
		once, four := compare(t, setup, 1, all...), compare(t, setup, 4, all...)
		other := compare(t, w.setup(t, 1), 4, turned...)
		slices.Reverse(other)
		for i, s := range all {
			if a, b, c := text(once[i]), text(four[i]), text(other[i]); a != b || a != c {
				t.Fatalf("%s: one worker says\n%s\nfour say\n%s\nand in another order\n%s", s.Name, a, b, c)
			}
		}
	})
}

// TestUnusedProviders: those that a strategy does not ask may change places.
func TestUnusedProviders(t *testing.T) {
	all := presets(t)
	rapid.Check(t, func(t *rapid.T) {
		w := drawWaters(t, calm{})
		for i := range w.storms {
			w.storms[i].whom = "primary" // other roles mean others when they move
		}
		used := len(w.providers)
		var names []string
		for i := range used {
			names = append(names, fmt.Sprintf("p%d", i))
		}
		var strategies []chain.Strategy
		for _, l := range some(t, all) {
			if l.Name == "clairvoyant" {
				continue // asks everybody, in its way
			}
			s := l.Recipe
			s.Order = (&policy.Listed{Providers: names}).Build()
			strategies = append(strategies, s)
		}
		x, y := drawWater(t, calm{}), drawWater(t, calm{})
		w.providers = append(w.providers[:used:used], x, y)
		before := compare(t, w.setup(t, 1), 2, strategies...)
		w.providers = append(w.providers[:used:used], y, x)
		after := compare(t, w.setup(t, 1), 2, strategies...)
		for i := range before {
			for k := range before[i] {
				if a, b := text(asked(before[i][k], used)), text(asked(after[i][k], used)); a != b {
					t.Fatalf("%s: two providers that nobody asks change places, and\n%s\nbecomes\n%s", strategies[i].Name, a, b)
				}
			}
		}
	})
}

// asked cuts a run down to the providers that were asked. Whether there was an
// outage to miss is a matter of the others too.
func asked(r measure.Run, used int) measure.Run {
	r.Values = slices.Clone(r.Values)
	if i, ok := measure.Index["missed_outages"]; ok {
		r.Values[i] = 0
	}
	r.Providers = r.Providers[:used]
	r.Strips = r.Strips[:min(used, len(r.Strips))]
	return r
}
