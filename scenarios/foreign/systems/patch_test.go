package systems

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/internal/fixture"
)

// patchConfigs are the configurations of testdata that a patch may be written for.
func patchConfigs(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for file, text := range configs(t) {
		if systemOf(file) != "envoy" {
			out[file] = text
		}
	}
	return out
}

// source of a chain: the strategy's document and the names of the providers.
func chainSource(t testing.TB, file, text string) (doc *yamldoc.Node, providers []string) {
	t.Helper()
	root := chainOf(t, systemOf(file), file, text)
	return root.Find("strategies." + systemOf(file)), scenarios.Keys(root.Get("providers"))
}

func loadedOf(t testing.TB, doc *yamldoc.Node, sets ...strategy.Setting) *strategy.Loaded {
	t.Helper()
	l, ps := strategy.Load("x", doc, strategy.Options{Engine: "native", Set: sets})
	if ps != nil {
		t.Fatal(ps)
	}
	return l
}

// after applies a patch with git, where it is there and the patch can be applied.
func afterPatch(t interface{ Fatalf(string, ...any) }, dir, file, text string, patch []byte) (string, bool) {
	args := []string{"git", "apply"}
	switch head, _, _ := strings.Cut(string(patch), "\n"); {
	case strings.HasPrefix(head, "# By hand"):
		return "", false
	case strings.Contains(head, "--unidiff-zero"):
		args = append(args, "--unidiff-zero")
	}
	return fixture.Apply(t, dir, file, args, text, string(patch))
}

// settled are changes of one setting that each configuration has words for.
var settled = map[string][]string{
	"litellm-basic.yaml": {"attempt.total=12s", "breaker.open.else.base=90s", "breaker.open.else.base=500ms", "breaker.open={kind: constant, base: 40s}", "breaker=null",
		"order.groups[0].members[0].weight=3", "classify.rules.bad_request.retry=true",
		"retry.max=1", "retry.per_class={rate_limit: 1}", "retry.per_class={timeout: 7}",
		"order={kind: groups, groups: [{members: [{provider: chat-openai, weight: 200}], at_once: true}, {members: [{provider: chat-azure, weight: 600}], at_once: true}, {members: [{provider: claude, weight: 1}]}]}"},
	"litellm-anchors.yaml": {"attempt.total=7s", "breaker.trip.failures=5", "inside.retry.max=1", "classify.rules.timeout.retry=false", "retry.per_class={server: 4, overload: 4}", "order.groups[0].members[0].weight=7"},
	"litellm-single.yaml":  {"breaker.open.else.base=1m", "attempt={total: 9s}", "retry.waits=[2s, 2s]", "retry.waits=[3s, 3s, 3s, 4s]"},
	"litellm-order.yaml": {"order={kind: listed, providers: [main, third, spare]}", "order={kind: listed, providers: [main, spare]}", "order={kind: listed, providers: [main, fourth, spare, third]}",
		"breaker.trip.failures=7", "classify.special_chain.context_length=[third, fourth]"},
	"portkey-breaker.json": {"breaker.open.base=2m", "breaker.trip.of[0].failures=9", "breaker.trip.of[1].ratio=0.25", "breaker.trip.of[1].min=50", "order.weights[1].weight=2",
		"attempt={total: 2500ms}", "classify.rules.overload.evidence=good"},
	"portkey-nested.json": {"order={kind: paths, paths: [{weight: 700, providers: [groq-llama, target, openai-gpt-4o-mini]}, {weight: 300, providers: [cerebras-prod-llama-3-3-70b, target, openai-gpt-4o-mini]}]}",
		"attempt.total=20s", "retry.max=5"},
	"portkey-mixed.json": {"attempt.total=5s", "retry.max=3", "breaker.open.base=2m", "breaker.trip.failures=9", "classify.rules.timeout.failover=true"},
	"portkey-list.json":  {"order.providers=[b, c, a]", "order.providers=[c, a]", "order.providers=[c, a, b]", "attempt.total=3s", "retry.max=1", "classify.rules.timeout.failover=false"},
}

