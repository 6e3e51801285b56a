package foreign

import (
	"bytes"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// WriteStrategy writes a strategy as a document for --strategy: the preset that
// it starts from and what differs from that, or the whole where no preset and no
// difference says it. The header's lines stand above it as comments. Loading the
// document gives the winner's hash; base is what it was tuned from, and gives it
// its summary.
func WriteStrategy(base, winner *strategy.Loaded, header []string) []byte {
	summary := Leaf(base.Name + ", tuned")
	doc := fullForm(winner, summary)
	if winner.Preset != "" {
		for _, engine := range []bool{false, true} { // the preset's own, where it can play the winner
			if short := shortForm(winner, summary, engine); Says(short, winner) {
				doc = short
				break
			}
		}
	}
	var b bytes.Buffer
	for _, line := range header {
		b.WriteString("# " + OneRow(line) + "\n")
	}
	b.Write(yamldoc.Format(doc))
	return b.Bytes()
}

// Says reports whether a document, as it will be read, is the strategy.
func Says(doc *yamldoc.Node, l *strategy.Loaded) bool {
	read, ps := strategy.Parse(l.Name, "", yamldoc.Format(doc), strategy.Options{})
	return ps == nil && read.Hash == l.Hash
}

// shortForm is the preset and what differs from it, the breaker's engine only
// where that is asked for: it changes no decision, and searches choose the fastest.
func shortForm(l *strategy.Loaded, summary *yamldoc.Node, engine bool) *yamldoc.Node {
	doc := Tree("preset", l.Preset, "summary", summary)
	under, ps := strategy.Preset(l.Preset)
	if ps != nil {
		return doc
	}
	if readsEnv(under) {
		doc.Entries = append(doc.Entries, yamldoc.Entry{Key: "from_env", Value: Leaf(false)}) // what was tuned stands, whatever the variables say
	}
	from, to := under.Doc, l.Doc
	if !engine && from.Breaker != nil && to.Breaker != nil {
		b := *to.Breaker
		b.Engine = from.Breaker.Engine
		to.Breaker = &b
	}
	if over := beyond(strategy.Types().Node(&from), strategy.Types().Node(&to)); over != nil {
		doc.Entries = append(doc.Entries, over.Entries...)
	}
	return doc
}

// fullForm is the canonical document, with a summary of its own. Variables that
// it was read from are in it.
func fullForm(l *strategy.Loaded, summary *yamldoc.Node) *yamldoc.Node {
	doc, ps := yamldoc.Parse("", l.Canonical())
	if ps != nil {
		panic("scenarios: a canonical form that cannot be read: " + ps.Error())
	}
	doc = doc.Without("summary", "from_env")
	doc.Kind = yamldoc.Map
	doc.Entries = append([]yamldoc.Entry{{Key: "summary", Value: summary}}, doc.Entries...)
	return doc
}

func readsEnv(l *strategy.Loaded) bool {
	on, _ := l.Tree.Get("from_env").Bool()
	return on
}

// SlotsOf is what a strategy answers, with every default spelled out.
func SlotsOf(l *strategy.Loaded) *yamldoc.Node { return strategy.Types().Node(&l.Doc) }

// beyond is the document that makes want of another when it is laid over it, nil
// where they are the same. A key that want lacks is written as nothing, which
// takes it away.
func beyond(under, want *yamldoc.Node) *yamldoc.Node {
	switch {
	case SameNodes(under, want):
		return nil
	case want == nil:
		return &yamldoc.Node{}
	case under == nil || under.Kind != yamldoc.Map || want.Kind != yamldoc.Map || TextOf(under.Get("kind")) != TextOf(want.Get("kind")):
		return want
	}
	out := &yamldoc.Node{Kind: yamldoc.Map}
	for _, e := range want.Entries {
		if v := beyond(under.Get(e.Key), e.Value); v != nil {
			out.Entries = append(out.Entries, yamldoc.Entry{Key: e.Key, Value: v})
		}
	}
	for _, e := range under.Entries {
		if want.Get(e.Key) == nil {
			out.Entries = append(out.Entries, yamldoc.Entry{Key: e.Key, Value: &yamldoc.Node{}})
		}
	}
	return out
}
