package envoy

import (
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// retryWords are the conditions of retry_on that have a counterpart.
var retryWords = map[string][]chain.Class{
	"5xx":             {chain.Server, chain.Overload, chain.Timeout, chain.Connect},
	"gateway-error":   {chain.Server},
	"reset":           {chain.Timeout, chain.Connect},
	"connect-failure": {chain.Connect},
	"refused-stream":  {chain.Connect},
}

// retryOn reads what is retried. It tells whether each retry goes to another
// priority.
func (e *envoy) retryOn(v *foreign.Verdicts) (tiered bool) {
	if e.policy == nil {
		e.Note(foreign.NoteAssumed, e.cluster.node.Pos, "no retry_policy on a route to it: one attempt, and its failure is the caller's")
		return false
	}
	var classes []chain.Class
	on := e.find(e.policy, "retry_on")
	for _, w := range strings.FieldsFunc(foreign.TextOf(on), func(r rune) bool { return r == ',' || r == ' ' }) {
		switch c, known := retryWords[w]; {
		case w == "retriable-status-codes":
		case known:
			classes = append(classes, c...)
		default:
			e.Note(foreign.NoteLeft, on.Pos, "retry_on %s: nothing here fails so", foreign.Shorten(w))
		}
	}
	if on != nil {
		e.Took(on, "retry_on -> classify.rules.*.retry")
		if strings.Contains(on.Text, "gateway-error") && !strings.Contains(on.Text, "5xx") {
			e.Note(foreign.NoteLeft, on.Pos, "gateway-error: all of 500, 502, 503 and 504 are one class here, server")
		}
	}
	codes := map[int]bool{}
	list := e.find(e.policy, "retriable_status_codes")
	for _, n := range e.List(list, "retriable_status_codes") {
		if code, ok := e.Whole(n, "retriable_status_codes", 100, 599); ok {
			codes[code] = true
		}
	}
	if len(codes) > 0 {
		e.Took(list, "retriable_status_codes -> classify.rules.*.retry")
		for _, c := range []chain.Class{chain.RateLimit, chain.Quota, chain.Overload, chain.Server, chain.Auth, chain.ModelMissing, chain.BadRequest, chain.ContextLength, chain.ContentPolicy} {
			if foreign.HitBy(codes, c) {
				classes = append(classes, c)
			}
		}
	}
	v.Retry(true, classes...)
	if tiered = e.find(e.policy, "retry_priority") != nil && len(e.tiers) > 1; tiered {
		e.Took(e.find(e.policy, "retry_priority"), "retry_priority: a failure goes on to the next priority -> order groups, one attempt each")
		e.Told[e.find(e.policy, "retry_priority")] = true
		for _, c := range classes {
			v.Set(false, true, v[c].Evidence, c)
		}
	}
	return tiered
}

// retry writes waits of U(0, (2^n - 1) * base), at most ten times the base.
func (e *envoy) retry(tiered bool) *yamldoc.Node {
	if e.policy == nil {
		return nil
	}
	n := e.find(e.policy, "num_retries")
	retries, ok := e.Whole(n, "num_retries", 0, 100)
	if !ok {
		retries = 1
		e.Assumed(e.policy.Pos, envoySource, "num_retries 1")
	}
	if tiered {
		e.Left(e.find(e.policy, "retry_back_off"), "retry_back_off: nobody waits between priorities here")
		e.attempts = retries + 1
		e.Took(e.policy, "num_retries %d -> deadline.attempts %d", retries, retries+1)
		return nil
	}
	if ok {
		e.Took(n, "num_retries %d -> retry.waits", retries)
	}
	backoff := e.find(e.policy, "retry_back_off")
	base, given := e.duration(e.find(backoff, "base_interval"), "base_interval")
	if !given || base <= 0 {
		base = 25 * time.Millisecond
		e.Assumed(e.policy.Pos, envoySource, "retry_back_off.base_interval 25ms")
	} else {
		e.Took(e.find(backoff, "base_interval"), "retry_back_off.base_interval %s -> retry.waits", base)
	}
	most, given := e.duration(e.find(backoff, "max_interval"), "max_interval")
	if !given || most < base {
		most = 10 * base
		e.Assumed(e.policy.Pos, envoySource, "retry_back_off.max_interval %s, ten times the base", most)
	} else {
		e.Took(e.find(backoff, "max_interval"), "retry_back_off.max_interval %s -> retry.waits", most)
	}
	if retries == 0 {
		return nil
	}
	var waits []*yamldoc.Node
	for i := range retries {
		waits = append(waits, foreign.Leaf(min(base*time.Duration(1<<min(i+1, 20)-1), most)))
	}
	return foreign.Kind("schedule", append([]any{"waits", waits, "jitter", "full"}, e.retryOptions()...)...)
}

// retryOptions are whom a retry asks, and what it makes of Retry-After.
func (e *envoy) retryOptions() (pairs []any) {
	if limited := e.find(e.policy, "rate_limited_retry_back_off"); limited != nil {
		most, ok := e.duration(e.find(limited, "max_interval"), "max_interval")
		if !ok {
			most = 300 * time.Second
		}
		e.Took(limited, "rate_limited_retry_back_off -> retry.hint obey, up to %s", most)
		e.Told[limited] = true
		pairs = append(pairs, "hint", "obey", "hint_cap", most)
	}
	whom := "any"
	for _, p := range e.List(e.find(e.policy, "retry_host_predicate"), "retry_host_predicate") {
		if strings.Contains(e.Word(p, "name"), "previous_hosts") {
			whom = "other"
			e.Took(p, "previous_hosts -> retry.reselect other: it leaves out the host that failed last")
		}
		e.Told[p] = true
	}
	e.Left(e.find(e.policy, "host_selection_retry_max_attempts"), "host_selection_retry_max_attempts: a host that must not be asked is never chosen here")
	return append(pairs, "reselect", whom)
}

// timeouts are those of one attempt.
func (e *envoy) timeouts() {
	var pairs []any
	for _, t := range []struct {
		in        *yamldoc.Node
		key, ours string
	}{{e.policy, "per_try_timeout", "total"}, {e.cluster.node, "connect_timeout", "connect"}, {e.policy, "per_try_idle_timeout", "idle_gap"}} {
		n := e.find(t.in, t.key)
		if d, ok := e.duration(n, t.key); ok && d > 0 {
			e.Took(n, "%s %s -> attempt.%s", t.key, d, t.ours)
			pairs = append(pairs, t.ours, d)
		}
	}
	if pairs != nil {
		e.Chain.Slot("attempt", foreign.Tree(pairs...), "")
	}
}

// hedge leaves a slow attempt in flight where the route says so.
func (e *envoy) hedge() {
	policy := e.find(e.route, "hedge_policy")
	on := e.find(policy, "hedge_on_per_try_timeout")
	if on != nil && on.Text == "true" {
		e.Took(on, "hedge_on_per_try_timeout -> hedge on_attempt_timeout")
		e.Chain.Slot("hedge", foreign.Kind("on_attempt_timeout"), "")
	}
}

// limits are Envoy's circuit breakers, which are limits and no breakers.
func (e *envoy) limits() {
	list := e.List(e.find(e.cluster.node, "circuit_breakers", "thresholds"), "thresholds")
	var limits *yamldoc.Node
	for _, t := range list {
		if p := e.Word(t, "priority"); p == "" || p == "DEFAULT" {
			limits = t
		} else {
			e.Told[t] = true
			e.Left(t, "thresholds of priority HIGH: traffic here has one priority")
		}
	}
	if n := e.find(limits, "max_requests"); n != nil {
		if x, ok := e.Whole(n, "max_requests", 1, 1<<20); ok {
			e.Took(n, "max_requests %d -> admission.initial", x)
			if len(e.Chain.Providers) > 1 {
				e.Note(foreign.NoteLeft, n.Pos, "max_requests bounds the cluster; here each host")
			}
			e.Chain.Slot("admission", foreign.Kind("concurrency", "limit", "fixed", "initial", x), "")
		}
	}
	for _, key := range []string{"max_connections", "max_pending_requests"} {
		e.Left(e.find(limits, key), "%s: connections have no counterpart", key)
	}
	e.budget(limits)
}

// budget bounds retries in flight: a part of all, or so many.
func (e *envoy) budget(limits *yamldoc.Node) {
	if e.policy == nil {
		return
	}
	if b := e.find(limits, "retry_budget"); b != nil {
		percent, _ := e.percent(b, "budget_percent", 20, "budget.ratio")
		n := e.find(b, "min_retry_concurrency")
		least, ok := e.Whole(n, "min_retry_concurrency", 0, 1<<20)
		if !ok {
			least = 3
			e.Assumed(b.Pos, envoySource, "min_retry_concurrency 3")
		} else {
			e.Took(n, "min_retry_concurrency %d -> budget.min_concurrency", least)
		}
		e.Left(limits.Get("max_retries"), "max_retries: retry_budget stands before it")
		e.Chain.Slot("budget", foreign.Kind("concurrent_fraction", "ratio", thousandths(percent), "min_concurrency", least), "")
		return
	}
	n := e.find(limits, "max_retries")
	most, ok := e.Whole(n, "max_retries", 0, 1<<20)
	if !ok {
		most = 3
		e.Assumed(e.cluster.node.Pos, envoySource, "circuit_breakers: 3 retries at one time -> budget.min_concurrency")
	} else {
		e.Took(n, "max_retries %d -> budget.min_concurrency", most)
	}
	e.Chain.Slot("budget", foreign.Kind("concurrent_fraction", "ratio", 0, "min_concurrency", most), "")
}

// deadline is the route's timeout, over all attempts.
func (e *envoy) deadline() {
	n := e.find(e.route, "timeout")
	d, ok := e.duration(n, "timeout")
	switch {
	case ok && d == 0:
		e.Took(n, "timeout 0: no deadline but the caller's")
	case ok:
		e.Took(n, "timeout %s -> deadline.total, retries included", d)
	case e.route != nil:
		d = 15 * time.Second
		e.Assumed(e.route.Pos, envoySource+"; unverified", "timeout 15s over all attempts")
	}
	var pairs []any
	if d > 0 {
		pairs = append(pairs, "total", d)
	}
	if e.attempts > 0 {
		pairs = append(pairs, "attempts", e.attempts)
	}
	if pairs != nil {
		e.Chain.Slot("deadline", foreign.Tree(pairs...), "")
	}
}

// lint warns of what is legal and probably not meant.
func (e *envoy) lint() {
	hosts := len(e.Chain.Providers)
	if hosts == 1 {
		e.Warn(e.cluster.node.Pos, "one host: nobody to go to when it fails")
	}
	o := e.find(e.cluster.node, "outlier_detection")
	if o != nil {
		e.Warn(o.Pos, "outlier detection: a 429 is no 5xx and never ejects a host")
	}
	if e.policy == nil {
		return
	}
	try, timed := e.duration(e.find(e.policy, "per_try_timeout"), "per_try_timeout")
	if !timed {
		e.Warn(e.policy.Pos, "no per_try_timeout: a host that hangs uses up the route's timeout, and nothing is left for a retry")
	}
	all, ok := e.duration(e.find(e.route, "timeout"), "timeout")
	if !ok && e.route != nil {
		all = 15 * time.Second
	}
	if timed && all > 0 && try >= all {
		e.Warn(e.policy.Pos, "per_try_timeout %s is no shorter than the route's timeout %s: a host that hangs leaves no time for a retry", try, all)
	}
	if !strings.Contains(foreign.TextOf(e.find(e.policy, "retry_on")), "5xx") && !strings.Contains(foreign.TextOf(e.find(e.policy, "retry_on")), "connect-failure") {
		e.Warn(e.policy.Pos, "retry_on lacks connect-failure: a host that refuses is not retried")
	}
}
