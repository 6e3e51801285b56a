package strategy

import (
	"embed"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

//go:embed presets/*.yaml presets/mutants/*.yaml
var files embed.FS

// MutantPrefix begins the names of presets that are wrong on purpose. They are
// there to be caught, and are listed only where someone asks for them.
const MutantPrefix = "mutants/"

// Info describes a preset in a list.
type Info struct {
	Name       string
	Summary    string
	Version    string // date of what it reproduces
	Unverified int    // numbers that its source does not give
}

// Presets lists the presets, sorted by name.
func Presets() []Info { return infos(Names()) }

// MutantPresets lists the presets that are wrong on purpose, sorted by name.
func MutantPresets() []Info { return infos(Mutants()) }

func infos(names []string) []Info {
	var out []Info
	for _, name := range names {
		l, ps := Preset(name)
		if ps != nil {
			panic("strategy: a preset is broken: " + ps.Error())
		}
		out = append(out, Info{name, l.Summary, l.Version, l.Unverified})
	}
	return out
}

// Names lists the names of the presets, sorted.
func Names() []string { return names("presets", "") }

// Mutants lists the names of the presets that are wrong on purpose, sorted.
func Mutants() []string { return names("presets/mutants", MutantPrefix) }

// names lists the presets of one folder.
func names(dir, prefix string) []string {
	entries, err := files.ReadDir(dir)
	if err != nil {
		panic("strategy: " + err.Error())
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() {
			out = append(out, prefix+strings.TrimSuffix(e.Name(), ".yaml"))
		}
	}
	slices.Sort(out) // a file's ending sorts behind a hyphen
	return out
}

// Preset loads a preset by name, as it is.
func Preset(name string) (*Loaded, yamldoc.Problems) { return Load(name, From(name), Options{}) }

// From returns the document that starts from a preset and says nothing else.
func From(name string) *yamldoc.Node {
	at := yamldoc.Pos{Origin: "preset " + name}
	word := &yamldoc.Node{Kind: yamldoc.Scalar, Pos: at, Text: name}
	return &yamldoc.Node{Kind: yamldoc.Map, Pos: at, Entries: []yamldoc.Entry{{Key: "preset", Pos: at, Value: word}}}
}

// Show returns a preset in canonical form, with its presets merged in and every
// default spelled out.
func Show(name string) ([]byte, yamldoc.Problems) {
	l, ps := Preset(name)
	if ps != nil {
		return nil, ps
	}
	return l.Canonical(), nil
}

// preset returns a preset's tree, as written.
func preset(name string) (*yamldoc.Node, bool) {
	data, err := files.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return nil, false
	}
	origin := "preset " + name
	root, ps := yamldoc.Parse(origin, data)
	if ps != nil {
		panic("strategy: a preset is broken: " + ps.Error())
	}
	return root.From(origin), true
}
