package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// medium is what the packages of one medium may import: none imports another.
var medium = []string{"chain", "chain/printable", "faults", "sim", "sim/tune", "report/measure", "report/explain", "report/judge", "report/words", "report/figure"}

// product is what a folder of another product's configurations may import: no other
// product.
var product = []string{"chain", "chain/printable", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "scenarios", "scenarios/foreign"}

// arrows says which of our packages a package may import; tests of a package
// may import whatever is not above it. One way down: cmd, scenarios, report,
// sim, faults, chain.
var arrows = map[string][]string{
	"chain":                       {},
	"chain/policy":                {"chain"},
	"chain/cpu":                   {},
	"chain/printable":             {},
	"chain/strategy/yamldoc":      {"chain", "chain/printable"},
	"chain/strategy":              {"chain", "chain/policy", "chain/strategy/yamldoc"},
	"chain/wire":                  {"chain"},
	"chain/client":                {"chain", "chain/wire"},
	"faults":                      {"chain"},
	"faults/fakehttp":             {"chain", "chain/wire", "faults"},
	"sim":                         {"chain", "faults"},
	"sim/pool":                    {},
	"sim/tune":                    {"sim/pool"},
	"report/measure":              {"chain", "faults", "sim", "sim/pool", "sim/tune"},
	"report/explain":              {"chain", "faults", "sim", "report/measure"},
	"report/judge":                {"chain", "faults", "sim", "sim/pool", "sim/tune", "report/measure", "report/explain"},
	"report/words":                {"chain", "faults", "sim", "sim/tune", "report/measure", "report/explain", "report/judge"},
	"report/figure":               {"chain", "faults", "sim", "sim/tune", "report/measure", "report/explain", "report/judge", "report/words"},
	"report/screen":               medium,
	"report/markdown":             medium,
	"report/page":                 medium,
	"report/picture":              medium,
	"report/feeds":                medium,
	"report/stored":               medium,
	"report":                      slices.Concat(medium, []string{"report/screen", "report/markdown", "report/page", "report/picture", "report/feeds", "report/stored"}),
	"scenarios":                   {"chain", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "faults", "sim", "sim/pool", "sim/tune", "report/measure", "report/explain", "report/judge"},
	"scenarios/foreign":           {"chain", "chain/printable", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "scenarios"},
	"scenarios/foreign/aimemory":  product,
	"scenarios/foreign/envoy":     product,
	"scenarios/foreign/gobreaker": product,
	"scenarios/foreign/litellm":   product,
	"scenarios/foreign/portkey":   product,
	"scenarios/foreign/systems":   {"scenarios", "scenarios/foreign", "scenarios/foreign/aimemory", "scenarios/foreign/envoy", "scenarios/foreign/litellm", "scenarios/foreign/portkey"},
	"scenarios/internal/fixture":  {},
	"scenarios/search":            {"chain", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "faults", "sim", "sim/pool", "sim/tune", "report/measure", "report/judge", "scenarios", "scenarios/foreign", "scenarios/foreign/gobreaker", "scenarios/foreign/systems"},
	"scenarios/selftest":          {"chain", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "faults", "sim", "sim/pool", "report/measure", "scenarios"},
	"scenarios/simtest":           {"chain", "chain/policy", "chain/strategy", "chain/wire", "chain/client", "faults", "faults/fakehttp", "sim", "report/measure", "report/judge", "report/words", "scenarios"},
	"cmd/wavetank":                {"chain", "chain/cpu", "chain/printable", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "faults", "sim", "sim/pool", "sim/tune", "report", "report/measure", "report/explain", "report/judge", "report/words", "report/feeds", "report/markdown", "report/stored", "scenarios", "scenarios/foreign", "scenarios/foreign/systems", "scenarios/search", "scenarios/selftest"},
}

