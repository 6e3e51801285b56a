package scenarios

import (
	"fmt"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
)

// liteLLMSource is where defaults come from that a configuration does not give.
const liteLLMSource = "the strategy catalogue, LiteLLM router; unverified"

// liteLLM is a proxy's configuration as it is being imported.
type liteLLM struct {
	*importing
	router, settings *yamldoc.Node // router_settings, litellm_settings
	groups           []*modelGroup // in the order of model_list
	fallbacks        map[string]*yamldoc.Node
	entry            *modelGroup
	path             []*modelGroup // all that a call may come to
	inLine           []*modelGroup // of those: the entry and its fallbacks, flattened
	retries          int           // of the entry, after the first attempt
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
	member       *member // nil until the chain needs it
	group        *modelGroup
}

// importLiteLLM imports a proxy's config: traffic enters at one model group and
// goes on to its fallbacks.
func importLiteLLM(im *importing) error {
	_, err := readLiteLLM(im)
	return err
}

func readLiteLLM(im *importing) (*liteLLM, error) {
	if err := im.open(); err != nil {
		return nil, err
	}
	l := &liteLLM{importing: im, fallbacks: map[string]*yamldoc.Node{}}
	if im.root.Kind != yamldoc.Map || im.root.Get("model_list") == nil {
		return nil, yamldoc.Problems{{Pos: im.root.Pos, Text: "this is no configuration of LiteLLM: it has no model_list"}}
	}
	l.router, l.settings = im.get(im.root, "router_settings"), im.get(im.root, "litellm_settings")
	im.isMap(l.router, "router_settings")
	im.isMap(l.settings, "litellm_settings")
	l.elsewhere()
	l.readGroups()
	if len(im.problems) > 0 {
		return nil, im.problems.Err()
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
	if n := l.get(l.root, "include"); n != nil {
		for _, file := range l.list(n, "include") {
			l.left(file, "include: %s: another file, which is not read; import the files merged into one", shorten(file.Text))
		}
	}
	general := l.get(l.root, "general_settings")
	if l.truth(general, "store_model_in_db") {
		l.left(general.Get("store_model_in_db"), "general_settings.store_model_in_db: models and settings in the database are not read")
	}
	l.note(NoteLeft, yamldoc.Pos{}, "all but this file: the database, what callers set per request or per key, the variables that os.environ/NAME names")
}

// readGroups reads model_list.
func (l *liteLLM) readGroups() {
	items := l.list(l.get(l.root, "model_list"), "model_list")
	for i, item := range items {
		path := fmtPath("model_list", i)
		if !l.isMap(item, path) {
			continue
		}
		d := &deployment{params: l.get(item, "litellm_params"), info: l.get(item, "model_info"), at: item.Pos}
		name := l.word(item, "model_name")
		if name == "" || d.params == nil {
			l.wrong(item.Pos, "", "%s: expected model_name and litellm_params", path)
		}
		if name == "" || !l.isMap(d.params, path+".litellm_params") {
			continue
		}
		d.model = l.word(d.params, "model")
		l.word(d.params, "api_base", "base_url") // tells whose a model is, and is never written
		g := l.group(name)
		if g == nil {
			g = &modelGroup{name: name, at: item.Pos}
			l.groups = append(l.groups, g)
		}
		d.group = g
		g.members = append(g.members, d)
	}
	if len(items) == 0 {
		l.wrong(l.root.Pos, "", "model_list: lists no deployment")
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
			l.note(NoteAssumed, l.entry.at, "traffic enters at the model group %s, the first one; --group NAME enters at another", l.entry.name)
		}
		return nil
	}
	if alias := l.get(l.router, "model_group_alias"); alias != nil {
		if to := l.word(alias, l.Group); to != "" {
			l.Group = to
		}
	}
	if l.entry = l.group(l.Group); l.entry == nil {
		var names []string
		for _, g := range l.groups {
			names = append(names, scrub(g.name))
		}
		return fmt.Errorf("--group %s: no such model group (%s)", l.Group, hintOf(l.Group, names))
	}
	return nil
}

