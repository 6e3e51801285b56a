package foreign

import (
	"errors"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// Configured is a configuration and what an importer makes of it.
type Configured struct {
	*editor
	system    System
	group     string
	lines     []shownLine
	Root      *yamldoc.Node
	Loaded    *strategy.Loaded // the chain's strategy
	Says      *yamldoc.Node    // the same, as strategies are compared
	Providers []string
	read      Patchable
}

// Configure reads a configuration as import does. It has neither a byte order mark
// nor other line ends than \n.
func Configure(system System, text, group string) (*Configured, error) {
	c := &Configured{system: system, group: group}
	im := system.importing(ImportOptions{})
	im.File, im.Group = "the configuration", group
	im.ReadFile = func(string, string) ([]byte, error) { return []byte(text), nil }
	var err error
	c.read, err = system.Patch(im)
	if err == nil {
		err = im.Problems.Err()
	}
	if err != nil {
		return nil, err
	}
	c.Root, c.Providers = im.Root, im.Chain.Names()
	var ok bool
	if c.lines, ok = shownOf(text, im.Root); !ok {
		return nil, errors.New("what stands where in this file is not known for sure")
	}
	c.editor = newEditor(text, c.lines)
	return c, c.load(im)
}

// load reads the strategy that the importer wrote.
func (c *Configured) load(im *Importing) error {
	var b strings.Builder
	b.WriteString("strategies:\n")
	im.writeBlock(&b, im.Chain.Strategy, "", im.Chain.Slots)
	doc, ps := yamldoc.Parse("", []byte(b.String()))
	if ps == nil {
		c.Loaded, ps = strategy.Load(c.system.Name, doc.Find("strategies."+im.Chain.Strategy), strategy.Options{})
	}
	if ps == nil {
		c.Says = Decisive(&c.Loaded.Doc)
	}
	return ps.Err()
}

// Wanted is a strategy in the system's own words.
func (c *Configured) Wanted(l *strategy.Loaded) *policy.Document {
	doc := l.Doc
	return c.read.Wanted(c, &doc)
}

// Ways collects edits that belong together; it gives none where one of them
// cannot be made.
type Ways struct {
	Edits []Edit
	Bad   bool
}

// Add adds edits; ok is false where one of them cannot be made.
func (w *Ways) Add(more []Edit, ok bool) {
	w.Edits = append(w.Edits, more...)
	w.Bad = w.Bad || !ok
}

// One is the only way, if it can be gone.
func (w *Ways) One() [][]Edit {
	if w.Bad || len(w.Edits) == 0 {
		return nil
	}
	return [][]Edit{w.Edits}
}
