package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// TuneOptions say what is searched and for what.
type TuneOptions struct {
	scenarios.Options // Strategies holds one: the setting in force
	Vary              []string
	Subsets           bool     // orders of a part of the providers too
	Minimize          []string // METRIC or METRIC=WEIGHT; none of either: the criteria of the decision
	Maximize          []string
	Require           []string
	Over              tune.Over
	Rivals            []string // presets that the winner is held against; AllPresets is all of them
	Imported          string   // SYSTEM=FILE that the chain was imported from; "" for none
	Plan              tune.Plan

	places map[wish]yamldoc.Pos // of what a space says
}

// AllPresets names every preset as a rival.
const AllPresets = "presets"

// Tuning is a search that can be made: its scenarios are loaded, its settings
// checked.
type Tuning struct {
	TuneOptions
	suite      []*scenarios.Scenario
	base       *strategy.Loaded
	before     *yamldoc.Node // base with everything spelled out
	axes       []axis
	varied     tune.Space // of the axes
	aims       aims
	objectives []tune.Objective
	decide     func(points [][][]float64) (first []int, open bool) // nil: by objectives
	rivals     []*strategy.Loaded
	presets    []*strategy.Loaded // of the preset axis, by value; nil without one
	product    product

	warnings []judge.Warning
}

// axis is a parameter with what it does to a document.
type axis struct {
	tune.Axis
	applies []bool // by value of the preset axis: the setting exists there; nil: everywhere
	inForce int    // place of the value that the strategy in force has; -1: it has none
}

// presetPath is the axis of presets.
const presetPath = "preset"

// NewTuning loads scenarios and checks what is to be searched in them.
func NewTuning(refs []string, o TuneOptions) (*Tuning, error) {
	if o.Engine == "" {
		o.Engine = "native" // both engines decide alike, and this one is three times as fast
	}
	t := &Tuning{TuneOptions: o}
	if err := t.load(refs); err != nil {
		return nil, err
	}
	t.aims.columns.suite = len(t.suite)
	if err := errors.Join(t.readImported(), t.aim()); err != nil {
		return nil, err
	}
	if err := t.spread(); err != nil {
		return nil, err
	}
	return t, errors.Join(t.challenge(), t.afford())
}

// DefaultStrategy is searched around where none is named and no chain brings one.
const DefaultStrategy = "five-provider"

// load reads the suite. Every scenario must play the strategy.
func (t *Tuning) load(refs []string) error {
	if len(t.Strategies) > 1 {
		return errors.New("tune searches around one strategy: --strategy NAME or FILE")
	}
	if len(t.Strategies) == 0 && t.Chain == "" {
		t.Strategies = []string{DefaultStrategy}
	}
	var err error
	if t.suite, err = scenarios.LoadAll(refs, t.Options); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, s := range t.suite {
		if seen[s.Name] {
			return fmt.Errorf("two scenarios are called %s", s.Name)
		}
		seen[s.Name] = true
	}
	if len(t.suite) == 1 && t.Over != tune.Mean {
		return fmt.Errorf("--over %s: it is how several scenarios count together, and there is one", t.Over)
	}
	if err := t.choose(); err != nil {
		return err
	}
	if t.base.Preset == scenarios.IdealPreset {
		return fmt.Errorf("--strategy %s: it foresees every fault: it is a bound, and nothing to search around", t.base.Name)
	}
	t.before = canonical(t.base)
	return nil
}

// choose settles which strategy is searched around: without a word the one of the
// chain, where it has one, as what an importer writes.
func (t *Tuning) choose() error {
	s := t.suite[0]
	own := s.Names()
	switch {
	case len(t.Strategies) == 0 && len(s.Document.Strategies) == 0:
		t.Strategies = []string{DefaultStrategy}
	case len(t.Strategies) == 0 && len(own) > 1:
		return fmt.Errorf("%s has the strategies %s: say which to search around: --strategy %s", t.Chain, strings.Join(own, ", "), own[0])
	case len(t.Strategies) == 0:
		t.Strategies = own
	}
	at := 0
	if len(own) > 1 { // the default ones, since the chain has none
		at = slices.Index(own, DefaultStrategy)
	}
	t.base = s.Strategies[at]
	return nil
}

// aim reads objectives and requirements.
func (t *Tuning) aim() error {
	var errs []error
	if len(t.Minimize)+len(t.Maximize) == 0 {
		errs = append(errs, t.aimAtCriteria())
	}
	for i, list := range [][]string{t.Minimize, t.Maximize} {
		flag := [...]string{"minimize", "maximize"}[i]
		for _, text := range list {
			for _, one := range strings.Split(text, ",") {
				if err := t.aims.objective(one, i == 1); err != nil {
					errs = append(errs, t.blame(wish{flag, text}, one, err))
				}
			}
		}
	}
	for _, text := range t.Require {
		if err := t.aims.requirement(text, t.suite); err != nil {
			errs = append(errs, t.blame(wish{"require", text}, "'"+text+"'", err))
		}
	}
	if t.byDecision() {
		t.decide = t.decision()
	}
	if !t.aims.answers() {
		errs = append(errs, t.aims.requirement(KeepAnswering, t.suite))
	}
	t.objectives = t.aims.searched()
	return errors.Join(errs...)
}

