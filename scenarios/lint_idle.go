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
	"wavetank/sim"
)

// idle is one way in which a part of a strategy can never act.
type idle struct {
	what string // a row's name, for tests
	// find lists such parts: where they stand, and why they cannot act. Of is how many
	// providers there are, 0 where nobody knows.
	find func(p *parts, of int) []remark
	// preset says that whoever wrote it, also a preset, is told: it depends on the
	// chain that plays it.
	preset bool
}

// remark is what is to say about a part.
type remark struct{ path, text string }

// parts are a strategy as the rows ask about it.
type parts struct {
	*strategy.Loaded
	table [chain.NumClasses]chain.Verdict
}

// idles are the ways, one row each.
var idles = []idle{
	{what: "a retry after no class", find: (*parts).idleRetry},
	{what: "a class to retry, and no retry", find: (*parts).idleClassRetry},
	{what: "evidence for nobody", find: (*parts).idleEvidence},
	{what: "misfits that nobody looks for", find: (*parts).idleMisfits},
	{what: "a breaker that nothing opens", find: (*parts).idleBreaker},
	{what: "breakers of which none may open", find: (*parts).idleMost, preset: true},
	{what: "availability without a breaker", find: (*parts).idleAvailability},
	{what: "a budget for what is never sent", find: (*parts).idleBudget},
	{what: "a hedge with nobody to ask", find: (*parts).idleHedge},
	{what: "parts of a provider that is not asked", find: (*parts).idleOwn},
}

// idleParts lists what of a strategy can never act. What a preset says is the
// preset's: its readers are told of their own lines.
func idleParts(s *strategy.Loaded, of int) (out []remark) {
	p := &parts{Loaded: s, table: chain.AnyError{}.ByClass()}
	if s.Doc.Classify != nil {
		if t, ok := s.Recipe.Classify.(chain.ClassTable); ok {
			p.table = t.ByClass()
		}
	}
	for _, row := range idles {
		for _, r := range row.find(p, of) {
			if row.preset || p.own(r.path) {
				out = append(out, r)
			}
		}
	}
	return out
}

// own tells what the file itself, or a setting, says.
func (p *parts) own(path string) bool {
	n := p.Tree.Find(path)
	return n != nil && n.Kind != yamldoc.Null && !strings.HasPrefix(n.Pos.Origin, "preset ")
}

// lintIdle warns of what can never act.
func (l *loader) lintIdle() {
	told := func(s *strategy.Loaded) bool { return s.Doc.Breaker != nil }
	if f := l.sc.Document.Fleet; f != nil && f.SyncLag != (sim.Lag{}) && !slices.ContainsFunc(l.sc.Strategies, told) {
		l.warn(l.root.Place("fleet.sync_lag"), "sync_lag never acts: processes tell each other of breakers that open, and no strategy has one")
	}
	for _, s := range l.sc.Strategies {
		if s.Name == Ideal {
			continue
		}
		for _, r := range idleParts(s, len(l.sc.Document.ProviderNames())) {
			at := s.Tree.Place(r.path)
			if at.Line == 0 || strings.HasPrefix(at.Origin, "preset ") {
				at = l.placeOf(s.Name, r.path)
			}
			l.warn(at, "%s: %s", s.Name, r.text)
		}
	}
}

// failing tells whether any failure has a property that a provider's answer may
// come to.
func (p *parts) failing(has func(chain.Verdict) bool) bool {
	for c, v := range p.table {
		class := chain.Class(c)
		if misfit := class == chain.OKInvalid && p.Recipe.Validate != nil; (misfit || class > chain.OKInvalid && class < chain.CallerCancel) && has(v) {
			return true
		}
	}
	return false
}

// retries tells whether anything is asked again: by the chain, or for one
// provider.
func (p *parts) retries() bool {
	if p.Recipe.Retry != nil {
		return true
	}
	for _, own := range p.Doc.PerProvider {
		if own.Retry != nil && own.Retry.Build() != nil {
			return true
		}
	}
	return false
}

func (p *parts) idleRetry(int) []remark {
	if p.Recipe.Retry == nil || p.failing(func(v chain.Verdict) bool { return v.Retry }) {
		return nil
	}
	return []remark{{"retry", "the retry never acts: classify has retry for no class"}}
}

