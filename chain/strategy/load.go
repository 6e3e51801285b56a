package strategy

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
)

// Setting changes one value of a document, after its presets were merged in.
type Setting struct {
	Path  string // dotted, as breaker.open.base
	Value string // YAML
}

// Options say what surrounds a document. The zero value is nothing.
type Options struct {
	Set    []Setting
	Engine string                           // of the breaker, if there is one: native, gobreaker; "" leaves the document's
	Env    func(name string) (string, bool) // looks up a variable for from_env; nil: none is set
	// Known says that a document of this shape was loaded before, and only values
	// may differ: it has no hash. A search loads thousands.
	Known bool

	// Beside are the strategies of the document's file, by name: preset may name one,
	// and it comes before a preset of that name. As is the document's own name among
	// them, which means the preset; "" for none.
	Beside map[string]*yamldoc.Node
	As     string

	Schema []byte // JSON Schema of the answers, for validate: {kind: schema}; nil believes whoever judged them
}

// Loaded is a strategy that was read, checked and built.
type Loaded struct {
	Name       string
	Preset     string // that it starts from, "" for none
	Hash       string // the first 12 hex digits of SHA-256 over the canonical slots, without the engine, which changes no decision
	Summary    string
	Source     string
	Version    string   // date of what it reproduces
	Unverified int      // numbers still in force that the source does not give
	Models     []string // from AI_MEMORY_LLM_MODEL, one per provider of the order; nil without from_env
	Recipe     chain.Strategy
	Doc        policy.Document
	Tree       *yamldoc.Node // merged, for the places of things

	Counterexample bool // it is there to be shown wrong

	document Document
}

// Load merges a document over its presets and builds it under a name. Nothing
// (a nil node, or a null) is the strategy that answers no question.
func Load(name string, node *yamldoc.Node, o Options) (*Loaded, yamldoc.Problems) {
	var above []string
	if o.As != "" {
		above = []string{o.As}
	}
	tree, base, ps := shelf{o.Beside, preset}.resolve(node, above)
	if ps != nil {
		return nil, ps
	}
	l := &Loaded{Name: name, Preset: base}
	if tree, ps = l.overlay(tree, o); ps != nil {
		return nil, ps
	}
	decoder := yamldoc.Decoder{Types: Types()}
	if ps := decoder.Read(tree, &l.document); ps != nil {
		return nil, ps
	}
	l.document.Unverified = unverified(tree)
	l.Tree, l.Doc, l.Unverified = tree, l.document.Document, len(l.document.Unverified)
	l.Summary, l.Source, l.Version = l.document.Summary, l.document.Source, l.document.Version
	l.Counterexample = l.document.Counterexample
	if !o.Known {
		l.Hash = hash(l.Doc)
	}
	return l, l.build(o)
}

// build makes the recipe; its parts were checked before.
func (l *Loaded) build(o Options) yamldoc.Problems {
	if fit, ok := l.Doc.Validate.(*policy.SchemaFit); ok {
		fit.Schema = o.Schema
	}
	recipe, err := l.Doc.Strategy(l.Name)
	if err != nil {
		return yamldoc.Problems{{Pos: l.Tree.Pos, Text: err.Error()}}
	}
	l.Recipe = recipe
	return nil
}

// Canonical returns the document in canonical form: presets merged in, every
// default spelled out. Loading that gives the same strategy.
func (l *Loaded) Canonical() []byte { return Types().Encode(&l.document) }

// Parse reads and loads one file's document.
func Parse(name, origin string, data []byte, o Options) (*Loaded, yamldoc.Problems) {
	root, ps := yamldoc.Parse(origin, data)
	if ps != nil {
		return nil, ps
	}
	return Load(name, root, o)
}

func hash(doc policy.Document) string {
	if doc.Breaker != nil {
		b := *doc.Breaker
		b.Engine = policy.Native
		doc.Breaker = &b
	}
	sum := sha256.Sum256(Types().Encode(&doc))
	return hex.EncodeToString(sum[:])[:12]
}

// unverified lists the marked paths whose values still stand as a preset, or the
// document that marked them, wrote them.
func unverified(tree *yamldoc.Node) (out []string) {
	list := tree.Get("unverified")
	if list == nil {
		return nil
	}
	for _, item := range list.Items {
		value := tree.Find(item.Text)
		if value != nil && (value.Pos.Origin == item.Pos.Origin || strings.HasPrefix(value.Pos.Origin, "preset ")) {
			out = append(out, item.Text)
		}
	}
	return out
}
