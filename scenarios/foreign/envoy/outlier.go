package envoy

import (
	"math"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// strategy writes what a router does with the cluster.
func (e *envoy) strategy() {
	d := &e.Chain
	d.About, d.Strategy = "The chain of Envoy's cluster "+foreign.Slug(e.cluster.name)+", of "+e.Origin()+".", "envoy"
	d.Slot("summary", foreign.Leaf("The hosts of cluster "+foreign.Slug(e.cluster.name)+", as Envoy's router asks them."), "")
	d.Slot("source", foreign.Leaf(e.Origin()), "")
	v := e.classes()
	tiered := e.retryOn(v)
	d.Slot("order", e.order(tiered), "")
	breaker := e.outlier(v)
	if breaker != nil {
		e.panicking()
	}
	e.timeouts()
	d.Slot("classify", v.Node(breaker != nil), "what retry_on names is retried; only a 5xx speaks against a host")
	if retry := e.retry(tiered); retry != nil {
		d.Slot("retry", retry, "")
	}
	if breaker != nil {
		d.Slot("breaker", breaker, "outlier detection")
	}
	e.hedge()
	e.limits()
	e.deadline()
	d.Slot("exhausted", foreign.Kind("last"), "")
}

// classes is what the detector counts: a 5xx, and what never became an answer.
// All else, a 429 too, is a success to it.
func (e *envoy) classes() *foreign.Verdicts {
	v := foreign.AnyError()
	v.Set(false, false, chain.Good, foreign.Failures...)
	v.Evidence(chain.Bad, chain.Server, chain.Overload, chain.Timeout, chain.Connect, chain.Truncated)
	return v
}

// order writes whom a request goes to: by priority, and by the balancer within
// one.
func (e *envoy) order(tiered bool) *yamldoc.Node {
	weighted := false
	var names []string
	for _, t := range e.tiers {
		weighted = weighted || t.weighted
		for _, m := range t.members {
			names = append(names, m.Name)
		}
	}
	policy := e.find(e.cluster.node, "lb_policy")
	name := foreign.TextOf(policy)
	switch name {
	case "ROUND_ROBIN", "RANDOM", "":
	case "LEAST_REQUEST":
		e.Left(policy, "lb_policy LEAST_REQUEST: by chance here, as who has how many requests has no counterpart")
	default:
		e.Left(policy, "lb_policy: by chance here; what it goes by has no counterpart")
	}
	if name == "" {
		e.Assumed(e.cluster.node.Pos, envoySource, "lb_policy ROUND_ROBIN")
	}
	switch {
	case len(names) == 1:
		return foreign.Kind("listed")
	case len(e.tiers) > 1 || tiered:
		return e.groups()
	case weighted:
		return foreign.Kind("weighted", "weights", e.weights(e.tiers[0]))
	case name == "ROUND_ROBIN" || name == "":
		return foreign.Kind("round_robin", "providers", names)
	}
	return foreign.Kind("uniform", "providers", names)
}

// groups are the priorities, each asked once before the next.
func (e *envoy) groups() *yamldoc.Node {
	var list []*yamldoc.Node
	for _, t := range e.tiers {
		list = append(list, foreign.Tree("members", e.weights(t)))
	}
	return foreign.Kind("groups", "groups", list)
}

func (e *envoy) weights(t tier) (out []*yamldoc.Node) {
	for i, m := range t.members {
		out = append(out, foreign.Tree("provider", m.Name, "weight", t.weights[i]))
	}
	return out
}

// outlier writes the detector: so many failures in a row, or a part of an
// interval's answers; ejected hosts come back at a sweep.
func (e *envoy) outlier(v *foreign.Verdicts) *yamldoc.Node {
	o := e.find(e.cluster.node, "outlier_detection")
	if o == nil {
		e.Note(foreign.NoteAssumed, e.cluster.node.Pos, "no outlier_detection: nobody is ever ejected")
		return nil
	}
	interval := e.or(o, "interval", 10*time.Second, "breaker.half_open.sweep")
	base := e.or(o, "base_ejection_time", 30*time.Second, "breaker.open.base")
	longest := e.or(o, "max_ejection_time", max(300*time.Second, base), "breaker.open.max")
	if longest < base {
		e.Warn(o.Pos, "max_ejection_time %s is shorter than base_ejection_time: Envoy refuses it; here it is the longer", longest)
		longest = base
	}
	trip := e.trips(o, v, interval)
	most := e.mostOut(o)
	if trip == nil || most == nil {
		return nil
	}
	e.Assumed(o.Pos, envoySource+"; unverified", "an ejection grows by base_ejection_time with each one in a row, and shrinks by it with each interval that is healthy")
	pairs := []any{"trip", trip, "open", foreign.Kind("linear", "base", base, "max", longest), "half_open", foreign.Kind("none", "sweep", interval)}
	return foreign.Tree(append(append(pairs, most...), "row_decay", interval)...)
}

// mostOut is how many hosts may be out, as keys and values; nil where that is
// nobody. A host is ejected where those that are out, and it, are no more than the
// percentage of all (outlier_detection_impl.cc): of few hosts none is.
func (e *envoy) mostOut(o *yamldoc.Node) (pairs []any) {
	percent, _ := e.percent(o, "max_ejection_percent", 10, "breaker.max_open")
	one, hosts := e.Get(o, "always_eject_one_host"), len(e.Chain.Providers)
	always := e.Truth(o, "always_eject_one_host")
	if one != nil {
		e.Took(one, "always_eject_one_host %t -> breaker.always_one", always)
	} else {
		e.Assumed(o.Pos, envoySource, "always_eject_one_host false -> breaker.always_one")
	}
	switch many := int(percent*float64(hosts)) / 100; {
	case many == 0 && !always:
		e.Warn(o.Pos, "nobody is ever ejected: one of %d hosts is more than max_ejection_percent %s; always_eject_one_host lets one be out, or take %d", hosts, foreign.Shortest(percent), (100+hosts-1)/hosts)
	case many <= 1 && hosts > 1:
		e.Warn(o.Pos, "max_ejection_percent: of %d hosts one may be out at a time", hosts)
	}
	if percent == 0 && !always {
		return nil
	}
	pairs = []any{"max_open", max(thousandths(percent), .001)}
	if always {
		pairs = append(pairs, "always_one", true)
	}
	return pairs
}

// or reads a time, or takes Envoy's own.
func (e *envoy) or(n *yamldoc.Node, key string, own time.Duration, to string) time.Duration {
	v := e.find(n, key)
	if d, ok := e.duration(v, key); ok && d > 0 {
		e.Took(v, "%s %s -> %s", key, d, to)
		return d
	}
	e.Assumed(n.Pos, envoySource, "%s %s -> %s", key, own, to)
	return own
}

// percent reads a percentage, or takes Envoy's own.
func (e *envoy) percent(n *yamldoc.Node, key string, own float64, to string) (float64, bool) {
	v := e.find(n, key)
	at := v
	if v != nil && v.Kind == yamldoc.Map {
		at = e.find(v, "value")
	}
	f, ok := e.Number(at, key, 0, 100)
	if !ok {
		e.Assumed(n.Pos, envoySource, "%s %s -> %s", key, foreign.Shortest(own), to)
		return own, false
	}
	e.Took(v, "%s %s -> %s", key, foreign.Shortest(f), to)
	return f, true
}

// thousandths is a percentage as a part of one, as fine as ratios are counted.
func thousandths(percent float64) float64 { return math.Round(percent*10) / 1000 }

// trips writes what ejects a host.
func (e *envoy) trips(o *yamldoc.Node, v *foreign.Verdicts, interval time.Duration) *yamldoc.Node {
	var list []*yamldoc.Node
	n := e.Get(o, "consecutive_5xx", "consecutive5Xx")
	if n == nil {
		e.Assumed(o.Pos, envoySource, "consecutive_5xx 5 -> breaker.trip.failures")
	}
	failures, ok := e.Whole(n, "consecutive_5xx", 0, 1<<20)
	if !ok {
		failures = 5
	} else {
		e.Took(n, "consecutive_5xx %d -> breaker.trip.failures", failures)
	}
	if f, ok := e.Number(e.Get(o, "enforcing_consecutive_5xx"), "enforcing_consecutive_5xx", 0, 100); ok && f < 100 {
		e.Left(e.Get(o, "enforcing_consecutive_5xx"), "enforcing_consecutive_5xx %s: chance has no counterpart: 0 is never, all else always", foreign.Shortest(f))
		if f == 0 {
			failures = 0
		}
	}
	if failures > 0 {
		list = append(list, foreign.Kind("consecutive", "failures", failures))
	}
	list = append(list, e.partOfAll(o, interval)...)
	e.peers(o)
	switch len(list) {
	case 0:
		e.Warn(o.Pos, "nothing in this outlier_detection ejects a host")
		return nil
	case 1:
		return list[0]
	}
	return foreign.Kind("any_of", "of", list)
}

// partOfAll is the detector by a percentage of failures, which is off by itself.
func (e *envoy) partOfAll(o *yamldoc.Node, interval time.Duration) []*yamldoc.Node {
	enforced := e.find(o, "enforcing_failure_percentage")
	f, _ := e.Number(enforced, "enforcing_failure_percentage", 0, 100)
	if f == 0 {
		return nil
	}
	hosts, ok := e.Whole(e.find(o, "failure_percentage_minimum_hosts"), "failure_percentage_minimum_hosts", 0, 1<<20)
	if !ok {
		hosts = 5
	}
	if n := len(e.Chain.Providers); n < hosts {
		e.Warn(enforced.Pos, "failure percentage: it needs %d hosts, there are %d: it never ejects one", hosts, n)
		return nil
	}
	threshold, _ := e.percent(o, "failure_percentage_threshold", 85, "breaker.trip.of[].ratio")
	volume, ok := e.Whole(e.find(o, "failure_percentage_request_volume"), "failure_percentage_request_volume", 1, 1<<20)
	if !ok {
		volume = 50
	}
	e.Took(enforced, "failure percentage: %s %% of %d or more in an interval -> breaker.trip", foreign.Shortest(threshold), volume)
	if threshold == 0 {
		return nil
	}
	return []*yamldoc.Node{foreign.Kind("ratio", "ratio", max(thousandths(threshold), .001), "min", volume, "window", interval, "tumbling", true)}
}

// peers tells of the detectors that have no counterpart.
func (e *envoy) peers(o *yamldoc.Node) {
	for _, key := range []string{"success_rate_minimum_hosts", "success_rate_request_volume", "success_rate_stdev_factor", "enforcing_success_rate"} {
		if n := e.find(o, key); n != nil {
			e.Left(n, "%s: a host is not compared with its peers here", key)
		}
	}
	if n := len(e.Chain.Providers); n < 5 {
		e.Warn(o.Pos, "success rate: Envoy compares 5 hosts or more, there are %d: that detector never ejects one", n)
	}
	for _, key := range []string{"consecutive_gateway_failure", "enforcing_consecutive_gateway_failure", "split_external_local_origin_errors", "consecutive_local_origin_failure", "enforcing_consecutive_local_origin_failure", "enforcing_local_origin_success_rate"} {
		e.Left(e.Get(o, key), "%s: one count of failures in a row stands for all", key)
	}
	e.Left(e.Get(o, "max_ejection_time_jitter"), "max_ejection_time_jitter: a cooldown that grows linearly has no jitter here")
}

// panicking is what happens when few hosts are left: health is ignored.
func (e *envoy) panicking() {
	common := e.find(e.cluster.node, "common_lb_config")
	at := common
	if at == nil {
		at = e.cluster.node
	}
	f, _ := e.percent(at, "healthy_panic_threshold", 50, "availability.panic")
	if thousandths(f) > 0 {
		e.Chain.Slot("availability", foreign.Kind("skip_open", "panic", thousandths(f)), "")
	}
}
