package report_test

import (
	"encoding/json"
	"fmt"
	"time"

	"pgregory.net/rapid"

	"wavetank/faults"
	"wavetank/sim"
)

// waters are a random scenario as plain numbers, so that the same one can be
// built twice, in time that runs at another pace.
type waters struct {
	providers []water
	storms    []storm
	arrivals  int // a kind
	gap       time.Duration
	length    time.Duration
	deadline  time.Duration // 0: none
	odd       float64       // weight of each kind of odd request, against 10 of chat
	schema    bool
}

// water is one provider.
type water struct {
	law        int
	median     time.Duration
	errors     float64
	bursty     bool
	structured faults.Structured
	limits     *faults.Limits
	window     int
}

// storm is one line of the timeline.
type storm struct {
	kind       int
	at, length time.Duration
	whom       string
	share      float64
}

// calm says what a law cannot have.
type calm struct {
	limits bool // no limiter: what a call is told must not depend on those before
	fixed  bool // no part with a time of its own that no document sets
}

func drawWaters(t *rapid.T, c calm) waters {
	ms := func(name string, low, high int) time.Duration {
		return time.Duration(rapid.IntRange(low, high).Draw(t, name)) * time.Millisecond
	}
	w := waters{
		arrivals: rapid.IntRange(0, 3).Draw(t, "arrivals"),
		gap:      ms("gap", 50, 4000),
		schema:   rapid.Bool().Draw(t, "schema"),
	}
	w.length = w.gap * time.Duration(rapid.IntRange(20, 300).Draw(t, "requests"))
	if rapid.Bool().Draw(t, "has deadline") {
		w.deadline = ms("deadline", 500, 90_000)
	}
	if !c.fixed && rapid.Bool().Draw(t, "odd requests") {
		w.odd = rapid.Float64Range(0, 3).Draw(t, "odd")
	}
	for range rapid.IntRange(1, 4).Draw(t, "providers") {
		w.providers = append(w.providers, drawWater(t, c))
	}
	for range rapid.IntRange(0, 4).Draw(t, "storms") {
		w.storms = append(w.storms, storm{
			kind:   rapid.IntRange(0, kindsOfStorm(c)-1).Draw(t, "storm"),
			at:     w.length * time.Duration(rapid.IntRange(0, 9).Draw(t, "at")) / 10,
			length: w.length * time.Duration(rapid.IntRange(1, 9).Draw(t, "for")) / 10,
			whom:   rapid.SampledFrom([]string{"primary", "all", "last", "second"}[:min(3, len(w.providers)+1)]).Draw(t, "whom"),
			share:  rapid.SampledFrom([]float64{1, 1, 0.9, 0.4, 0.05}).Draw(t, "share"),
		})
	}
	return w
}

func drawWater(t *rapid.T, c calm) water {
	w := water{
		law:        rapid.IntRange(0, 2).Draw(t, "law"),
		median:     time.Duration(rapid.IntRange(1, 20_000).Draw(t, "median")) * time.Millisecond,
		errors:     rapid.SampledFrom([]float64{0, 0, 0.002, 0.1, 0.6}).Draw(t, "errors"),
		bursty:     rapid.Bool().Draw(t, "bursty"),
		structured: rapid.SampledFrom([]faults.Structured{faults.Native, faults.JSONMode, faults.Ignored}).Draw(t, "structured"),
		window:     rapid.SampledFrom([]int{0, 0, 500, 8000}).Draw(t, "window"),
	}
	if c.fixed {
		w.window = 0 // a refusal of a long prompt takes the same time at any pace
	}
	if !c.limits && rapid.Bool().Draw(t, "limited") {
		w.limits = &faults.Limits{
			RequestsPerMinute: rapid.Int64Range(1, 200).Draw(t, "per minute"),
			Burst:             rapid.Int64Range(1, 20).Draw(t, "burst"),
			Concurrency:       rapid.Int64Range(0, 5).Draw(t, "slots"),
			Penalty:           faults.Penalty{For: time.Duration(rapid.IntRange(1, 20).Draw(t, "penalty")) * time.Second, Extends: true},
		}
		if rapid.Bool().Draw(t, "fixed") {
			w.limits.Counting, w.limits.Burst = faults.CountFixed, 0
		}
		if rapid.Bool().Draw(t, "of tokens") {
			w.limits.TokensPerMinute = 800 * rapid.Int64Range(1, 200).Draw(t, "tokens")
		}
	}
	return w
}

