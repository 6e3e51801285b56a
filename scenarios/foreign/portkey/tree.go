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
func (p *portkey) leaf(n *yamldoc.Node) bool { return p.Peek(n, "targets") == nil }

// expand lists the ways through a branch: a fallback puts the ways through its
// targets one after another, a load balancer beside each other.
func (p *portkey) expand(n *yamldoc.Node, above *pkTarget, level int) []pkPath {
	if !p.IsMap(n, "a target") {
		return nil
	}
	t := &pkTarget{at: n.Pos, retry: above.retry, timeout: above.timeout, breaker: above.breaker}
	if own := p.Get(n, "retry"); own != nil {
		t.retry = own
	}
	if own := p.Get(n, "request_timeout"); own != nil {
		t.timeout = own
	}
	strategy := p.Get(n, "strategy")
	p.Word(n, "name") // a branch's: only conditions call it by that
	t.breaker = p.circuitOf(n, strategy, above.breaker)
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
	p.name(n, t)
	p.leaves = append(p.leaves, t)
	for _, key := range []string{"cache", "input_guardrails", "output_guardrails", "before_request_hooks", "after_request_hooks"} {
		p.Left(p.Peek(n, key), "%s: it has no counterpart", key)
	}
	return []pkPath{{1, []*pkTarget{t}}}
}

// identity is what tells one target from another. Keys do too, but are not read: a
// target that has one is told by its name, or by itself.
type identity struct {
	name, provider, model, host string
	node                        *yamldoc.Node // nil where the words suffice
}

// name gives a target its member: one that it has already where the same target
// stands in the tree twice.
func (p *portkey) name(n *yamldoc.Node, t *pkTarget) {
	slug, model := p.Word(n, "provider"), p.Word(p.Get(n, "override_params"), "model")
	if model == "" {
		model = p.Word(n, "model")
	}
	if at, of, both := strings.Cut(model, "/"); both && strings.HasPrefix(at, "@") && slug == "" { // as the model catalog writes both
		slug, model = at, of
	}
	provider := strings.TrimPrefix(slug, "@")
	t.is = identity{name: p.Word(n, "name"), provider: slug, model: model, host: p.Word(n, "custom_host")}
	keyed := p.Peek(n, "api_key") != nil || p.Peek(n, "virtual_key") != nil
	if t.is.name == "" && !strings.HasPrefix(slug, "@") && (keyed || slug == "") {
		t.is.node = n
	}
	for _, other := range p.leaves {
		if other.is == t.is {
			t.member = other.member
			p.Note(foreign.NoteTook, t.at, "%s stands in the tree twice: each place is asked with its retries", t.member.Name)
			return
		}
	}
	name := t.is.name
	if name == "" {
		name = strings.Trim(provider+"-"+model, "-")
	}
	if name == "" {
		name = "target"
		p.Note(foreign.NoteAssumed, n.Pos, "the target is named by a key alone: nobody knows whose it is")
	}
	t.member = p.Chain.Add(name, foreign.Member{At: n.Pos, Aliases: []string{provider, model}, Model: model, Vendor: foreign.VendorOf(provider, model, t.is.host)})
}

// inTurn is a fallback.
func (p *portkey) inTurn(n, strategy *yamldoc.Node, targets []*yamldoc.Node, t *pkTarget, level int) []pkPath {
	codes := p.Get(strategy, "on_status_codes")
	switch {
	case p.fallback == nil:
		p.fallback, p.codes = n, codes
	case !foreign.SameNodes(codes, p.codes):
		p.Note(foreign.NoteLeft, n.Pos, "on_status_codes of a fallback inside another: the chain has one table, the outer one's")
	}
	p.List(codes, "on_status_codes")
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
		if w := p.Peek(target, "weight"); w != nil {
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
		if want != "" && foreign.TextOf(p.Peek(target, "name")) == want {
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
	seen := map[string]bool{} // a member twice, each with a weight, is no choice between members
	for _, path := range paths {
		w, first := max(1, int(float64(path.weight*scale)+.5)), path.targets[0].member.Name
		alone = alone && len(path.targets) == 1 && !seen[first]
		seen[first] = true
		weights = append(weights, foreign.Tree("provider", first, "weight", w))
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

// circuitOf is the circuit breaker of a branch: its own, or what it inherits.
func (p *portkey) circuitOf(n, strategy, above *yamldoc.Node) *yamldoc.Node {
	for _, in := range []*yamldoc.Node{strategy, n} {
		if cb := p.Get(in, "cb_config"); cb != nil && p.IsMap(cb, "cb_config") {
			if p.Word(strategy, "mode") == "conditional" {
				p.Left(cb, "cb_config: the gateway's breaker does not look at a conditional strategy")
				return above
			}
			return cb
		}
	}
	return above
}

// trips writes what opens a breaker, nil for nothing: more failures than the
// threshold, or a larger part of them.
func (p *portkey) trips(cb *yamldoc.Node) *yamldoc.Node {
	var trips []*yamldoc.Node
	if n := p.Get(cb, "failure_threshold"); n != nil {
		if x, ok := p.Whole(n, "failure_threshold", 1, 1<<15); ok {
			trips = append(trips, foreign.Kind("count", "failures", x+1, "window", time.Minute))
			p.Took(n, "failure_threshold %d -> breaker.trip.failures %d: it opens when failures exceed the threshold", x, x+1)
		}
	}
	if n := p.Get(cb, "failure_threshold_percentage"); n != nil {
		least, ok := p.Whole(p.Get(cb, "minimum_requests"), "minimum_requests", 1, 1<<20)
		if !ok {
			least = 1
		}
		if f, ok := p.Number(n, "failure_threshold_percentage", .1, 100); ok {
			trips = append(trips, foreign.Kind("ratio", "ratio", math.Round(f*10)/1000, "over", true, "min", least, "window", time.Minute))
			p.Took(n, "failure_threshold_percentage %s of %d requests or more -> breaker.trip.ratio, which must be exceeded", foreign.Shortest(f), least)
		}
	}
	switch len(trips) {
	case 0:
		if cb != nil {
			p.Left(cb, "cb_config without a threshold opens nothing")
		}
		return nil
	case 1:
		return trips[0]
	}
	return foreign.Kind("any_of", "of", trips)
}

// circuit writes the breaker of Portkey's cloud.
func (p *portkey) circuit(v *foreign.Verdicts) *yamldoc.Node {
	cb := p.breaker
	if cb == nil {
		return nil
	}
	p.Assumed(cb.Pos, "the gateway's documents do not say", "failures are counted over the last minute")
	p.circuitCodes(v, cb)
	return foreign.Tree("trip", p.trips(cb), "open", foreign.Kind("constant", "base", p.cooldown(cb)), "half_open", foreign.Kind("none"))
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
		if v.Evidence(chain.Good, c); hitBy(codes, c) {
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
	if codes != nil && !codes[500] {
		p.Warn(p.codes.Pos, "on_status_codes lacks 500: a target that refuses connections takes the call with it")
	}
	if codes != nil && !codes[503] {
		p.Warn(p.codes.Pos, "on_status_codes lacks 503: a target that is down, or that nothing connects to, takes the call with it")
	}
}