// modules says which other modules a package may import.
var modules = map[string][]string{
	"chain":                      {},
	"chain/policy":               {"github.com/sony/gobreaker/v2", "github.com/santhosh-tekuri/jsonschema/v6"},
	"chain/strategy/yamldoc":     {"go.yaml.in/yaml/v4", "github.com/santhosh-tekuri/jsonschema/v6", "github.com/invopop/jsonschema", "golang.org/x/text"}, // the validator words its errors through x/text
	"chain/strategy":             {},
	"chain/wire":                 {},
	"chain/client":               {},
	"faults":                     {"gonum.org/v1/gonum"},
	"faults/fakehttp":            {"github.com/jarcoal/httpmock"},
	"sim":                        {"gonum.org/v1/gonum"},
	"sim/tune":                   {"gonum.org/v1/gonum"},
	"report":                     {},
	"report/measure":             {"gonum.org/v1/gonum", "github.com/HdrHistogram/hdrhistogram-go"},
	"report/judge":               {"gonum.org/v1/gonum"},
	"report/screen":              {"github.com/olekukonko/tablewriter"},
	"report/picture":             {"gonum.org/v1/plot"},
	"scenarios":                  {"github.com/santhosh-tekuri/jsonschema/v6", "github.com/invopop/jsonschema"},
	"scenarios/foreign":          {"github.com/aymanbagabas/go-udiff", "go.yaml.in/yaml/v4"},
	"scenarios/internal/fixture": {"github.com/google/go-cmp"},
	"scenarios/simtest":          {},
	"cmd/wavetank":               {"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
}

// pure packages read no clock, draw no luck but keyed luck, and start no
// goroutine.
var pure = []string{"chain", "chain/policy", "chain/strategy", "chain/strategy/yamldoc", "faults", "sim"}

// floors orders the packages for tests: a test may look down and sideways.
var floors = []string{"chain", "faults", "sim", "report", "scenarios", "cmd"}

// upward names the tests that hold a lower floor against a higher one: the model
// benchmark against the judge, the client against the event loop and a fake world.
var upward = []string{"sim/model_test.go", "chain/client"}

const (
	fileLimit     = 400
	functionLimit = 70
)

type source struct {
	path, pkg string
	test      bool
	text      string
	file      *ast.File
	set       *token.FileSet
}

// parsed is the whole repository, parsed once for all tests of it; they only read
// it, and sources gives it to them.
var parsed = sync.OnceValues(func() (out []source, err error) {
	root := filepath.Join("..", "..")
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		out = append(out, source{filepath.ToSlash(rel), filepath.ToSlash(filepath.Dir(rel)),
			strings.HasSuffix(path, "_test.go"), string(text), file, set})
		return nil
	})
	return out, err
})

func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (s *source) imports() []string {
	var out []string
	for _, i := range s.file.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		out = append(out, p)
	}
	return out
}

func TestTidyArrows(t *testing.T) {
	for _, s := range sources(t) {
		allowed, known := arrows[s.pkg]
		if !known {
			t.Errorf("%s: package %s is in no table of arrows", s.path, s.pkg)
			continue
		}
		for _, p := range s.imports() {
			own, isOurs := strings.CutPrefix(p, "wavetank/")
			switch {
			case isOurs && s.test:
				if floor(own) > floor(s.pkg) && !slices.Contains(upward, s.path) && !slices.Contains(upward, s.pkg) {
					t.Errorf("%s: test imports %s, which is above it", s.path, own)
				}
			case isOurs && own != s.pkg && !slices.Contains(allowed, own):
				t.Errorf("%s: imports %s against the arrows", s.path, own)
			case !isOurs && !s.test && strings.Contains(strings.Split(p, "/")[0], "."):
				if !slices.ContainsFunc(modules[s.pkg], func(m string) bool { return p == m || strings.HasPrefix(p, m+"/") }) {
					t.Errorf("%s: imports %s, which %s does without", s.path, p, s.pkg)
				}
			}
		}
	}
}

func floor(pkg string) int { return slices.Index(floors, strings.Split(pkg, "/")[0]) }

