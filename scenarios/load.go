package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"time"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim"
)

// Options say how a scenario is read and what the command line changes. The
// zero value reads the file system and changes nothing.
type Options struct {
	// ReadFile reads a file by its name in a folder, "" for the working one, and must
	// not leave the folder: of what a user named, that is the folder it lies in; of
	// what a document names, the document's own, the working folder for one from
	// standard input. Nil reads [Files], up to 128 MiB of each.
	ReadFile   func(folder, name string) ([]byte, error)
	AllowFiles []string          // of --allow-files: folders whose files documents may name from elsewhere
	Opened     func(path string) // told of every file that is read, by its path; nil: nobody is
	Stdin      io.Reader         // of the reference "-"; nil is the process's
	confined   bool              // see Confined

	Set        []string      // values of --set: path=value, from the root
	Expect     []string      // values of --expect: rules beside the file's, as texts or as maps in braces
	Strategies []string      // values of --strategy; none leaves the file's
	Chain      string        // path of --chain, whose providers and strategies replace the file's; "" for none
	Duration   time.Duration // of --duration; 0 leaves the file's
	Seed       *uint64       // of --seed; nil leaves the file's
	Engine     string        // native or gobreaker for every breaker; "" leaves each its own
	Reference  string        // of --reference: the strategy that others are compared with; "" is the first
	Others     []string      // names of chains that play beside the strategies, so that rules may speak of them
	MaxWork    float64       // of --max-work: by how much the budgets are raised that a scenario may cost; below 1 is 1
	Runs       int           // how often each strategy will be played at most, of which results are kept; 0 is once

	// Env looks up an environment variable for strategies that ask for some; nil
	// knows none.
	Env func(key string) (string, bool)
}

// Scenario is a checked and compiled scenario. It never changes and may be
// shared.
type Scenario struct {
	Name       string
	Why        string
	Hash       string // 12 hex digits, over what decides the outcome of a strategy
	File       string // a path, or library:NAME
	Seed       uint64 // the first one
	SLO        time.Duration
	Setup      *sim.Setup
	Strategies []*strategy.Loaded // in the order asked for
	Reference  string             // the strategy that others are compared with; "" is the first
	Rules      []*judge.Rule      // in the order of the file, with file and line
	Warnings   []judge.Warning
	Needs      []*measure.Need // what formats must see of the runs that Play plays
	Cost       Cost            // about

	// Own says a setting of a strategy in the words of the configuration that it came
	// from, empty where it came from none; ok is false where that has no words for
	// it. Nil: no strategy came from one.
	Own func(l *strategy.Loaded, path, value string) (text string, ok bool)

	Document *File
	read     map[fileID][sha256.Size]byte // files that the scenario names
	places   []yamldoc.Pos                // of Strategies: where each was asked for
	loader   *loader                      // that read it; it knows where strategies come from
}

// Load reads, checks and compiles one scenario. Its error is of type
// yamldoc.Problems where the fault is in a document.
func Load(ref string, opts Options) (*Scenario, error) {
	src, err := opts.open(ref)
	if err != nil {
		return nil, err
	}
	return load(src, opts)
}

// LoadAll reads scenarios, and tells of all that is wrong with any of them: a
// mistake that they share, as in a chain, once.
func LoadAll(refs []string, opts Options) (out []*Scenario, err error) {
	var errs []error
	for _, ref := range refs {
		s, err := Load(ref, opts)
		switch {
		case err == nil:
			out = append(out, s)
		case !slices.ContainsFunc(errs, func(told error) bool { return told.Error() == err.Error() }):
			errs = append(errs, err)
		}
	}
	return out, errors.Join(errs...)
}

// load reads a scenario from a source that is open already.
func load(src source, opts Options) (*Scenario, error) {
	l := &loader{Options: opts, src: src, sc: &Scenario{File: src.file, read: map[fileID][sha256.Size]byte{}}}
	l.sc.loader = l
	if err := l.load(); err != nil {
		return nil, err
	}
	return l.sc, nil
}

// loader is one reading of a scenario.
type loader struct {
	Options
	src      source
	root     *yamldoc.Node
	was      namesOnce // of the file, before --chain
	sc       *Scenario
	read     float64 // rows of the files that it names
	problems yamldoc.Problems
}

// load goes through the passes; each reports all it finds, and the next begins
// only where nothing was found.
func (l *loader) load() error {
	root, ps := yamldoc.Parse(l.src.file, l.src.text)
	if ps != nil {
		return ps
	}
	if err := misplaced(root, l.src.file); err != nil {
		return err
	}
	l.root = root
	if err := l.override(); err != nil {
		return err
	}
	if !l.small() {
		return l.problems.Err()
	}
	f := newFile()
	if ps := l.decoder().Read(l.root, f); ps != nil {
		return ps
	}
	l.sc.Document = f
	f.settle()
	l.mean()
	if err := l.problems.Err(); err != nil || !l.afford() {
		return l.problems.Err()
	}
	return l.finish()
}

// finish fills in the scenario and compiles its setup.
func (l *loader) finish() error {
	f, sc := l.sc.Document, l.sc
	sc.Name, sc.Why, sc.Seed, sc.SLO = f.Name, f.Why, f.Seed, f.SLO
	if l.Seed != nil {
		sc.Seed = *l.Seed
	}
	sc.Hash = hashOf(f, sc.read)
	var err error
	if sc.Setup, err = compile(f); err != nil {
		l.blame(err)
		return l.problems.Err()
	}
	l.lint()
	return nil
}

// decoder reads documents, and the files that they name.
func (l *loader) decoder() *yamldoc.Decoder {
	return &yamldoc.Decoder{Types: Types, ReadFile: func(at yamldoc.Pos, name string) ([]byte, error) {
		folder := l.src.dir
		if l.Chain != "" && at.Origin == l.Chain && at.Line > 0 {
			folder, _ = split(l.Chain)
		}
		data, err := l.Options.read(folder, name, beside(folder, name))
		if err != nil {
			return nil, err
		}
		l.sc.read[fileID{folder, name}] = sha256.Sum256(data)
		return data, l.rows(name, data)
	}}
}

// fileID is a file that a scenario or its chain names.
type fileID struct{ folder, name string }

// note records a problem at the place of a path; "" is the document.
func (l *loader) note(path, hint, format string, args ...any) {
	l.noteAt(l.root.Place(path), path, hint, format, args...)
}

// Seeds returns the n seeds of a run: the first one and its successors.
func (s *Scenario) Seeds(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = s.Seed + uint64(i)
	}
	return out
}

// Short is how many hex digits of a hash are shown.
const Short = 12

func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:Short]
}
