package gobreaker

import (
	"encoding/json"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/scenarios"
	"wavetank/scenarios/internal/fixture"
)

// TestExportGobreakerPresets demands of every preset with a breaker a source or a
// reason that names a slot, and a source of those that are gobreaker's own.
func TestExportGobreakerPresets(t *testing.T) {
	sources := 0
	for _, name := range slices.Concat(strategy.Names(), strategy.Mutants()) {
		l, ps := strategy.Preset(name)
		if ps != nil {
			t.Fatal(ps)
		}
		source, reason := Settings(l)
		switch {
		case (source == nil) == (reason == ""):
			t.Errorf("%s: source %q, reason %q", name, source, reason)
		case source == nil && !strings.HasPrefix(reason, "breaker"), strings.Contains(reason, "\n"), strings.Contains(reason, "policy."):
			t.Errorf("%s: the reason %q", name, reason)
		case source != nil:
			sources++
			if tidy, err := format.Source(source); err != nil || string(tidy) != string(source) {
				t.Errorf("%s: the source is not as gofmt writes it: %v", name, err)
			}
		}
	}
	if sources < 3 {
		t.Errorf("%d presets have a source", sources)
	}
}

// TestExportGobreakerReasons holds what is told of breakers that gobreaker cannot
// play, and what it can play though it is written otherwise.
func TestExportGobreakerReasons(t *testing.T) {
	for set, want := range map[string]string{
		"breaker=null": "breaker: the strategy has none",
		"breaker.open={kind: exponential, base: 30s}":                                      "breaker.open: ",
		"breaker.open={kind: linear, base: 30s}":                                           "breaker.open: ",
		"breaker.open={kind: from_header, else: {kind: constant, base: 5s}}":               "breaker.open: ",
		"breaker.trip={kind: ratio, ratio: 0.5, window: 30s}":                              "breaker.trip: ",
		"breaker.trip={kind: count, failures: 3, window: 30s}":                             "breaker.trip: ",
		"breaker.trip={kind: slow_ratio, ratio: 0.5, slow: 3s, last: 10}":                  "breaker.trip: ",
		"breaker.half_open={kind: none}":                                                   "breaker.half_open: ",
		"breaker.half_open={kind: single, neutral: failure}":                               "breaker.half_open: ",
		"breaker.success_clears=true":                                                      "breaker.success_clears: ",
		"breaker.max_open=0.5":                                                             "breaker.max_open",
		"breaker.trip={kind: never}":                                                       "",
		"breaker.trip={kind: count, failures: 1, window: 30s}":                             "",
		"breaker.trip={kind: n_of_m, n: 4, m: 4}":                                          "",
		"breaker.trip={kind: n_of_m, n: 3, m: 4}":                                          "breaker.trip: ",
		"breaker.trip={kind: ratio, ratio: 1, min: 5, last: 5}":                            "",
		"breaker.trip={kind: ratio, ratio: 1, min: 4, last: 5}":                            "breaker.trip: ",
		"breaker.trip={kind: any_of, of: [{kind: immediate}, {kind: never}]}":              "",
		"breaker.trip={kind: any_of, of: [{kind: immediate}, {kind: n_of_m, n: 1, m: 2}]}": "breaker.trip: ",
		"breaker.open={kind: linear, base: 30s, max: 30s}":                                 "",
		"breaker.open={kind: exponential, base: 30s, max: 30s}":                            "",
		"breaker.open={kind: exponential, base: 30s, factor: 1}":                           "",
	} {
		path, value, _ := strings.Cut(set, "=")
		l, ps := strategy.Load("x", strategy.From("gobreaker"), strategy.Options{Engine: "native", Set: []strategy.Setting{{Path: path, Value: value}}})
		if ps != nil {
			t.Fatalf("%s: %v", set, ps)
		}
		if source, reason := Settings(l); !strings.HasPrefix(reason, want) || (source == nil) != (want != "") {
			t.Errorf("%s: reason %q, want %q", set, reason, want)
		}
	}
}

// TestExportGobreakerGolden holds a source with everything in it against a file.
func TestExportGobreakerGolden(t *testing.T) {
	source, _ := Settings(playable(t)[4])
	fixture.Golden(t, "testdata/gobreaker.golden", string(source))
}

// breakerOp is one thing that happens to a breaker, and what the native one made
// of it.
type breakerOp struct {
	At     int64 // nanoseconds
	Admit  bool
	Ticket int    // admission that a result belongs to
	Class  string // of the result; "" is an error without a class
	Yes    bool   // admitted
	State  string
}

// history plays random results on a strategy's own breaker, around the ends of
// its cooldowns most of all.
func history(r *rand.Rand, l *strategy.Loaded) (ops []breakerOp) {
	classes := l.Recipe.Classify
	if classes == nil {
		classes = chain.AnyError{}
	}
	b := l.Recipe.Breaker.MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(1), Moved: func(chain.Move) {}})
	var tickets []chain.Ticket
	var out []int
	now, badness := chain.Instant(0), r.IntN(100)
	for range 60 {
		if b.State(now) == chain.Open && r.IntN(3) == 0 {
			now = max(now, b.Until()+chain.Instant(r.IntN(3)-1))
		} else {
			now += chain.Instant(r.IntN(3) * r.IntN(int(time.Second)))
		}
		if o := (breakerOp{At: int64(now), Admit: true}); len(out) == 0 || r.IntN(5) < 2 {
			var t chain.Ticket
			if t, o.Yes = b.Admit(now); o.Yes {
				out, tickets = append(out, len(tickets)), append(tickets, t)
			}
			o.State = b.State(now).String()
			ops = append(ops, o)
			continue
		}
		k := r.IntN(len(out))
		o := breakerOp{At: int64(now), Ticket: out[k]}
		out = slices.Delete(out, k, k+1)
		class, e := chain.OK, chain.Bad
		if r.IntN(100) < badness {
			class = chain.Class(r.IntN(int(chain.NumClasses)))
		}
		if r.IntN(20) > 0 {
			o.Class, e = class.String(), classes.Classify(&chain.Outcome{Class: class}).Evidence
		}
		b.Record(now, tickets[o.Ticket], &chain.Result{Evidence: e, Class: class})
		o.State = b.State(now).String()
		ops = append(ops, o)
	}
	return ops
}