// spread reads the axes and tries each value by itself.
func (t *Tuning) spread() error {
	if len(t.Vary) == 0 {
		t.varyUsual()
	}
	if len(t.Vary) == 0 {
		return errors.New("nothing to vary: --vary order, --vary 'breaker.open.base=5s..5m', --vary attempt.total=5s,10s,30s")
	}
	var errs []error
	for _, text := range t.Vary {
		a, err := t.axis(text)
		if err == nil && slices.ContainsFunc(t.axes, func(b axis) bool { return b.Name == a.Name }) {
			err = errors.New("it is varied twice")
		}
		if err != nil {
			errs = append(errs, t.blame(varying(text), "'"+text+"'", err))
			continue
		}
		at, some := t.sayable(&a, t.putInForce(&a))
		if !some {
			continue
		}
		t.axes = append(t.axes, axis{Axis: a, inForce: at})
		t.varied.Axes = append(t.varied.Axes, a)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if len(t.axes) == 0 {
		return t.blame(varying(t.Vary[0]), "'"+t.Vary[0]+"'", fmt.Errorf("%s can say nothing of what is varied: %s", t.product.file, strings.Join(t.Vary, ", ")))
	}
	t.tellKnown()
	if err := t.readPresets(); err != nil {
		return err
	}
	if err := t.tryable(); err != nil {
		return err
	}
	for i := range t.axes {
		errs = append(errs, t.try(&t.axes[i]))
	}
	return errors.Join(errs...)
}

// axis reads one --vary.
func (t *Tuning) axis(text string) (tune.Axis, error) {
	path, values, given := strings.Cut(text, "=")
	path, values = strings.TrimSpace(path), strings.TrimSpace(values)
	switch {
	case path == orderPath && !strings.Contains(values, "{"):
		names, err := t.providers()
		if err != nil {
			return tune.Axis{}, err
		}
		if given {
			return listedOrders(values, names)
		}
		return orderAxis(names, t.Subsets)
	case !given || values == "":
		return tune.Axis{}, errors.New("expected PATH=VALUES, as breaker.open.base=5s..5m or attempt.total=5s,10s")
	}
	return valuesAxis(path, values)
}

// providers are the providers of every scenario, in the written order.
func (t *Tuning) providers() ([]string, error) {
	names := t.suite[0].Document.ProviderNames()
	for _, s := range t.suite[1:] {
		if other := s.Document.ProviderNames(); !slices.Equal(names, other) {
			return nil, fmt.Errorf("%s has the providers %s, and %s has %s: an order needs the same ones everywhere (--chain FILE gives every scenario yours)",
				t.suite[0].Name, strings.Join(names, ", "), s.Name, strings.Join(other, ", "))
		}
	}
	return names, nil
}

// readPresets loads the presets of that axis.
func (t *Tuning) readPresets() error {
	at := t.presetAxis()
	if at < 0 {
		return nil
	}
	var errs []error
	for _, name := range t.axes[at].Labels {
		l, err := t.preset(name)
		t.presets, errs = append(t.presets, l), append(errs, t.blame(varying(presetPath), "preset", err))
	}
	return errors.Join(errs...)
}

func (t *Tuning) presetAxis() int {
	return slices.IndexFunc(t.axes, func(a axis) bool { return a.Name == presetPath })
}

// preset loads a preset by name.
func (t *Tuning) preset(name string) (*strategy.Loaded, error) {
	if !slices.Contains(strategy.Names(), name) {
		return nil, scenarios.UnknownName("preset", name, strategy.Names())
	}
	if name == scenarios.IdealPreset {
		return nil, fmt.Errorf("%s foresees every fault: it is a bound, and nothing to ship", name)
	}
	l, ps := strategy.Load(name, strategy.From(name), strategy.Options{Engine: t.Engine, Env: t.Env})
	return l, ps.Err()
}

// try refuses an axis of which no value makes a strategy, and says of the others
// which do not by themselves.
func (t *Tuning) try(a *axis) error {
	if a.Name == presetPath {
		return nil
	}
	var first error
	bases := t.presets
	if bases == nil {
		bases = []*strategy.Loaded{t.base}
	}
	any := false
	for _, base := range bases {
		applies := false
		for _, label := range a.Labels {
			_, ps := strategy.Load(base.Name, base.Tree, strategy.Options{Set: t.settings(base, a.Name, label), Engine: t.Engine})
			if ps == nil {
				applies = true
			} else if first == nil {
				first = t.blame(varying(a.Name), "'"+a.Name+"="+label+"'", blamed(ps, a.Name))
			}
		}
		a.applies, any = append(a.applies, applies), any || applies
	}
	if !any {
		if slot, _, below := strings.Cut(a.Name, "."); below && t.presets == nil && t.before.Find(slot) == nil {
			return t.blame(varying(a.Name), a.Name, fmt.Errorf("%s has no %s; search around a strategy that has one, or vary it whole: --vary '%s={...},{...}'", t.base.Name, slot, slot))
		}
		return first
	}
	if first != nil && t.presets == nil {
		t.warnings = append(t.warnings, judge.Warning{Text: first.Error() + ": by itself it makes no strategy"})
	}
	return nil
}

// blamed leaves the place of a problem out where it is the setting's own.
func blamed(ps yamldoc.Problems, path string) error {
	out := slices.Clone(ps[:1])
	if out[0].Pos.Origin == "--set "+path {
		out[0].Pos = yamldoc.Pos{}
		text := out[0].Text
		if out[0].Hint != "" {
			text += " (" + out[0].Hint + ")"
		}
		return errors.New(text)
	}
	return out
}

// challenge loads the rivals.
func (t *Tuning) challenge() error {
	names := t.Rivals
	if slices.Contains(names, AllPresets) {
		names = nil
		for _, n := range strategy.Names() {
			if n != scenarios.IdealPreset {
				names = append(names, n)
			}
		}
	}
	var errs []error
	for _, name := range names {
		l, err := t.preset(name)
		if errs = append(errs, t.blame(wish{"rivals", name}, name, err)); err == nil && l.Hash != t.base.Hash { // the setting in force is held against it anyway
			t.rivals = append(t.rivals, l)
		}
	}
	return errors.Join(errs...)
}
