package scenarios

import (
	"math"
	"slices"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
)

// maxPaths bounds the ways through a tree of targets.
const maxPaths = 64

// leaf tells a target at the end of a branch.
func (p *portkey) leaf(n *yamldoc.Node) bool { return n.Get("targets") == nil }

// expand lists the ways through a branch: a fallback puts the ways through its
// targets one after another, a load balancer beside each other.
func (p *portkey) expand(n *yamldoc.Node, above *pkTarget, level int) []pkPath {
	if !p.isMap(n, "a target") {
		return nil
	}
	t := &pkTarget{at: n.Pos, retry: above.retry, timeout: above.timeout}
	if own := p.get(n, "retry"); own != nil {
		t.retry = own
	}
	if own := p.get(n, "request_timeout"); own != nil {
		t.timeout = own
	}
	strategy := p.get(n, "strategy")
	p.word(n, "name") // a branch's: only conditions call it by that
	p.circuitOf(n, strategy)
	if p.leaf(n) {
		return p.target(n, t)
	}
	targets := p.list(p.get(n, "targets"), "targets")
	if len(targets) == 0 {
		p.wrong(n.Pos, "", "targets: lists nobody")
		return nil
	}
	switch mode := p.word(strategy, "mode"); mode {
	case "fallback":
		return p.inTurn(n, strategy, targets, t, level)
	case "loadbalance":
		return p.byChance(targets, t, level)
	case "conditional":
		return p.onCondition(strategy, targets, t, level)
	case "single", "":
		for _, other := range targets[1:] {
			p.left(other, "mode single asks the first target alone")
			p.told[other] = true
		}
		return p.expand(targets[0], t, level+1)
	default:
		p.wrong(strategy.Pos, "it may be fallback, loadbalance, single or conditional", "strategy.mode: %q is none", shorten(mode))
	}
	return nil
}

// target makes a provider of a leaf.
func (p *portkey) target(n *yamldoc.Node, t *pkTarget) []pkPath {
	if len(p.leaves) >= maxProviders {
		p.wrong(n.Pos, "", "more than %d targets", maxProviders)
		return nil
	}
	provider := strings.TrimPrefix(p.word(n, "provider"), "@")
	model := p.word(p.get(n, "override_params"), "model")
	if model == "" {
		model = p.word(n, "model")
	}
	name := p.word(n, "name")
	if name == "" {
		name = strings.Trim(provider+"-"+model, "-")
	}
	if name == "" {
		name = "target"
		p.note(NoteAssumed, n.Pos, "the target is named by a key alone: nobody knows whose it is")
	}
	t.member = p.chain.add(name, member{at: n.Pos, aliases: []string{provider, model}, model: model,
		vendor: vendorOf(provider, model, p.word(n, "custom_host"))})
	p.leaves = append(p.leaves, t)
	p.word(n, "weight")
	for _, key := range []string{"cache", "input_guardrails", "output_guardrails", "before_request_hooks", "after_request_hooks"} {
		p.left(n.Get(key), "%s: it has no counterpart", key)
	}
	return []pkPath{{1, []*pkTarget{t}}}
}

// inTurn is a fallback.
func (p *portkey) inTurn(n, strategy *yamldoc.Node, targets []*yamldoc.Node, t *pkTarget, level int) []pkPath {
	codes := p.get(strategy, "on_status_codes")
	switch {
	case p.fallback == nil:
		p.fallback, p.codes = n, codes
	case !sameNodes(codes, p.codes):
		at := n.Pos
		p.note(NoteLeft, at, "on_status_codes of a fallback inside another: the chain has one table, the outer one's")
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
			p.wrong(n.Pos, "", "more than %d ways through the tree of targets", maxPaths)
			return nil
		}
		out = longer
	}
	return out
}

// sameNodes tells whether two lists say the same.
func sameNodes(a, b *yamldoc.Node) bool {
	return string(yamldoc.Format(a)) == string(yamldoc.Format(b))
}

// byChance is a load balancer: one target by its weight, and nobody instead of
// it when it fails.
func (p *portkey) byChance(targets []*yamldoc.Node, t *pkTarget, level int) (out []pkPath) {
	sum := 0.0
	weights := make([]float64, len(targets))
	for i, target := range targets {
		w, ok := p.number(p.get(target, "weight"), "weight", 0, 1<<20)
		if !ok {
			w = 1
			p.assumed(target.Pos, portkeySource, "weight 1")
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
			p.took(w, "weight %s -> order", shortest(weights[i]))
		}
	}
	if len(out) > maxPaths {
		p.wrong(targets[0].Pos, "", "more than %d ways through the tree of targets", maxPaths)
	}
	return out
}

// onCondition is a choice by what a request says of itself. Traffic here says
// nothing, so it takes the default.
func (p *portkey) onCondition(strategy *yamldoc.Node, targets []*yamldoc.Node, t *pkTarget, level int) []pkPath {
	want := p.word(strategy, "default")
	conditions := p.get(strategy, "conditions")
	if want == "" && len(itemsOf(conditions)) > 0 {
		want = p.word(conditions.Items[0], "then")
	}
	p.left(conditions, "conditions: traffic here has neither metadata nor parameters: it goes to %q", shorten(want))
	if conditions != nil {
		p.told[conditions] = true
	}
	chosen := targets[0]
	for _, target := range targets {
		if want != "" && textOf(target.Get("name")) == want {
			chosen = target
		}
	}
	for _, target := range targets {
		if target != chosen {
			p.left(target, "a target that only a condition leads to")
			p.told[target] = true
		}
	}
	return p.expand(chosen, t, level+1)
}

