package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/explain"
	"wavetank/report/measure"
	"wavetank/report/page"
	"wavetank/report/screen"
	"wavetank/report/stored"
	"wavetank/report/words"
	"wavetank/sim"
)

// told is what the JSON of an explanation says, as far as laws ask.
type told struct {
	P99     struct{ Took float64 }
	Slowest []struct{ Seconds float64 }
	Wasted  []struct{ Calls float64 }
	Request struct {
		Attempts []struct {
			Class, Label              string
			Cancelled, Counted, Probe bool
			Sent, End, Dollars        float64
			Status, Attempt           int
			Provider, Reason, Spent   string
			Unexpected                int `json:"-"`
		}
		Steps []struct {
			At                                 float64
			Step, Provider, Breaker, Words, By string
			Attempt                            *int
			Failures                           int
		}
		Arrived, End float64
	}
}

// drawDocument is a preset with parts that no preset has.
func drawDocument(t *rapid.T) policy.Document {
	l, ps := strategy.Preset(rapid.SampledFrom(strategy.Names()).Draw(t, "preset"))
	if ps != nil {
		t.Fatal(ps)
	}
	d := l.Doc
	if rapid.Bool().Draw(t, "retries") {
		d.Retry = &policy.ConstantRetry{Max: 2, Base: time.Second, Hint: policy.HintHonour}
	}
	if rapid.Bool().Draw(t, "hedges") {
		d.Hedge = &policy.DelayHedge{After: 2 * time.Second, MaxExtra: 2}
	}
	if rapid.Bool().Draw(t, "budget") {
		d.Budget = &policy.TokenRatio{Ratio: 100, Burst: 1, Covers: []policy.Cover{policy.CoverFailover, policy.CoverRetry}}
	}
	if rapid.Bool().Draw(t, "leaves out") {
		d.Availability = &policy.SkipOpen{}
	}
	if rapid.Bool().Draw(t, "bound") {
		d.Deadline = &policy.Deadline{Attempts: 2}
	}
	return d
}

// explained explains one run of random waters.
func explained(t *rapid.T, w waters, d policy.Document, number int64) (*explain.Explanation, sim.Sink, error) {
	setup := w.setup(t, 1)
	recipe, err := d.Strategy("it")
	if err != nil {
		t.Fatal(err)
	}
	ideal, ps := strategy.Preset("clairvoyant")
	if ps != nil {
		t.Fatal(ps)
	}
	var names []string
	for i := range w.providers {
		names = append(names, fmt.Sprintf("p%d", i))
	}
	sc := measure.Scenario{Name: "waters", Providers: names, SLO: 5 * time.Second, Duration: w.length}
	for range w.storms {
		sc.Timeline = append(sc.Timeline, measure.Fault{Kind: "hang"})
	}
	s := measure.Strategy{Name: "it", HasBreaker: recipe.Breaker != nil}
	e, err := explain.Explain(context.Background(), explain.Question{Scenario: sc, Setup: setup, Strategy: s, Recipe: recipe, Ideal: ideal.Recipe,
		Seed: 1, Request: number, Worst: explain.Worst(rapid.IntRange(0, 2).Draw(t, "worst"))})
	if err != nil {
		return nil, nil, err
	}
	c := &counting{t: t}
	if !inARow(&d) {
		return e, c, nil
	}
	if err := sim.NewRunner(setup).Run(context.Background(), recipe, 1, c); err != nil {
		t.Fatal(err)
	}
	return e, c, nil
}

// inARow tells breakers that count failures since the last success and nothing
// else, which a recount from evidence can follow.
func inARow(d *policy.Document) bool {
	if d.Breaker == nil {
		return true
	}
	switch d.Breaker.Trip.(type) {
	case *policy.NeverTrip, *policy.ImmediateTrip, *policy.ConsecutiveTrip:
		test := d.Breaker.HalfOpen.Build()
		return test == policy.Test{Permits: test.Permits, Need: test.Need}
	}
	return false
}

