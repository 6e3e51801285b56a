package main

import (
	"context"
	"strconv"
	"strings"

	"wavetank/chain/strategy"
	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/systems"
)

// advise adds to results what takes more runs: what the strategy to ship leaves
// unsolved, and what came of one other setting. Nobody waits for it who asked for
// figures only.
func (f *runFlags) advise(ctx context.Context, sc *scenarios.Scenario, r *judge.Result) error {
	if !f.headlined() {
		return nil
	}
	sc.Own = f.ownWords
	if err := sc.Advise(ctx, r); err != nil {
		return ours(err)
	}
	if k := r.Rank(); len(k.First) > 0 {
		r.Why = f.why(sc, k.First[0].Name)
	}
	return nil
}

// ownWords says a setting as the configuration does that a strategy was imported
// from: an importer calls a strategy by its system, and notes the file. Where the file
// is at hand, it tells which of several keys it uses.
func (f *runFlags) ownWords(l *strategy.Loaded, path, value string) (text string, ok bool) {
	system, err := systems.Named(l.Name)
	if err != nil || l.Source == "" {
		return "", true
	}
	var known []string
	if im, err := system.Import(foreign.ImportOptions{File: l.Source, Options: f.opts.Confined()}); err == nil {
		known = im.Names
	}
	text = system.Setting(path, value, known...)
	return text, text != ""
}

// headlined reports whether a format that says what to ship was asked for: the
// screen is where nothing was, unless quiet.
func (f *runFlags) headlined() bool {
	for _, v := range f.outputs {
		switch kind, _, _ := strings.Cut(v, "="); kind {
		case "table", "md", "html", "github":
			return true
		}
	}
	return len(f.outputs) == 0 && !f.quiet
}

// why is the command line that explains what a strategy did in the first run.
func (f *runFlags) why(sc *scenarios.Scenario, strategy string) []string {
	out := []string{"wavetank", "explain", scenarioArg(sc), "--strategy", sc.Arg(strategy)}
	out = append(out, f.changes()...)
	if f.opts.Seed != nil {
		out = append(out, "--seed", strconv.FormatUint(sc.Seed, 10))
	}
	return append(out, "--worst", "latency")
}

// scenarioArg is what a scenario is called on a command line.
func scenarioArg(sc *scenarios.Scenario) string {
	if sc.File == scenarios.StandardInput {
		return "-"
	}
	return strings.TrimPrefix(sc.File, "library:")
}

// changes are the flags by which a scenario was changed.
func (f *runFlags) changes() (out []string) {
	if f.opts.Chain != "" {
		out = append(out, "--chain", f.opts.Chain)
	}
	for _, v := range f.opts.Set {
		out = append(out, "--set", v)
	}
	if f.duration > 0 {
		out = append(out, "--duration", f.duration.String())
	}
	if f.opts.Engine != "" {
		out = append(out, "--engine", f.opts.Engine)
	}
	return append(out, allowed(&f.opts)...)
}

// allowed are the flags by which more is allowed than usual.
func allowed(o *scenarios.Options) (out []string) {
	for _, v := range o.AllowFiles {
		out = append(out, "--allow-files", v)
	}
	return append(out, workAgain(o.MaxWork)...)
}
