package foreign

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// draft is a chain file in the making.
type draft struct {
	About     string // a line that says what it is
	Providers []*Member
	Strategy  string // its name
	Slots     []line
}

// Member is a provider in the making.
type Member struct {
	Name     string
	At       yamldoc.Pos
	Aliases  []string // other names that --latency may call it by
	Vendor   *Vendor
	Model    string
	Price    [2]float64 // dollars per million tokens in and out, where the configuration says so
	Priced   bool
	Window   int
	Limits   []any // keys and values
	measured *yamldoc.Node
}

// line is a key of a chain file, and what is said beside it.
type line struct {
	key     string
	Value   *yamldoc.Node
	comment string
}

// Add adds a member under a name that nobody has, made of a text that somebody
// else wrote.
func (d *draft) Add(text string, m Member) *Member {
	base := Slug(text)
	m.Name = base
	for i := 2; slices.Contains(scenarios.Roles, m.Name) || slices.ContainsFunc(d.Providers, func(o *Member) bool { return o.Name == m.Name }); i++ {
		m.Name = fmt.Sprintf("%s-%d", base, i)
	}
	d.Providers = append(d.Providers, &m)
	return d.Providers[len(d.Providers)-1]
}

var notName = regexp.MustCompile(`[^a-z0-9]+`)

// Slug makes a name of a text.
func Slug(text string) string {
	s := strings.Trim(notName.ReplaceAllString(strings.ToLower(printable.Scrub(text)), "-"), "-")
	if len(s) > 40 {
		s = strings.Trim(s[:40], "-")
	}
	if s == "" {
		return "member"
	}
	return s
}

// Slot adds a part of the strategy.
func (d *draft) Slot(key string, value *yamldoc.Node, comment string, args ...any) {
	d.Slots = append(d.Slots, line{key, value, fmt.Sprintf(comment, args...)})
}

// Tree makes a map of keys and values. Values of nil are left out.
func Tree(pairs ...any) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.Map}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := Leaf(pairs[i+1]); v != nil {
			n.Entries = append(n.Entries, yamldoc.Entry{Key: pairs[i].(string), Value: v})
		}
	}
	return n
}

// Leaf makes a node of a value.
func Leaf(v any) *yamldoc.Node {
	text := func(s string) *yamldoc.Node { return &yamldoc.Node{Kind: yamldoc.Scalar, Text: s} }
	switch v := v.(type) {
	case *yamldoc.Node:
		return v
	case string:
		return &yamldoc.Node{Kind: yamldoc.Scalar, Text: v, Quoted: true}
	case bool:
		return text(strconv.FormatBool(v))
	case int:
		return text(strconv.Itoa(v))
	case float64:
		return text(Shortest(v))
	case time.Duration:
		return text(scenarios.Written(v))
	case []string:
		n := &yamldoc.Node{Kind: yamldoc.List}
		for _, s := range v {
			n.Items = append(n.Items, Leaf(s))
		}
		return n
	case []*yamldoc.Node:
		return &yamldoc.Node{Kind: yamldoc.List, Items: v}
	}
	panic(fmt.Sprintf("scenarios: no node for %T", v))
}

// Kind makes a map that begins with its kind.
func Kind(name string, pairs ...any) *yamldoc.Node {
	return Tree(append([]any{"kind", name}, pairs...)...)
}

// write writes the chain file: what there is to know, providers, the strategy.
func (im *Importing) write() []byte {
	var b strings.Builder
	d := &im.Chain
	fmt.Fprintf(&b, "# %s\n", OneRow(d.About))
	fmt.Fprintf(&b, "# Written by wavetank import %s. To play it:\n", im.system.Name)
	fmt.Fprintf(&b, "#   wavetank run hang-primary --chain THIS_FILE --strategy %s --strategy five-provider\n#\n", d.Strategy)
	for _, n := range im.notes {
		fmt.Fprintf(&b, "# %s\n", OneRow(n.String()))
	}
	b.WriteString("\nproviders: # the written order is the chain's order\n")
	for _, m := range d.Providers {
		im.writeBlock(&b, m.Name, place(m.At), m.lines())
	}
	b.WriteString("\nstrategies:\n")
	im.writeBlock(&b, d.Strategy, "", d.Slots)
	return []byte(b.String())
}

// place is where a member stands.
func place(at yamldoc.Pos) string {
	if at.Line == 0 {
		return ""
	}
	return at.String()
}

// writeBlock writes a name and what stands under it.
func (im *Importing) writeBlock(b *strings.Builder, name, comment string, lines []line) {
	key := strings.TrimSuffix(string(yamldoc.Format(Tree(name, "x"))), " x\n")
	b.WriteString("  " + key + remark(comment) + "\n")
	for _, l := range lines {
		text := strings.TrimSuffix(string(yamldoc.Format(Tree(l.key, l.Value))), "\n")
		rows := strings.Split(text, "\n")
		rows[0] += remark(l.comment)
		for _, row := range rows {
			b.WriteString("    " + row + "\n")
		}
	}
}

// remark is a comment at the end of a line.
func remark(text string) string {
	if text == "" {
		return ""
	}
	return " # " + OneRow(text)
}

// Names lists providers.
func (d *draft) Names() (out []string) {
	for _, m := range d.Providers {
		out = append(out, m.Name)
	}
	return out
}
