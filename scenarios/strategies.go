package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// Ideal is the name under which the bound is shown: a chain that foresees every
// outage. It always takes part and is never judged.
const Ideal = "ideal"

// IdealPreset is the preset behind Ideal.
const IdealPreset = "clairvoyant"

// defaultStrategies take part where neither the file nor the command line names
// any.
var defaultStrategies = []string{"naive", "naive-retry", "five-provider", "gobreaker", "ai-memory"}

// wanted is a strategy to load: its document, and where it was asked for.
type wanted struct {
	name string
	doc  *yamldoc.Node
	at   yamldoc.Pos // for problems without a place of their own
	sets []strategy.Setting
	own  string // its name among the file's strategies; "" for one from elsewhere
}

// meanStrategies loads the strategies that take part.
func (l *loader) meanStrategies() {
	for _, s := range l.sc.Document.Strategies {
		path := "strategies." + s.Name
		switch {
		case !validName(s.Name):
			l.note(path, "", "%q is no name: %s", s.Name, nameRule)
		case s.Name == Ideal:
			l.note(path, "", "%q is the bound's name: every run shows it", s.Name)
		}
	}
	seen := map[string]bool{}
	for _, w := range append(l.wanted(), ideal()) {
		if seen[w.name] && w.name != Ideal {
			l.noteAt(w.at, "", "", "two strategies are called %s: name one of them NAME=%s", w.name, w.name)
		}
		if seen[w.name] {
			continue
		}
		seen[w.name] = true
		if s, ps := l.loadStrategy(w); ps != nil {
			l.problems = append(l.problems, ps...)
		} else {
			l.meanNames(&w, s)
			l.sc.Strategies, l.sc.places = append(l.sc.Strategies, s), append(l.sc.places, w.at)
		}
	}
}

// meanNames refuses providers that are not there, in an order or with parts of
// their own.
func (l *loader) meanNames(w *wanted, s *strategy.Loaded) {
	known := l.sc.Document.ProviderNames()
	refuse := func(name, path, where string) {
		if len(known) == 0 || slices.Contains(known, name) {
			return
		}
		hint := yamldoc.DidYouMean(name, known)
		if hint == "" {
			hint = "it may be " + strings.Join(known, ", ")
		}
		l.problems = append(l.problems, w.blame(yamldoc.Problems{{Pos: s.Tree.Place(path), Hint: hint,
			Text: fmt.Sprintf("unknown provider %q in the %s of %s", name, where, s.Name)}})...)
	}
	if order, ok := s.Doc.Order.(*policy.Listed); ok {
		for i, name := range order.Providers {
			refuse(name, FmtPath("order.providers", i), "order")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Doc.PerProvider)) {
		refuse(name, "per_provider."+name, "per_provider")
	}
	if len(known) > 0 && l.problems == nil {
		l.meanParts(w, s, known)
	}
}

// meanParts has the chain made that a strategy stands for: names in its other parts,
// and parts that do not go together with these providers, are found by nobody else.
func (l *loader) meanParts(w *wanted, s *strategy.Loaded, providers []string) {
	if _, err := chain.New(s.Recipe, providers, 0, blindOracle{}); err != nil {
		at := s.Tree.Pos
		if w.own != "" {
			at = w.at
		}
		l.problems = append(l.problems, w.blame(yamldoc.Problems{{Pos: at, Text: strings.TrimPrefix(err.Error(), "chain: ")}})...)
	}
}

// blindOracle stands where one is needed and none is asked.
type blindOracle struct{}

func (blindOracle) Foresee(chain.Instant, *chain.Request) (chain.Foresight, bool) {
	return chain.Foresight{}, false
}

// ideal is the chain that foresees everything.
func ideal() wanted {
	return wanted{name: Ideal, doc: presetNode(IdealPreset, yamldoc.Pos{Origin: Ideal}), at: yamldoc.Pos{Origin: Ideal}}
}

// wanted lists the strategies that were asked for, in order.
func (l *loader) wanted() []wanted {
	if len(l.Options.Strategies) > 0 {
		return l.picked()
	}
	var out []wanted
	for _, s := range l.sc.Document.Strategies {
		out = append(out, l.fromFile(s.Name, s.Value.Node))
	}
	if len(out) == 0 {
		at := yamldoc.Pos{Origin: "default strategies"}
		for _, name := range defaultStrategies {
			out = append(out, wanted{name: name, doc: presetNode(name, at), at: at})
		}
	}
	return out
}

