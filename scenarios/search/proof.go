package search

import (
	"context"
	"math"
	"strings"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/scenarios/foreign"
	"wavetank/sim/tune"
)

// prove plays what a patched configuration is read as on the held-out seeds. It
// returns why the patch is not what was promised: the winner's figures are to be
// those of the file, each of them.
func (t *Tuning) prove(ctx context.Context, r *judge.Tuning, patch *foreign.Patch) (otherwise string, err error) {
	recipes := t.reread(patch)
	if recipes == nil {
		return "the patched file makes no strategy that these scenarios can play", nil
	}
	p := t.newPlayer()
	won := r.Outcome.Front[r.Outcome.Winner].Point
	columns := t.problem().Columns
	promised, given, row := make([]float64, columns), make([]float64, columns), make([]float64, columns)
	same := true
	for k := range r.Outcome.Held.Replications {
		if err := p.Play(ctx, won, tune.FirstHeld+k, row); err != nil {
			return "interrupted before it was proved", ended(ctx, err)
		}
		add(promised, row)
		before := append([]float64(nil), row...)
		if err := p.run(ctx, recipes, tune.FirstHeld+k, row); err != nil {
			return "interrupted before it was proved", ended(ctx, err)
		}
		add(given, row)
		for i := range row {
			same = same && (row[i] == before[i] || math.IsNaN(row[i]) && math.IsNaN(before[i]))
		}
	}
	if same {
		return "", nil
	}
	text := "the patched file was read and played again, and is not what was promised: " + strings.Join(t.apart(promised, given, r.Outcome.Held.Replications), ", ")
	if patch.Reason != "" {
		text += " (" + patch.Reason + ")"
	}
	return text, nil
}

// ended is an error that is not the context's.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// add sums figures up.
func add(to, row []float64) {
	for i, v := range row {
		to[i] += v
	}
}

// reread builds what a patched configuration is read as for each scenario, nil
// where it is no strategy.
func (t *Tuning) reread(patch *foreign.Patch) (out []chain.Strategy) {
	for _, s := range t.suite {
		l, ps := strategy.Load(patch.Says.Name, patch.Says.Tree, strategy.Options{Engine: t.Engine, Env: t.Env, Schema: schema(s)})
		if ps != nil || !fits(l, s) {
			return nil
		}
		if l.Doc.Order == nil { // the written order is the file's own now
			l.Recipe.Order = (&policy.Listed{Providers: patch.Providers}).Build()
		}
		out = append(out, l.Recipe)
	}
	return out
}

// apart names the objectives in which two sums over so many runs differ, as
// "latency_p99 60.0 s instead of 10.1 s": the means over the scenarios.
func (t *Tuning) apart(promised, given []float64, runs int) (out []string) {
	for _, o := range t.aims.objectives {
		var a, b float64
		for _, c := range t.aims.columns.of(o.Name) {
			a += promised[c] / float64(runs*len(t.suite))
			b += given[c] / float64(runs*len(t.suite))
		}
		if x, y := measure.Format(o.Unit, a), measure.Format(o.Unit, b); x != y {
			out = append(out, o.Name+" "+y+" instead of "+x)
		}
	}
	if out == nil {
		out = append(out, "single runs differ")
	}
	return out
}