// order writes the ways: a list, a chance over targets, or one over lists.
func (p *portkey) order(paths []pkPath) *yamldoc.Node {
	if len(paths) == 1 {
		return kind("listed", "providers", namesOf(paths[0].targets))
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
		weights = append(weights, tree("provider", path.targets[0].member.name, "weight", w))
		lists = append(lists, tree("weight", w, "providers", namesOf(path.targets)))
	}
	if alone {
		return kind("weighted", "weights", weights, "failover", "no")
	}
	return kind("paths", "paths", lists)
}

func namesOf(targets []*pkTarget) (out []string) {
	for _, t := range targets {
		out = append(out, t.member.name)
	}
	return out
}

// circuitOf remembers the first circuit breaker of the tree.
func (p *portkey) circuitOf(n, strategy *yamldoc.Node) {
	for _, in := range []*yamldoc.Node{n, strategy} {
		cb := p.get(in, "cb_config")
		switch {
		case cb == nil:
		case p.breaker == nil && p.isMap(cb, "cb_config"):
			p.breaker = cb
		case p.breaker != nil && !sameNodes(cb, p.breaker):
			p.left(cb, "cb_config: the chain has one breaker for all, the first one's")
		}
	}
}

// circuit writes the breaker of Portkey's cloud.
func (p *portkey) circuit(v *verdicts) *yamldoc.Node {
	cb := p.breaker
	if cb == nil {
		return nil
	}
	var trips []*yamldoc.Node
	if n := p.get(cb, "failure_threshold"); n != nil {
		if x, ok := p.whole(n, "failure_threshold", 1, 1<<15); ok {
			trips = append(trips, kind("count", "failures", x, "window", time.Minute))
			p.took(n, "failure_threshold %d -> breaker.trip.failures", x)
		}
	}
	if n := p.get(cb, "failure_threshold_percentage"); n != nil {
		least, ok := p.whole(p.get(cb, "minimum_requests"), "minimum_requests", 1, 1<<20)
		if !ok {
			least = 1
		}
		if f, ok := p.number(n, "failure_threshold_percentage", .1, 100); ok {
			trips = append(trips, kind("ratio", "ratio", math.Round(f*10)/1000, "min", least, "window", time.Minute))
			p.took(n, "failure_threshold_percentage %s of %d requests or more -> breaker.trip.ratio", shortest(f), least)
		}
	}
	if trips == nil {
		p.left(cb, "cb_config without a threshold opens nothing")
		return nil
	}
	p.assumed(cb.Pos, "the gateway's documents do not say", "failures are counted over the last minute")
	trip := trips[0]
	if len(trips) > 1 {
		trip = kind("any_of", "of", trips)
	}
	p.circuitCodes(v, cb)
	return tree("trip", trip, "open", kind("constant", "base", p.cooldown(cb)), "half_open", kind("none"))
}

// cooldown is how long a breaker stays open: half a minute at least.
func (p *portkey) cooldown(cb *yamldoc.Node) time.Duration {
	n := p.get(cb, "cooldown_interval")
	d, ok := p.time(n, "cooldown_interval", time.Millisecond)
	if !ok {
		p.assumed(cb.Pos, portkeySource, "cooldown_interval 30s, the shortest there is")
		return 30 * time.Second
	}
	if d < 30*time.Second {
		p.warn(n.Pos, "cooldown_interval %s: the gateway makes it 30s", d)
		d = 30 * time.Second
	}
	p.took(n, "cooldown_interval %s -> breaker.open.base", d)
	return d
}

// circuitCodes reads what counts as a failure; all else is a success.
func (p *portkey) circuitCodes(v *verdicts, cb *yamldoc.Node) {
	n := p.get(cb, "failure_status_codes")
	codes := p.codesOf(n, "failure_status_codes")
	if codes == nil {
		codes = map[int]bool{502: true, 503: true, 504: true, 529: true}
		p.assumed(cb.Pos, portkeySource, "statuses above 500 count as failures; a 500 itself is in their class here")
	} else {
		p.took(n, "failure_status_codes -> classify.rules.*.evidence")
	}
	for _, c := range failures {
		if v.evidence(chain.Good, c); hitBy(codes, c) {
			v.evidence(chain.Bad, c)
		}
	}
}

// lint warns of what is legal and probably not meant.
func (p *portkey) lint() {
	codes := p.codesOf(p.codes, "on_status_codes")
	timed := slices.ContainsFunc(p.leaves, func(t *pkTarget) bool { return t.timeout != nil })
	switch {
	case p.fallback == nil && len(p.leaves) > 0:
		p.warn(p.root.Pos, "no fallback: a target that fails takes the call with it")
	case codes == nil:
		p.warn(p.fallback.Pos, "a fallback without on_status_codes goes through all targets with a bad request too")
	case timed && !codes[408]:
		p.warn(p.codes.Pos, "on_status_codes lacks 408: a request_timeout ends the call, and the next target is not asked")
	}
	if codes != nil && !codes[429] {
		p.warn(p.codes.Pos, "on_status_codes lacks 429: a throttled target takes the call with it")
	}
	if codes != nil && !codes[503] {
		p.warn(p.codes.Pos, "on_status_codes lacks 503: a target that cannot be reached takes the call with it")
	}
}
