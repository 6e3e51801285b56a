package litellm

import (
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// allowedDefault is the router's own allowed_fails: a configuration that says the
// same says nothing.
const allowedDefault = 3

// failKeys are the exceptions of a policy of allowed failures.
var failKeys = []struct {
	key     string
	classes []chain.Class
}{
	{"InternalServerErrorAllowedFails", []chain.Class{chain.Server, chain.Overload}},
	{"TimeoutErrorAllowedFails", []chain.Class{chain.Timeout}},
	{"RateLimitErrorAllowedFails", []chain.Class{chain.RateLimit, chain.Quota}},
	{"AuthenticationErrorAllowedFails", []chain.Class{chain.Auth}},
	{"BadRequestErrorAllowedFails", []chain.Class{chain.BadRequest}},
	{"ContentPolicyViolationErrorAllowedFails", []chain.Class{chain.ContentPolicy}},
}

// trip writes what cools a deployment: a count of failures where the
// configuration allows so many, else the part of a calendar minute's answers.
func (l *liteLLM) trip(v *foreign.Verdicts, cooldown time.Duration) *yamldoc.Node {
	n, path := l.setting("allowed_fails")
	allowed, given := l.Whole(n, path, 0, 1<<15)
	policy := l.Get(l.router, "allowed_fails_policy")
	counted := given && allowed != allowedDefault
	if given && !counted && policy == nil {
		l.Left(n, "%s %d is the router's default, which leaves the counting of failures off", path, allowedDefault)
		l.Warn(n.Pos, "%s: 3 does nothing: only another number makes the router count failures", path)
	}
	if l.IsMap(policy, "allowed_fails_policy") {
		allowed, counted = l.allowedPolicy(v, policy, allowed, given), true
	}
	if !counted {
		return l.minute(v)
	}
	for _, c := range []chain.Class{chain.RateLimit, chain.Auth, chain.ModelMissing} {
		if v[c].Evidence == chain.Trip && policy == nil {
			v.Evidence(chain.Bad, c)
		}
	}
	if given {
		l.Took(n, "%s %d -> breaker.trip.failures %d: the one after those allowed", path, allowed, allowed+1)
	}
	return foreign.Kind("count", "failures", allowed+1, "window", cooldown, "expiry", "rearmed")
}

// allowedPolicy reads allowed failures per exception. A chain counts all in one:
// those of whom none is allowed open at once, the others share the smallest
// number.
func (l *liteLLM) allowedPolicy(v *foreign.Verdicts, policy *yamldoc.Node, allowed int, given bool) int {
	least := -1
	v.Evidence(chain.Bad, chain.RateLimit, chain.Auth, chain.ModelMissing)
	for _, k := range failKeys {
		n := l.Get(policy, k.key)
		x, ok := l.Whole(n, k.key, 0, 1<<15)
		if !ok {
			continue
		}
		if x == 0 {
			v.Evidence(chain.Trip, k.classes...)
			l.Took(n, "%s 0 -> classify.rules.%s.evidence trip", k.key, k.classes[0])
			continue
		}
		v.Evidence(chain.Bad, k.classes...)
		if least >= 0 && x != least {
			l.Left(n, "%s %d: failures of all kinds are counted in one, up to the smallest number", k.key, x)
		} else {
			l.Took(n, "%s %d -> breaker.trip.failures", k.key, x)
		}
		if least < 0 || x < least {
			least = x
		}
	}
	switch {
	case least >= 0:
		return least
	case given:
		return allowed
	}
	return allowedDefault
}

// minute is the router's own rule: more than half of five or more answers of a
// calendar minute; a deployment that is alone in its group cools only after a
// thousand failures of a thousand.
func (l *liteLLM) minute(v *foreign.Verdicts) *yamldoc.Node {
	alone, several := 0, 0
	for _, g := range l.inLine {
		if len(g.members) == 1 {
			alone++
			continue
		}
		several++
	}
	if several == 0 {
		v.Evidence(chain.Bad, chain.RateLimit)
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "a deployment that is alone in its group cools only when 1000 of 1000 answers of a calendar minute fail, or at 401 and 404")
		return foreign.Kind("ratio", "ratio", 1.0, "min", 1000, "window", time.Minute, "tumbling", true)
	}
	l.Assumed(yamldoc.Pos{}, liteLLMSource, "a deployment cools when more than half of 5 or more answers of a calendar minute fail")
	if alone > 0 {
		l.Note(foreign.NoteLeft, l.entry.at, "groups of one deployment cool here as the others do; the router spares them")
	}
	return foreign.Kind("ratio", "ratio", .5, "over", true, "min", 5, "window", time.Minute, "tumbling", true)
}

