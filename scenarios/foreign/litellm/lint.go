package litellm

import (
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// lint warns of what is legal and probably not meant.
func (l *liteLLM) lint() {
	l.lintFallbacks()
	l.lintCooldown()
	l.lintSiblings()
	l.knownSettings()
}

// lintFallbacks warns of groups that have nowhere to go.
func (l *liteLLM) lintFallbacks() {
	if len(l.inLine) == 1 {
		l.Warn(l.entry.at, "the group %s has no fallback: when its deployments fail, the call fails", l.entry.name)
	}
	for _, g := range l.groups {
		if !g.reached && len(l.after("fallbacks", g)) == 0 {
			l.Warn(g.at, "the group %s has no fallback", g.name)
		}
	}
	vendors := map[*foreign.Vendor]bool{}
	for _, g := range l.inLine {
		for _, d := range g.members {
			vendors[d.member.Vendor] = true
		}
	}
	if f := l.fallbacks["fallbacks"]; f != nil && len(vendors) == 1 && len(l.inLine) > 1 {
		for v := range vendors {
			l.Warn(f.Pos, "every fallback is with %s: an outage there takes all of them", v.Name)
		}
	}
	for _, g := range l.after("context_window_fallbacks", l.entry) {
		for _, d := range g.members {
			if a, b := windowOf(l.entry.members[0].member), windowOf(d.member); a > 0 && b > 0 && b <= a {
				l.Warn(d.at, "context_window_fallbacks: %s has no larger window than %s", d.member.Name, l.entry.members[0].member.Name)
			}
		}
	}
}

// windowOf is a member's context window, 0 where none is known.
func windowOf(m *foreign.Member) int {
	if m.Window > 0 {
		return m.Window
	}
	return m.Vendor.Window
}

// lintCooldown warns of cooldowns that never come, and of those that end too
// soon.
func (l *liteLLM) lintCooldown() {
	n, path := l.setting("cooldown_time")
	base, given := l.seconds(n, path)
	fails, _ := l.setting("allowed_fails")
	allowed, counts := l.Whole(fails, "allowed_fails", 0, 1<<15)
	counts = counts && allowed != l.allowedOwn() || l.router.Get("allowed_fails_policy") != nil
	if (given || fails != nil) && !counts && len(l.entry.members) == 1 {
		at := l.entry.at
		if n != nil {
			at = n.Pos
		}
		l.Warn(at, "the group %s has one deployment: by the router's own rule a 429 or a bad minute never cools it", l.entry.name)
	}
	t, _ := l.setting("timeout")
	if longest, ok := l.seconds(t, "timeout"); ok && given && base > 0 && longest > base && n != nil {
		l.Warn(n.Pos, "a cooldown of %s is shorter than the timeout of %s: while a provider hangs, calls are held longer than it is left out", base, longest)
	}
}

// lintSiblings warns of deployments of a group that share what fails.
func (l *liteLLM) lintSiblings() {
	for _, g := range l.path {
		seen := map[string]*deployment{}
		for _, d := range g.members {
			where := d.model + " " + foreign.TextOf(d.params.Get("api_base")) + foreign.TextOf(d.params.Get("base_url"))
			if seen[where] != nil {
				l.Warn(d.at, "%s and %s are one model at one address: if they share a quota, a 429 of one is a 429 of both, and retries go to it at once", seen[where].member.Name, d.member.Name)
			}
			seen[where] = d
		}
	}
	if n, _ := l.setting("num_retries"); n != nil && l.retries == 0 && len(l.inLine) == 1 {
		l.Warn(n.Pos, "num_retries 0 without a fallback: one failure is the caller's")
	}
}

// ignored are settings that have no counterpart, and why.
var ignored = map[string]string{
	"model_group_alias":      "other names of groups, which fallbacks and --group may use",
	"stream_timeout":         "traffic here is not streamed",
	"enable_pre_call_checks": "who is chosen is not checked for its window beforehand",
	"retry_after":            "it counts where somebody waits for a retry: not where a sibling or a fallback is asked at once",
	"max_fallbacks":          "it bounds how deep fallbacks nest, which are one list here",
	"routing_strategy_args":  "what it goes by has no counterpart within a group",
	"region_name":            "regions have no counterpart",
	"tags":                   "traffic has no tags",
	"max_budget":             "money that runs out has no counterpart",
	"budget_duration":        "money that runs out has no counterpart",
	"set_verbose":            "it is about logs",
	"drop_params":            "requests have no parameters here",
	"callbacks":              "they are about logs",
	"success_callback":       "they are about logs",
	"failure_callback":       "they are about logs",
	"cache":                  "no answer comes from a cache here",
	"cache_params":           "no answer comes from a cache here",
	"redis_host":             "cooldowns are those of one process; fleet in a scenario plays several",
	"redis_port":             "cooldowns are those of one process; fleet in a scenario plays several",
}

// knownSettings tells of settings that are known to have no counterpart.
func (l *liteLLM) knownSettings() {
	places := []*yamldoc.Node{l.router, l.settings}
	for _, g := range l.path {
		for _, d := range g.members {
			places = append(places, d.params, d.info)
		}
	}
	for _, n := range places {
		if n == nil {
			continue
		}
		for _, e := range n.Entries {
			if why := ignored[e.Key]; why != "" && e.Value != nil && e.Value != foreign.HiddenValue && !l.Used[e.Value] {
				l.Used[e.Value], l.Told[e.Value] = true, true
				l.Note(foreign.NoteLeft, e.Pos, "%s: %s", e.Key, why)
			}
		}
	}
}
