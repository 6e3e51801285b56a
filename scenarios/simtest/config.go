package simtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain/strategy"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/scenarios"
)

// Config says how chains are tested. The zero value is what Run uses.
type Config struct {
	Seeds    int           // replications of each chain; 0: 20
	Seed     uint64        // the first seed, its successors follow; 0: the scenario's
	Set      []string      // changes to the scenario as path=value, as `timeline[0].for=10m`
	Presets  []string      // who plays beside the chains, as --strategy takes them; none: the scenario's own strategies
	Out      io.Writer     // where the table goes; nil: the test's log
	Parallel int           // bubbles side by side; 0: GOMAXPROCS
	Watchdog time.Duration // real time without a step after which a bubble is given up; 0: 10s
}

// Run plays a scenario against the chains of a Go program and against the
// scenario's own strategies, prints the table of `wavetank run`, and fails the
// test where a rule of the scenario is broken or a chain cannot be judged. The
// scenario is a path that has a / or ends in .yaml, or a name of the library. A
// chain's name is what rules call it; one of the scenario's strategies with the
// same name gives way to it.
func Run(t *testing.T, scenario string, chains map[string]New) Results {
	t.Helper()
	return Config{}.Run(t, scenario, chains)
}

// Run is [Run] with other settings.
func (c Config) Run(t *testing.T, scenario string, chains map[string]New) Results {
	t.Helper()
	p, err := c.play(t, scenario, chains)
	if err != nil {
		t.Fatalf("simtest: %v", err)
	}
	p.tell(t, c.Out)
	return p.results()
}

// Defaults of a Config.
const (
	defaultSeeds    = 20
	defaultWatchdog = 10 * time.Second
)

// chainName is what rules can call a chain.
var chainName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// check refuses names that no rule could speak of.
func check(chains map[string]New) error {
	for _, name := range slices.Sorted(maps.Keys(chains)) {
		switch {
		case name == scenarios.Ideal:
			return fmt.Errorf("a chain is called %q, and that is the name of the bound that every table shows", name)
		case !chainName.MatchString(name):
			return fmt.Errorf("a chain is called %q: write small letters, digits and -", name)
		case chains[name] == nil:
			return fmt.Errorf("chain %s has no constructor", name)
		}
	}
	return nil
}

// load reads the scenario. Strategies with a chain's name give way to it.
func (c *Config) load(ref string, names []string) (*scenarios.Scenario, error) {
	o := scenarios.Options{Set: c.Set, Strategies: c.Presets, Others: names, Env: os.LookupEnv}
	if c.Seed != 0 {
		o.Seed = &c.Seed
	}
	sc, err := scenarios.Load(ref, o)
	if err != nil {
		return nil, err
	}
	beside := *sc // a Scenario never changes
	beside.Strategies = slices.DeleteFunc(slices.Clone(sc.Strategies), func(s *strategy.Loaded) bool { return slices.Contains(names, s.Name) })
	return &beside, nil
}

// play plays everything and says nothing yet.
func (c Config) play(t *testing.T, ref string, chains map[string]New) (*play, error) {
	if err := check(chains); err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(chains))
	sc, err := c.load(ref, names)
	if err != nil {
		return nil, err
	}
	p := &play{t: t, scenario: sc, watchdog: c.Watchdog, parallel: c.Parallel}
	if p.watchdog <= 0 {
		p.watchdog = defaultWatchdog
	}
	n := c.Seeds
	if n <= 0 {
		n = defaultSeeds
	}
	p.seeds = sc.Seeds(n)
	for _, name := range names {
		p.chains = append(p.chains, &contestant{name: name, make: chains[name]})
	}
	if p.result, err = sc.Play(context.Background(), p.seeds, nil); err != nil {
		return nil, err
	}
	if err := p.all(); err != nil {
		return nil, err
	}
	p.judge()
	return p, nil
}

// reporter is what tell needs of a test.
type reporter interface {
	Helper()
	Log(args ...any)
	Errorf(format string, args ...any)
}

// tell prints the table and fails the test for what is wrong.
func (p *play) tell(t reporter, out io.Writer) {
	t.Helper()
	var b bytes.Buffer
	if err := writeTable(&b, p.result); err != nil {
		t.Errorf("simtest: writing the table: %v", err)
	}
	if out == nil {
		t.Log("\n" + b.String())
	} else if _, err := out.Write(b.Bytes()); err != nil {
		t.Errorf("simtest: writing the table: %v", err)
	}
	for _, c := range p.chains {
		if c.err != nil {
			t.Errorf("simtest: %v", c.err)
		}
	}
	for _, e := range p.result.Expectations {
		if e.Verdict == judge.Fail && !e.Advisory { // the table tells of advice
			t.Errorf("%srule broken: %s: %s", place(&e), e.Rule, observed(&e))
		}
	}
}

// place is where a rule stands, for the front of a message.
func place(e *judge.Expectation) string {
	switch {
	case e.File == "":
		return ""
	case e.Line == 0:
		return e.File + ": "
	}
	return fmt.Sprintf("%s:%d: ", e.File, e.Line)
}

// observed is what a broken rule met.
func observed(e *judge.Expectation) string {
	var parts []string
	if e.Text != "" {
		parts = append(parts, e.Text)
	} else {
		parts = append(parts, "it is "+figure(e.Unit, e.Observed))
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	return strings.Join(parts, ", ")
}

// figure writes a value with its unit.
func figure(u measure.Unit, v float64) string {
	switch u {
	case measure.Rate:
		return fmt.Sprintf("%.4g %%", 100*v)
	case measure.Seconds:
		return fmt.Sprintf("%.4g s", v)
	case measure.Dollars:
		return fmt.Sprintf("$%.4g", v)
	}
	return fmt.Sprintf("%.4g", v)
}
