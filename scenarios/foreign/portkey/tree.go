package portkey

import (
	"math"
	"slices"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
)

// maxPaths bounds the ways through a tree of targets.
const maxPaths = 64

// leaf tells a target at the end of a branch.
func (p *portkey) leaf(n *yamldoc.Node) bool { return n.Get("targets") == nil }

// expand lists the ways through a branch: a fallback puts the ways through its
// targets one after another, a load balancer beside each other.
func (p *portkey) expand(n *yamldoc.Node, above *pkTarget, level int) []pkPath {
	if !p.IsMap(n, "a target") {
		return nil
	}
	t := &pkTarget{at: n.Pos, retry: above.retry, timeout: above.timeout}
	if own := p.Get(n, "retry"); own != nil {
		t.retry = own
	}
	if own := p.Get(n, "request_timeout"); own != nil {
		t.timeout = own
	}
	strategy := p.Get(n, "strategy")
	p.Word(n, "name") // a branch's: only conditions call it by that
	p.circuitOf(n, strategy)
	if p.leaf(n) {
		return p.target(n, t)
	}
	targets := p.List(p.Get(n, "targets"), "targets")
	if len(targets) == 0 {
		p.Wrong(n.Pos, "", "targets: lists nobody")
		return nil
	}
	switch mode := p.Word(strategy, "mode"); mode {
	case "fallback":
		return p.inTurn(n, strategy, targets, t, level)
	case "loadbalance":
		return p.byChance(targets, t, level)
	case "conditional":
		return p.onCondition(strategy, targets, t, level)
	case "single", "":
		for _, other := range targets[1:] {
			p.Left(other, "mode single asks the first target alone")
			p.Told[other] = true
		}
		return p.expand(targets[0], t, level+1)
	default:
		p.Wrong(strategy.Pos, "it may be fallback, loadbalance, single or conditional", "strategy.mode: %q is none", foreign.Shorten(mode))
	}
	return nil
}

// target makes a provider of a leaf.
func (p *portkey) target(n *yamldoc.Node, t *pkTarget) []pkPath {
	if len(p.leaves) >= scenarios.MaxProviders {
		p.Wrong(n.Pos, "", "more than %d targets", scenarios.MaxProviders)
		return nil
	}
	provider := strings.TrimPrefix(p.Word(n, "provider"), "@")
	model := p.Word(p.Get(n, "override_params"), "model")
	if model == "" {
		model = p.Word(n, "model")
	}
	name := p.Word(n, "name")
	if name == "" {
		name = strings.Trim(provider+"-"+model, "-")
	}
	if name == "" {
		name = "target"
		p.Note(foreign.NoteAssumed, n.Pos, "the target is named by a key alone: nobody knows whose it is")
	}
	t.member = p.Chain.Add(name, foreign.Member{At: n.Pos, Aliases: []string{provider, model}, Model: model,
		Vendor: foreign.VendorOf(provider, model, p.Word(n, "custom_host"))})
	p.leaves = append(p.leaves, t)
	p.Word(n, "weight")
	for _, key := range []string{"cache", "input_guardrails", "output_guardrails", "before_request_hooks", "after_request_hooks"} {
		p.Left(n.Get(key), "%s: it has no counterpart", key)
	}
	return []pkPath{{1, []*pkTarget{t}}}
}

// inTurn is a fallback.
func (p *portkey) inTurn(n, strategy *yamldoc.Node, targets []*yamldoc.Node, t *pkTarget, level int) []pkPath {
	codes := p.Get(strategy, "on_status_codes")
	switch {
	case p.fallback == nil:
		p.fallback, p.codes = n, codes
	case !foreign.SameNodes(codes, p.codes):
		at := n.Pos
		p.Note(foreign.NoteLeft, at, "on_status_codes of a fallback inside another: the chain has one table, the outer one's")
	}
	out := []pkPath{{weight: 1}}
	for _, target := range targets {
		var longer []pkPath
		for _, more := range p.expand(target, t, level+1) {
			for _, so := range out {
				longer = append(longer, pkPath{so.weight * more.weight, append(slices.Clone(so.targets), more.targets...)})
			}
		}
		if len(longer) > maxPaths {
			p.Wrong(n.Pos, "", "more than %d ways through the tree of targets", maxPaths)
			return nil
		}
		out = longer
	}
	return out
}

