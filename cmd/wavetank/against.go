package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"wavetank/scenarios"
)

// loadAgainst loads the other version of each scenario's strategies: from a file
// if there is one of that name, else from a git revision. A file that is new since
// then is compared with nothing, and that is told; one that git does not know is
// a slip if it is all there is.
func (g *gateFlags) loadAgainst(opts scenarios.Options, all []*scenarios.Scenario) error {
	opts.Expect, opts.Reference = nil, ""
	opts.Stdin = readOnce{}
	var tree *gitTree
	if !isFile(g.against) {
		var err error
		if tree, err = newGitTree(g.folder(opts, all), g.against); err != nil {
			return fmt.Errorf("--against %s: %w", g.against, err)
		}
		opts.ReadFile = tree.read
	}
	missing, untracked := []string{}, false
	for _, sc := range all {
		d, err := g.otherSide(opts, tree, sc)
		var absent *notInRevision
		switch {
		case errors.As(err, &absent):
			missing, untracked = append(missing, absent.Error()), untracked || !absent.tracked
			g.sides[sc] = &side{name: tree.label(), tell: []string{absent.path + " is not in " + tree.label() + ": it is compared with nothing"}}
		case err != nil:
			return fmt.Errorf("--against %s: %w", g.against, err)
		default:
			g.sides[sc] = d
		}
	}
	if len(missing) == len(all) && untracked {
		return fmt.Errorf("--against %s: nothing to compare: %s", g.against, strings.Join(missing, "; "))
	}
	return nil
}

// otherSide loads one scenario's other version, and puts its strategies into
// this one's world.
func (g *gateFlags) otherSide(opts scenarios.Options, tree *gitTree, sc *scenarios.Scenario) (*side, error) {
	d := &side{name: g.against}
	ref, before := reference(sc), 0
	load := func() (*scenarios.Scenario, error) { return scenarios.LoadAgainst(ref, g.against, opts) }
	if tree != nil {
		d.name, before = tree.label(), tree.reads
		load = func() (*scenarios.Scenario, error) { return scenarios.Load(ref, opts) }
	}
	other, err := load()
	if err != nil {
		return nil, err
	}
	if tree != nil && tree.reads == before {
		return nil, errors.New("nothing of " + sc.Name + " comes from a file: name a scenario file, --chain FILE or --strategy FILE")
	}
	if other.Hash != sc.Hash {
		d.tell = append(d.tell, fmt.Sprintf("the world of %s is another there (%s, here %s): its strategies were played in this one, so that chains are compared and nothing else",
			d.name, other.Hash, sc.Hash))
	}
	var notes []string
	if d.other, notes, err = sc.With(other); err != nil {
		return nil, err
	}
	for _, note := range notes {
		d.tell = append(d.tell, d.name+": "+note)
	}
	for _, name := range contestants(sc) {
		for _, known := range d.names() {
			if name == known {
				return d, nil
			}
		}
	}
	return nil, fmt.Errorf("%sno strategy is in both: it has %s, and this run has %s", beginning(other, tree, g.against),
		strings.Join(d.names(), ", "), strings.Join(contestants(sc), ", "))
}

// beginning is where the first strategy of another side is written; of presets alone,
// where its file begins; else it is nowhere.
func beginning(other *scenarios.Scenario, tree *gitTree, against string) string {
	at := other.Strategies[0].Tree.Pos
	if at.Line == 0 && tree == nil {
		at.Origin, at.Line, at.Col = against[strings.Index(against, "=")+1:], 1, 1
	}
	if at.Line == 0 {
		return ""
	}
	return at.String() + ": "
}

// reference is what a scenario is loaded by.
func reference(sc *scenarios.Scenario) string {
	if sc.File == scenarios.StandardInput {
		return "-"
	}
	return sc.File
}

// folder is where git is asked: beside the first file of the run, else here.
func (g *gateFlags) folder(opts scenarios.Options, all []*scenarios.Scenario) string {
	for _, sc := range all {
		if scenarios.IsPath(sc.File) {
			return filepath.Dir(sc.File)
		}
	}
	if opts.Chain != "" {
		return filepath.Dir(opts.Chain)
	}
	return "."
}

// isFile reports whether a value of --against names a file, perhaps as
// NAME=FILE.
func isFile(value string) bool {
	_, path, named := strings.Cut(value, "=")
	if !named {
		path = value
	}
	st, err := os.Stat(path)
	return err == nil && !st.IsDir() || strings.HasSuffix(path, ".yaml")
}

// readOnce stands for standard input once it was read.
type readOnce struct{}

func (readOnce) Read([]byte) (int, error) {
	return 0, errors.New("standard input has no other version: give the scenario as a file")
}