// makeMembers makes a provider of each deployment on the way.
func (l *liteLLM) makeMembers() error {
	for _, g := range l.path {
		for _, d := range g.members {
			if len(l.chain.providers) >= maxProviders {
				return fmt.Errorf("%s: more than %d deployments can be reached from %s", l.origin(), maxProviders, scrub(l.entry.name))
			}
			l.makeMember(d)
		}
	}
	for _, g := range l.groups {
		if !g.reached {
			l.note(NoteLeft, g.at, "the model group %s cannot be reached from %s; --group %s imports it", g.name, l.entry.name, g.name)
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
				l.told[n] = true
			}
		}
	}
}

// makeMember makes one provider: its name, limits, price and window.
func (l *liteLLM) makeMember(d *deployment) {
	text := d.group.name
	v := vendorOf(l.word(d.params, "custom_llm_provider"), d.model, textOf(d.params.Get("api_base")), textOf(d.params.Get("base_url")))
	if len(d.group.members) > 1 && v != stranger && !strings.Contains(strings.ToLower(text), v.name) {
		text += "-" + v.name
	}
	d.member = l.chain.add(text, member{at: d.at, aliases: []string{d.group.name, d.model, l.word(d.info, "id")}, vendor: v, model: d.model})
	m := d.member
	limit := func(key, ours string) {
		n := l.get(d.params, key)
		if n == nil {
			n = l.get(d.info, key)
		}
		if n == nil && key == "max_parallel_requests" {
			n, _ = l.setting("default_max_parallel_requests")
		}
		if x, ok := l.whole(n, key, 1, 1e9); ok {
			m.limits = append(m.limits, ours, x)
			l.took(n, "%s %d -> providers.%s.limits.%s, the provider's own limit", key, x, m.name, ours)
		}
	}
	limit("rpm", "requests_per_minute")
	limit("tpm", "tokens_per_minute")
	limit("max_parallel_requests", "concurrency")
	l.cost(d)
	for _, key := range []string{"max_input_tokens", "max_tokens"} {
		n := l.get(d.info, key)
		if x, ok := l.whole(n, key, 1, 1e9); ok {
			m.window = x
			l.took(n, "%s %d -> providers.%s.context_window", key, x, m.name)
			break
		}
	}
}

// cost reads dollars per token.
func (l *liteLLM) cost(d *deployment) {
	for i, key := range []string{"input_cost_per_token", "output_cost_per_token"} {
		n := l.get(d.params, key)
		if n == nil {
			n = l.get(d.info, key)
		}
		if f, ok := l.number(n, key, 0, .1); ok {
			d.member.price[i], d.member.priced = perMillion(f), true
			l.took(n, "%s -> providers.%s.price.%s: %s dollars per million", key, d.member.name, []string{"in", "out"}[i], shortest(d.member.price[i]))
		}
	}
}

// perMillion turns dollars per token into dollars per million, in thousandths, as
// prices are counted.
func perMillion(f float64) float64 { return float64(int64(f*1e9+.5)) / 1000 }

// setting finds a key in router_settings, or else in litellm_settings.
func (l *liteLLM) setting(key string) (n *yamldoc.Node, path string) {
	in, other := l.get(l.router, key), l.get(l.settings, key)
	switch {
	case in != nil && other != nil:
		l.left(other, "litellm_settings.%s: router_settings.%s stands before it", key, key)
		return in, "router_settings." + key
	case in != nil:
		return in, "router_settings." + key
	}
	return other, "litellm_settings." + key
}

// seconds reads a time in seconds.
func (l *liteLLM) seconds(n *yamldoc.Node, what string) (time.Duration, bool) {
	return l.time(n, what, time.Second)
}