// byChance is a load balancer: one target by its weight, and nobody instead of
// it when it fails.
func (p *portkey) byChance(targets []*yamldoc.Node, t *pkTarget, level int) (out []pkPath) {
	sum := 0.0
	weights := make([]float64, len(targets))
	for i, target := range targets {
		w, ok := p.Number(p.Get(target, "weight"), "weight", 0, 1<<20)
		if !ok {
			w = 1
			p.Assumed(target.Pos, portkeySource, "weight 1")
		}
		p.integral = p.integral && w == math.Trunc(w)
		weights[i], sum = w, sum+w
	}
	p.balanced++
	p.sum = sum
	for i, target := range targets {
		for _, more := range p.expand(target, t, level+1) {
			if sum > 0 {
				more.weight *= weights[i] / sum
			} else {
				more.weight = 0
			}
			out = append(out, more)
		}
		if w := target.Get("weight"); w != nil {
			p.Took(w, "weight %s -> order", foreign.Shortest(weights[i]))
		}
	}
	if len(out) > maxPaths {
		p.Wrong(targets[0].Pos, "", "more than %d ways through the tree of targets", maxPaths)
	}
	return out
}

// onCondition is a choice by what a request says of itself. Traffic here says
// nothing, so it takes the default.
func (p *portkey) onCondition(strategy *yamldoc.Node, targets []*yamldoc.Node, t *pkTarget, level int) []pkPath {
	want := p.Word(strategy, "default")
	conditions := p.Get(strategy, "conditions")
	if want == "" && len(foreign.ItemsOf(conditions)) > 0 {
		want = p.Word(conditions.Items[0], "then")
	}
	p.Left(conditions, "conditions: traffic here has neither metadata nor parameters: it goes to %q", foreign.Shorten(want))
	if conditions != nil {
		p.Told[conditions] = true
	}
	chosen := targets[0]
	for _, target := range targets {
		if want != "" && foreign.TextOf(target.Get("name")) == want {
			chosen = target
		}
	}
	for _, target := range targets {
		if target != chosen {
			p.Left(target, "a target that only a condition leads to")
			p.Told[target] = true
		}
	}
	return p.expand(chosen, t, level+1)
}

// order writes the ways: a list, a chance over targets, or one over lists.
func (p *portkey) order(paths []pkPath) *yamldoc.Node {
	if len(paths) == 1 {
		return foreign.Kind("listed", "providers", namesOf(paths[0].targets))
	}
	scale := 1000.0
	if p.balanced == 1 && p.integral {
		scale = p.sum
	}
	alone := true
	var weights, lists []*yamldoc.Node
	for _, path := range paths {
		w := max(1, int(path.weight*scale+.5))
		alone = alone && len(path.targets) == 1
		weights = append(weights, foreign.Tree("provider", path.targets[0].member.Name, "weight", w))
		lists = append(lists, foreign.Tree("weight", w, "providers", namesOf(path.targets)))
	}
	if alone {
		return foreign.Kind("weighted", "weights", weights, "failover", "no")
	}
	return foreign.Kind("paths", "paths", lists)
}

func namesOf(targets []*pkTarget) (out []string) {
	for _, t := range targets {
		out = append(out, t.member.Name)
	}
	return out
}

// circuitOf remembers the first circuit breaker of the tree.
func (p *portkey) circuitOf(n, strategy *yamldoc.Node) {
	for _, in := range []*yamldoc.Node{n, strategy} {
		cb := p.Get(in, "cb_config")
		switch {
		case cb == nil:
		case p.breaker == nil && p.IsMap(cb, "cb_config"):
			p.breaker = cb
		case p.breaker != nil && !foreign.SameNodes(cb, p.breaker):
			p.Left(cb, "cb_config: the chain has one breaker for all, the first one's")
		}
	}
}

