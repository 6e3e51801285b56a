package scenarios

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
)

// draft is a chain file in the making.
type draft struct {
	about     string // a line that says what it is
	providers []*member
	strategy  string // its name
	slots     []line
}

// member is a provider in the making.
type member struct {
	name     string
	at       yamldoc.Pos
	aliases  []string // other names that --latency may call it by
	vendor   *vendor
	model    string
	price    [2]float64 // dollars per million tokens in and out, where the configuration says so
	priced   bool
	window   int
	limits   []any // keys and values
	measured *yamldoc.Node
}

// line is a key of a chain file, and what is said beside it.
type line struct {
	key     string
	value   *yamldoc.Node
	comment string
}

// add adds a member under a name that nobody has, made of a text that somebody
// else wrote.
func (d *draft) add(text string, m member) *member {
	base := slug(text)
	m.name = base
	for i := 2; slices.Contains(roles, m.name) || slices.ContainsFunc(d.providers, func(o *member) bool { return o.name == m.name }); i++ {
		m.name = fmt.Sprintf("%s-%d", base, i)
	}
	d.providers = append(d.providers, &m)
	return d.providers[len(d.providers)-1]
}

var notName = regexp.MustCompile(`[^a-z0-9]+`)

// slug makes a name of a text.
func slug(text string) string {
	s := strings.Trim(notName.ReplaceAllString(strings.ToLower(scrub(text)), "-"), "-")
	if len(s) > 40 {
		s = strings.Trim(s[:40], "-")
	}
	if s == "" {
		return "member"
	}
	return s
}

// slot adds a part of the strategy.
func (d *draft) slot(key string, value *yamldoc.Node, comment string, args ...any) {
	d.slots = append(d.slots, line{key, value, fmt.Sprintf(comment, args...)})
}

// tree makes a map of keys and values. Values of nil are left out.
func tree(pairs ...any) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.Map}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := leaf(pairs[i+1]); v != nil {
			n.Entries = append(n.Entries, yamldoc.Entry{Key: pairs[i].(string), Value: v})
		}
	}
	return n
}

// leaf makes a node of a value.
func leaf(v any) *yamldoc.Node {
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
		return text(shortest(v))
	case time.Duration:
		return text(written(v))
	case []string:
		n := &yamldoc.Node{Kind: yamldoc.List}
		for _, s := range v {
			n.Items = append(n.Items, leaf(s))
		}
		return n
	case []*yamldoc.Node:
		return &yamldoc.Node{Kind: yamldoc.List, Items: v}
	}
	panic(fmt.Sprintf("scenarios: no node for %T", v))
}

// kind makes a map that begins with its kind.
func kind(name string, pairs ...any) *yamldoc.Node {
	return tree(append([]any{"kind", name}, pairs...)...)
}

// write writes the chain file: what there is to know, providers, the strategy.
func (im *importing) write() []byte {
	var b strings.Builder
	d := &im.chain
	fmt.Fprintf(&b, "# %s\n", oneRow(d.about))
	fmt.Fprintf(&b, "# Written by wavetank import %s. To play it:\n", im.system.Name)
	fmt.Fprintf(&b, "#   wavetank run hang-primary --chain THIS_FILE --strategy %s --strategy five-provider\n#\n", d.strategy)
	for _, n := range im.notes {
		fmt.Fprintf(&b, "# %s\n", oneRow(n.String()))
	}
	b.WriteString("\nproviders: # the written order is the chain's order\n")
	for _, m := range d.providers {
		im.writeBlock(&b, m.name, place(m.at), m.lines())
	}
	b.WriteString("\nstrategies:\n")
	im.writeBlock(&b, d.strategy, "", d.slots)
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
func (im *importing) writeBlock(b *strings.Builder, name, comment string, lines []line) {
	key := strings.TrimSuffix(string(yamldoc.Format(tree(name, "x"))), " x\n")
	b.WriteString("  " + key + remark(comment) + "\n")
	for _, l := range lines {
		text := strings.TrimSuffix(string(yamldoc.Format(tree(l.key, l.value))), "\n")
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
	return " # " + oneRow(text)
}

// names lists providers.
func (d *draft) names() (out []string) {
	for _, m := range d.providers {
		out = append(out, m.name)
	}
	return out
}
