package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/strategy"
	"wavetank/report/judge"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/gobreaker"
	"wavetank/scenarios/foreign/systems"
)

// product is the configuration that a chain was imported from.
type product struct {
	system foreign.System
	file   string
	text   []byte
	unsaid string // what it does not say of the strategy in force, "" for nothing
}

// patchable are the systems whose configurations can be patched.
func patchable() (out []string) {
	for _, s := range systems.Systems() {
		if s.Patch != nil {
			out = append(out, s.Name)
		}
	}
	return out
}

// readImported reads what --imported names.
func (t *Tuning) readImported() error {
	if t.Imported == "" {
		return nil
	}
	name, file, ok := strings.Cut(t.Imported, "=")
	if !ok || file == "" {
		return fmt.Errorf("--imported %s: expected SYSTEM=FILE, as litellm=config.yaml", t.Imported)
	}
	system, err := systems.Named(name)
	if err != nil || system.Patch == nil {
		return fmt.Errorf("--imported %s: no configuration of %s can be patched: it may be %s", t.Imported, name, strings.Join(patchable(), ", "))
	}
	text, err := t.Open(file)
	if err != nil {
		return fmt.Errorf("--imported %s: %w", t.Imported, err)
	}
	t.product = product{system: system, file: file, text: text}
	if p := t.patchFor(t.base); !p.Already {
		t.product.unsaid = p.Reason
		if p.Reason != "" {
			t.warnings = append(t.warnings, judge.Warning{Text: file + " does not say all of " + t.base.Name + ": " + p.Reason})
		}
	}
	return nil
}

// products are the winner in the forms in which it is put to use.
func (t *Tuning) products(ctx context.Context, r *judge.Tuning, winner *strategy.Loaded) (p judge.TuningProducts, err error) {
	p.Strategy = foreign.WriteStrategy(t.base, winner, productHeader(r))
	p.Gobreaker, p.GobreakerReason = gobreaker.Settings(winner)
	if t.product.file == "" {
		from := "litellm=config.yaml"
		if slices.Contains(patchable(), t.base.Name) && t.base.Source != "" { // as an importer writes it
			from = t.base.Name + "=" + t.base.Source
		}
		p.PatchReason = "nobody said what the chain was imported from: --imported " + from
		return p, nil
	}
	if p.PatchReason = unfit(r); p.PatchReason != "" {
		return p, nil
	}
	patch := t.patchFor(winner)
	switch p.Patch, p.PatchReason = patch.Diff, patch.Reason; {
	case patch.Already:
		p.Patch, p.PatchReason = []byte("# "+patch.Reason+": there is nothing to apply.\n"), ""
	case patch.Diff != nil:
		otherwise, err := t.prove(ctx, r, &patch)
		if otherwise != "" {
			p.Patch, p.PatchReason = nil, otherwise
		}
		return p, err
	}
	return p, nil
}

// patchFor writes what makes the configuration say a strategy.
func (t *Tuning) patchFor(l *strategy.Loaded) foreign.Patch {
	return t.product.system.WritePatch(t.product.file, t.product.text, t.base, l, t.suite[0].Document.ProviderNames())
}

// unfit is why a winner is offered to nobody, "" where it may be.
func unfit(r *judge.Tuning) string {
	h := r.Judged()
	switch {
	case !r.Outcome.Feasible:
		return "no setting keeps every requirement, and the best one is no reason to change a configuration"
	case h == nil:
		return "nothing was held out, so nothing is proved"
	case len(r.Broken(h.Kept)) > 0:
		return "on held-out runs it breaks " + strings.Join(r.Broken(h.Kept), " and ")
	}
	return ""
}

// productHeader says where a strategy document comes from.
func productHeader(r *judge.Tuning) (out []string) {
	var names []string
	for _, s := range r.Scenarios {
		names = append(names, s.Name+" "+s.Hash)
	}
	out = append(out, "Found by wavetank tune around "+r.Strategy.Name+", hash "+r.Strategy.Hash+", on "+strings.Join(names, ", ")+".")
	for _, c := range r.Changes {
		from := c.From
		if from == "" {
			from = "nothing"
		}
		out = append(out, c.Path+": "+from+" -> "+c.To)
	}
	return out
}