// circuit writes the breaker of Portkey's cloud.
func (p *portkey) circuit(v *foreign.Verdicts) *yamldoc.Node {
	cb := p.breaker
	if cb == nil {
		return nil
	}
	var trips []*yamldoc.Node
	if n := p.Get(cb, "failure_threshold"); n != nil {
		if x, ok := p.Whole(n, "failure_threshold", 1, 1<<15); ok {
			trips = append(trips, foreign.Kind("count", "failures", x, "window", time.Minute))
			p.Took(n, "failure_threshold %d -> breaker.trip.failures", x)
		}
	}
	if n := p.Get(cb, "failure_threshold_percentage"); n != nil {
		least, ok := p.Whole(p.Get(cb, "minimum_requests"), "minimum_requests", 1, 1<<20)
		if !ok {
			least = 1
		}
		if f, ok := p.Number(n, "failure_threshold_percentage", .1, 100); ok {
			trips = append(trips, foreign.Kind("ratio", "ratio", math.Round(f*10)/1000, "min", least, "window", time.Minute))
			p.Took(n, "failure_threshold_percentage %s of %d requests or more -> breaker.trip.ratio", foreign.Shortest(f), least)
		}
	}
	if trips == nil {
		p.Left(cb, "cb_config without a threshold opens nothing")
		return nil
	}
	p.Assumed(cb.Pos, "the gateway's documents do not say", "failures are counted over the last minute")
	trip := trips[0]
	if len(trips) > 1 {
		trip = foreign.Kind("any_of", "of", trips)
	}
	p.circuitCodes(v, cb)
	return foreign.Tree("trip", trip, "open", foreign.Kind("constant", "base", p.cooldown(cb)), "half_open", foreign.Kind("none"))
}

// cooldown is how long a breaker stays open: half a minute at least.
func (p *portkey) cooldown(cb *yamldoc.Node) time.Duration {
	n := p.Get(cb, "cooldown_interval")
	d, ok := p.Time(n, "cooldown_interval", time.Millisecond)
	if !ok {
		p.Assumed(cb.Pos, portkeySource, "cooldown_interval 30s, the shortest there is")
		return 30 * time.Second
	}
	if d < 30*time.Second {
		p.Warn(n.Pos, "cooldown_interval %s: the gateway makes it 30s", d)
		d = 30 * time.Second
	}
	p.Took(n, "cooldown_interval %s -> breaker.open.base", d)
	return d
}

// circuitCodes reads what counts as a failure; all else is a success.
func (p *portkey) circuitCodes(v *foreign.Verdicts, cb *yamldoc.Node) {
	n := p.Get(cb, "failure_status_codes")
	codes := p.codesOf(n, "failure_status_codes")
	if codes == nil {
		codes = map[int]bool{502: true, 503: true, 504: true, 529: true}
		p.Assumed(cb.Pos, portkeySource, "statuses above 500 count as failures; a 500 itself is in their class here")
	} else {
		p.Took(n, "failure_status_codes -> classify.rules.*.evidence")
	}
	for _, c := range foreign.Failures {
		if v.Evidence(chain.Good, c); foreign.HitBy(codes, c) {
			v.Evidence(chain.Bad, c)
		}
	}
}

// lint warns of what is legal and probably not meant.
func (p *portkey) lint() {
	codes := p.codesOf(p.codes, "on_status_codes")
	timed := slices.ContainsFunc(p.leaves, func(t *pkTarget) bool { return t.timeout != nil })
	switch {
	case p.fallback == nil && len(p.leaves) > 0:
		p.Warn(p.Root.Pos, "no fallback: a target that fails takes the call with it")
	case codes == nil:
		p.Warn(p.fallback.Pos, "a fallback without on_status_codes goes through all targets with a bad request too")
	case timed && !codes[408]:
		p.Warn(p.codes.Pos, "on_status_codes lacks 408: a request_timeout ends the call, and the next target is not asked")
	}
	if codes != nil && !codes[429] {
		p.Warn(p.codes.Pos, "on_status_codes lacks 429: a throttled target takes the call with it")
	}
	if codes != nil && !codes[503] {
		p.Warn(p.codes.Pos, "on_status_codes lacks 503: a target that cannot be reached takes the call with it")
	}
}