// TestExportPatchSays demands of each single change that the patch says all of it
// or names what it does not, and that the file it makes is read as just that.
func TestExportPatchSays(t *testing.T) {
	dir := t.TempDir()
	all := patchConfigs(t)
	for file := range all {
		if len(settled[file]) == 0 {
			t.Errorf("%s: no change of it is tried", file)
		}
	}
	for file, sets := range settled {
		doc, providers := chainSource(t, file, all[file])
		before := loadedOf(t, doc)
		for _, set := range sets {
			path, value, _ := strings.Cut(set, "=")
			after := loadedOf(t, doc, strategy.Setting{Path: path, Value: value})
			patch, reason := patchFor(systemOf(file), file, []byte(all[file]), before, after, providers)
			if reason != "" {
				t.Errorf("%s: %s: %s\n%s", file, set, reason, patch)
				continue
			}
			text, ok := afterPatch(t, dir, file, all[file], patch)
			if !ok {
				continue
			}
			back, _ := chainSource(t, file, text)
			now, err := configuredBy(systemOf(file), all[file], "")
			if err != nil {
				t.Fatal(err)
			}
			if left := foreign.Gaps(foreign.Decisive(&loadedOf(t, back).Doc), foreign.Decisive(now.Wanted(after))); len(left) > 0 {
				t.Errorf("%s: %s: the patched file says otherwise: %v\n%s", file, set, left, patch)
			}
		}
	}
}

// TestExportPatchLaw makes random changes of every configuration's strategy: the
// patched file says what was wanted but for what is listed, nothing else has
// changed, and no key comes to light.
func TestExportPatchLaw(t *testing.T) {
	dir := t.TempDir()
	all := patchConfigs(t)
	for file, text := range all { // no shape gives it away
		all[file] = regexp.MustCompile(`[a-z]+-`+planted+`\w*`).ReplaceAllString(text, "Quite Plain Words")
	}
	patched, whole, hidden := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		file := rapid.SampledFrom(slices.Sorted(maps.Keys(all))).Draw(t, "file")
		system, text := systemOf(file), all[file]
		now, err := configuredBy(system, text, "")
		if err != nil {
			t.Fatal(err)
		}
		after := randomly(t, file, now)
		patch, reason := patchFor(system, file, []byte(text), now.Loaded, after, now.Providers)
		if out := string(patch) + reason; strings.Contains(out, planted) || strings.Contains(out, "Quite") || strings.Contains(out, "hunter2") {
			t.Fatalf("a key in %s", out)
		}
		if reason == "" {
			whole++
		}
		then := now
		if patch != nil {
			patched++
			if patched > 40 { // each starts a program
				p := foreign.Patcher{Want: now.Wanted(after), Goal: foreign.Decisive(now.Wanted(after))}
				then = p.Approach(now)
			} else if got, ok := afterPatch(t, dir, file, text, patch); !ok {
				hidden++
				return
			} else if then, err = configuredBy(system, got, ""); err != nil {
				t.Fatalf("%v\n%s", err, patch)
			}
		}
		want := foreign.Decisive(now.Wanted(after))
		wished := foreign.Gaps(now.Says, want)
		for _, g := range foreign.Gaps(then.Says, want) {
			if !slices.Contains(wished, g) || !strings.Contains(reason, g.Path) {
				t.Fatalf("%s: %+v is not said, and not listed in %q\n%s", file, g, reason, patch)
			}
		}
		for _, g := range foreign.Gaps(then.Says, now.Says) {
			if !slices.ContainsFunc(wished, func(w foreign.Gap) bool { return w.Path == g.Path }) {
				t.Fatalf("%s: %+v was not asked for\n%s", file, g, patch)
			}
		}
	})
	if patched < 40 || whole < 15 || min(patched, 40)-hidden < 25 {
		t.Errorf("%d patches, %d of them by hand, %d that say all: the changes test too little", patched, hidden, whole)
	}
}

// randomly is a configuration's strategy with some changes: some that it has words
// for, some that nobody thought of.
func randomly(t *rapid.T, file string, now *foreign.Configured) *strategy.Loaded {
	doc := foreign.SlotsOf(now.Loaded)
	for range rapid.IntRange(0, 3).Draw(t, "known") {
		path, value, _ := strings.Cut(rapid.SampledFrom(settled[file]).Draw(t, "set"), "=")
		if next, ps := yamldoc.SetPath(doc, path, value); ps == nil {
			if _, ps := strategy.Load("x", next, strategy.Options{}); ps == nil {
				doc = next
			}
		}
	}
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	return vary(r, "x", doc, rapid.IntRange(0, 2).Draw(t, "more"))
}

