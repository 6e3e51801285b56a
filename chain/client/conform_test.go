package client_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wavetank/chain"
	"wavetank/chain/client"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/faults/fakehttp"
	"wavetank/scenarios"
	"wavetank/sim"
)

// TestConform holds the two drivers of a chain against each other: the event
// loop in virtual time, and this client over HTTP in a bubble. Under the same
// world, traffic and luck they must send, end and decide the same things at the
// same nanoseconds. The world has no two events at one instant, for a bubble
// wakes goroutines of one instant in any order.
//
// It proves this record by record, of which one that differs fails it; how many there
// are matters only as far as everything that a chain can meet is among them, and that
// is what marks demand. So the dense traffic is as thin as lets them: 1.2 requests
// a second, 150,000 records. At 2 a second 268,248 agreed as well.
func TestConform(t *testing.T) {
	var seen marks
	dense := conformScenario(t, scenarios.Options{})
	sparse := conformScenario(t, scenarios.Options{Strategies: others(dense), Set: []string{"workload.arrivals.rate=0.4"}})
	for _, sc := range []*scenarios.Scenario{dense, sparse} {
		total := 0
		for _, s := range sc.Strategies {
			for _, engine := range engines(s) {
				t.Run(s.Name+"/"+engine, func(t *testing.T) { total += conform(t, sc, recipeOf(t, s, engine), &seen) })
			}
		}
		t.Logf("%d records compared: sends, ends, moves of breakers and results, of %d requests to each of %d strategies",
			total, len(requests(t, sc)), len(sc.Strategies))
	}
	seen.check(t, dense)
}

// conform compares the two drivers of one strategy and returns how many records
// they agree on.
func conform(t *testing.T, sc *scenarios.Scenario, recipe chain.Strategy, seen *marks) int {
	want := virtual(t, sc, recipe, seen)
	got := real(t, sc, recipe)
	compare(t, got, want)
	return len(want.calls) + len(want.moves)
}