// fromFile is a strategy of the scenario's own list, or of --chain's.
func (l *loader) fromFile(name string, doc *yamldoc.Node) wanted {
	return wanted{name: name, doc: doc, at: l.root.Place("strategies." + name), own: name}
}

// picked are the strategies of --strategy.
func (l *loader) picked() (out []wanted) {
	for _, text := range l.Options.Strategies {
		at := yamldoc.Pos{Origin: "--strategy " + text}
		p, err := ParsePick(text)
		if err != nil {
			l.noteAt(at, "", "", "%s", err)
			continue
		}
		w, err := l.sourceOf(p, at)
		if err != nil {
			l.noteAt(at, "", "", "%s", err)
			continue
		}
		w.sets = p.Sets
		out = append(out, w)
	}
	return out
}

// sourceOf finds what a pick starts from: a strategy of the file, else a
// preset, else a path, else a mutant.
func (l *loader) sourceOf(p pick, at yamldoc.Pos) (wanted, error) {
	for _, s := range l.sc.Document.Strategies {
		if s.Name == p.Source {
			w := l.fromFile(p.Source, s.Value.Node)
			w.name = p.name
			return w, nil
		}
	}
	presets := strategy.Names()
	if slices.Contains(presets, p.Source) {
		return wanted{name: p.name, doc: presetNode(p.Source, at), at: at}, nil
	}
	if slices.Contains(strategy.Mutants(), p.Source) {
		if _, err := l.Options.Open(p.Source); err != nil { // a file of that name comes first
			return wanted{name: p.name, doc: presetNode(p.Source, at), at: at}, nil
		}
	}
	if !isPath(p.Source) {
		known := presets
		for _, s := range l.sc.Document.Strategies {
			known = append(known, s.Name)
		}
		return wanted{}, UnknownName("strategy", p.Source, known)
	}
	text, err := l.Options.Open(p.Source)
	if err != nil {
		return wanted{}, err
	}
	doc, ps := yamldoc.Parse(p.Source, text)
	if ps != nil {
		return wanted{}, ps
	}
	return wanted{name: p.name, doc: doc, at: doc.Pos}, nil
}

// presetNode is the document that is nothing but a preset.
func presetNode(name string, at yamldoc.Pos) *yamldoc.Node {
	value := &yamldoc.Node{Kind: yamldoc.Scalar, Pos: at, Text: name}
	return &yamldoc.Node{Kind: yamldoc.Map, Pos: at, Entries: []yamldoc.Entry{{Key: "preset", Pos: at, Value: value}}}
}

// loadStrategy reads one strategy.
func (l *loader) loadStrategy(w wanted) (*strategy.Loaded, yamldoc.Problems) {
	o := strategy.Options{Set: w.sets, Env: l.Env}
	if w.name != Ideal {
		o.Engine = l.Engine
	}
	if w.own != "" {
		o.Beside, o.As = l.beside(), w.own
	}
	if f := l.sc.Document; f.Output != nil && f.Output.Judge != nil {
		o.Schema = f.Output.Judge.Source
	}
	if w.doc == nil || w.doc.Kind == yamldoc.Null {
		return nil, yamldoc.Problems{{Pos: w.at, Text: w.name + " is no strategy: nothing is written there", Hint: "for example {preset: naive}"}}
	}
	s, ps := strategy.Load(w.name, w.doc, o)
	return s, w.blame(ps)
}

// beside are the file's strategies by name, which presets may be named after.
func (l *loader) beside() map[string]*yamldoc.Node {
	out := map[string]*yamldoc.Node{}
	for _, s := range l.sc.Document.Strategies {
		out[s.Name] = s.Value.Node
	}
	return out
}

// blame says of problems with what --strategy changes that they came from there:
// a document knows its settings as --set, which the user did not write.
func (w *wanted) blame(ps yamldoc.Problems) yamldoc.Problems {
	for i := range ps {
		for _, set := range w.sets {
			if ps[i].Pos.Origin == "--set "+set.Path {
				ps[i].Pos.Origin = "--strategy " + w.name + ": " + set.Path
			}
		}
	}
	return ps
}

// placeOf returns where a strategy's part is written in the scenario, or where
// the strategy came from.
func (l *loader) placeOf(name, part string) yamldoc.Pos {
	for _, s := range l.sc.Document.Strategies {
		if s.Name == name && len(l.Options.Strategies) == 0 {
			return l.root.Place("strategies." + name + "." + part)
		}
	}
	return yamldoc.Pos{Origin: l.src.file}
}
