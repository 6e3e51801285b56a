package portkey

import (
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// inherit chooses the retry and the breaker that stand for the whole chain: the
// first that a target has. Targets without, or with another, differ from that.
func (p *portkey) inherit() {
	for _, t := range p.leaves {
		if p.again == nil && p.attempts(t.retry) > 0 {
			p.again = t.retry
		}
		if p.breaker == nil && t.breaker != nil && p.trips(t.breaker) != nil {
			p.breaker = t.breaker
		}
	}
}

// own writes the retries and breakers of targets that differ from the chain's,
// retry and breaker, nil for none.
func (p *portkey) own(retry, breaker *yamldoc.Node) *yamldoc.Node {
	out := foreign.Tree()
	said := map[string]*yamldoc.Node{}
	for _, t := range p.leaves {
		parts := foreign.Tree()
		add := func(key string, n *yamldoc.Node) {
			parts.Entries = append(parts.Entries, yamldoc.Entry{Key: key, Value: n})
		}
		if retry != nil && t.retry != p.again {
			if rule := p.rule(t.retry); !foreign.SameNodes(rule, retry) {
				add("retry", rule)
			}
		}
		if breaker != nil && t.breaker != p.breaker {
			if n := p.ownCircuit(t, breaker); n != nil {
				add("breaker", n)
			}
		}
		switch before, known := said[t.member.Name]; {
		case known && !foreign.SameNodes(before, parts):
			p.Note(foreign.NoteLeft, t.at, "%s stands in the tree twice, with another retry or cb_config: the chain has one for each, that of the first place", t.member.Name)
		case !known:
			if said[t.member.Name] = parts; len(parts.Entries) > 0 {
				out.Entries = append(out.Entries, yamldoc.Entry{Key: t.member.Name, Value: parts})
			}
		}
	}
	if len(out.Entries) == 0 {
		return nil
	}
	return out
}

// ownCircuit is what a target's breaker has in place of the chain's, nil for
// nothing.
func (p *portkey) ownCircuit(t *pkTarget, breaker *yamldoc.Node) *yamldoc.Node {
	trip := p.trips(t.breaker)
	if trip == nil {
		return foreign.Tree("trip", foreign.Kind("never"))
	}
	open := foreign.Kind("constant", "base", p.cooldown(t.breaker))
	var pairs []any
	if !foreign.SameNodes(trip, breaker.Get("trip")) {
		pairs = append(pairs, "trip", trip)
	}
	if !foreign.SameNodes(open, breaker.Get("open")) {
		pairs = append(pairs, "open", open)
	}
	if codes := p.Get(t.breaker, "failure_status_codes"); codes != nil && !foreign.SameNodes(codes, p.Peek(p.breaker, "failure_status_codes")) {
		p.Left(codes, "failure_status_codes differs between targets: the chain has one table")
	}
	if pairs == nil {
		return nil
	}
	return foreign.Tree(pairs...)
}
