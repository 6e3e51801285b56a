package scenarios

import (
	"errors"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// configured is a configuration and what an importer makes of it.
type configured struct {
	*editor
	system    System
	group     string
	lines     []shownLine
	root      *yamldoc.Node
	loaded    *strategy.Loaded // the chain's strategy
	says      *yamldoc.Node    // the same, as strategies are compared
	providers []string
	read      Patchable
}

// configure reads a configuration as import does. It has neither a byte order mark
// nor other line ends than \n.
func configure(system System, text, group string) (*configured, error) {
	c := &configured{system: system, group: group}
	im := &importing{used: map[*yamldoc.Node]bool{}, told: map[*yamldoc.Node]bool{}}
	im.File, im.Group = "the configuration", group
	im.ReadFile = func(string) ([]byte, error) { return []byte(text), nil }
	var err error
	c.read, err = system.Patch(im)
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
		c.loaded, ps = strategy.Load(c.system.Name, doc.Find("strategies."+im.chain.strategy), strategy.Options{})
	}
	if ps == nil {
		c.says = decisive(&c.loaded.Doc)
	}
	return ps.Err()
}

// wanted is a strategy in the system's own words.
func (c *configured) wanted(l *strategy.Loaded) *policy.Document {
	doc := l.Doc
	return c.read.wanted(c, &doc)
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
