package search

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"wavetank/scenarios"
	"wavetank/sim/tune"
)

func smallTuning(t testing.TB) *Tuning {
	t.Helper()
	tuning, err := NewTuning([]string{"published-60s-outage"}, TuneOptions{Options: scenarios.Options{Strategies: []string{"ai-memory"}},
		Plan: tune.NewPlan(), Vary: []string{"breaker.open.base=4s,8s"}, Minimize: []string{"wasted_per_1k"}, Require: []string{"success_rate >= 0%"}})
	if err != nil {
		t.Fatal(err)
	}
	return tuning
}

// smallRequest is what smallTuning was asked for.
func smallRequest() Request {
	r := NewRequest()
	r.Scenarios, r.Strategy = []string{"published-60s-outage"}, "ai-memory"
	r.Vary, r.Minimize, r.Require = []string{"breaker.open.base=4s,8s"}, []string{"wasted_per_1k"}, []string{"success_rate >= 0%"}
	return r
}

// smallHead is the head of a part that is the whole search.
func smallHead(t *Tuning) PartHead {
	h := t.Head(PartKind, smallRequest())
	h.Shard, h.Whole = &PartShard{1, 1}, true
	return h
}

// partOf writes a part.
func partOf(t testing.TB, head PartHead, plays ...tune.Play) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WritePart(&b, head, slices.Values(plays)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readPart reads a whole part as merge does.
func readPart(t *Tuning, text []byte) (PartHead, *Log, error) {
	log := NewLog(nil)
	g, err := ReadHead("part.json", PartKind, bytes.NewReader(text))
	if err != nil {
		return PartHead{}, log, err
	}
	if err = t.Same(g); err == nil {
		err = t.Read(g, log)
	}
	return g.Head, log, err
}

// drawPlays draws plays that a search may have made, each once.
func drawPlays(t *rapid.T, tuning *Tuning, most int) (plays []tune.Play) {
	size, _ := tuning.space().Size()
	seen := map[[2]uint64]bool{}
	for range rapid.IntRange(0, most).Draw(t, "plays") {
		p := tune.Play{Point: tune.Point(rapid.Uint64Range(0, size-1).Draw(t, "point")), Replication: rapid.IntRange(0, tuning.Plan.Replications-1).Draw(t, "replication")}
		if rapid.Bool().Draw(t, "outside") {
			p.Point = tune.Outside
		}
		if key := [2]uint64{uint64(p.Point), uint64(p.Replication)}; seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for range 2 {
			p.Figures = append(p.Figures, rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN())).Draw(t, "figure"))
		}
		plays = append(plays, p)
	}
	return plays
}

// TestPartRoundTrip: what a part says is read as it was, bit by bit, and the
// part is JSON.
func TestPartRoundTrip(t *testing.T) {
	tuning := smallTuning(t)
	head := smallHead(tuning)
	rapid.Check(t, func(t *rapid.T) {
		plays := drawPlays(t, tuning, 20)
		var b bytes.Buffer
		if err := WritePart(&b, head, slices.Values(plays)); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(b.Bytes()) {
			t.Fatalf("a part is no JSON:\n%s", b.Bytes())
		}
		got, log, err := readPart(tuning, b.Bytes())
		if err != nil || !got.Whole || !slices.Equal(got.Request.Args(), head.Request.Args()) {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, p := range plays {
			figures, ok := log.Find(p.Point, p.Replication)
			if !ok || !slices.EqualFunc(figures, p.Figures, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }) {
				t.Fatalf("%v is read as %v, %v", p, figures, ok)
			}
		}
	})
}

// TestFingerprint: whatever decides what a search finds is in its hash, and the
// machines are not.
func TestFingerprint(t *testing.T) {
	base := func() *TuneOptions {
		return &TuneOptions{Options: scenarios.Options{Strategies: []string{"ai-memory"}}, Vary: []string{"breaker.open.base=4s,8s"}}
	}
	hash := func(change func(*TuneOptions)) string {
		o := base()
		change(o)
		tuning, err := NewTuning([]string{"published-60s-outage", "single-blip"}, *o)
		if err != nil {
			t.Fatal(err)
		}
		return tuning.fingerprint()
	}
	want := hash(func(*TuneOptions) {})
	for name, change := range map[string]func(*TuneOptions){
		"workers": func(o *TuneOptions) { o.Plan.Workers = 3 },
		"shard":   func(o *TuneOptions) { o.Plan.Shard = tune.Shard{Index: 1, Of: 2} },
		"engine":  func(o *TuneOptions) { o.Engine = "native" },
	} {
		if hash(change) != want {
			t.Errorf("%s changes the hash", name)
		}
	}
	seed := uint64(9)
	for name, change := range map[string]func(*TuneOptions){
		"values":       func(o *TuneOptions) { o.Vary = []string{"breaker.open.base=4s,9s"} },
		"path":         func(o *TuneOptions) { o.Vary = []string{"attempt.total=4s,8s"} },
		"strategy":     func(o *TuneOptions) { o.Strategies = []string{"a=ai-memory,attempt.total=9s"} },
		"seed":         func(o *TuneOptions) { o.Seed = &seed },
		"world":        func(o *TuneOptions) { o.Set = []string{"slo=3s"} },
		"replications": func(o *TuneOptions) { o.Plan.Replications = 7 },
		"objective":    func(o *TuneOptions) { o.Minimize = []string{"latency_p99"} },
		"weight":       func(o *TuneOptions) { o.Minimize = []string{"latency_p99=1,cost_per_1k=2,wasted_per_1k=1"} },
		"requirement":  func(o *TuneOptions) { o.Require = []string{"success_rate >= 10%"} },
		"over":         func(o *TuneOptions) { o.Over = tune.Worst },
		"rivals":       func(o *TuneOptions) { o.Rivals = []string{"naive"} },
	} {
		if hash(change) == want {
			t.Errorf("%s does not change the hash", name)
		}
	}
}
