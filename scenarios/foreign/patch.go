package foreign

import (
	"cmp"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// WritePatch writes what makes a configuration say a tuned strategy, as a unified
// diff of it. The chain was imported from that
// configuration: before is its strategy, or one that was made of it, providers are
// its names. Reading the patched file gives the strategy after, but for what the
// lines at the top and the reason list: the system has no words for that. Where
// nothing can be said there is a reason alone.
//
// No line of the patch shows a key. Context ends before one; a line that changes
// and holds one is masked, and the patch says that it must be applied by hand.
func (s System) WritePatch(file string, original []byte, before, after *strategy.Loaded, providers []string) (out Patch) {
	name, dir := s.patchName(file)
	p := &Patcher{file: name}
	bytes, err := PlainLines(original)
	if err != nil {
		out.Reason = p.file + " " + err.Error()
		return out
	}
	now, err := p.find(s, bytes.Text, before, providers)
	if err != nil {
		out.Reason = OneRow(err.Error())
		return out
	}
	p.Want = now.Wanted(after)
	p.Goal = Decisive(p.Want)
	then := p.Approach(now)
	out.Says, out.Providers = then.Loaded, then.Providers
	left := p.left(then)
	switch {
	case then.text != now.text:
	case left == nil:
		out.Already, out.Reason = true, p.file+" says it already"
		return out
	default:
		out.Reason = "nothing of it can be said there: " + strings.Join(left, "; ")
		return out
	}
	u := unified{old: bytes.restored(now.lines), new: bytes.restored(then.lines)}
	diff := u.write(p.file)
	head := patchHead(&u, dir)
	for _, what := range left {
		head += "# not representable: " + what + "\n"
	}
	if left != nil {
		out.Reason = "not in it: " + strings.Join(left, "; ")
	}
	out.Diff = []byte(head + diff)
	return out
}

// Patch is a change of a configuration.
type Patch struct {
	Diff      []byte           // unified; nil for none
	Reason    string           // why there is none, or what is not in it
	Already   bool             // nothing is to be changed
	Says      *strategy.Loaded // what the changed configuration is read as; nil where it was not read
	Providers []string         // and in which written order
}

// patchHead says how to apply a diff, and in which folder where that is another.
// Programs skip it.
func patchHead(u *unified, dir string) string {
	where := ""
	if dir != "" {
		where = " in " + dir
	}
	switch {
	case u.masked:
		return "# By hand" + where + ": lines that change hold keys, which are not shown, so no program can apply this.\n"
	case u.bare:
		return "# Apply it" + where + ": git apply --unidiff-zero THIS_FILE, or patch -p1 < THIS_FILE. Lines that hold keys are left out around changes.\n"
	}
	return "# Apply it" + where + ": git apply THIS_FILE, or patch -p1 < THIS_FILE.\n"
}

// patchName is what a diff calls a file, and the folder in which it is to be
// applied: "" is the one where the file was read. Programs follow no path out of
// the folder in which they stand.
func (s System) patchName(file string) (name, dir string) {
	name = path.Clean(filepath.ToSlash(file))
	if strings.HasPrefix(name, "../") || path.IsAbs(name) {
		dir, name = path.Split(name)
		dir = path.Clean(dir)
	}
	odd := func(r rune) bool { return unicode.IsControl(r) || r == '"' || r == '\\' }
	if name == scenarios.Stdin || name == "." || name == ".." || name == "" || strings.ContainsFunc(dir+name, odd) {
		return cmp.Or(s.File, "config"), ""
	}
	return name, dir
}

// Patcher changes a configuration step by step.
type Patcher struct {
	file  string
	Want  *policy.Document
	Goal  *yamldoc.Node // want, as strategies are compared
	hints []saying      // of what cannot be said, why
}

// saying is something about a part of a strategy.
type saying struct{ path, text string }

// Rule is a part of a strategy that a configuration can say.
type Rule struct {
	Path string // only where something differs here
	// Say gives ways to say it, the best first. The hint tells why there is none, or
	// why none may help.
	Say func(want *policy.Document) (ways [][]Edit, hint string)
}

// Patchable is a configuration as its system's importer has read it.
type Patchable interface {
	// entries are the groups at which traffic may enter, but for the first.
	Entries() []string
	// rules are the parts of a strategy that the system can say, bound to the text
	// that would change.
	Rules(*Configured) []Rule
	// wanted is a strategy in the system's own words.
	Wanted(c *Configured, want *policy.Document) *policy.Document
}

// find reads the configuration as it was imported: where traffic may enter at
// several groups, at the one that makes the chain.
func (p *Patcher) find(system System, original string, before *strategy.Loaded, providers []string) (best *Configured, err error) {
	if system.Patch == nil {
		return nil, errors.New("a configuration of " + system.Name + " cannot be patched")
	}
	first, err := Configure(system, original, "")
	if err != nil {
		return nil, err
	}
	all := []*Configured{first}
	for _, group := range first.read.Entries() {
		if len(providers) > 0 && strings.HasPrefix(providers[0], Slug(group)) {
			if c, err := Configure(system, original, group); err == nil {
				all = append(all, c)
			}
		}
	}
	for _, c := range all {
		if !slices.Equal(c.Providers, providers) {
			continue
		}
		if c.Loaded.Hash == before.Hash {
			return c, nil
		}
		if best == nil {
			best = c
		}
	}
	if best == nil {
		return nil, errors.New(p.file + " makes a chain of other providers: it is not what the chain was imported from, or has changed since")
	}
	return best, nil
}

// mostSteps is how often a rule may be followed: once for each class of errors.
const mostSteps = int(chain.NumClasses)

// Approach says one part after the other, as long as the configuration comes
// nearer.
func (p *Patcher) Approach(c *Configured) *Configured {
	for range 2 { // what a rule says may depend on another's
		for i := range c.read.Rules(c) {
			for range mostSteps {
				next := p.step(c, c.read.Rules(c)[i])
				if next == nil {
					break
				}
				c = next
			}
		}
	}
	return c
}

// step follows a rule once, by the first of its ways that comes nearer; nil where
// none does.
func (p *Patcher) step(c *Configured, r Rule) *Configured {
	if !concerns(Gaps(c.Says, p.Goal), r.Path) {
		return nil
	}
	ways, hint := r.Say(p.Want)
	if hint != "" {
		p.hints = append(p.hints, saying{r.Path, hint})
	}
	for _, way := range ways {
		next, err := Configure(c.system, applied(c.text, way), c.group)
		if err == nil && nearer(c, next, p.Goal) {
			return next
		}
	}
	return nil
}

// nearer tells whether a configuration says more of what is wanted than another,
// and nothing else that is not.
func nearer(now, next *Configured, want *yamldoc.Node) bool {
	before, after := Gaps(now.Says, want), Gaps(next.Says, want)
	for _, g := range after {
		if !slices.Contains(before, g) {
			return false
		}
	}
	for _, name := range next.Providers {
		if !slices.Contains(now.Providers, name) {
			return false
		}
	}
	return len(after) < len(before)
}

// left lists what the configuration does not say, each with the reason where one
// is known.
func (p *Patcher) left(c *Configured) (out []string) {
	for _, g := range Gaps(c.Says, p.Goal) {
		text := g.Path + " " + g.want
		if g.want == "" {
			text = "no " + g.Path
		}
		for _, h := range p.hints {
			if g.Path == h.path || strings.HasPrefix(g.Path, h.path+".") || strings.HasPrefix(g.Path, h.path+"[") {
				text += " (" + h.text + ")"
				break
			}
		}
		out = append(out, OneRow(text))
	}
	return out
}
