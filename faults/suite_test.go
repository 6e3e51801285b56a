package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// testSchema has what forms can break: required properties, an enum, types, and
// no room for more.
const testSchema = `{"type": "object", "additionalProperties": false, "required": ["answer", "mood", "score"], "properties": {
	"answer": {"type": "string"}, "mood": {"enum": ["calm", "cross"]}, "score": {"type": "number", "minimum": 2}}}`

// compileSchema makes a contract with the real validator as its judge.
func compileSchema(t testing.TB, source string) *Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var decoded map[string]any
	if err := json.Unmarshal([]byte(source), &decoded); err != nil {
		t.Fatal(err)
	}
	return &Schema{Document: decoded, Judge: func(body []byte) bool {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
		return err == nil && schema.Validate(v) == nil
	}}
}

// sampleFaults holds more faults of a kind than the one with its defaults.
func sampleFaults(kind string) []Fault {
	entry, err := Kinds.Lookup(kind)
	if err != nil {
		panic(err)
	}
	more := map[string][]Fault{
		"refuse":   {&Refuse{Share: 0.3, After: soon(5)}},
		"reset":    {&Reset{Share: 0.3, After: &Exponential{Time(time.Second)}}},
		"hang":     {&Hang{Share: 0.25}},
		"status":   {&Status{Code: 529, Share: 0.4, After: soon(0), RetryAfter: FixedHint(2 * time.Second)}},
		"throttle": {&Throttle{Share: 0.5, After: soon(10), RetryAfter: RemainingHint()}},
		"errors": {
			&Errors{Share: 0.1, Status: 500, After: soon(100)},
			&Errors{Status: 502, After: soon(100), Bursts: Bursts{ToBad: 0.1, ToGood: 0.3, ShareGood: 0.01, ShareBad: 0.8, Every: 500 * time.Millisecond}},
		},
		"latency": {&Latency{Factor: 1, Shift: 29 * time.Second, Share: 0.5}, &Latency{Factor: 40, Shift: time.Second, Share: 0.7}},
		"flap": {
			&Flap{Down: Span{time.Second, 3 * time.Second}, Up: Span{time.Second, 2 * time.Second}, As: "status", Code: 500, After: soon(20)},
			&Flap{Down: Span{time.Second, time.Second}, Up: Span{time.Second, 2 * time.Second}, As: "refuse", After: soon(20)},
		},
		"cut": {&Cut{At: 0.1, Share: 0.2}, &Cut{At: 1, Share: 1}},
		"diverge": {
			&Diverge{Outputs: &Outputs{Valid: 1, Fenced: 2, Empty: 1}, Share: 0.5},
			&Diverge{Structured: pointer(JSONMode), Share: 1},
		},
		"outage": {severity(SeverityFull), severity(SeverityPartial)},
	}
	if kind == "errors" {
		return more[kind] // whose default is to do nothing
	}
	return append([]Fault{entry.New()}, more[kind]...)
}

func pointer[T any](v T) *T { return &v }

func severity(s Severity) Fault {
	entry, err := Kinds.Lookup("outage")
	if err != nil {
		panic(err)
	}
	f := entry.New().(*Outage)
	f.Severity = s
	return f
}

// eachFault runs a check over the samples of every registered kind.
func eachFault(t *testing.T, check func(t *testing.T, f Fault)) {
	for _, e := range Kinds.Entries() {
		for i, f := range sampleFaults(e.Kind) {
			t.Run(fmt.Sprintf("%s/%d", e.Kind, i), func(t *testing.T) { check(t, f) })
		}
	}
}

const (
	windowFrom = 60 * time.Second
	windowLong = 30 * time.Second
)

// faultyWorld is one provider with everyday troubles, and the faults in one
// window.
func faultyWorld(t testing.TB, seed uint64, faults ...Fault) *World {
	t.Helper()
	s := Spec{
		Duration: 3 * time.Minute, Warmup: 10 * time.Second, Drain: time.Minute,
		Schema: compileSchema(t, testSchema),
		Providers: []Provider{{
			Name: "a", Latency: &Lognormal{Time(time.Second), Time(8 * time.Second)}, Price: Price{1, 2},
			Errors: &Errors{Share: 0.03, Status: 500, After: soon(200)}, Outputs: &Outputs{Valid: 95, Fenced: 3, WrongType: 2},
		}},
	}
	for _, f := range faults {
		s.Timeline = append(s.Timeline, Entry{At: Span{windowFrom, windowFrom}, For: Span{windowLong, windowLong}, Provider: []string{"primary"}, Fault: f})
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(seed)
	return w
}

// ask sends one attempt to the first provider of a world.
func ask(w *World, request int64, ordinal int, at chain.Instant) Reply {
	var r Reply
	w.Arrive(0, &Ask{Request: request, Ordinal: ordinal, TokensIn: 10, TokensOut: 10}, at, &r)
	w.Leave(0, &r, at)
	return r
}

func TestFaultDefaults(t *testing.T) {
	for _, e := range Kinds.Entries() {
		if err := e.New().Check(); err != nil {
			t.Errorf("%s with its defaults: %v", e.Kind, err)
		}
		if e.Summary == "" || strings.HasSuffix(e.Summary, ".") {
			t.Errorf("%s: the summary %q is no line of a list", e.Kind, e.Summary)
		}
	}
}

// TestFaultKeys: a fault stands in one map with when and whom it strikes.
func TestFaultKeys(t *testing.T) {
	taken := map[string]bool{"kind": true}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Entry]()) {
		taken[f.Tag.Get("yaml")] = true
	}
	for _, e := range Kinds.Entries() {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(e.New()).Elem()) {
			switch key := f.Tag.Get("yaml"); {
			case !f.IsExported() || f.Anonymous:
			case key == "" || f.Tag.Get("doc") == "":
				t.Errorf("%s: field %s lacks a yaml or a doc tag", e.Kind, f.Name)
			case taken[key]:
				t.Errorf("%s: the key %s belongs to the timeline", e.Kind, key)
			}
		}
	}
}