// TestExportPatchGolden holds patches against a file: changed and new values, what
// moves, what cannot be said, and lines beside and with keys.
func TestExportPatchGolden(t *testing.T) {
	all := patchConfigs(t)
	var out strings.Builder
	for _, row := range []struct{ file, sets string }{
		{"litellm-basic.yaml", "attempt={total: 12s, first_byte: 2s};breaker.open={kind: constant, base: 40s}"},
		{"litellm-order.yaml", "order={kind: listed, providers: [main, fourth, spare, third]};breaker.trip.failures=7"},
		{"litellm-order.yaml", "attempt.total=4s;hedge={kind: delay, after: 1s}"},
		{"portkey-list.json", "order.providers=[b, c, a];retry.max=1"},
		{"portkey-list.json", "order.providers=[c, a]"},
		{"portkey-breaker.json", "breaker.open.base=2m;attempt={total: 2500ms}"},
	} {
		doc, providers := chainSource(t, row.file, all[row.file])
		var sets []strategy.Setting
		for _, set := range strings.Split(row.sets, ";") {
			path, value, _ := strings.Cut(set, "=")
			sets = append(sets, strategy.Setting{Path: path, Value: value})
		}
		patch, reason := patchFor(systemOf(row.file), row.file, []byte(all[row.file]), loadedOf(t, doc), loadedOf(t, doc, sets...), providers)
		out.WriteString("== " + row.file + ": " + row.sets + "\n" + string(patch) + "reason: " + reason + "\n\n")
	}
	fixture.Golden(t, "testdata/patches.golden", out.String())
}

// TestExportPatchRefuses holds why there is no patch.
func TestExportPatchRefuses(t *testing.T) {
	all := patchConfigs(t)
	file := "litellm-order.yaml"
	doc, providers := chainSource(t, file, all[file])
	l := loadedOf(t, doc)
	for want, row := range map[string]struct {
		system, text string
		providers    []string
		set          string
	}{
		"cannot be patched":                  {"envoy", all[file], providers, "attempt.total=1s"},
		"makes a chain of other providers":   {"litellm", all[file], []string{"a", "b"}, "attempt.total=1s"},
		"no configuration of Portkey":        {"portkey", all[file], providers, "attempt.total=1s"},
		"says it already":                    {"litellm", all[file], providers, "attempt.total=10s"},
		"hedge {kind: delay, after: 1s":      {"litellm", all[file], providers, "hedge={kind: delay, after: 1s}"},
		"callers ask for main":               {"litellm", all[file], providers, "order={kind: listed, providers: [third, main]}"},
		"from the environment: os.environ/T": {"litellm", strings.Replace(all[file], "num_retries: 0", "num_retries: 0\n  timeout: os.environ/T", 1), providers, "attempt.total=1s"},
		"is the router's default":            {"litellm", all[file], providers, "breaker.trip.failures=4"},
		"is the window of allowed_fails":     {"litellm", all[file], providers, "breaker.open.else.base=1m"},
		"there is nothing in this file":      {"litellm", "", providers, "attempt.total=1s"},
		"end in several ways":                {"litellm", strings.Replace(all[file], "\n", "\r\n", 1), providers, "attempt.total=1s"},
		"waits grow from half a second":      {"litellm", all[file], providers, "retry={kind: constant, max: 1, base: 1s}"},
	} {
		path, value, _ := strings.Cut(row.set, "=")
		after := loadedOf(t, doc, strategy.Setting{Path: path, Value: value})
		text := row.text
		if strings.Contains(text, "os.environ/T\n") { // everybody has the general one
			text = strings.ReplaceAll(strings.ReplaceAll(text, "      timeout: 10\n", ""), "      timeout: 10 # as the first\n", "")
			text = strings.Replace(text, "      timeout: \"10\"\n", "", 1)
			after = loadedOf(t, doc, strategy.Setting{Path: path, Value: value})
		}
		patch, reason := patchFor(row.system, file, []byte(text), l, after, row.providers)
		if len(patch) > 0 || !strings.Contains(reason, want) {
			t.Errorf("%s: reason %q, want %q\n%s", row.set, reason, want, patch)
		}
	}
}

// TestExportPatchIdle demands that nothing is written which changes nothing, as the
// default of num_retries where members of a group stand in another order, or which
// changes more than was wanted, as a status that several classes share.
func TestExportPatchIdle(t *testing.T) {
	for _, row := range []struct{ file, text, path, value string }{
		{"litellm-c.yaml", "model_list:\n- {model_name: a, litellm_params: {model: openai/gpt-4o}}\n- {model_name: a, litellm_params: {model: groq/llama-3.3-70b}}\n",
			"order.groups[0].members", "[{provider: a-groq, weight: 1}, {provider: a-openai, weight: 1}]"},
		{"portkey-list.json", configs(t)["portkey-list.json"], "classify.rules", "{server: {retry: false}, connect: {retry: false}}"},
	} {
		doc, providers := chainSource(t, row.file, row.text)
		after := loadedOf(t, doc, strategy.Setting{Path: row.path, Value: row.value})
		if patch, reason := patchFor(systemOf(row.file), "c", []byte(row.text), loadedOf(t, doc), after, providers); patch != nil || !strings.Contains(reason, row.path) {
			t.Errorf("%q\n%s", reason, patch)
		}
	}
}

