package litellm

import (
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// cooldownDefault is how long a deployment cools where nobody says so, and where
// the router is told 0.
const cooldownDefault = 5 * time.Second

// cooldown writes the breaker: how many failures open it, and for how long.
func (l *liteLLM) cooldown(v *foreign.Verdicts) *yamldoc.Node {
	if off, path := l.setting("disable_cooldowns"); off != nil && strings.EqualFold(off.Text, "true") {
		l.Took(off, "%s -> no breaker", path)
		return nil
	}
	open, base := l.openFor()
	if open == nil {
		return nil
	}
	return foreign.Tree("trip", l.trip(v, base), "open", open, "half_open", foreign.Kind("none"))
}

// openFor reads how long a deployment cools: its own time, else what the response
// says, else the router's. It is nil where nobody ever cools.
func (l *liteLLM) openFor() (*yamldoc.Node, time.Duration) {
	own, all := l.ownCooldown()
	if all && own == 0 {
		l.Warn(l.entry.at, "cooldown_time 0 of every deployment: whoever fails stays in rotation")
		return nil, 0
	}
	if all {
		l.Note(foreign.NoteTook, l.entry.at, "cooldown_time %s of every deployment -> breaker.open.base; it stands before Retry-After", own)
		return foreign.Kind("constant", "base", own), own
	}
	n, path := l.setting("cooldown_time")
	base, ok := l.seconds(n, path)
	switch {
	case !ok:
		base = cooldownDefault
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "cooldown_time 5s, or what Retry-After says, without a cap; afterwards everybody comes back at once")
	case base == 0:
		base = cooldownDefault
		l.Warn(n.Pos, "%s 0 means %s: the router takes nothing for its default; a deployment's own 0, or disable_cooldowns, means none", path, base)
	default:
		l.Took(n, "%s %s -> breaker.open.else.base", path, base)
	}
	return foreign.Kind("from_header", "else", foreign.Kind("constant", "base", base)), base
}

// ownCooldown is the time that every deployment sets; all is false where they
// differ, or some have none.
func (l *liteLLM) ownCooldown() (own time.Duration, all bool) {
	all = true
	var first *yamldoc.Node
	for _, g := range l.inLine {
		for _, d := range g.members {
			n := l.Get(d.info, "cooldown_time")
			if n == nil {
				n = l.Get(d.params, "cooldown_time")
			}
			t, given := l.seconds(n, "cooldown_time")
			all = all && given && (first == nil || t == own)
			if given && first == nil {
				own, first = t, n
			}
		}
	}
	if first != nil && !all {
		l.Left(first, "cooldown_time of single deployments: the chain has one cooldown, the router's")
	}
	return own, all && first != nil
}
