package search

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// Request is what a search was asked for, as data: what decides what it finds, by the
// names of the flags of tune. Parts of a search carry it.
type Request struct {
	Scenarios    []string      `json:"scenarios"` // references, folders written out
	Strategy     string        `json:"strategy"`  // the setting in force; "": the usual one
	Vary         []string      `json:"vary,omitempty"`
	Subsets      bool          `json:"subsets,omitempty"`
	Minimize     []string      `json:"minimize,omitempty"`
	Maximize     []string      `json:"maximize,omitempty"`
	Require      []string      `json:"require,omitempty"`
	Over         string        `json:"over"`
	Rivals       []string      `json:"rivals,omitempty"`
	Imported     string        `json:"imported,omitempty"` // SYSTEM=FILE
	Chain        string        `json:"chain,omitempty"`
	Set          []string      `json:"set,omitempty"`
	Duration     time.Duration `json:"duration,omitempty"` // nanoseconds; 0: the scenario's own
	Seed         *uint64       `json:"seed,omitempty"`     // nil: the scenario's own
	Seeds        int           `json:"seeds"`
	MaxSeeds     int           `json:"max_seeds"`
	Held         int           `json:"held"`
	Candidates   int           `json:"candidates"`
	Budget       int           `json:"budget"`
	Indifference string        `json:"indifference"` // a share, as 2%
}

// MaxSeeds bounds the replications of one run or search; intervals need no more.
const MaxSeeds = 100_000

// mostTexts and longestText bound what a request lists: command lines are no longer.
const (
	mostTexts   = 10_000
	longestText = 128 << 10 // bytes
)

// NewRequest is a request with the defaults of everything.
func NewRequest() Request {
	p := tune.NewPlan()
	return Request{Over: tune.Mean.String(), Seeds: p.Replications, MaxSeeds: p.Most, Held: p.Held, Candidates: p.Candidates, Budget: p.Affordable, Indifference: "2%"}
}

// Check refuses what no search can be asked for. Messages speak of the flags.
func (r *Request) Check() error {
	for _, n := range []struct {
		flag        string
		value       int
		least, most int
	}{{"seeds", r.Seeds, 1, MaxSeeds}, {"max-seeds", r.MaxSeeds, 1, MaxSeeds}, {"held", r.Held, 2, MaxSeeds},
		{"candidates", r.Candidates, 1, 10_000_000}, {"budget", r.Budget, 1, 1_000_000_000}} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("--%s %d: at least %d, at most %d", n.flag, n.value, n.least, n.most)
		}
	}
	if r.MaxSeeds < r.Seeds {
		return fmt.Errorf("--max-seeds %d: less than --seeds %d", r.MaxSeeds, r.Seeds)
	}
	if r.Duration < 0 {
		return fmt.Errorf("--duration %s: must be above zero", r.Duration)
	}
	for _, list := range [][]string{r.Scenarios, r.Vary, r.Minimize, r.Maximize, r.Require, r.Rivals, r.Set, {r.Strategy, r.Imported, r.Chain}} {
		if len(list) > mostTexts || slices.ContainsFunc(list, func(s string) bool { return len(s) > longestText }) {
			return fmt.Errorf("at most %d scenarios and values of a flag, of %d bytes each", mostTexts, longestText)
		}
	}
	for _, ref := range r.Scenarios {
		if ref == "" || strings.HasPrefix(ref, "-") && ref != scenarios.Stdin {
			return fmt.Errorf("%q is no scenario: a file of that name is ./%s", ref, ref)
		}
	}
	_, _, err := r.words()
	return err
}

// words reads what stands in a request as a word.
func (r *Request) words() (over tune.Over, indifference float64, err error) {
	at := slices.Index(tune.Overs, r.Over)
	if at < 0 {
		return 0, 0, fmt.Errorf("--over %s: expected %s", r.Over, strings.Join(tune.Overs, ", "))
	}
	share, err := judge.ParseAmount(r.Indifference, measure.Rate)
	if err != nil || share <= 0 {
		return 0, 0, fmt.Errorf("--indifference %s: expected a share above zero, as 2%%", r.Indifference)
	}
	return tune.Over(at), share, nil
}

// Options are the options of the search, but for how files are read and where it is
// played.
func (r *Request) Options() (o TuneOptions, err error) {
	if err := r.Check(); err != nil {
		return o, err
	}
	if r.Strategy != "" {
		o.Strategies = []string{r.Strategy}
	}
	o.Vary, o.Subsets, o.Minimize, o.Maximize, o.Require, o.Imported = r.Vary, r.Subsets, r.Minimize, r.Maximize, r.Require, r.Imported
	for _, list := range r.Rivals {
		o.Rivals = append(o.Rivals, strings.Split(list, ",")...)
	}
	o.Chain, o.Set, o.Duration, o.Seed = r.Chain, r.Set, r.Duration, r.Seed
	o.Plan = tune.Plan{Candidates: r.Candidates, Replications: r.Seeds, Affordable: r.Budget, Most: r.MaxSeeds, Held: r.Held}
	o.Over, o.Plan.Indifference, err = r.words()
	return o, err
}

// Settle takes into a request what a space file and the scenarios said of it, so that
// it stands by itself: parts are put together where the space file is not.
func (r *Request) Settle(refs []string, o *TuneOptions, t *Tuning) {
	r.Scenarios, r.Strategy = nil, t.Strategies[0]
	for _, ref := range refs {
		if strings.HasPrefix(ref, "-") && ref != scenarios.Stdin {
			ref = "./" + ref // or it would be taken for a flag
		}
		r.Scenarios = append(r.Scenarios, ref)
	}
	r.Vary, r.Subsets, r.Minimize, r.Maximize, r.Require, r.Rivals = o.Vary, o.Subsets, o.Minimize, o.Maximize, o.Require, o.Rivals
}

// Args is the request as arguments of tune, without what is usual.
func (r *Request) Args() []string {
	d := NewRequest()
	d.MaxSeeds = max(d.MaxSeeds, r.Seeds)
	out := slices.Clone(r.Scenarios)
	add := func(flag, usual string, values ...string) {
		for _, v := range values {
			if v != usual {
				out = append(out, "--"+flag, v)
			}
		}
	}
	add("strategy", "", r.Strategy)
	add("vary", "", r.Vary...)
	if r.Subsets {
		out = append(out, "--subsets")
	}
	add("minimize", "", r.Minimize...)
	add("maximize", "", r.Maximize...)
	add("require", "", r.Require...)
	add("over", d.Over, r.Over)
	add("rivals", "", strings.Join(r.Rivals, ","))
	add("imported", "", r.Imported)
	add("chain", "", r.Chain)
	add("set", "", r.Set...)
	if r.Duration != 0 {
		add("duration", "", r.Duration.String())
	}
	if r.Seed != nil {
		add("seed", "", strconv.FormatUint(*r.Seed, 10))
	}
	for _, n := range []struct {
		flag         string
		value, usual int
	}{{"seeds", r.Seeds, d.Seeds}, {"max-seeds", r.MaxSeeds, d.MaxSeeds}, {"held", r.Held, d.Held}, {"candidates", r.Candidates, d.Candidates}, {"budget", r.Budget, d.Budget}} {
		add(n.flag, strconv.Itoa(n.usual), strconv.Itoa(n.value))
	}
	add("indifference", d.Indifference, r.Indifference)
	return out
}

// errNoScenario is told of a request without any.
var errNoScenario = errors.New("it names no scenario")
