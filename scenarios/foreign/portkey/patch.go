package portkey

import (
	"slices"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// portkeyPatch is a gateway's config that is about to change.
type portkeyPatch struct {
	*foreign.Configured
	portkey *portkey
}

// Patch reads a config as one that can be changed.
func Patch(im *foreign.Importing) (foreign.Patchable, error) {
	p, err := readPortkey(im)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Rules are the inverse of the importer: where a gateway's config says the parts of
// a strategy.
func (p *portkey) Rules(c *foreign.Configured) []foreign.Rule {
	w := &portkeyPatch{c, p}
	return []foreign.Rule{
		{Path: "order", Say: w.sayTargets},
		{Path: "order", Say: w.sayShares},
		{Path: "attempt", Say: w.sayRequestTimeout},
		{Path: "retry", Say: w.sayAttempts},
		{Path: "retry", Say: w.sayHeaderRetry},
		{Path: "classify.rules", Say: w.sayRetryCodes},
		{Path: "classify.rules", Say: w.sayFallbackCodes},
		{Path: "classify.rules", Say: w.sayBreakerCodes},
		{Path: "breaker", Say: w.sayCircuit},
	}
}

// Entries are none: a gateway's config has one.
func (p *portkey) Entries() []string { return nil }

// Wanted is what it is: Portkey has no words of its own for it.
func (p *portkey) Wanted(_ *foreign.Configured, doc *policy.Document) *policy.Document { return doc }

// top is the map at which the tree of targets begins.
func (c *portkeyPatch) top() *yamldoc.Node { return c.portkey.top }

// write writes a key of a map, whether it has it or not.
func (c *portkeyPatch) write(w *foreign.Ways, m *yamldoc.Node, key string, value *yamldoc.Node) {
	n := c.portkey.Peek(m, key)
	switch {
	case n == nil:
		w.Add(c.Insert(m, key, value))
	case value.Kind == yamldoc.Scalar:
		w.Add(c.Put(n, value.Text))
	default:
		w.Add(c.PutAll(n, value))
	}
}

// inMilliseconds is a time as Portkey counts it.
func inMilliseconds(d time.Duration) *yamldoc.Node {
	return foreign.Leaf(float64(d) / float64(time.Millisecond))
}

// sayRequestTimeout gives every target the one timeout: where one is written, and
// else at the top.
func (c *portkeyPatch) sayRequestTimeout(want *policy.Document) ([][]foreign.Edit, string) {
	if want.Attempt == nil || want.Attempt.Total == 0 {
		return nil, ""
	}
	var w foreign.Ways
	bare := false
	seen := map[*yamldoc.Node]bool{}
	value := inMilliseconds(want.Attempt.Total)
	for _, t := range c.portkey.leaves {
		if t.timeout == nil {
			bare = true
		} else if !seen[t.timeout] {
			seen[t.timeout] = true
			w.Add(c.Put(t.timeout, value.Text))
		}
	}
	if bare {
		c.write(&w, c.top(), "request_timeout", value)
	}
	return w.One(), ""
}

// retryMaps are the maps that say how the chain asks a target again, each once.
// Others are those of single targets.
func (c *portkeyPatch) retryMaps() (out []*yamldoc.Node) {
	for _, t := range c.portkey.leaves {
		if t.retry != nil && !slices.Contains(out, t.retry) && (c.portkey.again == nil || foreign.SameNodes(t.retry, c.portkey.again)) {
			out = append(out, t.retry)
		}
	}
	return out
}

// sayAttempts writes how often a target is asked again.
func (c *portkeyPatch) sayAttempts(want *policy.Document) ([][]foreign.Edit, string) {
	n := 0
	if r, ok := want.Retry.(*policy.ExponentialRetry); ok {
		n = r.Max
	} else if want.Retry != nil {
		return nil, "Portkey waits 1s, 2s, 4s and so on"
	}
	var w foreign.Ways
	for _, m := range c.retryMaps() {
		c.write(&w, m, "attempts", foreign.Leaf(n))
	}
	if len(w.Edits) == 0 && !w.Bad {
		c.write(&w, c.top(), "retry", foreign.Tree("attempts", n))
	}
	return w.One(), "Portkey waits 1s, 2s, 4s and so on"
}

// sayHeaderRetry writes whether a retry heeds Retry-After.
func (c *portkeyPatch) sayHeaderRetry(want *policy.Document) ([][]foreign.Edit, string) {
	r, ok := want.Retry.(*policy.ExponentialRetry)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	for _, m := range c.retryMaps() {
		c.write(&w, m, "use_retry_after_header", foreign.Leaf(r.Hint != policy.HintIgnore))
	}
	return w.One(), ""
}

// codesFor lists the statuses that make those classes, and no other, be hit: from
// those that are listed already as few away as can be.
func codesFor(had []int, hit func(chain.Class) bool) *yamldoc.Node {
	all := map[int]bool{}
	for _, code := range had {
		all[code] = true
	}
	for _, class := range foreign.Failures {
		for _, code := range statusesOf[class] {
			if !hit(class) {
				delete(all, code)
			}
		}
	}
	for _, class := range foreign.Failures {
		if hit(class) && !hitBy(all, class) {
			for _, code := range statusesOf[class] {
				all[code] = true
			}
		}
	}
	var out []*yamldoc.Node
	for code := range 600 {
		if all[code] {
			out = append(out, foreign.Leaf(code))
		}
	}
	return foreign.Leaf(out)
}

// statusesOf are the statuses that a gateway means by a class. Classes that share
// one go together.
var statusesOf = map[chain.Class][]int{
	chain.RateLimit: {429}, chain.Overload: {529}, chain.Server: {500, 502, 503, 504}, chain.Timeout: {408},
	chain.Auth: {401, 403}, chain.ModelMissing: {404}, chain.BadRequest: {400, 422}, chain.Quota: {402}, chain.ContextLength: {413},
}

// sayCodes writes a list of statuses into a map.
func (c *portkeyPatch) sayCodes(m *yamldoc.Node, key string, had []int, hit func(chain.Class) bool) [][]foreign.Edit {
	var w foreign.Ways
	if n := c.portkey.Peek(m, key); n != nil {
		had = nil
		for _, item := range n.Items {
			if f, ok := item.Number(); ok {
				had = append(had, int(f))
			}
		}
	}
	c.write(&w, m, key, codesFor(had, hit))
	return w.One()
}

// sayRetryCodes writes after which statuses a target is asked again.
func (c *portkeyPatch) sayRetryCodes(want *policy.Document) (out [][]foreign.Edit, hint string) {
	need := foreign.TableOf(want)
	for _, m := range c.retryMaps() {
		out = append(out, c.sayCodes(m, "on_status_codes", []int{429, 500, 502, 503, 504}, func(k chain.Class) bool { return need[k].Retry })...)
	}
	return out, "Portkey tells errors by status codes, which some share"
}

// sayFallbackCodes writes after which statuses the next target is asked.
func (c *portkeyPatch) sayFallbackCodes(want *policy.Document) ([][]foreign.Edit, string) {
	if c.portkey.fallback == nil {
		return nil, ""
	}
	need := foreign.TableOf(want)
	return c.sayCodes(c.portkey.Peek(c.portkey.fallback, "strategy"), "on_status_codes", nil, func(k chain.Class) bool { return need[k].Failover }), ""
}

// sayBreakerCodes writes which statuses count for the breaker.
func (c *portkeyPatch) sayBreakerCodes(want *policy.Document) ([][]foreign.Edit, string) {
	if c.portkey.breaker == nil {
		return nil, ""
	}
	need := foreign.TableOf(want)
	return c.sayCodes(c.portkey.breaker, "failure_status_codes", []int{502, 503, 504, 529}, func(k chain.Class) bool { return need[k].Evidence >= chain.Bad }), ""
}

// sayCircuit writes the circuit breaker: what of it differs, or a new one. What is
// no breaker of its kind is refused when the result is read.
func (c *portkeyPatch) sayCircuit(want *policy.Document) ([][]foreign.Edit, string) {
	pairs, hint := circuit(want)
	if pairs == nil {
		return nil, hint
	}
	var all foreign.Ways
	if cb := c.portkey.breaker; cb != nil {
		had, _ := circuit(&c.Loaded.Doc)
		for i := 0; i < len(pairs); i += 2 {
			if !slices.Contains(had, pairs[i]) || !foreign.SameNodes(pairs[i+1].(*yamldoc.Node), had[slices.Index(had, pairs[i])+1].(*yamldoc.Node)) {
				c.write(&all, cb, pairs[i].(string), pairs[i+1].(*yamldoc.Node))
			}
		}
		return all.One(), hint
	}
	at := c.top()
	if s := c.portkey.Peek(at, "strategy"); s != nil {
		at = s
	}
	c.write(&all, at, "cb_config", foreign.Tree(pairs...))
	return all.One(), hint
}

// circuit is a breaker as Portkey writes it: keys and values, nil where it cannot.
func circuit(want *policy.Document) (pairs []any, hint string) {
	base, heeds, ok := foreign.CooldownOf(want)
	if !ok || heeds {
		return nil, "Portkey's breaker has one cooldown"
	}
	if base < 30*time.Second {
		hint = "Portkey's cooldown_interval is 30s at the least"
	}
	pairs = []any{"cooldown_interval", inMilliseconds(base)}
	trips := []policy.Trip{want.Breaker.Trip}
	if several, ok := want.Breaker.Trip.(*policy.AnyTrip); ok {
		trips = several.Of
	}
	for _, t := range trips {
		switch t := t.(type) {
		case *policy.CountTrip:
			pairs = append(pairs, "failure_threshold", foreign.Leaf(t.Failures-1))
		case *policy.RatioTrip:
			pairs = append(pairs, "failure_threshold_percentage", foreign.Leaf(float64(t.Ratio)/10), "minimum_requests", foreign.Leaf(t.Min))
		default:
			return nil, "Portkey counts failures, or their part, within a minute"
		}
	}
	return pairs, hint
}
