package litellm

import (
	"cmp"
	"slices"
	"strings"
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
		d.Slot("order", l.order(), "the router's loops: no wait where somebody else can be asked")
	}
	l.timeout()
	breaker := l.cooldown(v)
	classify := len(d.Slots)
	d.Slot("classify", nil, "")
	if single && l.retries > 0 {
		d.Slot("retry", l.backoff(), "")
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

// retryKeys are the exceptions of a retry policy, by what we call them.
var retryKeys = []struct {
	key     string
	classes []chain.Class
}{
	{"TimeoutErrorRetries", []chain.Class{chain.Timeout}},
	{"RateLimitErrorRetries", []chain.Class{chain.RateLimit, chain.Quota}},
	{"InternalServerErrorRetries", []chain.Class{chain.Server, chain.Overload}},
	{"AuthenticationErrorRetries", []chain.Class{chain.Auth}},
	{"BadRequestErrorRetries", []chain.Class{chain.BadRequest}},
	{"ContentPolicyViolationErrorRetries", []chain.Class{chain.ContentPolicy}},
}

// retryCounts reads how often a group is asked again.
func (l *liteLLM) retryCounts(v *foreign.Verdicts) {
	n, path := l.setting("num_retries")
	if x, ok := l.Whole(n, path, 0, 100); ok {
		l.retries = x
		l.Took(n, "%s %d -> %d attempts on each group", path, x, x+1)
	} else {
		l.retries = 2
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "num_retries 2: three attempts on each group")
	}
	for _, d := range l.entry.members {
		own := l.Get(d.params, "num_retries")
		if x, ok := l.Whole(own, "num_retries", 0, 100); ok && len(l.entry.members) == 1 {
			l.retries = x
			l.Took(own, "num_retries %d of the deployment stands before the router's", x)
		} else if own != nil {
			l.Left(own, "num_retries of one deployment among several: the group's stands")
		}
	}
	l.retryPolicy(v)
}

// retryPolicy reads retries per exception. A chain has one number of retries: the
// largest; a class with none is not retried.
func (l *liteLLM) retryPolicy(v *foreign.Verdicts) {
	policy := l.Get(l.router, "retry_policy")
	if groups := l.Get(l.router, "model_group_retry_policy"); groups != nil {
		if own := l.Get(groups, l.entry.name); own != nil {
			policy = own
		}
	}
	if !l.IsMap(policy, "retry_policy") {
		return
	}
	most, differ := -1, false
	for _, k := range retryKeys {
		n := l.Get(policy, k.key)
		x, ok := l.Whole(n, k.key, 0, 100)
		if !ok {
			continue
		}
		v.Retry(x > 0, k.classes...)
		if x > 0 {
			differ = differ || most > 0 && x != most
			most = max(most, x)
		}
		l.Took(n, "%s %d -> classify.rules.%s.retry %t", k.key, x, k.classes[0], x > 0)
	}
	if differ || most > 0 && most != l.retries {
		l.Note(foreign.NoteLeft, policy.Pos, "retries per exception: the chain has one number of retries, the largest, %d", max(most, l.retries))
	}
	l.retries = max(most, l.retries)
}

// order writes the groups, each with its weights.
func (l *liteLLM) order() *yamldoc.Node {
	strategy := l.routing()
	var groups []*yamldoc.Node
	for _, g := range l.inLine {
		listed := strategy == "cost-based-routing" || l.ranked(g)
		members := slices.Clone(g.members)
		if strategy == "cost-based-routing" {
			slices.SortStableFunc(members, func(a, b *deployment) int { return cmp.Compare(a.cost(), b.cost()) })
		} else if listed {
			slices.SortStableFunc(members, func(a, b *deployment) int { return cmp.Compare(l.rank(a), l.rank(b)) })
		}
		weights := l.weights(g, !listed)
		var list []*yamldoc.Node
		for _, d := range members {
			list = append(list, foreign.Tree("provider", d.member.Name, "weight", weights[d]))
		}
		pairs := []any{"members", list, "attempts", l.retries + 1}
		if listed {
			pairs = append(pairs, "pick", "listed")
		}
		groups = append(groups, foreign.Tree(pairs...))
	}
	return foreign.Kind("groups", "groups", groups)
}

// routing reads the routing strategy.
func (l *liteLLM) routing() string {
	n, path := l.setting("routing_strategy")
	switch name := foreign.TextOf(n); name {
	case "":
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "routing_strategy simple-shuffle: by weight, rpm or tpm, else all alike")
	case "simple-shuffle":
		l.Took(n, "%s simple-shuffle -> order.groups[].members[].weight", path)
	case "cost-based-routing":
		l.Took(n, "%s cost-based-routing -> order.groups[].pick listed, the cheapest first", path)
		return name
	default:
		l.Left(n, "%s: a group's members are chosen by weight: what it goes by (latency, load, use) has no counterpart within a group", path)
	}
	return ""
}