func TestTidyPurity(t *testing.T) {
	clock := regexp.MustCompile(`\btime\.(Now|Since|Until|Sleep|After|Tick|NewTimer|NewTicker|AfterFunc)\b`)
	for _, s := range sources(t) {
		if s.test || !slices.Contains(pure, s.pkg) {
			continue
		}
		for _, p := range s.imports() {
			if p == "math/rand" || p == "math/rand/v2" || p == "hash/maphash" || p == "os" || p == "net" || p == "net/http" {
				t.Errorf("%s: imports %s", s.path, p)
			}
		}
		// The adapter waits for a nanosecond of the clock that gobreaker reads.
		if m := clock.FindString(s.text); m != "" && s.path != "chain/policy/gobreaker.go" {
			t.Errorf("%s: reads the clock: %s", s.path, m)
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: starts a goroutine at %s", s.path, s.set.Position(g.Pos()))
			}
			return true
		})
	}
}

func TestTidyLengths(t *testing.T) {
	for _, s := range sources(t) {
		if n := strings.Count(s.text, "\n"); n > fileLimit {
			t.Errorf("%s: %d lines, more than %d", s.path, n, fileLimit)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			if n := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1; n > functionLimit {
				t.Errorf("%s: %s has %d lines, more than %d", s.path, f.Name.Name, n, functionLimit)
			}
		}
	}
}

func TestTidyComments(t *testing.T) {
	packages := map[string]bool{}
	all := sources(t)
	asked := askedOf(all)
	for _, s := range all {
		if s.test {
			continue
		}
		if s.file.Doc != nil {
			packages[s.pkg] = true
		} else if !packages[s.pkg] {
			packages[s.pkg] = false
		}
		for _, d := range s.file.Decls {
			exportedComments(t, &s, d, asked)
		}
	}
	for p, documented := range packages {
		if !documented {
			t.Errorf("package %s has no package comment", p)
		}
	}
}

// foreignMethods are what interfaces of other modules ask for.
var foreignMethods = []string{"Error", "String", "Unwrap", "Read", "Write", "Close", "Plot", "Ticks",
	"MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON", "LogValue"}

// askedOf names the methods that some interface asks for: its own comment says
// what they do, and one that repeated it on each type would say nothing.
func askedOf(all []source) map[string]bool {
	asked := map[string]bool{}
	for _, m := range foreignMethods {
		asked[m] = true
	}
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						asked[name.Name] = true
					}
				}
			}
			return true
		})
	}
	return asked
}

func exportedComments(t *testing.T, s *source, d ast.Decl, asked map[string]bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) && (d.Recv == nil || !asked[d.Name.Name]) {
			t.Errorf("%s: %s has no comment", s.path, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			ts, ok := spec.(*ast.TypeSpec)
			if ok && ts.Name.IsExported() && d.Doc == nil && ts.Doc == nil {
				t.Errorf("%s: %s has no comment", s.path, ts.Name.Name)
			}
			if vs, ok := spec.(*ast.ValueSpec); ok && vs.Names[0].IsExported() && d.Doc == nil && vs.Doc == nil && vs.Comment == nil {
				t.Errorf("%s: %s has no comment", s.path, vs.Names[0].Name)
			}
		}
	}
}

// exportedReceiver tells whether a function is a method that readers of the
// documentation see, or no method.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

func TestTidyWords(t *testing.T) {
	// The project speaks of itself alone.
	forbidden := regexp.MustCompile(`(?i)(^|[^a-z0-9._/-])/(home|root|work)/|(registry|proxy|deb)\.[a-z]+\.org|\b(TODO|FIXME|XXX)\b|\bissue [0-9]`)
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" && d.IsDir() {
			return fs.SkipDir
		}
		if d.IsDir() || d.Name() == ".git" || // a file in a worktree
			filepath.Base(path) == "go.sum" || filepath.Base(path) == "tidy_test.go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for n, line := range strings.Split(string(text), "\n") {
			if m := forbidden.FindString(line); m != "" {
				t.Errorf("%s:%d: says %q", path, n+1, m)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
