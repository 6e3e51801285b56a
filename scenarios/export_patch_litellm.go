package scenarios

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
)

// liteLLMPatch is a proxy's config that is about to change.
type liteLLMPatch struct {
	*configured
	litellm *liteLLM
}

// patchLiteLLM reads a config as one that can be changed.
func patchLiteLLM(im *importing) (Patchable, error) {
	l, err := readLiteLLM(im)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// rules are the inverse of the importer: where a proxy's config says the parts of a
// strategy.
func (l *liteLLM) rules(c *configured) []rule {
	p := &liteLLMPatch{c, l}
	return []rule{
		{"order", p.sayRetries},
		{"retry", p.sayRetries},
		{"retry", p.sayRetryAfter},
		{"order", p.sayFallbacks},
		{"order", p.sayWeights},
		{"order", p.sayPlaces},
		{"attempt", p.sayTimeout},
		{"breaker", p.sayCooldowns},
		{"breaker.open", p.sayCooldown},
		{"breaker.open", p.sayOwnCooldown},
		{"breaker.trip", p.sayAllowedFails},
		{"classify.special_chain", p.sayDetours},
		{"classify.rules", p.sayRetryPolicy},
		{"classify.rules", p.sayFailPolicy},
		{"inside", p.sayMaxRetries},
	}
}

// entries are the other model groups.
func (l *liteLLM) entries() (out []string) {
	for _, g := range l.groups[1:] {
		out = append(out, g.name)
	}
	return out
}

// wanted makes groups of one of providers that are asked once each, in turn.
func (l *liteLLM) wanted(c *configured, doc *policy.Document) *policy.Document {
	order, listed := doc.Order.(*policy.Listed)
	if doc.Order != nil && !listed || doc.Retry != nil || len(l.inLine) < 2 || !l.plain() {
		return doc
	}
	names := c.providers
	if listed && len(order.Providers) > 0 {
		names = order.Providers
	}
	if listed && order.First > 0 {
		names = names[:min(len(names), order.First)]
	}
	groups := &policy.Groups{}
	for _, name := range names {
		groups.Groups = append(groups.Groups, policy.Group{Members: []policy.Weight{{Provider: name, Weight: 1}}, Attempts: 1})
	}
	doc.Order = groups
	return doc
}

// plain tells a chain of groups of one.
func (l *liteLLM) plain() bool {
	return !slices.ContainsFunc(l.inLine, func(g *modelGroup) bool { return len(g.members) > 1 })
}

// fromEnvironment is why a number stays that a variable gives.
func fromEnvironment(key string, n *yamldoc.Node) string {
	if n == nil || !strings.HasPrefix(n.Text, environment) {
		return ""
	}
	return key + " comes from the environment: " + n.Text
}

// set writes a key where the configuration has it, or else into router_settings.
func (c *liteLLMPatch) set(w *ways, key string, value *yamldoc.Node) (hint string) {
	n, _ := c.litellm.setting(key)
	if n != nil {
		w.add(c.put(n, value.Text))
		return fromEnvironment(key, n)
	}
	w.add(c.section(c.root, "router_settings", key, value))
	return ""
}

// own writes a key of a deployment.
func (c *liteLLMPatch) own(w *ways, d *deployment, key string, value *yamldoc.Node) (hint string) {
	if n := d.params.Get(key); n != nil {
		w.add(c.put(n, value.Text))
		return fromEnvironment(key, n)
	}
	w.add(c.insert(d.params, key, value))
	return ""
}

// inSeconds is a time as LiteLLM counts it.
func inSeconds(d time.Duration) *yamldoc.Node { return leaf(d.Seconds()) }

// deployments are those of groups.
func deployments(groups []*modelGroup) (out []*deployment) {
	for _, g := range groups {
		out = append(out, g.members...)
	}
	return out
}

// sayTimeout gives every deployment the one timeout: in its own place where it has
// one, else the general one.
func (c *liteLLMPatch) sayTimeout(want *policy.Document) ([][]edit, string) {
	if want.Attempt == nil || want.Attempt.Total == 0 {
		return nil, ""
	}
	var w ways
	hint, general := "", false
	value := inSeconds(want.Attempt.Total)
	for _, d := range deployments(c.litellm.inLine) {
		if own := d.params.Get("timeout"); own == nil {
			general = true
		} else {
			hint += c.own(&w, d, "timeout", value)
		}
	}
	if general {
		n, _ := c.litellm.setting("timeout")
		if old := c.litellm.settings.Get("request_timeout"); n == nil && old != nil {
			w.add(c.put(old, value.Text))
			hint += fromEnvironment("request_timeout", old)
		} else {
			hint += c.set(&w, "timeout", value)
		}
	}
	return w.one(), hint
}

// retriesOf is how often a strategy asks a group again; -1 where it says several
// things.
func retriesOf(want *policy.Document) int {
	switch r := want.Retry.(type) {
	case *policy.ExponentialRetry:
		return r.Max
	case *policy.ScheduleRetry:
		return len(r.Waits)
	}
	groups, ok := want.Order.(*policy.Groups)
	if !ok {
		return 0
	}
	out := -1
	for _, g := range groups.Groups {
		n := max(1, g.Attempts) - 1
		if out >= 0 && n != out {
			return -1
		}
		out = n
	}
	return out
}

// sayRetries writes num_retries where it counts; where a policy per exception asks
// more often than that, there too.
func (c *liteLLMPatch) sayRetries(want *policy.Document) (out [][]edit, hint string) {
	n := retriesOf(want)
	if n < 0 {
		return nil, "LiteLLM asks every group as often as the others"
	}
	l := c.litellm
	var w ways
	if d := l.entry.members[0]; len(l.entry.members) == 1 && d.params.Get("num_retries") != nil {
		hint = c.own(&w, d, "num_retries", leaf(n))
	} else {
		hint = c.set(&w, "num_retries", leaf(n))
	}
	out = w.one()
	for _, e := range entriesOf(l.policyOfRetries()) {
		if x, _ := e.Value.Number(); x > 0 {
			w.add(c.put(e.Value, strconv.Itoa(n)))
		}
	}
	return append(out, w.one()...), hint
}

// sayRetryAfter writes the shortest wait between retries.
func (c *liteLLMPatch) sayRetryAfter(want *policy.Document) ([][]edit, string) {
	least := time.Duration(0)
	if r, ok := want.Retry.(*policy.ScheduleRetry); ok && len(r.Waits) > 0 {
		least = r.Waits[0]
	} else if n, _ := c.litellm.setting("retry_after"); n == nil {
		return nil, ""
	}
	var w ways
	hint := c.set(&w, "retry_after", inSeconds(least))
	return w.one(), hint
}

// sayCooldowns turns cooldowns on or off.
func (c *liteLLMPatch) sayCooldowns(want *policy.Document) ([][]edit, string) {
	if (want.Breaker == nil) == (c.loaded.Doc.Breaker == nil) {
		return nil, ""
	}
	var w ways
	hint := c.set(&w, "disable_cooldowns", leaf(want.Breaker == nil))
	return w.one(), hint
}

// windowToo is why a cooldown alone may not be changed.
const windowToo = "cooldown_time is the window of allowed_fails too"

// sayCooldown writes cooldown_time: each deployment's own, where all have one,
// else the router's.
func (c *liteLLMPatch) sayCooldown(want *policy.Document) ([][]edit, string) {
	base, _, ok := cooldownOf(want)
	if !ok {
		return nil, ""
	}
	var w ways
	hint := ""
	if c.litellm.ownCooldown() > 0 {
		for _, d := range deployments(c.litellm.inLine) {
			hint = c.own(&w, d, "cooldown_time", inSeconds(base))
		}
	} else {
		hint = c.set(&w, "cooldown_time", inSeconds(base))
	}
	if _, counts := tripOf(&c.loaded.Doc).(*policy.CountTrip); hint == "" && counts {
		hint = windowToo
	}
	return w.one(), hint
}

// cooldownOf is how long a strategy's breaker stays open, and whether what the
// provider says stands before that.
func cooldownOf(want *policy.Document) (base time.Duration, heeds, ok bool) {
	if want.Breaker == nil {
		return 0, false, false
	}
	open := want.Breaker.Open
	if h, is := open.(*policy.HeaderOpen); is {
		open, heeds = h.Else, true
	}
	base, ok = constant(open)
	return base, heeds, ok
}

// sayOwnCooldown gives each deployment a cooldown of its own, which stands before
// what the provider says.
func (c *liteLLMPatch) sayOwnCooldown(want *policy.Document) ([][]edit, string) {
	base, heeds, ok := cooldownOf(want)
	if !ok || heeds {
		return nil, ""
	}
	var w ways
	for _, d := range deployments(c.litellm.inLine) {
		c.own(&w, d, "cooldown_time", inSeconds(base))
	}
	return w.one(), ""
}

// sayAllowedFails writes how many failures are allowed before a deployment cools.
func (c *liteLLMPatch) sayAllowedFails(want *policy.Document) ([][]edit, string) {
	trip, ok := tripOf(want).(*policy.CountTrip)
	if !ok {
		return nil, "LiteLLM has a rule of its own: a part of a minute's answers, or allowed_fails"
	}
	allowed := leaf(trip.Failures - 1)
	var w ways
	for _, e := range entriesOf(c.litellm.router.Get("allowed_fails_policy")) {
		if x, _ := e.Value.Number(); x > 0 {
			w.add(c.put(e.Value, allowed.Text))
		}
	}
	if len(w.edits) > 0 {
		return w.one(), ""
	}
	hint := c.set(&w, "allowed_fails", allowed)
	if trip.Failures-1 == allowedDefault {
		hint = "allowed_fails 3 is the router's default, which leaves the counting off"
	}
	return w.one(), hint
}

// tripOf is what opens a strategy's breaker, nil for nothing.
func tripOf(want *policy.Document) policy.Trip {
	if want.Breaker == nil {
		return nil
	}
	return want.Breaker.Trip
}

// sayMaxRetries writes the SDK's own retries below the router.
func (c *liteLLMPatch) sayMaxRetries(want *policy.Document) ([][]edit, string) {
	n := 0
	if want.Inside != nil {
		r, ok := want.Inside.Retry.(*policy.ExponentialRetry)
		if !ok {
			return nil, ""
		}
		n = r.Max
	}
	var w ways
	hint := ""
	for _, d := range deployments(c.litellm.path) {
		hint += c.own(&w, d, "max_retries", leaf(n))
	}
	return w.one(), hint
}
