package portkey

import (
	"time"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// portkeySource is where defaults come from that a configuration does not give.
const portkeySource = "the source of Portkey's gateway"

// portkey is a gateway's configuration as it is being imported.
type portkey struct {
	*foreign.Importing
	top      *yamldoc.Node // of the tree of targets
	codes    *yamldoc.Node // on_status_codes of the outermost fallback
	fallback *yamldoc.Node // the outermost fallback itself
	balanced int           // load balancers in the tree
	sum      float64       // of the weights of the one that was seen last
	integral bool          // all weights are whole numbers
	breaker  *yamldoc.Node // the first cb_config that a target has
	again    *yamldoc.Node // the first retry with attempts that a target has
	leaves   []*pkTarget
}

// pkTarget is a place at the end of a branch, with what it inherits. Who stands in
// the tree twice has two.
type pkTarget struct {
	member  *foreign.Member
	at      yamldoc.Pos
	is      identity
	retry   *yamldoc.Node
	timeout *yamldoc.Node
	breaker *yamldoc.Node
}

// pkPath is one of the ways through the tree.
type pkPath struct {
	weight  float64
	targets []*pkTarget
}

// belongs are settings that the gateway reads in one place alone.
var belongs = map[string]string{
	"mode": "in strategy", "default": "in strategy", "conditions": "in strategy",
	"on_status_codes": "in strategy, for fallbacks, and in retry", "attempts": "in retry", "use_retry_after_header": "in retry",
	"retry": "beside targets, or in one", "request_timeout": "beside targets, or in one", "weight": "in targets of a loadbalance",
	"cb_config": "in strategy", "failure_threshold": "in cb_config", "failure_threshold_percentage": "in cb_config",
	"minimum_requests": "in cb_config", "cooldown_interval": "in cb_config", "failure_status_codes": "in cb_config",
	"override_params": "in a target", "virtual_key": "in a target", "custom_host": "in a target", "provider": "in a target",
}

// Import imports a gateway config: the tree of targets becomes a chance
// over lists.
func Import(im *foreign.Importing) error {
	_, err := readPortkey(im)
	return err
}

func readPortkey(im *foreign.Importing) (*portkey, error) {
	im.Camel, im.Belongs = true, belongs // the gateway makes camel case of every key itself
	if err := im.Open(); err != nil {
		return nil, err
	}
	p := &portkey{Importing: im, integral: true}
	if !im.IsMap(im.Root, "the configuration") {
		return nil, im.Problems.Err()
	}
	root := im.Root
	if inner := root.Get("config"); inner != nil && inner.Kind == yamldoc.Map && root.Get("targets") == nil { // as an export wraps it
		root = im.Get(im.Root, "config")
	}
	if err := p.routes(root); err != nil {
		return nil, err
	}
	im.Note(foreign.NoteLeft, yamldoc.Pos{}, "all but this file: configs and virtual keys that it names by an id, headers of requests, the workspace's settings")
	paths := p.expand(root, &pkTarget{}, 1)
	if err := im.Problems.Err(); err != nil {
		return nil, err
	}
	p.top = root
	p.strategy(p.positive(paths))
	p.lint()
	return p, nil
}

// routes refuses a configuration that leads nowhere. A list of providers is none of
// the gateway's settings.
func (p *portkey) routes(root *yamldoc.Node) error {
	switch n := p.Peek(root, "providers"); {
	case !p.leaf(root):
		return nil
	case n != nil:
		return yamldoc.Problems{{Pos: n.Pos, Text: "providers: Portkey has no such setting, and nothing else here routes", Hint: "they are the targets of a strategy: {strategy: {mode: fallback}, targets: [...]}"}}
	case foreign.TextOf(p.Peek(root, "provider")) == "" && p.Peek(root, "virtual_key") == nil && p.Peek(root, "api_key") == nil:
		return yamldoc.Problems{{Pos: root.Pos, Text: "this is no configuration of Portkey: it has neither targets nor a provider"}}
	}
	return nil
}

// positive leaves out ways that are never gone.
func (p *portkey) positive(paths []pkPath) (out []pkPath) {
	for _, path := range paths {
		if path.weight > 0 && len(path.targets) > 0 {
			out = append(out, path)
		}
	}
	if out == nil {
		p.Wrong(p.Root.Pos, "", "no target can be reached: the weights sum to nothing")
	}
	return out
}

// strategy writes what the gateway does with the targets.
func (p *portkey) strategy(paths []pkPath) {
	if len(p.Problems) > 0 {
		return
	}
	d := &p.Chain
	d.About, d.Strategy = "The chain of Portkey's config "+p.Origin()+".", "portkey"
	d.Slot("summary", foreign.Leaf("The tree of targets, as Portkey's gateway asks it."), "")
	d.Slot("source", foreign.Leaf(p.Origin()), "")
	d.Slot("order", p.order(paths), "")
	p.inherit()
	if p.breaker != nil {
		d.Slot("availability", foreign.Kind("skip_open", "when_all_open", "all"), "with all open the breaker is bypassed")
		p.Assumed(p.breaker.Pos, portkeySource, "when all targets are open, all are asked")
	}
	p.timeout()
	v := foreign.AnyError()
	p.status(v)
	retry := p.retry(v)
	breaker := p.circuit(v)
	d.Slot("classify", v.Node(breaker != nil), "")
	if retry != nil {
		d.Slot("retry", retry, "")
	}
	if breaker != nil {
		d.Slot("breaker", breaker, "Portkey cloud only: the open gateway has none")
	}
	if own := p.own(retry, breaker); own != nil {
		d.Slot("per_provider", own, "targets whose retry or breaker differs")
	}
	d.Slot("exhausted", foreign.Kind("last"), "")
}

// codesOf reads a list of HTTP statuses.
func (p *portkey) codesOf(n *yamldoc.Node, what string) (out map[int]bool) {
	if n == nil {
		return nil
	}
	out = map[int]bool{}
	for _, item := range p.List(n, what) {
		if code, ok := p.Whole(item, what, 100, 599); ok {
			out[code] = true
		}
	}
	return out
}

// status reads on which failures a fallback goes on.
func (p *portkey) status(v *foreign.Verdicts) {
	if p.fallback == nil {
		v.Failover(false, foreign.Failures...)
		return
	}
	codes := p.codesOf(p.codes, "on_status_codes")
	if codes == nil {
		p.Assumed(p.fallback.Pos, portkeySource, "no on_status_codes: any answer but a 2xx goes on to the next target, a 400 too")
		return
	}
	for _, c := range foreign.Failures {
		v.Failover(hitBy(codes, c), c)
	}
	p.Took(p.codes, "on_status_codes -> classify.rules.*.failover")
	if _, whole := foreign.StatusClasses(codes); !whole {
		p.Note(foreign.NoteLeft, p.codes.Pos, "on_status_codes: all of 500, 502, 503 and 504 are one class here, server")
	}
}

// timeout is how long one attempt may take.
func (p *portkey) timeout() {
	longest, from, differ := time.Duration(0), (*yamldoc.Node)(nil), false
	for i, t := range p.leaves {
		d, ok := p.Time(t.timeout, "request_timeout", time.Millisecond)
		if !ok || d == 0 {
			p.Warn(t.at, "%s has no request_timeout: an answer that never comes holds the call as long as its caller waits", t.member.Name)
		}
		differ = differ || i > 0 && d != longest
		if d > longest {
			longest, from = d, t.timeout
		}
	}
	if longest == 0 {
		return
	}
	p.Took(from, "request_timeout %s -> attempt.total", longest)
	if differ {
		p.Note(foreign.NoteLeft, from.Pos, "request_timeout differs between targets: the chain has one, the longest, %s", longest)
	}
	p.Chain.Slot("attempt", foreign.Tree("total", longest), "")
}