func (p *parts) idleClassRetry(int) (out []remark) {
	if p.retries() || p.Doc.Classify == nil {
		return nil
	}
	for _, class := range chain.ClassNames() {
		path := "classify.rules." + class + ".retry"
		if yes, ok := p.Tree.Find(path).Bool(); ok && yes {
			out = append(out, remark{path, fmt.Sprintf("retry after %s never acts: the strategy has no retry", class)})
		}
	}
	return out
}

func (p *parts) idleEvidence(int) (out []remark) {
	_, sticky := p.Doc.Order.(*policy.Sticky)
	if p.Doc.Breaker != nil || p.Recipe.Admission != nil || p.Recipe.Budget != nil || sticky {
		return nil
	}
	for _, class := range chain.ClassNames() {
		path := "classify.rules." + class + ".evidence"
		if p.Tree.Find(path) != nil {
			out = append(out, remark{path, fmt.Sprintf("evidence of %s never acts: there is no breaker to be told", class)})
		}
	}
	return out
}

func (p *parts) idleMisfits(int) []remark {
	const path = "classify.rules.ok_invalid"
	if p.Recipe.Validate != nil || p.Tree.Find(path) == nil {
		return nil
	}
	return []remark{{path, "the rule for ok_invalid never acts: without validate every body is believed"}}
}

func (p *parts) idleBreaker(int) []remark {
	trips := func(t policy.Trip) bool { _, never := t.(*policy.NeverTrip); return !never }
	b := p.Doc.Breaker
	if b == nil || trips(b.Trip) || p.failing(func(v chain.Verdict) bool { return v.Evidence == chain.Trip }) {
		return nil
	}
	for _, own := range p.Doc.PerProvider {
		if own.Breaker != nil && own.Breaker.Trip != nil && trips(own.Breaker.Trip) {
			return nil
		}
	}
	return []remark{{"breaker.trip", "the breaker never opens: its trip is never, and no class has evidence trip; open and half_open mean nothing"}}
}

func (p *parts) idleMost(of int) []remark {
	b := p.Doc.Breaker
	if b == nil || b.MaxOpen == 0 || b.AlwaysOne || of == 0 || p.Recipe.Scopes != nil || int(b.MaxOpen)*of >= 1000 {
		return nil
	}
	return []remark{{"breaker.max_open", fmt.Sprintf("no breaker may open: one of %d is more than max_open %g; always_one: true lets one", of, float64(b.MaxOpen)/1000)}}
}

func (p *parts) idleAvailability(int) []remark {
	if p.Recipe.Availability == nil || p.Doc.Breaker != nil {
		return nil
	}
	return []remark{{"availability", "availability leaves out nobody: there is no breaker"}}
}

func (p *parts) idleBudget(of int) (out []remark) {
	covers := p.Tree.Find("budget.covers")
	if p.Recipe.Budget == nil || covers == nil {
		return nil
	}
	sent := map[string]bool{"retry": p.retries() && p.failing(func(v chain.Verdict) bool { return v.Retry }), "hedge": p.Recipe.Hedge != nil,
		"failover": of != 1 && p.failing(func(v chain.Verdict) bool { return v.Failover })}
	for i, n := range covers.Items {
		if may, known := sent[n.Text]; known && !may {
			out = append(out, remark{fmt.Sprintf("budget.covers[%d]", i), fmt.Sprintf("the budget covers %s, and this strategy sends none", n.Text)})
		}
	}
	return out
}

func (p *parts) idleHedge(of int) []remark {
	h := p.Recipe.Hedge
	if h == nil || of != 1 {
		return nil
	}
	if t, ok := h.(chain.Trait); ok && t.Traits().Same {
		return nil
	}
	return []remark{{"hedge", "the hedge asks nobody: there is one provider; target: same asks it once more"}}
}

func (p *parts) idleOwn(int) (out []remark) {
	o, listed := p.Doc.Order.(*policy.Listed)
	if !listed || len(o.Providers) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(p.Doc.PerProvider)) {
		if !slices.Contains(o.Providers, name) {
			out = append(out, remark{"per_provider." + name, name + " has parts of its own, and the order never asks it"})
		}
	}
	return out
}