// conformScenario loads the scenario, whose own strategies must meet everything
// that a chain can meet.
func conformScenario(t *testing.T, o scenarios.Options) *scenarios.Scenario {
	t.Helper()
	sc, err := scenarios.Load("testdata/conform.yaml", o)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// others are the presets that are not among a scenario's strategies.
func others(sc *scenarios.Scenario) []string {
	return slices.DeleteFunc(strategy.Names(), func(name string) bool {
		return name == "clairvoyant" || slices.ContainsFunc(sc.Strategies, func(s *strategy.Loaded) bool { return s.Name == name })
	})
}

// engines lists the implementations of its breaker that a strategy can have.
func engines(s *strategy.Loaded) []string {
	if s.Doc.Breaker == nil {
		return []string{"none"}
	}
	b := *s.Doc.Breaker
	if b.Engine = policy.Gobreaker; b.Check() != nil {
		return []string{"native"}
	}
	return []string{"native", "gobreaker"}
}

func recipeOf(t *testing.T, s *strategy.Loaded, engine string) chain.Strategy {
	t.Helper()
	doc := s.Doc
	if doc.Breaker != nil {
		b := *doc.Breaker
		if err := b.Engine.UnmarshalText([]byte(engine)); err != nil {
			t.Fatal(err)
		}
		doc.Breaker = &b
	}
	if a, ok := doc.Availability.(*policy.SkipOpen); ok && (a.AllOpen == policy.Pend || a.AllOpen == policy.WaitEarliest) {
		c := *a // calls that wait for one provider go on at one instant, in any order
		c.AllOpen, c.MaxWait = policy.FailAll, 0
		doc.Availability = &c
	}
	recipe, err := doc.Strategy(s.Name)
	if err != nil {
		t.Fatal(err)
	}
	return recipe
}

// virtual runs the event loop.
func virtual(t *testing.T, sc *scenarios.Scenario, recipe chain.Strategy, seen *marks) *history {
	t.Helper()
	h := &history{}
	if err := sim.NewRunner(sc.Setup).Run(context.Background(), recipe, sc.Seed, sim.Tee{h, seen}); err != nil {
		t.Fatal(err)
	}
	h.sort()
	return h
}

// requests lists the traffic.
func requests(t *testing.T, sc *scenarios.Scenario) (out []sim.Request) {
	t.Helper()
	traffic, err := sc.Setup.Traffic(sc.Seed)
	if err != nil {
		t.Fatal(err)
	}
	world := sc.Setup.World.NewWorld()
	world.Reset(sc.Seed)
	for {
		number, at, ok := traffic.Next()
		if !ok {
			return out
		}
		var q sim.Request
		traffic.Ask(number, at, at, world, &q)
		out = append(out, q)
	}
}

// real runs the client, in a bubble.
func real(t *testing.T, sc *scenarios.Scenario, recipe chain.Strategy) *history {
	t.Helper()
	asked := requests(t, sc)
	h := &history{}
	synctest.Test(t, func(t *testing.T) {
		spec := sc.Setup.World.Spec()
		start := time.Now().Add(spec.Warmup)
		world := sc.Setup.World.NewWorld()
		world.Reset(sc.Seed)
		fake, err := fakehttp.New(world, fakehttp.Options{Clock: fakehttp.Wall{Start: start}})
		if err != nil {
			t.Fatal(err)
		}
		cfg := client.Config{HTTP: &http.Client{Transport: fake.Transport()}, Seed: sc.Seed, Start: start,
			Oracle: foresight{fake, asked, sc.Setup.Workload.Patience}, Observe: h.observe, Before: label(asked)}
		c, err := cfg.New(recipe, members(spec, fake)...)
		if err != nil {
			t.Fatal(err)
		}
		drive(c, start, sc.Setup.Workload.Patience, asked, recipe.Attempt.FirstByte+recipe.Attempt.IdleGap > 0)
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	h.sort()
	return h
}

// drive asks each question at its instant. Whoever bounds parts of an answer
// streams it; the others do so now and then.
func drive(c *client.Client, start time.Time, patience time.Duration, asked []sim.Request, streams bool) {
	var calls sync.WaitGroup
	for i := range asked {
		q := &asked[i]
		arrives := start.Add(time.Duration(q.Arrived))
		time.Sleep(time.Until(arrives))
		calls.Go(func() {
			ctx, cancel := context.WithDeadline(context.Background(), start.Add(time.Duration(q.Deadline)))
			defer cancel()
			defer time.AfterFunc(patience, cancel).Stop()
			_, _ = c.Complete(ctx, client.Request{Messages: []client.Message{{Role: "user", Content: "What is it?"}}, Schema: []byte(`{"type": "object"}`),
				Stream: streams || q.Number%3 == 0})
		})
	}
	calls.Wait()
}

func members(spec *faults.Spec, fake *fakehttp.Fake) (out []client.Provider) {
	for i, p := range spec.Providers {
		out = append(out, client.Provider{Name: p.Name, Dialect: p.Dialect, Endpoint: fake.Endpoint(i)})
	}
	return out
}

// label tells the fake which attempt of which request it gets.
func label(asked []sim.Request) func(*http.Request, client.Attempt) {
	return func(r *http.Request, a client.Attempt) {
		q := &asked[a.Call]
		fakehttp.Label(r.Header, &faults.Ask{Request: a.Call, Ordinal: int(a.Ordinal), Kind: q.Kind, TokensIn: q.TokensIn, TokensOut: q.TokensOut})
	}
}

func (o foresight) Prices() []int64 { return o.fake.Prices() }

// foresight is the event loop's oracle over the fake's world: it knows what a
// request is, and that its caller gives up.
type foresight struct {
	fake     *fakehttp.Fake
	asked    []sim.Request
	patience time.Duration
}

func (o foresight) Foresee(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	q := o.asked[r.Number].Request
	q.Deadline = min(r.Deadline, now.Add(o.patience+1))
	return o.fake.Foresee(now, &q)
}

// compare holds histories against each other and shows the first difference.
func compare(t *testing.T, got, want *history) {
	t.Helper()
	differ(t, "calls", got.calls, want.calls)
	differ(t, "moves", got.moves, want.moves)
}

func differ(t *testing.T, what string, got, want []record) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: record %d over HTTP is\n\t%v\nin the event loop it is\n\t%v", what, i, got[i], want[i])
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d records over HTTP, %d in the event loop", what, len(got), len(want))
	}
	if len(want) == 0 && what == "calls" {
		t.Error("no records")
	}
}

// String tells a record for whoever looks for a difference.
func (r record) String() string {
	switch r.what {
	case sent:
		s := r.send
		return fmt.Sprintf("request %d at %s: attempt %d sent to %d, ordinal %d, %s, probe %t", r.request, r.at, s.Attempt, s.Provider, s.Ordinal, s.Reason, s.Probe)
	case ended:
		e := r.ended
		return fmt.Sprintf("request %d at %s: attempt %d ended as %s, evidence %s, counted %t, cancelled %t", r.request, r.at, e.Attempt, e.Verdict.Class, e.Verdict.Evidence, e.Counted, e.Cancelled)
	case moved:
		return fmt.Sprintf("%+v", r.move)
	}
	return fmt.Sprintf("request %d at %s: %s, %s, attempt %d, provider %d", r.request, r.at, r.done.Reason, r.done.Class, r.done.Attempt, r.done.Provider)
}

// TestConformGaps: what a chain makes of an answer that flows depends on how fast its
// tokens come, in both drivers alike, and not on how short the fake's text is.
func TestConformGaps(t *testing.T) {
	var seen marks
	sc, err := scenarios.Load("testdata/gaps.yaml", scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sc.Strategies {
		t.Run(s.Name, func(t *testing.T) { conform(t, sc, recipeOf(t, s, "none"), &seen) })
	}
	for _, what := range []string{"class ok", "class timeout", "class truncated", "hint"} {
		if seen.count[what] == 0 {
			t.Errorf("no attempt with %s", what)
		}
	}
}