// TestExportGobreakerDecides compiles the sources and plays histories on plain
// gobreaker with them, on its own clock in a bubble: it must decide as the native
// breaker did, which made them.
func TestExportGobreakerDecides(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	module, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o := overlay{t: t, dir: dir, Replace: map[string]string{}, at: filepath.Join(module, "scenarios", "exported")}
	var imports, calls strings.Builder
	all := map[string][][]breakerOp{}
	opened := 0
	for i, l := range playable(t) {
		source, reason := Settings(l)
		if reason != "" {
			t.Fatalf("%s: %s", l.Name, reason)
		}
		name := fmt.Sprintf("v%d", i)
		o.add(name+"/breakers.go", string(source))
		o.add(name+"/settings.go", "package breakers\n\nvar Settings = settings\n")
		fmt.Fprintf(&imports, "\t%s \"wavetank/scenarios/exported/%s\"\n", name, name)
		fmt.Fprintf(&calls, "\t%q: %s.Settings,\n", name, name)
		r := rand.New(rand.NewPCG(2, uint64(i)))
		for range 60 {
			ops := history(r, l)
			all[name] = append(all[name], ops)
			opened += strings.Count(fmt.Sprint(ops), " half-open}")
		}
	}
	if opened < 500 {
		t.Errorf("%d ops end half-open: the histories test too little", opened)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	o.add("histories.json", string(text))
	o.add("play_test.go", strings.NewReplacer("IMPORTS", imports.String(), "CALLS", calls.String(), "FILE", filepath.Join(dir, "histories.json")).Replace(player))
	text, err = json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	o.write("overlay.json", string(text))
	play := exec.Command(filepath.Join(dir, "play.test"))
	build := exec.Command(tool, "test", "-c", "-vet=off", "-o", play.Path, "-overlay", filepath.Join(dir, "overlay.json"), "./scenarios/exported")
	build.Dir, play.Dir = module, dir
	for _, cmd := range []*exec.Cmd{build, play} {
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// overlay is files that the go command sees in this module.
type overlay struct {
	t       *testing.T
	dir, at string
	Replace map[string]string
}

func (o *overlay) add(name, text string) {
	o.write(name, text)
	o.Replace[filepath.Join(o.at, name)] = filepath.Join(o.dir, name)
}

func (o *overlay) write(name, text string) {
	path := filepath.Join(o.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		o.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		o.t.Fatal(err)
	}
}

// playable are strategies of whose breakers gobreaker has everything: presets, and
// variants that use each part.
func playable(t *testing.T) (out []*strategy.Loaded) {
	t.Helper()
	for _, arg := range []string{"gobreaker", "agentcore", "five-provider,breaker.open={kind: constant, base: 1500ms}",
		"gobreaker,breaker.half_open={kind: permits, permits: 3},breaker.trip={kind: immediate},classify.preset=by-cause",
		"gobreaker,breaker.trip={kind: any_of, of: [{kind: n_of_m, n: 4, m: 4}, {kind: consecutive, failures: 5}]},classify.rules.auth.evidence=trip,classify.rules.ok_invalid.evidence=bad",
		"gobreaker,breaker.trip={kind: never},classify.rules.rate_limit.evidence=trip,classify.rules.ok.evidence=none",
		"gobreaker,breaker.trip={kind: ratio, ratio: 1, min: 2, last: 2},breaker.open.base=1h"} {
		p, err := scenarios.ParsePick("x=" + arg)
		if err != nil {
			t.Fatal(err)
		}
		l, ps := strategy.Load(p.Source, strategy.From(p.Source), strategy.Options{Set: p.Sets, Engine: "native"})
		if ps != nil {
			t.Fatalf("%s: %v", arg, ps)
		}
		out = append(out, l)
	}
	return out
}

// player is the test that the go command runs.
const player = `package exported

import (
	"encoding/json"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"

IMPORTS)

var settings = map[string]func(string) gobreaker.Settings{
CALLS}

type failure string

func (f failure) Error() string { return string(f) }
func (f failure) Class() string { return string(f) }

type op struct {
	At     int64
	Admit  bool
	Ticket int
	Class  string
	Yes    bool
	State  string
}

func TestDecides(t *testing.T) {
	text, err := os.ReadFile("FILE")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][][]op
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		for name, histories := range all {
			for _, ops := range histories {
				play(t, name, ops)
			}
		}
	})
}

func play(t *testing.T, name string, ops []op) {
	start := time.Now()
	cb := gobreaker.NewTwoStepCircuitBreaker[struct{}](settings[name](name))
	var done []func(error)
	for i, o := range ops {
		time.Sleep(time.Duration(o.At) - time.Since(start))
		if o.Admit {
			d, err := cb.Allow()
			if (err == nil) != o.Yes {
				t.Fatalf("%s: op %d of %+v: %v", name, i, ops, err)
			}
			if err == nil {
				done = append(done, d)
			}
		} else if o.Class == "ok" {
			done[o.Ticket](nil)
		} else {
			done[o.Ticket](failure(o.Class))
		}
		if got := cb.State().String(); got != o.State {
			t.Fatalf("%s: op %d of %+v: %s", name, i, ops, got)
		}
	}
}
`
