package foreign

import (
	"slices"
	"strings"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// Gap is a place at which two strategies differ: what each says, "" for nothing.
type Gap struct{ Path, have, want string }

// Gaps are where what a strategy says differs from what is wanted; both are
// decisive.
func Gaps(have, want *yamldoc.Node) (out []Gap) {
	compareNodes("", have, want, &out)
	return out
}

// Decisive is what a document says, but for the engine, which decides nothing. Its
// classes are written out as they come to be judged, whatever table they start
// from; evidence only where somebody hears it.
func Decisive(doc *policy.Document) *yamldoc.Node {
	d := *doc
	if d.Breaker != nil {
		b := *d.Breaker
		b.Engine = policy.Native
		d.Breaker = &b
	}
	d.Classify = nil
	out := strategy.Types().Node(&d)
	classes := Tree()
	for class, v := range TableOf(doc) {
		pairs := []any{"retry", v.Retry, "failover", v.Failover}
		if d.Breaker != nil || d.Admission != nil || d.Budget != nil {
			pairs = append(pairs, "evidence", v.Evidence.String())
		}
		classes.Entries = append(classes.Entries, yamldoc.Entry{Key: chain.Class(class).String(), Value: Tree(pairs...)})
	}
	classify := Tree("rules", classes)
	if doc.Classify != nil {
		classify.Entries = append(classify.Entries, strategy.Types().Node(doc.Classify).Without("preset", "rules").Entries...)
	}
	out.Entries = append(out.Entries, yamldoc.Entry{Key: "classify", Value: classify})
	return out
}

// TableOf is what a document makes of each class.
func TableOf(doc *policy.Document) [chain.NumClasses]chain.Verdict {
	if doc.Classify == nil {
		return chain.AnyError{}.ByClass()
	}
	return doc.Classify.Build().(chain.ClassTable).ByClass()
}

func compareNodes(at string, have, want *yamldoc.Node, out *[]Gap) {
	switch {
	case have == nil || want == nil || have.Kind != want.Kind || have.Kind == yamldoc.Scalar && have.Text != want.Text,
		TextOf(have.Get("kind")) != TextOf(want.Get("kind")), len(have.Items) != len(want.Items):
		g := Gap{Path: at}
		if have != nil {
			g.have = inlineNode(have, false)
		}
		if want != nil {
			g.want = inlineNode(want, false)
		}
		*out = append(*out, g)
		return
	}
	for i := range want.Items {
		compareNodes(scenarios.FmtPath(at, i), have.Items[i], want.Items[i], out)
	}
	for _, e := range want.Entries {
		compareNodes(Dotted(at, e.Key), have.Get(e.Key), e.Value, out)
	}
	for _, e := range have.Entries {
		if want.Get(e.Key) == nil {
			compareNodes(Dotted(at, e.Key), e.Value, nil, out)
		}
	}
}

// concerns tells whether something differs at or below a path, or in what holds it.
func concerns(all []Gap, path string) bool {
	return slices.ContainsFunc(all, func(g Gap) bool {
		return g.Path == path || strings.HasPrefix(g.Path, path+".") || strings.HasPrefix(g.Path, path+"[") || strings.HasPrefix(path, g.Path+".")
	})
}
