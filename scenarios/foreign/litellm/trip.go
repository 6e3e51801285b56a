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

// allowedOwn is the number that leaves the counting off: litellm_settings may say
// another.
func (l *liteLLM) allowedOwn() int {
	if x, ok := l.Whole(l.Get(l.settings, "allowed_fails"), "litellm_settings.allowed_fails", 0, 1<<15); ok {
		return x
	}
	return allowedDefault
}

// failKeys are the exceptions of a policy of allowed failures. A used-up budget is
// none of them: as a 400 or 402 it never cools.
var failKeys = []struct {
	key     string
	classes []chain.Class
}{
	{"InternalServerErrorAllowedFails", []chain.Class{chain.Server, chain.Overload}},
	{"TimeoutErrorAllowedFails", []chain.Class{chain.Timeout}},
	{"RateLimitErrorAllowedFails", []chain.Class{chain.RateLimit}},
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
	counted := given && allowed != l.allowedOwn()
	if given && !counted && policy == nil {
		l.Left(n, "%s %d is the router's default, which leaves the counting of failures off", path, allowed)
		l.Warn(n.Pos, "%s: %d does nothing: only another number makes the router count failures", path, allowed)
	}
	if !given {
		allowed = l.allowedOwn()
	}
	if l.IsMap(policy, "allowed_fails_policy") {
		allowed, counted = l.allowedPolicy(v, policy, allowed), true
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

// allowedPolicy reads allowed failures per exception. A chain counts all in one,
// up to the smallest number. An exception that is allowed none has the router's
// number: the router takes a 0 for nothing said.
func (l *liteLLM) allowedPolicy(v *foreign.Verdicts, policy *yamldoc.Node, general int) int {
	least := -1
	v.Evidence(chain.Bad, chain.RateLimit, chain.Auth, chain.ModelMissing)
	for _, k := range failKeys {
		n := l.Get(policy, k.key)
		x, ok := l.Whole(n, k.key, 0, 1<<15)
		switch {
		case !ok:
			continue
		case v[k.classes[0]].Evidence == chain.None:
			l.Left(n, "%s: a 400 never cools a deployment, whatever is allowed", k.key)
			continue
		case x == 0:
			l.Warn(n.Pos, "%s 0 is lost: the router takes it for nothing said, and allowed_fails %d holds; 1 is the least that it heeds", k.key, general)
			x = general
		case least >= 0 && x != least:
			l.Left(n, "%s %d: failures of all kinds are counted in one, up to the smallest number", k.key, x)
		default:
			l.Took(n, "%s %d -> breaker.trip.failures", k.key, x)
		}
		v.Evidence(chain.Bad, k.classes...)
		if least < 0 || x < least {
			least = x
		}
	}
	if least < 0 {
		return general
	}
	return least
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

// inside is what the provider's SDK does below the router: nothing, unless
// default_litellm_params say otherwise. The router passes a max_retries of its own
// with every call, before that of a deployment.
func (l *liteLLM) inside() {
	for _, d := range deployments(l.path) {
		l.Left(l.Get(d.params, "max_retries"), "max_retries: the router passes its own with every call, 0 unless router_settings.default_litellm_params says otherwise")
	}
	n := l.Get(l.Get(l.router, "default_litellm_params"), "max_retries")
	x, _ := l.Whole(n, "max_retries", 0, 100)
	if x == 0 {
		return
	}
	l.Took(n, "max_retries %d -> inside.retry.max: the SDK's own, below each attempt", x)
	l.Warn(n.Pos, "max_retries %d: the SDK asks again below each of the router's attempts: up to %d calls for one request to a group", x, (x+1)*(l.retries+1))
	l.Chain.Slot("inside", foreign.Tree("retry", foreign.Kind("exponential", "max", x, "base", 500*time.Millisecond, "factor", 2, "cap", 8*time.Second,
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