// cost is what a deployment's answers are taken to cost, for their order alone.
func (d *deployment) cost() float64 {
	if d.member.Priced {
		return d.member.Price[0] + d.member.Price[1]
	}
	in, out, _ := foreign.PriceOf(d.member.Vendor.Name, d.model)
	return in + out
}

// rank is a deployment's place within its group.
func (l *liteLLM) rank(d *deployment) int {
	x, _ := l.Whole(l.Get(d.params, "order"), "order", 0, 1e6)
	return x
}

// ranked tells whether a group's members have places.
func (l *liteLLM) ranked(g *modelGroup) bool {
	seen := map[int]bool{}
	ranked := false
	for _, d := range g.members {
		n := l.Get(d.params, "order")
		if n != nil {
			ranked = true
			l.Took(n, "order -> order.groups[].pick listed")
		}
		if k := l.rank(d); n != nil && seen[k] {
			l.Left(n, "two deployments of the order %d: one of them always comes first here", k)
		} else {
			seen[k] = true
		}
	}
	return ranked
}

// weights are how often a group's members are chosen: by weight, else rpm, else
// tpm, else alike. Where they are fine or large they are counted in parts.
func (l *liteLLM) weights(g *modelGroup, tell bool) map[*deployment]int {
	out := map[*deployment]int{}
	for _, key := range []string{"weight", "rpm", "tpm"} {
		sum, most := 0.0, 0.0
		raw := map[*deployment]float64{}
		for _, d := range g.members {
			if f, ok := l.Number(l.Get(d.params, key), key, 0, 1e9); ok {
				raw[d] = f
				sum, most = sum+f, max(most, f)
			}
		}
		if sum == 0 {
			continue
		}
		for _, d := range g.members {
			out[d] = weightOf(raw[d], most)
			if n := d.params.Get(key); n != nil && tell && len(g.members) > 1 {
				l.Took(n, "%s %s -> a weight of %d of %s", key, foreign.Shortest(raw[d]), out[d], d.member.Name)
			}
		}
		return out
	}
	for _, d := range g.members {
		out[d] = 1
	}
	return out
}

// weightOf is a weight as a whole number: itself where it is one, else in
// thousandths of the largest.
func weightOf(f, most float64) int {
	if f == float64(int(f)) && most <= 1<<20 {
		return int(f)
	}
	return int(f/most*1000 + .5)
}

// timeout is how long one attempt may take: a deployment's own, else the
// router's.
func (l *liteLLM) timeout() {
	n, path := l.setting("timeout")
	if n == nil {
		if n = l.Get(l.settings, "request_timeout"); n != nil {
			path = "litellm_settings.request_timeout"
		}
	}
	general, given := l.seconds(n, path)
	longest, from, differ := time.Duration(0), n, false
	for _, g := range l.inLine {
		for _, d := range g.members {
			own := l.Get(d.params, "timeout")
			t, ok := l.seconds(own, "timeout")
			if !ok {
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
	if own := l.ownCooldown(); own > 0 {
		l.Note(foreign.NoteTook, l.entry.at, "cooldown_time %s of every deployment -> breaker.open.base; it stands before Retry-After", own)
		return foreign.Kind("constant", "base", own), own
	}
	n, path := l.setting("cooldown_time")
	base, ok := l.seconds(n, path)
	switch {
	case !ok:
		base = 5 * time.Second
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "cooldown_time 5s, or what Retry-After says, without a cap; afterwards everybody comes back at once")
	case base == 0:
		l.Took(n, "%s 0 -> no breaker", path)
		l.Warn(n.Pos, "a cooldown of nothing: whoever fails stays in rotation")
		return nil, 0
	default:
		l.Took(n, "%s %s -> breaker.open.else.base", path, base)
	}
	return foreign.Kind("from_header", "else", foreign.Kind("constant", "base", base)), base
}

// ownCooldown is the time that every deployment sets, 0 where they differ.
func (l *liteLLM) ownCooldown() time.Duration {
	own, all := time.Duration(0), true
	var at *yamldoc.Node
	for _, g := range l.inLine {
		for _, d := range g.members {
			n := l.Get(d.params, "cooldown_time")
			t, given := l.seconds(n, "cooldown_time")
			all = all && given && t > 0 && (own == 0 || t == own)
			if given && t > 0 {
				own, at = t, n
			}
		}
	}
	if own > 0 && !all {
		l.Left(at, "cooldown_time of single deployments: the chain has one cooldown, the router's")
		return 0
	}
	return own
}
