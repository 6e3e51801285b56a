package litellm

import (
	"strings"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// readFallbacks reads the lists of fallbacks: a list of maps of one group each.
func (l *liteLLM) readFallbacks() {
	for _, key := range []string{"fallbacks", "context_window_fallbacks", "content_policy_fallbacks"} {
		n, path := l.setting(key)
		l.fallbacks[key] = n
		for _, item := range l.List(n, path) {
			if !l.IsMap(item, path) {
				continue
			}
			for _, e := range item.Entries {
				l.Used[e.Value] = true
				l.known(e.Key, e.Pos, path)
				for _, to := range l.List(e.Value, path+" of "+printable.Scrub(e.Key)) {
					l.known(foreign.TextOf(to), to.Pos, path)
				}
			}
		}
	}
	n, path := l.setting("default_fallbacks")
	l.fallbacks["default_fallbacks"] = n
	for _, to := range l.List(n, path) {
		l.known(foreign.TextOf(to), to.Pos, path)
	}
}

// known warns of a fallback that is no group.
func (l *liteLLM) known(name string, at yamldoc.Pos, path string) {
	if name == "*" || name == "" || l.resolve(name) != nil {
		return
	}
	var names []string
	for _, g := range l.groups {
		names = append(names, printable.Scrub(g.name))
	}
	l.Warn(at, "%s: no model group is called %q (%s)", path, foreign.Shorten(name), foreign.HintOf(name, names))
}

// resolve finds a group by its name, or by an alias.
func (l *liteLLM) resolve(name string) *modelGroup {
	if g := l.group(name); g != nil {
		return g
	}
	alias := l.Get(l.router, "model_group_alias")
	if alias == nil {
		return nil
	}
	if to := l.Get(alias, name); to != nil {
		if to.Kind == yamldoc.Map {
			return l.group(l.Word(to, "model"))
		}
		return l.group(to.Text)
	}
	return nil
}

// after lists the groups that a list of fallbacks names for a group: by its
// name, by its name without the provider, or for all.
func (l *liteLLM) after(key string, g *modelGroup) (out []*modelGroup) {
	_, bare, _ := strings.Cut(g.name, "/")
	for _, name := range []string{g.name, bare, "*"} {
		for _, item := range foreign.ItemsOf(l.fallbacks[key]) {
			to := item.Get(name)
			if name == "" || to == nil {
				continue
			}
			for _, n := range foreign.ItemsOf(to) {
				if f := l.resolve(foreign.TextOf(n)); f != nil {
					out = append(out, f)
				}
			}
			return out
		}
	}
	if key == "fallbacks" {
		for _, n := range foreign.ItemsOf(l.fallbacks["default_fallbacks"]) {
			if f := l.resolve(foreign.TextOf(n)); f != nil && f != g {
				out = append(out, f)
			}
		}
	}
	return out
}

// flatten lists the groups that a call may come to, in order. Each fallback may
// have fallbacks of its own; they follow it, and nobody is asked twice.
func (l *liteLLM) flatten() {
	nested := false
	var walk func(g *modelGroup, depth int)
	walk = func(g *modelGroup, depth int) {
		if g.reached {
			return
		}
		g.reached = true
		nested = nested || depth > 1
		l.path = append(l.path, g)
		for _, f := range l.after("fallbacks", g) {
			walk(f, depth+1)
		}
	}
	walk(l.entry, 0)
	inLine := len(l.path)
	for _, key := range []string{"context_window_fallbacks", "content_policy_fallbacks"} {
		for _, g := range l.after(key, l.entry) {
			if !g.reached {
				g.reached = true
				l.path = append(l.path, g) // a provider of the chain, though not in its order
			}
		}
	}
	l.inLine = l.path[:inLine]
	for _, key := range []string{"fallbacks", "default_fallbacks"} {
		if f := l.fallbacks[key]; f != nil && inLine > 1 {
			l.Took(f, "%s -> order.groups: %s", key, groupNames(l.inLine))
		}
	}
	if f := l.fallbacks["fallbacks"]; nested && f != nil {
		l.Note(foreign.NoteLeft, f.Pos, "fallbacks of fallbacks: written as one list, in which nobody is asked twice")
	}
}

// groupNames writes groups in the order in which they are asked.
func groupNames(groups []*modelGroup) string {
	var names []string
	for _, g := range groups {
		names = append(names, g.name)
	}
	return strings.Join(names, ", then ")
}