// setup builds the scenario, every time k times as long.
func (w waters) setup(t *rapid.T, k time.Duration) *sim.Setup {
	t.Helper()
	spec := faults.Spec{Duration: k * w.length, Drain: k * 20 * time.Minute, SLO: k * 10 * time.Second,
		Truth: faults.Truth{Limit: k * 30 * time.Second, MinEpisode: k * time.Second, FlapWindow: k * 30 * time.Second}}
	if w.schema {
		spec.Schema = &faults.Schema{Judge: hasAnswer, Document: map[string]any{"type": "object",
			"required": []any{"answer"}, "properties": map[string]any{"answer": map[string]any{"type": "string"}}}}
	}
	for i, p := range w.providers {
		spec.Providers = append(spec.Providers, p.provider(fmt.Sprintf("p%d", i), k))
	}
	for _, s := range w.storms {
		spec.Timeline = append(spec.Timeline, faults.Entry{At: faults.Span{Min: k * s.at, Max: k * s.at},
			For: faults.Span{Min: k * s.length, Max: k * s.length}, Provider: []string{s.whom}, Fault: s.fault(k)})
	}
	world, err := faults.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: w.clock(k), Deadline: k * w.deadline, Patience: k * 10 * time.Minute,
		Requests: sim.Requests{Kinds: sim.KindWeights{Chat: 10, Malformed: w.odd, Overlong: w.odd, Disallowed: w.odd}}})
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

func hasAnswer(body []byte) bool {
	var v struct{ Answer *string }
	return json.Unmarshal(body, &v) == nil && v.Answer != nil
}

func (w waters) clock(k time.Duration) sim.Arrivals {
	gap := k * w.gap
	switch w.arrivals {
	case 0:
		return every(gap)
	case 1:
		return &sim.Constant{Every: gap, Loop: sim.Loop{One: true}}
	case 2:
		return &sim.Closed{Users: 3, Think: constant(2 * gap)}
	}
	return poisson(1 / gap.Seconds())
}

// open tells whether requests come whatever became of those before.
func (w waters) open() bool { return w.arrivals == 0 || w.arrivals > 2 }

func (w water) provider(name string, k time.Duration) faults.Provider {
	m := k * w.median
	out := faults.Provider{Name: name, Structured: w.structured, Limits: w.limits, ContextWindow: w.window,
		Price: faults.Price{In: 0.6, Out: 1.2}}
	switch w.law {
	case 0:
		out.Latency = constant(m)
	case 1:
		out.Latency = lognormal(m.Seconds(), 0.7)
	default:
		out.Latency = &faults.Exponential{Mean: faults.Time(m)}
	}
	switch {
	case w.errors > 0 && w.bursty:
		e := failing(0, k*50*time.Millisecond)
		e.Bursts = faults.Bursts{ToBad: 0.02, ToGood: 0.2, ShareBad: faults.Share(w.errors), Every: k * time.Second}
		out.Errors = e
	case w.errors > 0:
		out.Errors = failing(w.errors, k*50*time.Millisecond)
	}
	return out
}

// kindsOfStorm counts the kinds; the last one has times of its own.
func kindsOfStorm(c calm) int {
	if c.fixed {
		return 11
	}
	return 12
}

func (s storm) fault(k time.Duration) faults.Fault {
	share, after := faults.Share(s.share), constant(k*100*time.Millisecond)
	span := func(d time.Duration) faults.Span { return faults.Span{Min: k * d, Max: k * 2 * d} }
	switch s.kind {
	case 0:
		return &faults.Status{Code: 503, Share: share, After: after}
	case 1:
		return &faults.Status{Code: 401, Share: share, After: after}
	case 2:
		return &faults.Refuse{Share: share, After: after}
	case 3:
		return &faults.Reset{Share: share, After: after}
	case 4:
		return &faults.Latency{Factor: 20, Shift: k * time.Second, Share: share}
	case 5:
		return &faults.Throttle{Share: share, After: after}
	case 6:
		return &faults.Flap{Down: span(10 * time.Second), Up: span(20 * time.Second), As: "hang", After: after}
	case 7:
		return &faults.Cut{At: 0.5, Share: share}
	case 8:
		return &faults.Diverge{Share: share}
	case 9:
		return failing(s.share, k*20*time.Second)
	case 10:
		return &faults.Hang{Share: share}
	}
	e, err := faults.Kinds.Lookup("outage")
	if err != nil {
		panic(err)
	}
	return e.New()
}
