package search

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// columns are the figures that a search needs of each play: one for each scenario
// and metric.
type columns struct {
	suite int
	names []string // of metrics, each once; column = suite * place + scenario
}

// of returns the columns of a metric, by scenario.
func (c *columns) of(metric string) []int {
	at := -1
	for i, n := range c.names {
		if n == metric {
			at = i
		}
	}
	if at < 0 {
		at = len(c.names)
		c.names = append(c.names, metric)
	}
	out := make([]int, c.suite)
	for m := range out {
		out[m] = at*c.suite + m
	}
	return out
}

// aims are what a search is for.
type aims struct {
	objectives   []judge.TuningObjective
	requirements []tune.Requirement
	texts        []string // of requirements
	columns      columns
}

// KeepAnswering is required where nobody says how many requests must succeed: a
// chain that fails at once is fast, cheap and wastes little. A tenth of a percent
// is what a gate lets pass.
const KeepAnswering = "success_rate >= current * 0.999"

// answers reports whether an objective or a requirement speaks of answers.
func (a *aims) answers() bool {
	for _, name := range a.columns.names {
		if rate(name) {
			return true
		}
	}
	for _, o := range a.objectives {
		if rate(o.Name) {
			return true
		}
	}
	return false
}

// rate tells whether a metric counts usable answers.
func rate(name string) bool {
	return strings.HasPrefix(name, "success_rate") || strings.HasPrefix(name, "slo_rate") || strings.HasPrefix(name, "apdex")
}

// objective reads METRIC or METRIC=WEIGHT.
func (a *aims) objective(text string, higher bool) error {
	name, weight, weighted := strings.Cut(text, "=")
	m, err := judge.MetricNamed(strings.TrimSpace(name), yamldoc.Nearest)
	if err != nil {
		return err
	}
	o := judge.TuningObjective{Metric: m, Weighted: weighted}
	switch {
	case m.Better == measure.Higher && !higher:
		return fmt.Errorf("%s is better when it is higher: --maximize %s", m.Name, m.Name)
	case m.Better == measure.Lower && higher:
		return fmt.Errorf("%s is better when it is lower: --minimize %s", m.Name, m.Name)
	}
	if o.Better = measure.Lower; higher {
		o.Better = measure.Higher
	}
	if weighted {
		if o.Weight, err = strconv.ParseFloat(strings.TrimSpace(weight), 64); err != nil || !(o.Weight > 0) || o.Weight > 1e9 {
			return fmt.Errorf("%s: expected METRIC=WEIGHT with a weight above zero, as %s=2", text, m.Name)
		}
	}
	for _, other := range a.objectives {
		if other.Name == o.Name {
			return fmt.Errorf("%s is asked for twice", o.Name)
		}
		if other.Weighted != o.Weighted {
			return errors.New("either every objective has a weight or none has")
		}
	}
	a.objectives = append(a.objectives, o)
	return nil
}

// requirement reads [SCENARIO/]METRIC OP VALUE, where the value may be the setting
// in force: current, or current * 1.1.
func (a *aims) requirement(text string, suite []*scenarios.Scenario) error {
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return errors.New("expected METRIC >= VALUE or METRIC <= VALUE, as success_rate >= 99.9%")
	}
	name, value := strings.TrimSpace(text[:at]), text[at+1:]
	q := tune.Requirement{Name: strings.Join(strings.Fields(text), " "), AtLeast: text[at] == '>', Strict: true}
	if rest, ok := strings.CutPrefix(value, "="); ok {
		q.Strict, value = false, rest
	}
	only, metric, scoped := strings.Cut(name, "/")
	if !scoped {
		metric = name
	}
	m, err := judge.MetricNamed(strings.TrimSpace(metric), yamldoc.Nearest)
	if err != nil {
		return err
	}
	q.Columns = a.columns.of(m.Name)
	if scoped {
		member, err := memberNamed(strings.TrimSpace(only), suite)
		if err != nil {
			return err
		}
		q.Columns, q.First = q.Columns[member:member+1], member
	}
	if err := limitOf(&q, strings.TrimSpace(value), m); err != nil {
		return err
	}
	a.requirements, a.texts = append(a.requirements, q), append(a.texts, q.Name)
	return nil
}

// limitOf reads what stands behind the comparison.
func limitOf(q *tune.Requirement, value string, m measure.Metric) (err error) {
	rest, current := strings.CutPrefix(value, "current")
	if !current {
		q.Limit, err = judge.ParseAmount(value, m.Unit)
		return err
	}
	q.Current, q.Limit = true, 1
	if rest = strings.TrimSpace(rest); rest == "" {
		return nil
	}
	factor, ok := strings.CutPrefix(rest, "*")
	if q.Limit, err = strconv.ParseFloat(strings.TrimSpace(factor), 64); !ok || err != nil || !(q.Limit > 0) {
		return fmt.Errorf("%s: expected current, or current * 1.1", value)
	}
	return nil
}

// memberNamed finds a scenario of the suite.
func memberNamed(name string, suite []*scenarios.Scenario) (int, error) {
	var known []string
	for i, s := range suite {
		if s.Name == name {
			return i, nil
		}
		known = append(known, s.Name)
	}
	return 0, scenarios.UnknownName("scenario", name, known)
}

// matters are the least differences between fronts that matter, by unit: the
// tolerances of a gate, but of a rate half a percent point, since five percent of
// 99 % are all that there is to win.
var matters = map[measure.Unit]float64{measure.Rate: 0.005, measure.Seconds: 0.05, measure.Dollars: 0.01, measure.Count: 1}

// searched are the objectives as a search knows them.
func (a *aims) searched() (out []tune.Objective) {
	for _, o := range a.objectives {
		x := tune.Objective{Name: o.Name, Higher: o.Better == measure.Higher, Weight: o.Weight, Columns: a.columns.of(o.Name),
			Least: matters[o.Unit]}
		if o.Unit != measure.Rate {
			x.LeastShare = 0.05
		}
		out = append(out, x)
	}
	return out
}
