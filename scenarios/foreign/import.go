package foreign

import (
	"fmt"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// ImportOptions say what an importer reads. Nothing else is read: no file that a
// configuration includes, no variable that it names, no network.
type ImportOptions struct {
	File              string // the configuration, "-" for standard input; "" where a system is configured by its environment
	Latency           string // path of --latency: medians and p99s per provider; "" assumes them
	Group             string // where the traffic enters: a model group, a cluster; "" is the first
	scenarios.Options        // how files, standard input and variables are read
}

// Imported is what an importer made of a configuration.
type Imported struct {
	Chain []byte       // a chain file, for --chain
	Notes []ImportNote // what was taken, assumed, left out, and is worth a look, in the order of the file
	Names []string     // the keys of the system's settings that this configuration has, for [System.Setting]
}

// System is another product whose configurations can be read.
type System struct {
	Name    string // as a user writes it
	Summary string // what is read
	File    string // what its own documents call the configuration; "" where it is the environment
	Grouped bool   // traffic may enter at several places

	// Read makes a chain of a configuration.
	Read func(*Importing) error

	// Settings are the slots of a strategy that a configuration can say, by its names.
	Settings []Setting

	// Patch reads a configuration as one that can be changed; nil where it cannot.
	Patch func(*Importing) (Patchable, error)
}

// Import turns a configuration of the system into a chain file. Its error is of
// type yamldoc.Problems where the fault is in a document. Neither the chain nor a
// note nor an error holds a value from under a key that names a secret.
func (s System) Import(o ImportOptions) (*Imported, error) {
	im := s.importing(o)
	if err := im.sensible(); err != nil {
		return nil, err
	}
	if err := s.Read(im); err != nil {
		return nil, err
	}
	return im.finish()
}

// importing is an import that begins.
func (s System) importing(o ImportOptions) *Importing {
	return &Importing{ImportOptions: o, system: s, Used: map[*yamldoc.Node]bool{}, Told: map[*yamldoc.Node]bool{}, shadowed: map[*yamldoc.Node]bool{}}
}

// HintOf suggests a name, or lists them all.
func HintOf(word string, names []string) string {
	if near := yamldoc.DidYouMean(word, names); near != "" {
		return near
	}
	return "it may be " + strings.Join(names, ", ")
}

// Importing is one import: the configuration, the chain that comes of it, and
// what there is to say.
type Importing struct {
	ImportOptions
	system   System
	Camel    bool                   // keys may be written in camel case too
	Belongs  map[string]string      // settings by name, and where the system reads them: elsewhere it ignores them
	Root     *yamldoc.Node          // nil where there is no file
	Used     map[*yamldoc.Node]bool // what an importer has looked at
	Told     map[*yamldoc.Node]bool // whose parts that nobody looked at were told
	shadowed map[*yamldoc.Node]bool // values of keys that stand again behind them
	hidden   int                    // values under keys that name secrets
	notes    []ImportNote
	Problems yamldoc.Problems
	Chain    draft
}

// sensible refuses arguments that mean nothing for a system.
func (im *Importing) sensible() error {
	switch s := im.system; {
	case s.File == "" && im.File != "":
		return fmt.Errorf("import %s reads the environment, not a file", s.Name)
	case s.File != "" && im.File == "":
		return fmt.Errorf("import %s needs a file, as: wavetank import %s %s", s.Name, s.Name, s.File)
	case !s.Grouped && im.Group != "":
		return fmt.Errorf("--group: a configuration of %s has one entry", s.Name)
	}
	return nil
}

// Open reads the configuration.
func (im *Importing) Open() error {
	text, err := im.foreignFile(im.File)
	if err != nil {
		return err
	}
	f := foreign{origin: im.Origin()}
	im.Root, err = f.parse(text)
	if no := im.refuseManifest(string(text), im.Root); no != nil {
		return no
	}
	im.hidden = f.hidden
	for _, a := range f.twice {
		im.Warn(a.at, "%s stands twice in one map, in line %d and here: the last one counts", a.key, a.first.Line)
		if a.shadowed != HiddenValue {
			im.shadowed[a.shadowed] = true
		}
	}
	return err
}

// Origin is what messages call the configuration.
func (im *Importing) Origin() string {
	if im.File == scenarios.Stdin {
		return scenarios.StandardInput
	}
	return im.File
}

// finish adds latencies, tells what nobody looked at, and writes the chain.
func (im *Importing) finish() (*Imported, error) {
	if err := im.Problems.Err(); err != nil {
		return nil, err
	}
	if err := im.latencies(); err != nil {
		return nil, err
	}
	if err := im.patience(); err != nil {
		return nil, err
	}
	im.unread("", im.Root)
	im.wasRead()
	if im.hidden > 0 {
		im.Note(NoteLeft, im.Root.Pos, "%s under keys, tokens, headers and the like: never read, never written", some(im.hidden, "value"))
	}
	im.sortNotes()
	text := im.write()
	if err := im.sound(text); err != nil {
		return nil, err
	}
	return &Imported{Chain: text, Notes: im.notes, Names: im.named()}, nil
}

// wasRead tells what was read: the file and its sections.
func (im *Importing) wasRead() {
	var sections []string
	for _, e := range im.Root.Entries {
		if e.Value != HiddenValue && (im.Used[e.Value] || im.partly(e.Value)) && len(sections) < 20 {
			sections = append(sections, e.Key)
		}
	}
	if im.system.File != "" {
		im.notes = append([]ImportNote{{yamldoc.Pos{Origin: im.Origin()}, NoteTook, OneRow("this file: " + strings.Join(sections, ", "))}}, im.notes...)
	}
}

// sound demands that what was written can be read. Numbers that a system takes
// and a chain does not end here.
func (im *Importing) sound(text []byte) error {
	where := "the chain that " + im.Origin() + " makes"
	opts := im.Options
	opts.Set, opts.Chain = nil, ""
	opts.ReadFile = func(string, string) ([]byte, error) { return text, nil }
	if _, err := scenarios.Check("./chain.yaml", opts); err != nil {
		return fmt.Errorf("%s is none that can be played:\n%w", strings.TrimSpace(where), err)
	}
	return nil
}

// some counts things.
func some(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
