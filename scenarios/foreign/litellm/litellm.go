package litellm

import (
	"fmt"
	"strings"
	"time"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
)

// liteLLMSource is where defaults come from that a configuration does not give.
const liteLLMSource = "LiteLLM router.py and cooldown_handlers.py, 2026"

// liteLLM is a proxy's configuration as it is being imported.
type liteLLM struct {
	*foreign.Importing
	router, settings *yamldoc.Node // router_settings, litellm_settings
	groups           []*modelGroup // in the order of model_list
	fallbacks        map[string]*yamldoc.Node
	entry            *modelGroup
	path             []*modelGroup // all that a call may come to
	inLine           []*modelGroup // of those: the entry and its fallbacks, flattened
	retries          int           // of the entry, after the first attempt
	perClass         []any         // classes with retries of their own, and how many
}

// modelGroup is all deployments of one model_name.
type modelGroup struct {
	name    string
	at      yamldoc.Pos
	members []*deployment
	reached bool
}

// deployment is one item of model_list.
type deployment struct {
	params, info *yamldoc.Node
	at           yamldoc.Pos
	model        string
	member       *foreign.Member // nil until the chain needs it
	group        *modelGroup
}

// Import imports a proxy's config: traffic enters at one model group and
// goes on to its fallbacks.
func Import(im *foreign.Importing) error {
	_, err := readLiteLLM(im)
	return err
}

func readLiteLLM(im *foreign.Importing) (*liteLLM, error) {
	if err := im.Open(); err != nil {
		return nil, err
	}
	l := &liteLLM{Importing: im, fallbacks: map[string]*yamldoc.Node{}}
	if im.Root.Kind != yamldoc.Map || im.Root.Get("model_list") == nil {
		return nil, yamldoc.Problems{{Pos: im.Root.Pos, Text: "this is no configuration of LiteLLM: it has no model_list"}}
	}
	l.router, l.settings = im.Get(im.Root, "router_settings"), im.Get(im.Root, "litellm_settings")
	im.IsMap(l.router, "router_settings")
	im.IsMap(l.settings, "litellm_settings")
	l.elsewhere()
	l.readGroups()
	if len(im.Problems) > 0 {
		return nil, im.Problems.Err()
	}
	if err := l.choose(); err != nil {
		return nil, err
	}
	l.readFallbacks()
	l.flatten()
	if err := l.makeMembers(); err != nil {
		return nil, err
	}
	l.strategy()
	l.lint()
	return l, nil
}

// elsewhere tells what may be set in other places, none of which is read.
func (l *liteLLM) elsewhere() {
	if n := l.Get(l.Root, "include"); n != nil {
		for _, file := range l.List(n, "include") {
			l.Left(file, "include: %s: another file, which is not read; import the files merged into one", foreign.Shorten(file.Text))
		}
	}
	general := l.Get(l.Root, "general_settings")
	if l.Truth(general, "store_model_in_db") {
		l.Left(general.Get("store_model_in_db"), "general_settings.store_model_in_db: models and settings in the database are not read")
	}
	l.Note(foreign.NoteLeft, yamldoc.Pos{}, "all but this file: the database, what callers set per request or per key, the variables that os.environ/NAME names")
}

// readGroups reads model_list.
func (l *liteLLM) readGroups() {
	items := l.List(l.Get(l.Root, "model_list"), "model_list")
	for i, item := range items {
		path := scenarios.FmtPath("model_list", i)
		if !l.IsMap(item, path) {
			continue
		}
		d := &deployment{params: l.Get(item, "litellm_params"), info: l.Get(item, "model_info"), at: item.Pos}
		name := l.Word(item, "model_name")
		if name == "" || d.params == nil {
			l.Wrong(item.Pos, "", "%s: expected model_name and litellm_params", path)
		}
		if name == "" || !l.IsMap(d.params, path+".litellm_params") {
			continue
		}
		d.model = l.Word(d.params, "model")
		l.Word(d.params, "api_base", "base_url") // tells whose a model is, and is never written
		g := l.group(name)
		if g == nil {
			g = &modelGroup{name: name, at: item.Pos}
			l.groups = append(l.groups, g)
		}
		d.group = g
		g.members = append(g.members, d)
	}
	if len(items) == 0 {
		l.Wrong(l.Root.Pos, "", "model_list: lists no deployment")
	}
}

func (l *liteLLM) group(name string) *modelGroup {
	for _, g := range l.groups {
		if g.name == name {
			return g
		}
	}
	return nil
}

// choose finds the group at which traffic enters.
func (l *liteLLM) choose() error {
	if l.entry = l.groups[0]; l.Group == "" {
		if len(l.groups) > 1 {
			l.Note(foreign.NoteAssumed, l.entry.at, "traffic enters at the model group %s, the first one; --group NAME enters at another", l.entry.name)
		}
		return nil
	}
	if alias := l.Get(l.router, "model_group_alias"); alias != nil {
		if to := l.Word(alias, l.Group); to != "" {
			l.Group = to
		}
	}
	if l.entry = l.group(l.Group); l.entry == nil {
		var names []string
		for _, g := range l.groups {
			names = append(names, printable.Scrub(g.name))
		}
		return fmt.Errorf("--group %s: no such model group (%s)", l.Group, foreign.HintOf(l.Group, names))
	}
	return nil
}

