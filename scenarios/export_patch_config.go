package scenarios

import (
	"errors"
	"slices"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// configured is a configuration and what an importer makes of it.
type configured struct {
	*editor
	system, group string
	lines         []shownLine
	root          *yamldoc.Node
	loaded        *strategy.Loaded // the chain's strategy
	says          *yamldoc.Node    // the same, as strategies are compared
	providers     []string
	litellm       *liteLLM // one of the two
	portkey       *portkey
}

// configure reads a configuration as import does. It has neither a byte order mark
// nor other line ends than \n.
func configure(system, text, group string) (*configured, error) {
	c := &configured{system: system, group: group}
	im := &importing{used: map[*yamldoc.Node]bool{}, told: map[*yamldoc.Node]bool{}}
	im.File, im.Group = "the configuration", group
	im.ReadFile = func(string) ([]byte, error) { return []byte(text), nil }
	var err error
	if system == "litellm" {
		c.litellm, err = readLiteLLM(im)
	} else {
		c.portkey, err = readPortkey(im)
	}
	if err == nil {
		err = im.problems.Err()
	}
	if err != nil {
		return nil, err
	}
	c.root, c.providers = im.root, im.chain.names()
	var ok bool
	if c.lines, ok = shownOf(text, im.root); !ok {
		return nil, errors.New("what stands where in this file is not known for sure")
	}
	c.editor = newEditor(text, c.lines)
	return c, c.load(im)
}

// load reads the strategy that the importer wrote.
func (c *configured) load(im *importing) error {
	var b strings.Builder
	b.WriteString("strategies:\n")
	im.writeBlock(&b, im.chain.strategy, "", im.chain.slots)
	doc, ps := yamldoc.Parse("", []byte(b.String()))
	if ps == nil {
		c.loaded, ps = strategy.Load(c.system, doc.Find("strategies."+im.chain.strategy), strategy.Options{})
	}
	if ps == nil {
		c.says = decisive(&c.loaded.Doc)
	}
	return ps.Err()
}

// entries are the groups at which traffic may enter, but for the first.
func (c *configured) entries() (out []string) {
	if c.litellm != nil {
		for _, g := range c.litellm.groups[1:] {
			out = append(out, g.name)
		}
	}
	return out
}

// rules are what the system can say.
func (c *configured) rules() []rule {
	if c.litellm != nil {
		return liteLLMRules
	}
	return portkeyRules
}

// wanted is a strategy in a system's own words: providers that are asked once
// each, in turn, are groups of one to LiteLLM.
func (c *configured) wanted(l *strategy.Loaded) *policy.Document {
	doc := l.Doc
	order, listed := doc.Order.(*policy.Listed)
	if c.litellm == nil || doc.Order != nil && !listed || doc.Retry != nil || len(c.litellm.inLine) < 2 || !c.litellm.plain() {
		return &doc
	}
	names := c.providers
	if listed && len(order.Providers) > 0 {
		names = order.Providers
	}
	if listed && order.First > 0 {
		names = names[:min(len(names), order.First)]
	}
	groups := &policy.Groups{}
	for _, name := range names {
		groups.Groups = append(groups.Groups, policy.Group{Members: []policy.Weight{{Provider: name, Weight: 1}}, Attempts: 1})
	}
	doc.Order = groups
	return &doc
}

// plain tells a chain of groups of one.
func (l *liteLLM) plain() bool {
	return !slices.ContainsFunc(l.inLine, func(g *modelGroup) bool { return len(g.members) > 1 })
}

// ways collects edits that belong together; it gives none where one of them
// cannot be made.
type ways struct {
	edits []edit
	bad   bool
}

func (w *ways) add(more []edit, ok bool) {
	w.edits = append(w.edits, more...)
	w.bad = w.bad || !ok
}

// one is the only way, if it can be gone.
func (w *ways) one() [][]edit {
	if w.bad || len(w.edits) == 0 {
		return nil
	}
	return [][]edit{w.edits}
}
