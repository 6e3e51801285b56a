package strategy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"wavetank/chain/strategy/yamldoc"
)

// TestDocuments holds what is said about documents.
//
//	load [engine=E] [set=(PATH,VALUE)]   canonical form and counts, or problems
//	env NAME=VALUE lines, ---, document  with from_env
func TestDocuments(t *testing.T) {
	datadriven.Walk(t, "testdata/documents", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var o Options
			doc := d.Input
			d.MaybeScanArgs(t, "engine", &o.Engine)
			for _, a := range d.CmdArgs {
				if a.Key == "set" {
					o.Set = append(o.Set, Setting{a.Vals[0], strings.Join(a.Vals[1:], ", ")})
				}
			}
			if d.Cmd == "env" {
				var vars string
				vars, doc, _ = strings.Cut(d.Input, "---\n")
				o.Env = lookup(vars)
			}
			l, ps := Parse("test", "ours.yaml", []byte(doc), o)
			if ps != nil {
				return ps.Error() + "\n"
			}
			out := string(l.Canonical())
			if l.Models != nil {
				out += fmt.Sprintf("models %v\n", l.Models)
			}
			return out + fmt.Sprintf("from %q, %d unverified\n", l.Preset, l.Unverified)
		})
	})
}

func lookup(vars string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, line := range strings.Split(vars, "\n") {
			if k, v, ok := strings.Cut(line, "="); ok && k == name {
				return v, true
			}
		}
		return "", false
	}
}

func TestCircle(t *testing.T) {
	docs := map[string]string{"a": "preset: b", "b": "preset: c", "c": "preset: a"}
	find := func(name string) (*yamldoc.Node, bool) {
		n, _ := yamldoc.Parse(name, []byte(docs[name]))
		return n, docs[name] != ""
	}
	root, _ := find("a")
	_, _, ps := shelf{preset: find}.resolve(root, nil)
	if want := "a:1:9: presets in a circle: b -> c -> a -> b"; ps.Error() != want {
		t.Errorf("resolve(a circle) = %q, want %q", ps.Error(), want)
	}
}

// TestHash demands that the hash is of what the chain does: not of words about
// it, not of the engine, but of each number.
func TestHash(t *testing.T) {
	load := func(doc string) string {
		l, ps := Parse("x", "x.yaml", []byte("preset: five-provider\n"+doc), Options{})
		if ps != nil {
			t.Fatal(ps)
		}
		return l.Hash
	}
	same, base := []string{"summary: other", "breaker: {engine: native}", "unverified: []", "attempt: {total: 30000ms}"}, load("")
	for _, doc := range same {
		if load(doc) != base {
			t.Errorf("%s changes the hash", doc)
		}
	}
	for _, doc := range []string{"attempt: {total: 30001ms}", "validate: null", "breaker: {trip: {failures: 4}}", "exhausted: {kind: last}"} {
		if load(doc) == base {
			t.Errorf("%s does not change the hash", doc)
		}
	}
}

// TestSchemaOption demands that a strategy judges bodies by the schema given.
func TestSchemaOption(t *testing.T) {
	l, ps := Load("x", From("five-provider"), Options{Schema: []byte(`{"type": "object", "required": ["answer"]}`)})
	if ps != nil {
		t.Fatal(ps)
	}
	if l.Recipe.Validate == nil || l.Recipe.Name != "x" {
		t.Errorf("recipe %+v, want a validator and the name x", l.Recipe)
	}
	if _, ps := Load("x", From("five-provider"), Options{Schema: []byte(`{"type": 5}`)}); ps == nil {
		t.Error("a broken schema goes unnoticed")
	}
}

// TestPresetsFit holds the presets, as written, against the schema for editors.
func TestPresetsFit(t *testing.T) {
	schema := yamldoc.Compile(Types().Schema(Document{}, true))
	for _, name := range Names() {
		root, _ := preset(name)
		if ps := yamldoc.Validate(root, schema); ps != nil {
			t.Errorf("%s: %v", name, ps)
		}
	}
}

// FuzzLoad demands that no document panics, and that what loads is shown and
// loaded again as the same.
func FuzzLoad(f *testing.F) {
	for _, name := range Names() {
		b, _ := files.ReadFile("presets/" + name + ".yaml")
		f.Add(string(b), "breaker.open.base", "10s")
	}
	f.Add("preset: five-provider\nretry: {kind: exponential, max: 2, base: 1s}", "classify.rules.timeout.evidence", "trip")
	f.Add("from_env: true\nhedge: {kind: delay, after: 1s}", "budget", "{kind: token_ratio, ratio: 0.1}")
	env := lookup(envChain + "=a,b\n" + envCooldown + "=5")
	f.Fuzz(func(t *testing.T, doc, path, value string) {
		o := Options{Set: []Setting{{path, value}}, Env: env}
		l, ps := Parse("x", "x.yaml", []byte(doc), o)
		if ps != nil {
			if l, ps = Parse("x", "x.yaml", []byte(doc), Options{}); ps != nil {
				return
			}
		}
		again, ps := Parse("x", "again.yaml", l.Canonical(), Options{})
		if ps != nil {
			t.Fatalf("the canonical form is refused: %v\n%s", ps, l.Canonical())
		}
		if again.Hash != l.Hash {
			t.Fatalf("the canonical form is another strategy:\n%s\n%s", l.Canonical(), again.Canonical())
		}
	})
}