// backoff is how long the router waits where nobody else can be asked: half a
// second, doubled, at most eight, and what the response says up to a minute.
func (l *liteLLM) backoff() *yamldoc.Node {
	options := []any{"jitter", "add", "hint", "obey", "hint_cap", time.Minute, "jitter_add", 750 * time.Millisecond, "over_cap", "own_backoff"}
	l.Assumed(yamldoc.Pos{}, liteLLMSource, "retries wait min(0.5s * 2^n, 8s) and up to 0.75s more; Retry-After counts up to 60s")
	n, path := l.setting("retry_after")
	least, ok := l.seconds(n, path)
	if !ok || least == 0 {
		return foreign.Kind("exponential", append([]any{"max", l.retries, "base", 500 * time.Millisecond, "factor", 2, "cap", 8 * time.Second}, options...)...)
	}
	l.Took(n, "%s %s -> retry.waits: none is shorter", path, least)
	var waits []*yamldoc.Node
	for i := range l.retries {
		waits = append(waits, foreign.Leaf(min(max(500*time.Millisecond<<min(i, 5), least), 8*time.Second)))
	}
	return foreign.Kind("schedule", append([]any{"waits", waits}, options...)...)
}

// inside is what the provider's SDK does below the router, where every deployment
// lets it.
func (l *liteLLM) inside() {
	most, all := 0, true
	var at *yamldoc.Node
	for _, g := range l.path {
		for _, d := range g.members {
			n := l.Get(d.params, "max_retries")
			x, ok := l.Whole(n, "max_retries", 0, 100)
			all = all && ok && x > 0 && (most == 0 || x == most)
			if most = max(most, x); x > 0 {
				at = n
			}
		}
	}
	switch {
	case at == nil:
		return
	case !all:
		l.Left(at, "max_retries of some deployments: the chain has none, or the same for all")
		return
	}
	l.Took(at, "max_retries %d -> inside.retry.max: the SDK's own, below each attempt", most)
	l.Warn(at.Pos, "max_retries %d: the SDK asks again below each of the router's attempts: up to %d calls for one request to a group", most, (most+1)*(l.retries+1))
	l.Chain.Slot("inside", foreign.Tree("retry", foreign.Kind("exponential", "max", most, "base", 500*time.Millisecond, "factor", 2, "cap", 8*time.Second,
		"jitter", "minus", "hint", "honour", "hint_cap", time.Minute, "spread", .25)), "")
}

// detours are whom a call asks after a prompt that is too long, or that a filter
// refused.
func (l *liteLLM) detours() []any {
	var pairs []any
	for _, k := range [][2]string{{"context_window_fallbacks", "context_length"}, {"content_policy_fallbacks", "content_policy"}} {
		var names []string
		for _, g := range l.after(k[0], l.entry) {
			for _, d := range g.members {
				names = append(names, d.member.Name)
			}
		}
		if names != nil {
			pairs = append(pairs, k[1], names)
			l.Took(l.fallbacks[k[0]], "%s -> classify.special_chain.%s", k[0], k[1])
		}
	}
	if pairs == nil {
		return nil
	}
	return []any{"special_chain", foreign.Tree(pairs...)}
}
