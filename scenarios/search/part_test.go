package search

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

func smallTuning(t testing.TB) *Tuning {
	t.Helper()
	tuning, err := NewTuning([]string{"published-60s-outage"}, TuneOptions{Options: scenarios.Options{Strategies: []string{"ai-memory"}},
		Vary: []string{"breaker.open.base=4s,8s"}, Minimize: []string{"wasted_per_1k"}, Require: []string{"success_rate >= 0%"}})
	if err != nil {
		t.Fatal(err)
	}
	return tuning
}

// TestPartRoundTrip: what a part says is read as it was, bit by bit, and the
// part is JSON.
func TestPartRoundTrip(t *testing.T) {
	tuning := smallTuning(t)
	rapid.Check(t, func(t *rapid.T) {
		var plays []tune.Play
		seen := map[[2]uint64]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "plays") {
			p := tune.Play{Point: tune.Point(rapid.Uint64Range(0, 1<<62).Draw(t, "point")), Replication: rapid.IntRange(0, 2_000_000).Draw(t, "replication")}
			if rapid.Bool().Draw(t, "outside") {
				p.Point = tune.Outside + p.Point%1000
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
		var b bytes.Buffer
		head := tuning.Head([]string{"a", "--b"})
		head.Whole = true
		if err := WritePart(&b, head, slices.Values(plays)); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(b.Bytes()) {
			t.Fatalf("a part is no JSON:\n%s", b.Bytes())
		}
		r := bufio.NewReader(&b)
		got, _, err := ReadHead(r)
		if err != nil || tuning.Same(got) != nil || !got.Whole || !slices.Equal(got.Request, head.Request) {
			t.Fatalf("%+v, %v", got, err)
		}
		log := NewLog(nil)
		if _, err := tuning.Read(r, log); err != nil {
			t.Fatal(err)
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

// FuzzPart: no bytes make a reader of parts panic, and what it takes it writes
// back as it was.
func FuzzPart(f *testing.F) {
	tuning := smallTuning(f)
	var b bytes.Buffer
	WritePart(&b, tuning.Head(nil), slices.Values([]tune.Play{{Point: 1, Replication: 2, Figures: []float64{1.5, math.NaN()}}, {Point: tune.Outside}}))
	f.Add(b.Bytes())
	f.Add([]byte("[{\"kind\":\"wavetank-tune-part\",\"schema_version\":1,\"model\":1}\n,[0,0,1,2]\n,[-1,1,1e999,2]\n]\n"))
	f.Add([]byte("[\n,[99999999999999999999,0]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bufio.NewReader(bytes.NewReader(data))
		if _, size, err := ReadHead(r); err != nil || size > int64(len(data)) {
			return
		}
		log := NewLog(nil)
		size, err := tuning.Read(r, log)
		if err != nil || size > int64(len(data)) {
			t.Fatalf("%d bytes of %d, %v", size, len(data), err)
		}
		for key, figures := range log.known {
			if figures == nil {
				continue
			}
			line := appendPlay(nil, tune.Play{Point: key.point, Replication: key.replication, Figures: figures})
			again, err := parsePlay(line, len(figures))
			if err != nil || again.Point != key.point || again.Replication != key.replication {
				t.Fatalf("%s is read as %v, %v", line, again, err)
			}
		}
	})
}

// TestPartVersions refuses what another wavetank has written.
func TestPartVersions(t *testing.T) {
	for _, c := range []struct {
		change func(*PartHead)
		want   string
	}{
		{func(h *PartHead) { h.Version++ }, "it is of version 2, and this wavetank reads version 1"},
		{func(h *PartHead) { h.Model = judge.Model + 1 }, "it was played by model 3, and this wavetank has model 2: the same seeds give other numbers"},
		{func(h *PartHead) { h.Kind = "other" }, "it is no part of a search: wavetank tune writes one with --shard or --checkpoint"},
	} {
		h := smallTuning(t).Head(nil)
		c.change(&h)
		var b bytes.Buffer
		if err := WriteHead(&b, h); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadHead(bufio.NewReader(&b)); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