// TestFaultOutsideWindow: before its window and from its end on, a fault changes
// nothing.
func TestFaultOutsideWindow(t *testing.T) {
	eachFault(t, func(t *testing.T, f Fault) {
		with, without := faultyWorld(t, 5, f), faultyWorld(t, 5)
		inside := 0
		for i := range int64(3000) {
			at := chain.Instant(i * 50_000_000)
			got, want := ask(with, i, 0, at), ask(without, i, 0, at)
			if at >= chain.Instant(windowFrom) && at < chain.Instant(windowFrom+windowLong) {
				if !cmp.Equal(got, want) {
					inside++
				}
				continue
			}
			got.Episode, want.Episode = 0, 0
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("at %s, outside the window (-without +with):\n%s", at, diff)
			}
		}
		if inside == 0 {
			t.Error("nothing differs inside the window either")
		}
		if with.Fired()[0] == 0 {
			t.Error("it is said to have never fired")
		}
	})
}

// TestFaultKeyed: the reply depends on the seed, the request, the ordinal and
// the instant, not on who asked before.
func TestFaultKeyed(t *testing.T) {
	eachFault(t, func(t *testing.T, f Fault) {
		busy, quiet := faultyWorld(t, 9, f), faultyWorld(t, 9, f)
		other := faultyWorld(t, 10, f)
		differs := false
		for i := range int64(600) {
			at := chain.Instant(55e9 + i*100_000_000)
			for n := range 3 {
				ask(busy, 1000+i, n, at)
			}
			a, b := ask(busy, i, 1, at), ask(quiet, i, 1, at)
			if diff := cmp.Diff(a, b); diff != "" {
				t.Fatalf("at %s (-busy +quiet):\n%s", at, diff)
			}
			if a.End < at {
				t.Fatalf("sent at %s, answered at %s", at, a.End)
			}
			if a.Source >= 0 && a.Usable && a.Form == FormValid && f.Stage() != AtOutput {
				t.Fatalf("at %s: a usable answer is blamed on the fault: %+v", at, a)
			}
			differs = differs || !cmp.Equal(a, ask(other, i, 1, at))
		}
		if !differs {
			t.Error("another seed gives the same replies")
		}
	})
}

// TestFaultTruth: the badness that a world claims is the share of attempts that
// fail, in every segment.
func TestFaultTruth(t *testing.T) {
	eachFault(t, func(t *testing.T, f Fault) { checkTruth(t, faultyWorld(t, 3, f)) })
}

// TestFaultTruthOverlap: also where faults overlap.
func TestFaultTruthOverlap(t *testing.T) {
	for seed := range uint64(3) {
		checkTruth(t, faultyWorld(t, seed,
			&Hang{Share: 0.2}, &Latency{Factor: 4, Share: 0.6}, &Latency{Factor: 2, Shift: 9 * time.Second, Share: 0.5},
			&Diverge{Share: 0.5}, &Diverge{Structured: pointer(JSONMode), Share: 0.3}, &Cut{At: 0.3, Share: 0.1}, severity(SeverityPartial),
			&Throttle{Share: 0.1, After: soon(1)}, &Refuse{Share: 0.1, After: soon(1)}))
	}
}

// segmentsOf lays out all of a provider's segments.
func segmentsOf(w *World, provider int) (out []segment) {
	for s := w.schedule(provider); s.next < chain.Never; {
		out = append(out, s.step())
	}
	return out
}

// checkTruth asks many times in each segment of the first minutes.
func checkTruth(t *testing.T, w *World) {
	t.Helper()
	p := &w.providers[0]
	seen := map[*regime]bool{}
	for _, s := range segmentsOf(w, 0) {
		if seen[s.regime] {
			continue
		}
		seen[s.regime] = true
		at := max(s.from, 0)
		const n = 20_000
		failed := 0
		for k := range int64(n) {
			var r Reply
			w.exchange(p, &s, &Ask{Request: k, TokensIn: 10, TokensOut: 10}, at, &r)
			if !r.Usable || r.End.Sub(at) > w.b.spec.Truth.Limit {
				failed++
			}
			if r.Bad != s.regime.bad {
				t.Fatalf("the reply says badness %g, the segment %g", r.Bad, s.regime.bad)
			}
		}
		b := s.regime.bad
		got, se := float64(failed)/n, math.Sqrt(b*(1-b)/n)
		if math.Abs(got-b) > 4*se+1e-9 {
			t.Errorf("from %s on %d of %d fail: %.4f, but the badness is %.4f (standard error %.4f)", s.from, failed, n, got, b, se)
		}
	}
}

// TestFaultDry: an oracle's questions leave no trace.
func TestFaultDry(t *testing.T) {
	eachFault(t, func(t *testing.T, f Fault) {
		w := faultyWorld(t, 2, f)
		for i := range int64(200) {
			r := chain.Request{Number: i}
			w.Foresee(chain.Instant(windowFrom)+1, &r)
		}
		if w.Fired()[0] != 0 {
			t.Errorf("%d attempts fired that nobody sent", w.Fired()[0])
		}
	})
}
