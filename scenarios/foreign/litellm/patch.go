package litellm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// liteLLMPatch is a proxy's config that is about to change.
type liteLLMPatch struct {
	*foreign.Configured
	litellm *liteLLM
}

// Patch reads a config as one that can be changed.
func Patch(im *foreign.Importing) (foreign.Patchable, error) {
	l, err := readLiteLLM(im)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Rules are the inverse of the importer: where a proxy's config says the parts of a
// strategy.
func (l *liteLLM) Rules(c *foreign.Configured) []foreign.Rule {
	p := &liteLLMPatch{c, l}
	return []foreign.Rule{
		{Path: "order", Say: p.sayRetries},
		{Path: "retry", Say: p.sayRetries},
		{Path: "retry", Say: p.sayRetryAfter},
		{Path: "order", Say: p.sayFallbacks},
		{Path: "order", Say: p.sayWeights},
		{Path: "order", Say: p.sayPlaces},
		{Path: "attempt", Say: p.sayTimeout},
		{Path: "breaker", Say: p.sayCooldowns},
		{Path: "breaker.open", Say: p.sayCooldown},
		{Path: "breaker.open", Say: p.sayOwnCooldown},
		{Path: "breaker.trip", Say: p.sayAllowedFails},
		{Path: "classify.special_chain", Say: p.sayDetours},
		{Path: "retry", Say: p.sayRetryPolicy},
		{Path: "classify.rules", Say: p.sayRetryPolicy},
		{Path: "inside", Say: p.sayMaxRetries},
	}
}

// Entries are the other model groups.
func (l *liteLLM) Entries() (out []string) {
	for _, g := range l.groups[1:] {
		out = append(out, g.name)
	}
	return out
}

// Wanted makes groups of one of providers that are asked in turn.
func (l *liteLLM) Wanted(c *foreign.Configured, doc *policy.Document) *policy.Document {
	order, listed := doc.Order.(*policy.Listed)
	if doc.Order != nil && !listed || len(l.inLine) < 2 || !l.plain() {
		return doc
	}
	names := c.Providers
	if listed && len(order.Providers) > 0 {
		names = order.Providers
	}
	if listed && order.First > 0 {
		names = names[:min(len(names), order.First)]
	}
	groups := &policy.Groups{}
	for _, name := range names {
		groups.Groups = append(groups.Groups, policy.Group{Members: []policy.Weight{{Provider: name, Weight: 1}}})
	}
	doc.Order, doc.Retry = groups, inGroups(doc.Retry)
	return doc
}

// inGroups is a retry of the same provider as one of its group.
func inGroups(r policy.Retry) policy.Retry {
	group := policy.Reselect(chain.SameGroup)
	switch r := r.(type) {
	case *policy.ExponentialRetry:
		out := *r
		if out.Reselect == policy.Reselect(chain.SameProvider) {
			out.Reselect = group
		}
		return &out
	case *policy.ScheduleRetry:
		out := *r
		if out.Reselect == policy.Reselect(chain.SameProvider) {
			out.Reselect = group
		}
		return &out
	}
	return r
}

// plain tells a chain of groups of one.
func (l *liteLLM) plain() bool {
	return !slices.ContainsFunc(l.inLine, func(g *modelGroup) bool { return len(g.members) > 1 })
}

// fromEnvironment is why a number stays that a variable gives.
func fromEnvironment(key string, n *yamldoc.Node) string {
	if n == nil || !strings.HasPrefix(n.Text, foreign.Environment) {
		return ""
	}
	return key + " comes from the environment: " + n.Text
}

// set writes a key where the configuration has it, or else into router_settings.
func (c *liteLLMPatch) set(w *foreign.Ways, key string, value *yamldoc.Node) (hint string) {
	n, _ := c.litellm.setting(key)
	if n != nil {
		w.Add(c.Put(n, value.Text))
		return fromEnvironment(key, n)
	}
	w.Add(c.Section(c.Root, "router_settings", key, value))
	return ""
}

// own writes a key of a deployment.
func (c *liteLLMPatch) own(w *foreign.Ways, d *deployment, key string, value *yamldoc.Node) (hint string) {
	if n := d.params.Get(key); n != nil {
		w.Add(c.Put(n, value.Text))
		return fromEnvironment(key, n)
	}
	w.Add(c.Insert(d.params, key, value))
	return ""
}

// inSeconds is a time as LiteLLM counts it.
func inSeconds(d time.Duration) *yamldoc.Node { return foreign.Leaf(d.Seconds()) }

// deployments are those of groups.
func deployments(groups []*modelGroup) (out []*deployment) {
	for _, g := range groups {
		out = append(out, g.members...)
	}
	return out
}

// sayTimeout gives every deployment the one timeout: in its own place where it has
// one, else the general one.
func (c *liteLLMPatch) sayTimeout(want *policy.Document) ([][]foreign.Edit, string) {
	if want.Attempt == nil || want.Attempt.Total == 0 {
		return nil, ""
	}
	var w foreign.Ways
	hint, general := "", false
	value := inSeconds(want.Attempt.Total)
	for _, d := range deployments(c.litellm.inLine) {
		if own := c.litellm.ownTimeout(d); own == nil {
			general = true
		} else {
			w.Add(c.Put(own, value.Text))
			hint += fromEnvironment("timeout", own)
		}
	}
	if general {
		n, _ := c.litellm.setting("timeout")
		if old := c.litellm.settings.Get("request_timeout"); n == nil && old != nil {
			w.Add(c.Put(old, value.Text))
			hint += fromEnvironment("request_timeout", old)
		} else {
			hint += c.set(&w, "timeout", value)
		}
	}
	return w.One(), hint
}

// retriesOf is how often a strategy asks a group again; -1 where it counts in
// another way.
func retriesOf(want *policy.Document) int {
	switch r := want.Retry.(type) {
	case nil:
		return 0
	case *policy.ExponentialRetry:
		return r.Max
	case *policy.ScheduleRetry:
		return len(r.Waits)
	}
	return -1
}

// sayRetries writes num_retries where it counts; if need be with the exceptions
// that have a number of their own.
func (c *liteLLMPatch) sayRetries(want *policy.Document) (out [][]foreign.Edit, hint string) {
	n := retriesOf(want)
	if n < 0 {
		return nil, "LiteLLM's waits grow from half a second to eight"
	}
	var w foreign.Ways
	if d := c.litellm.entry.members[0]; len(c.litellm.entry.members) == 1 && d.params.Get("num_retries") != nil {
		hint = c.own(&w, d, "num_retries", foreign.Leaf(n))
	} else {
		hint = c.set(&w, "num_retries", foreign.Leaf(n))
	}
	out = w.One()
	for _, k := range retryKeys {
		if old := c.litellm.policyOfRetries().Get(k.key); old != nil {
			w.Add(c.Put(old, strconv.Itoa(retriesAfter(want, k.classes[0]))))
		}
	}
	return append(out, w.One()...), hint
}

// sayRetryAfter writes the shortest wait between retries.
func (c *liteLLMPatch) sayRetryAfter(want *policy.Document) ([][]foreign.Edit, string) {
	least := time.Duration(0)
	if r, ok := want.Retry.(*policy.ScheduleRetry); ok && len(r.Waits) > 0 {
		least = r.Waits[0]
	} else if n, _ := c.litellm.setting("retry_after"); n == nil {
		return nil, ""
	}
	var w foreign.Ways
	hint := c.set(&w, "retry_after", inSeconds(least))
	return w.One(), hint
}

// sayCooldowns turns cooldowns on or off.
func (c *liteLLMPatch) sayCooldowns(want *policy.Document) ([][]foreign.Edit, string) {
	if (want.Breaker == nil) == (c.Loaded.Doc.Breaker == nil) {
		return nil, ""
	}
	var w foreign.Ways
	hint := c.set(&w, "disable_cooldowns", foreign.Leaf(want.Breaker == nil))
	return w.One(), hint
}

// windowToo is why a cooldown alone may not be changed.
const windowToo = "cooldown_time is the window of allowed_fails too"

// sayCooldown writes cooldown_time: each deployment's own, where all have one,
// else the router's.
func (c *liteLLMPatch) sayCooldown(want *policy.Document) ([][]foreign.Edit, string) {
	base, _, ok := foreign.CooldownOf(want)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	hint := ""
	if _, all := c.litellm.ownCooldown(); all {
		for _, d := range deployments(c.litellm.inLine) {
			hint = c.own(&w, d, "cooldown_time", inSeconds(base))
		}
	} else {
		hint = c.set(&w, "cooldown_time", inSeconds(base))
	}
	if _, counts := tripOf(&c.Loaded.Doc).(*policy.CountTrip); hint == "" && counts {
		hint = windowToo
	}
	return w.One(), hint
}

// sayOwnCooldown gives each deployment a cooldown of its own, which stands before
// what the provider says.
func (c *liteLLMPatch) sayOwnCooldown(want *policy.Document) ([][]foreign.Edit, string) {
	base, heeds, ok := foreign.CooldownOf(want)
	if !ok || heeds {
		return nil, ""
	}
	var w foreign.Ways
	for _, d := range deployments(c.litellm.inLine) {
		c.own(&w, d, "cooldown_time", inSeconds(base))
	}
	return w.One(), ""
}

// sayAllowedFails writes how many failures are allowed before a deployment cools.
func (c *liteLLMPatch) sayAllowedFails(want *policy.Document) ([][]foreign.Edit, string) {
	trip, ok := tripOf(want).(*policy.CountTrip)
	if !ok {
		return nil, "LiteLLM has a rule of its own: a part of a minute's answers, or allowed_fails"
	}
	allowed := foreign.Leaf(trip.Failures - 1)
	var w foreign.Ways
	lost := false
	for _, e := range foreign.EntriesOf(c.litellm.router.Get("allowed_fails_policy")) {
		if x, _ := e.Value.Number(); x > 0 {
			w.Add(c.Put(e.Value, allowed.Text))
		} else {
			lost = true
		}
	}
	if len(w.Edits) > 0 && !lost {
		return w.One(), ""
	}
	if len(w.Edits) > 0 {
		hint := c.set(&w, "allowed_fails", allowed) // which holds for them
		return w.One(), hint
	}
	hint := c.set(&w, "allowed_fails", allowed)
	if own := c.litellm.allowedOwn(); trip.Failures-1 == own {
		hint = fmt.Sprintf("allowed_fails %d is the router's default, which leaves the counting off", own)
	}
	return w.One(), hint
}

// tripOf is what opens a strategy's breaker, nil for nothing.
func tripOf(want *policy.Document) policy.Trip {
	if want.Breaker == nil {
		return nil
	}
	return want.Breaker.Trip
}

// sayMaxRetries writes the SDK's own retries below the router.
func (c *liteLLMPatch) sayMaxRetries(want *policy.Document) ([][]foreign.Edit, string) {
	n := 0
	if want.Inside != nil {
		r, ok := want.Inside.Retry.(*policy.ExponentialRetry)
		if !ok {
			return nil, ""
		}
		n = r.Max
	}
	var w foreign.Ways
	params := c.litellm.router.Get("default_litellm_params")
	if old := params.Get("max_retries"); old != nil {
		w.Add(c.Put(old, strconv.Itoa(n)))
	} else if params != nil {
		w.Add(c.Insert(params, "max_retries", foreign.Leaf(n)))
	} else {
		w.Add(c.Section(c.Root, "router_settings", "default_litellm_params", foreign.Tree("max_retries", n)))
	}
	return w.One(), ""
}