// TestExportPatchBytes demands that a patch leaves line ends, the mark at the
// beginning and the missing end of a file as they are.
func TestExportPatchBytes(t *testing.T) {
	dir := t.TempDir()
	file := "litellm-basic.yaml"
	text := configs(t)[file]
	doc, providers := chainSource(t, file, text)
	before := loadedOf(t, doc)
	after := loadedOf(t, doc, strategy.Setting{Path: "breaker.open.else.base", Value: "90s"}, strategy.Setting{Path: "attempt.total", Value: "4s"})
	want := strings.NewReplacer("cooldown_time: 30", "cooldown_time: 90", "timeout: 20", "timeout: 4", "timeout: 30", "timeout: 4").Replace(text)
	for what, change := range map[string]func(string) string{
		"as it is": func(s string) string { return s },
		"windows":  func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"a mark":   func(s string) string { return foreign.ByteOrderMark + s },
		"no end":   func(s string) string { return strings.TrimSuffix(s, "\n") },
		"long":     func(s string) string { return strings.Repeat("# a comment\n", 5000) + s },
	} {
		patch, reason := patchFor("litellm", file, []byte(change(text)), before, after, providers)
		if got, _ := afterPatch(t, dir, file, change(text), patch); got != change(want) {
			t.Errorf("%s: %s: the patched file is\n%q\n%s", what, reason, got, patch)
		}
	}
}

// TestExportPatchGroup finds the model group at which the chain was imported.
func TestExportPatchGroup(t *testing.T) {
	text := configs(t)["litellm-basic.yaml"]
	im := imported(t, "litellm", "c.yaml", text, foreign.ImportOptions{Group: "claude"})
	root := parsed(t, string(im.Chain))
	doc := root.Find("strategies.litellm")
	before, after := loadedOf(t, doc), loadedOf(t, doc, strategy.Setting{Path: "retry.max", Value: "1"})
	patch, reason := patchFor("litellm", "../conf/c.yaml", []byte(text), before, after, scenarios.Keys(root.Get("providers")))
	if reason != "" || !strings.Contains(string(patch), "# Apply it in ../conf: git apply") ||
		!strings.Contains(string(patch), "--- a/c.yaml\n+++ b/c.yaml\n") || !strings.Contains(string(patch), "\n+  num_retries: 1\n") {
		t.Errorf("%q\n%s", reason, patch)
	}
}

// FuzzExportPatch demands that no configuration that can be imported panics its
// patch, or brings a planted secret to light, and that what is patched is read as
// nearer to what was wanted.
func FuzzExportPatch(f *testing.F) {
	for file, text := range patchConfigs(f) {
		f.Add(kindOfConfig[systemOf(file)], uint64(1), text)
	}
	f.Add(kindOfConfig["litellm"], uint64(2), twoGroups)
	f.Add(kindOfConfig["litellm"], uint64(3), "\ufeffmodel_list:\r\n- model_name: a\r\n  litellm_params: {model: x, headers: |\r\n "+planted+"}\r\nrouter_settings:\r\n")
	f.Add(kindOfConfig["litellm"], uint64(4), `{"model_list": [{"model_name": "a", "litellm_params": {"model": "x"}}], "router_settings": {}}`)
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, text string) {
		system := []string{"litellm", "portkey"}[which%2]
		text = strings.ReplaceAll(text, planted, planted+"0123456789abcdef")
		bytes, err := foreign.PlainLines([]byte(text))
		if err != nil {
			return
		}
		now, err := configuredBy(system, bytes.Text, "")
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 2))
		after := vary(r, "x", foreign.SlotsOf(now.Loaded), 3)
		patch, reason := patchFor(system, "c.yaml", []byte(text), now.Loaded, after, now.Providers)
		if strings.Contains(string(patch)+reason, planted+"0123456789abcdef") {
			t.Fatalf("a secret in %s\n%s", reason, patch)
		}
		p := &foreign.Patcher{Want: now.Wanted(after), Goal: foreign.Decisive(now.Wanted(after))}
		if then := p.Approach(now); then != now && len(foreign.Gaps(then.Says, p.Goal)) >= len(foreign.Gaps(now.Says, p.Goal)) {
			t.Fatalf("no nearer:\n%s", patch)
		}
	})
}

// patchFor writes a patch for a system by its name.
func patchFor(system, file string, original []byte, before, after *strategy.Loaded, providers []string) (patch []byte, reason string) {
	s, err := Named(system)
	if err != nil {
		return nil, err.Error()
	}
	p := s.WritePatch(file, original, before, after, providers)
	return p.Diff, p.Reason
}

// configuredBy reads a configuration of a system by its name.
func configuredBy(system, text, group string) (*foreign.Configured, error) {
	s, err := Named(system)
	if err != nil {
		return nil, err
	}
	return foreign.Configure(s, text, group)
}
