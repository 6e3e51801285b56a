package systems

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
)

// TestExportStrategyLoads demands of every preset, with random settings, that the
// document which is written loads as the same strategy.
func TestExportStrategyLoads(t *testing.T) {
	short := 0
	for i, name := range slices.Concat(strategy.Names(), strategy.Mutants()) {
		base, ps := strategy.Preset(name)
		if ps != nil {
			t.Fatal(ps)
		}
		r := rand.New(rand.NewPCG(1, uint64(i)))
		for n := range 3 {
			winner := vary(r, name, strategy.From(name), n)
			text := foreign.WriteStrategy(base, winner, []string{"found by tune", "of a: b # c"})
			back, ps := strategy.Parse(name, "best.yaml", text, strategy.Options{Env: memory})
			if ps != nil {
				t.Fatalf("%s: %v\n%s", name, ps, text)
			}
			if back.Hash != winner.Hash {
				t.Errorf("%s: the document loads as another strategy:\n%s\nwant\n%s", name, text, winner.Canonical())
			}
			if back.Summary != name+", tuned" || !strings.HasPrefix(string(text), "# found by tune\n# of a: b # c\n") {
				t.Errorf("%s: header or summary:\n%s", name, text)
			}
			if back.Preset == name {
				short++
			}
		}
	}
	if all := 3 * (len(strategy.Names()) + len(strategy.Mutants())); short < all*9/10 {
		t.Errorf("%d of %d documents are short", short, all)
	}
}

// TestExportStrategyShort holds what is written where a preset says the most of
// it.
func TestExportStrategyShort(t *testing.T) {
	base, _ := strategy.Preset("five-provider")
	winner, ps := strategy.Load("five-provider", strategy.From("five-provider"), strategy.Options{Engine: "native", Set: []strategy.Setting{
		{Path: "breaker.open.base", Value: "10s"}, {Path: "validate", Value: "null"}, {Path: "retry", Value: "{kind: constant, max: 1, base: 500ms}"}}})
	if ps != nil {
		t.Fatal(ps)
	}
	want := `# p99 2.9 s
preset: five-provider
summary: five-provider, tuned
retry: {kind: constant, max: 1, base: 500ms, jitter: none, hint: ignore}
breaker:
  open: {base: 10s}
validate: null
`
	if got := string(foreign.WriteStrategy(base, winner, []string{"p99 2.9 s"})); !sameButRetry(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// sameButRetry compares documents but for the defaults of a retry, which belong to
// its kind.
func sameButRetry(a, b string) bool {
	cut := func(s string) (out []string) {
		for _, line := range strings.Split(s, "\n") {
			if strings.HasPrefix(line, "retry: ") {
				line, _, _ = strings.Cut(line, ", jitter")
			}
			out = append(out, line)
		}
		return out
	}
	return slices.Equal(cut(a), cut(b))
}

// TestExportStrategyFull demands the whole document of a strategy that starts
// from no preset.
func TestExportStrategyFull(t *testing.T) {
	l, ps := strategy.Parse("mine", "s.yaml", []byte("summary: mine\nattempt: {total: 5s}\nfrom_env: true\n"), strategy.Options{})
	if ps != nil {
		t.Fatal(ps)
	}
	text := string(foreign.WriteStrategy(l, l, nil))
	if !foreign.Says(parsed(t, text), l) || strings.Contains(text, "from_env") || !strings.Contains(text, "summary: mine, tuned\n") {
		t.Errorf("got\n%s", text)
	}
}

func parsed(t *testing.T, text string) *yamldoc.Node {
	t.Helper()
	n, ps := yamldoc.Parse("", []byte(text))
	if ps != nil {
		t.Fatal(ps)
	}
	return n
}

// vary makes up to n random changes of a strategy's values, of those that go
// together.
func vary(r *rand.Rand, name string, doc *yamldoc.Node, n int) *strategy.Loaded {
	l, ps := strategy.Load(name, doc, strategy.Options{})
	if ps != nil {
		panic(ps)
	}
	var sets []strategy.Setting
	for tries := 0; tries < 10*n && len(sets) < n; tries++ {
		var all []strategy.Setting
		changes(r, "", foreign.SlotsOf(l), &all)
		if len(all) == 0 {
			break
		}
		more := append(slices.Clone(sets), all[r.IntN(len(all))])
		if v, ps := strategy.Load(name, doc, strategy.Options{Set: more}); ps == nil {
			l, sets = v, more
		}
	}
	return l
}

// changes lists a change of each value below a path.
func changes(r *rand.Rand, path string, n *yamldoc.Node, out *[]strategy.Setting) {
	if n == nil {
		return
	}
	for _, e := range n.Entries {
		p := foreign.Dotted(path, e.Key)
		if e.Value != nil && e.Value.Kind >= yamldoc.List && e.Key != "rules" {
			*out = append(*out, strategy.Setting{Path: p, Value: "null"})
		}
		changes(r, p, e.Value, out)
	}
	for i, item := range n.Items {
		changes(r, scenarios.FmtPath(path, i), item, out)
	}
	if n.Kind == yamldoc.Scalar {
		if v := another(r, n); v != "" {
			*out = append(*out, strategy.Setting{Path: path, Value: v})
		}
	}
}

// another is a value of the same type.
func another(r *rand.Rand, n *yamldoc.Node) string {
	if b, ok := n.Bool(); ok {
		return strconv.FormatBool(!b)
	}
	if d, err := time.ParseDuration(n.Text); err == nil && d > 0 {
		return (time.Duration(1+r.IntN(8)) * d / 4).String()
	}
	if f, ok := n.Number(); ok {
		return fmt.Sprint(f + float64(r.IntN(4)))
	}
	return ""
}