// makeMembers makes a provider of each deployment on the way.
func (l *liteLLM) makeMembers() error {
	for _, g := range l.path {
		for _, d := range g.members {
			if len(l.Chain.Providers) >= scenarios.MaxProviders {
				return fmt.Errorf("%s: more than %d deployments can be reached from %s", l.Origin(), scenarios.MaxProviders, printable.Scrub(l.entry.name))
			}
			l.makeMember(d)
		}
	}
	for _, g := range l.groups {
		if !g.reached {
			l.Note(foreign.NoteLeft, g.at, "the model group %s cannot be reached from %s; --group %s imports it", g.name, l.entry.name, g.name)
			l.skip(g)
		}
	}
	return nil
}

// skip marks a group's settings as looked at: the note on the group says it all.
func (l *liteLLM) skip(g *modelGroup) {
	for _, d := range g.members {
		for _, n := range []*yamldoc.Node{d.params, d.info} {
			if n != nil {
				l.Told[n] = true
			}
		}
	}
}

// makeMember makes one provider: its name, limits, price and window.
func (l *liteLLM) makeMember(d *deployment) {
	text := d.group.name
	v := foreign.VendorOf(l.Word(d.params, "custom_llm_provider"), d.model, foreign.TextOf(d.params.Get("api_base")), foreign.TextOf(d.params.Get("base_url")))
	if len(d.group.members) > 1 && v != foreign.Stranger && !strings.Contains(strings.ToLower(text), v.Name) {
		text += "-" + v.Name
	}
	d.member = l.Chain.Add(text, foreign.Member{At: d.at, Aliases: []string{d.group.name, d.model, l.Word(d.info, "id")}, Vendor: v, Model: d.model})
	m := d.member
	limit := func(key, ours string) {
		n := l.Get(d.params, key)
		if n == nil {
			n = l.Get(d.info, key)
		}
		if n == nil && key == "max_parallel_requests" {
			n, _ = l.setting("default_max_parallel_requests")
		}
		if x, ok := l.Whole(n, key, 1, 1e9); ok {
			m.Limits = append(m.Limits, ours, x)
			l.Took(n, "%s %d -> providers.%s.limits.%s, the provider's own limit", key, x, m.Name, ours)
		}
	}
	limit("rpm", "requests_per_minute")
	limit("tpm", "tokens_per_minute")
	limit("max_parallel_requests", "concurrency")
	l.cost(d)
	for _, key := range []string{"max_input_tokens", "max_tokens"} {
		n := l.Get(d.info, key)
		if x, ok := l.Whole(n, key, 1, 1e9); ok {
			m.Window = x
			l.Took(n, "%s %d -> providers.%s.context_window", key, x, m.Name)
			break
		}
	}
}

// cost reads dollars per token.
func (l *liteLLM) cost(d *deployment) {
	for i, key := range []string{"input_cost_per_token", "output_cost_per_token"} {
		n := l.Get(d.params, key)
		if n == nil {
			n = l.Get(d.info, key)
		}
		if f, ok := l.Number(n, key, 0, .1); ok {
			d.member.Price[i], d.member.Priced = perMillion(f), true
			l.Took(n, "%s -> providers.%s.price.%s: %s dollars per million", key, d.member.Name, []string{"in", "out"}[i], foreign.Shortest(d.member.Price[i]))
		}
	}
}

// perMillion turns dollars per token into dollars per million, in thousandths, as
// prices are counted.
func perMillion(f float64) float64 { return float64(int64(float64(f*1e9)+.5)) / 1000 }

// shared are the keys of litellm_settings that the router looks at where it has
// none of its own.
var shared = map[string]bool{"num_retries": true, "fallbacks": true, "default_fallbacks": true, "context_window_fallbacks": true,
	"content_policy_fallbacks": true, "max_fallbacks": true}

// setting finds a key in router_settings, or else in litellm_settings, if the
// router looks there.
func (l *liteLLM) setting(key string) (n *yamldoc.Node, path string) {
	in, other := l.Get(l.router, key), l.Get(l.settings, key)
	path = "router_settings." + key
	switch {
	case other == nil:
	case in != nil && shared[key]:
		l.Left(other, "litellm_settings.%s: %s stands before it", key, path)
	case shared[key]:
		return other, "litellm_settings." + key
	case key == "allowed_fails":
		l.Left(other, "litellm_settings.allowed_fails: the router takes it for its default, which leaves the counting of failures off; %s would count", path)
	default:
		l.Left(other, "litellm_settings.%s: the router does not look there; %s would count", key, path)
	}
	return in, path
}

// seconds reads a time in seconds.
func (l *liteLLM) seconds(n *yamldoc.Node, what string) (time.Duration, bool) {
	return l.Time(n, what, time.Second)
}