// TestExplanationAddsUp holds explanations of any request of any chain in any
// world: contributors sum to what they explain, every attempt is sent once and
// ends once, steps are in order, and what is said of an attempt is what is
// recorded of it.
func TestExplanationAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWaters(t, calm{})
		number := rapid.Int64Range(-1, 40).Draw(t, "request")
		e, _, err := explained(t, w, drawDocument(t), number)
		var beyond *explain.RequestRangeError
		if errors.Is(err, explain.ErrNoRequest) || errors.As(err, &beyond) && beyond.Number > beyond.Last {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if number >= 0 && e.Story.Number != number {
			t.Fatalf("asked of request %d, told of %d", number, e.Story.Number)
		}
		var x told
		if err := json.Unmarshal(written(t, func(a0 io.Writer) error { return stored.WriteExplanation(e, a0) }), &x); err != nil {
			t.Fatal(err)
		}
		sumsUp(t, e, &x)
		tellsAll(t, &x)
		for _, write := range []func(*bytes.Buffer) error{
			func(b *bytes.Buffer) error { return screen.WriteExplanation(e, b, words.View{Width: 80}, false) },
			func(b *bytes.Buffer) error { return page.WriteExplanation(e, b) },
		} {
			var b, again bytes.Buffer
			if err := errors.Join(write(&b), write(&again)); err != nil || b.String() != again.String() {
				t.Fatalf("written twice: %v", err)
			}
			for _, word := range []string{"NaN", "Inf", "%!"} {
				if strings.Contains(b.String(), word) {
					t.Fatalf("it says %s:\n%s", word, b.String())
				}
			}
		}
	})
}

