package litellm

import (
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// strategy writes the three nested loops of the router: fallbacks, retries within
// a group, one call; and the cooldown that filters whom a retry may choose.
func (l *liteLLM) strategy() {
	d := &l.Chain
	d.About, d.Strategy = "The chain of LiteLLM's model group "+foreign.Slug(l.entry.name)+", of "+l.Origin()+".", "litellm"
	d.Slot("summary", foreign.Leaf("The model group "+foreign.Slug(l.entry.name)+" and its fallbacks, as LiteLLM's router asks them."), "")
	d.Slot("source", foreign.Leaf(l.Origin()), "")
	v := l.classes()
	l.retryCounts(v)
	single := len(l.inLine) == 1 && len(l.entry.members) == 1
	if !single {
		d.Slot("order", l.order(), "the router's loops: groups of several deployments are asked again at once")
	}
	l.timeout()
	breaker := l.cooldown(v)
	classify := len(d.Slots)
	d.Slot("classify", nil, "")
	if retry := l.retry(single); retry != nil {
		d.Slot("retry", retry, "")
	}
	if breaker != nil {
		d.Slot("breaker", breaker, "")
	}
	l.inside()
	d.Slots[classify].Value = v.Node(breaker != nil, l.detours()...)
	d.Slot("exhausted", foreign.Kind("last"), "")
}

// classes is what the router does after each class: strategies 2.2 and 4.1.
func (l *liteLLM) classes() *foreign.Verdicts {
	v := foreign.AnyError()
	v.Set(true, true, chain.Bad, chain.Server, chain.Overload, chain.Timeout)
	v.Set(true, true, chain.Trip, chain.RateLimit)
	v.Set(len(l.entry.members) > 1, true, chain.Trip, chain.Auth)
	v.Set(false, true, chain.Trip, chain.ModelMissing)
	v.Set(true, true, chain.None, chain.Connect, chain.Truncated)
	v.Set(false, true, chain.None, chain.Quota, chain.BadRequest, chain.ContextLength, chain.ContentPolicy)
	l.Assumed(yamldoc.Pos{}, liteLLMSource, "classify: 429, 401 and 404 cool at once, a refused connection and a used-up budget never, 400 goes on without a retry")
	return v
}

// timeout is how long one attempt may take: a deployment's own, else the
// router's, else that of all calls.
func (l *liteLLM) timeout() {
	n, path := l.setting("timeout")
	general, given := l.seconds(n, path)
	if all := l.Get(l.settings, "request_timeout"); all != nil && general == 0 {
		n = all
		general, given = l.seconds(n, "litellm_settings.request_timeout")
	}
	longest, from, differ := time.Duration(0), n, false
	for _, g := range l.inLine {
		for _, d := range g.members {
			own := l.ownTimeout(d)
			t, ok := l.seconds(own, "timeout")
			if t == 0 {
				own, t, ok = n, general, given
			}
			if !ok || t == 0 {
				l.Warn(d.at, "%s has no timeout: an answer that never comes holds the call as long as its caller waits", d.member.Name)
			}
			differ = differ || longest != 0 && t != longest
			if t > longest {
				longest, from = t, own
			}
		}
	}
	if longest == 0 {
		return
	}
	l.Took(from, "timeout %s -> attempt.total", longest)
	if differ {
		l.Note(foreign.NoteLeft, from.Pos, "timeouts that differ between deployments: the chain has one, the longest, %s", longest)
	}
	l.Chain.Slot("attempt", foreign.Tree("total", longest), "")
}

// ownTimeout is where a deployment says how long a call may take, nil for nowhere.
func (l *liteLLM) ownTimeout(d *deployment) *yamldoc.Node {
	return l.Get(d.params, "timeout", "request_timeout")
}