func written(t *rapid.T, write func(io.Writer) error) []byte {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sumsUp compares contributors with figures that come another way.
func sumsUp(t *rapid.T, e *explain.Explanation, x *told) {
	sum := 0.0
	for _, p := range x.Slowest {
		sum += p.Seconds
	}
	if math.Abs(sum-x.P99.Took) > 1e-6*(1+sum) {
		t.Fatalf("the slowest took %v s, their parts %v s", x.P99.Took, sum)
	}
	calls := 0.0
	for _, p := range x.Wasted {
		calls += p.Calls
	}
	if i, _ := measure.Index["wasted_calls"]; e.Strategy.Runs[0].Values[i] != calls {
		t.Fatalf("%v calls were wasted, their parts are %v", e.Strategy.Runs[0].Values[i], calls)
	}
	trips := 0.0
	for i := range e.Moves {
		if m := &e.Moves[i]; m.From == chain.Closed && m.To == chain.Open {
			if m.Trip == nil {
				t.Fatalf("nobody judged the trip %+v", m.Move)
			}
			if m.At >= 0 {
				trips++
			}
		}
	}
	if i, _ := measure.Index["trips"]; e.Strategy.Runs[0].Values[i] != trips {
		t.Fatalf("%v trips, %v in the log", e.Strategy.Runs[0].Values[i], trips)
	}
}

// tellsAll holds the steps against the attempts.
func tellsAll(t *rapid.T, x *told) {
	r := &x.Request
	sent, ended := make([]int, len(r.Attempts)), make([]int, len(r.Attempts))
	at := r.Arrived
	for _, s := range r.Steps {
		if s.At < at || s.At > r.End {
			t.Fatalf("a step at %v after one at %v, in a request from %v to %v", s.At, at, r.Arrived, r.End)
		}
		at = s.At
		switch s.Step {
		case "skip":
			if strings.Contains(s.Words, "the cooldown ends at this instant") && s.Breaker == "open" {
				continue
			}
			if want := map[string]string{"open": "skipped: breaker open for ", "half-open": "skipped: breaker half-open, no more probes"}[s.Breaker]; s.By == "breaker" &&
				(want == "" || !strings.Contains(s.Words, want)) {
				t.Fatalf("a breaker that is %s: %q", s.Breaker, s.Words)
			}
			continue
		case "send":
			sent[*s.Attempt]++
		default:
			ended[*s.Attempt]++
		}
		a := r.Attempts[*s.Attempt]
		if when := map[string]float64{"send": a.Sent, "end": a.End}[s.Step]; when != s.At || a.Provider != s.Provider {
			t.Fatalf("the %s at %v on %s is told at %v on %s", s.Step, when, a.Provider, s.At, s.Provider)
		}
		agrees(t, s.Step, s.Words, s.Breaker, a.Reason, a.Class, a.Status, a.Cancelled, a.Counted, a.Probe)
	}
	for k := range r.Attempts {
		if sent[k] != 1 || ended[k] != 1 {
			t.Fatalf("attempt %d is told to be sent %d times and to end %d times", k, sent[k], ended[k])
		}
	}
}

// agrees holds a step's words against the record.
func agrees(t *rapid.T, step, words, breaker, reason, class string, status int, cancelled, counted, probe bool) {
	want := []string{}
	switch {
	case step == "send":
		want = append(want, map[string]string{"first": "asked first", "retry": "asked again", "failover": "asked next", "hedge": "asked beside"}[reason])
		if probe {
			want = append(want, "this call is the probe")
		}
	case cancelled:
		if !strings.Contains(words, "dropped") && !strings.Contains(words, "cut off") && !strings.Contains(words, "given up") {
			t.Fatalf("a cancelled attempt: %q", words)
		}
	case class == "ok" || class == "ok_slow":
		want = append(want, "answered in ")
	case class == "timeout" && status == 0:
		if !strings.Contains(words, "waited ") && !strings.Contains(words, "timeout after ") {
			t.Fatalf("a timeout: %q", words)
		}
	case status >= 400:
		want = append(want, fmt.Sprint(status, " after "))
	}
	if step == "end" && !cancelled && breaker != "" && class != "ok" && class != "ok_slow" {
		switch {
		case counted && probe:
			want = append(want, "the probe ")
		case counted:
			want = append(want, "counts ") // against it, or for it where an error is taken for health
		}
	}
	for _, w := range want {
		if !strings.Contains(words, w) {
			t.Fatalf("%s of a %s (class %s, status %d, counted %v, probe %v): %q lacks %q", step, reason, class, status, counted, probe, words, w)
		}
	}
}

// counting is a sim.Sink that counts the failures of each breaker from the
// evidence, and holds the chain's own count against it at every step.
type counting struct {
	t        *rapid.T
	state    map[int16]chain.State
	failures map[int16]int
	compared int
}

func (c *counting) Begin(*faults.World, uint64) {
	c.state, c.failures = map[int16]chain.State{}, map[int16]int{}
}
func (*counting) Ended(*sim.Attempt)    {}
func (*counting) Moved(*chain.Move)     {}
func (*counting) Finished(*sim.Request) {}
func (*counting) Close(chain.Instant)   {}

func (c *counting) Stepped(now chain.Instant, r *sim.Request, eff *chain.Effects, ch *chain.Chain) {
	cleared := map[int16]bool{} // by a late success
	for _, e := range eff.Ended {
		p := r.Attempts[e.Attempt].Provider
		cleared[p] = c.state[p] == chain.Open && e.Counted && e.Verdict.Evidence == chain.Good
	}
	over := func(m *chain.Move) bool { return m.From == chain.Open && !(cleared[m.Provider] && m.At == now) }
	for i := range eff.Moved { // a cooldown that is over ends before anything else
		if m := &eff.Moved[i]; over(m) {
			c.state[m.Provider], c.failures[m.Provider] = m.To, 0
		}
	}
	for _, e := range eff.Ended {
		p := r.Attempts[e.Attempt].Provider
		switch {
		case !e.Counted || c.state[p] != chain.Closed:
		case e.Verdict.Evidence == chain.Good:
			c.failures[p] = 0
		default:
			c.failures[p]++
		}
	}
	for i := range eff.Moved {
		m := &eff.Moved[i]
		if over(m) {
			continue
		}
		if m.From == chain.Closed && m.Counted > 0 && m.Counted != c.failures[m.Provider] {
			c.t.Fatalf("breaker %d opens at %s on %d failures, %d were evidence", m.Provider, m.At, m.Counted, c.failures[m.Provider])
		}
		c.state[m.Provider], c.failures[m.Provider] = m.To, 0
	}
	for p := range ch.Providers() {
		b, ok := ch.Breaker(p).(chain.Counting)
		if !ok || c.state[int16(p)] != chain.Closed || len(eff.Moved) > 0 {
			continue
		}
		if c.compared++; b.Failures() != c.failures[int16(p)] {
			c.t.Fatalf("breaker %d counts %d failures at %s, %d were evidence", p, b.Failures(), now, c.failures[int16(p)])
		}
	}
}
