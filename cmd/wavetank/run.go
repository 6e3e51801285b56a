package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wavetank/report"
	"wavetank/report/judge"
	"wavetank/report/words"
	"wavetank/scenarios"
	"wavetank/scenarios/search"
)

// runFlags are the flags of run.
type runFlags struct {
	opts     scenarios.Options
	seeds    int
	seed     uint64
	outputs  []string
	quiet    bool
	verbose  bool
	wide     bool
	noColor  bool
	duration time.Duration
	sampling samplingFlags
	gate     gateFlags
}

// maxSeeds bounds the replications of one run.
const maxSeeds = search.MaxSeeds

func newRun(s *system) *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run [SCENARIO...]",
		Short: "Compare strategies on scenarios",
		Long: `Play scenarios in virtual time against several strategies that meet the same
requests and the same luck, and say which one to ship and what each one cost.

A SCENARIO is the name of one in the library (see wavetank list scenarios), a
path that has a / or ends in .yaml, a folder for all in it, library for the whole
library, or - for standard input. With none it is ` + scenarios.Default + `.

` + githubHelp,
		Example: `  wavetank run
  wavetank run outage-503 --seeds 50 -v
  wavetank run ./mine.yaml --strategy five-provider --strategy naive
  wavetank run hang-primary --strategy naive --strategy faster=five-provider,attempt.total=5s
  wavetank run --reference naive --precision 'latency_p99: 2%' -v
  wavetank run flapping --set 'timeline[0].for=10m' -o table -o json=result.json -o junit=junit.xml
  wavetank run flapping -o attempts=attempts.jsonl -o svg=latency.svg
  wavetank run rate-limit-20m --chain our-chain.yaml -o md`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("seed") {
				f.opts.Seed = &f.seed
			}
			if c.Flags().Changed("duration") && f.duration <= 0 {
				return fmt.Errorf("--duration %s: must be above zero", f.duration)
			}
			if err := f.sampling.read(c, f.seeds); err != nil {
				return err
			}
			if err := f.gate.read(); err != nil {
				return err
			}
			return f.run(c.Context(), s, args)
		},
	}
	f.register(c)
	complete(c)
	return c
}

func (f *runFlags) register(c *cobra.Command) {
	fl := c.Flags()
	// StringArray, not StringSlice: values hold commas.
	fl.StringArrayVar(&f.opts.Strategies, "strategy", nil, "play `X`, not the file's list: its name in the file, a preset, a path,\nor NAME=X,path=value for a variant; repeatable")
	fl.StringVar(&f.opts.Chain, "chain", "", "take providers and strategies from `FILE`")
	fl.IntVar(&f.seeds, "seeds", defaultSeeds, "play each strategy `N` times, no more and no less;\nby default on until what is said is settled")
	fl.Uint64Var(&f.seed, "seed", 0, "first seed `S`; the others follow it (default the file's, else 1)") // cobra shows no default of 0
	fl.StringArrayVar(&f.opts.Set, "set", nil, "change one value of the scenario by `PATH=VALUE`,\nas timeline[0].for=10m; repeatable")
	fl.DurationVar(&f.duration, "duration", 0, "let requests arrive for `TIME`, as 30m")
	fl.StringVar(&f.opts.Engine, "engine", "", "breaker engine `NAME` for every strategy, native or gobreaker;\nboth decide alike, and what gobreaker cannot play is refused")
	fl.StringVar(&f.opts.Reference, "reference", "", "compare the others with strategy `NAME` (default the first)")
	allowFiles(fl, &f.opts.AllowFiles)
	f.sampling.register(c)
	registerWork(fl, &f.opts.MaxWork)
	f.gate.registerRun(c)
	f.gate.register(c)
	fl.StringArrayVarP(&f.outputs, "output", "o", nil, outputHelp(report.Formats.Names()))
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress, no notes, no table unless asked for")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "intervals in every cell, more columns, labels of waste, all providers")
	fl.BoolVar(&f.wide, "wide", false, "the same as -v")
	fl.BoolVar(&f.noColor, "no-color", false, "no colours (NO_COLOR does the same)")
}

func (f *runFlags) run(ctx context.Context, s *system, refs []string) error {
	targets, err := parseTargets(f.outputs, f.quiet, report.Formats.Names())
	if err != nil {
		return err
	}
	if err := s.readable(targets); err != nil {
		return err
	}
	if f.seeds < 1 || f.seeds > maxSeeds {
		return fmt.Errorf("--seeds %d: at least 1, at most %d", f.seeds, maxSeeds)
	}
	f.opts.Duration, f.opts.Env, f.opts.Stdin, f.opts.Opened, f.opts.Expect = f.duration, s.env, s.stdin, s.opened, f.gate.expect
	f.opts.Runs = f.seeds
	if f.sampling.plan.Settle || len(f.sampling.plan.Precision) > 0 {
		f.opts.Runs = max(f.seeds, f.sampling.plan.SeedsMax)
	}
	loaded, err := f.load(refs)
	if err != nil {
		return err
	}
	if err := f.gate.prepare(s, f, loaded); err != nil {
		return err
	}
	saved := f.gate.saved()
	if err := s.claim(slices.Concat(targets, saved, s.summaries(targets))...); err != nil {
		return err
	}
	for _, sc := range loaded {
		sc.Needs = needsOf(targets)
	}
	results, interrupted, err := f.play(ctx, s, loaded)
	if err != nil {
		return err
	}
	if interrupted {
		saved = nil // a baseline is of whole runs
	}
	if err := f.write(s, targets, saved, results); err != nil {
		if ctx.Err() != nil && !interrupted {
			return &exitError{exitInterrupted, errors.New("interrupted before everything was written")}
		}
		return err
	}
	if !tabled(targets) {
		tellFailures(s, results)
	}
	if interrupted {
		return cutShort(results, loaded)
	}
	return verdict(results)
}

// load reads all scenarios before the first one runs, so that a slip in the last
// is told at once.
func (f *runFlags) load(refs []string) ([]*scenarios.Scenario, error) {
	if len(refs) == 0 {
		refs = []string{scenarios.Default}
	}
	refs, err := f.opts.Expand(refs)
	if err != nil {
		return nil, err
	}
	return scenarios.LoadAll(refs, f.opts)
}

// play runs the scenarios one after another. An interrupt ends them with what is
// finished.
func (f *runFlags) play(ctx context.Context, s *system, all []*scenarios.Scenario) (out []*judge.Result, interrupted bool, err error) {
	for _, sc := range all {
		seeds, plan := f.gate.seeds(sc, f.seeds, f.sampling.plan)
		tell, finish := newProgress(s, f.quiet, sc.Name)
		plan.Look = func(ctx context.Context, r *judge.Result) error { return f.gate.hold(ctx, s, f.quiet, sc, r) }
		r, err := sc.PlayUntil(ctx, seeds, plan, tell)
		finish()
		err = ours(err)
		if r != nil && len(r.Seeds) > 0 {
			r.Again = f.again(sc, r)
			out = append(out, r)
			if err == nil {
				err = f.advise(ctx, sc, r)
			}
		}
		switch {
		case ctx.Err() != nil:
			return out, true, nil
		case err != nil:
			return nil, false, err
		}
	}
	return out, false, nil
}

// again is the command line that plays one scenario again, the same numbers for
// sure: as many seeds as were played stand in it, but where a precision asks for
// them.
func (f *runFlags) again(sc *scenarios.Scenario, r *judge.Result) []string {
	out := []string{"wavetank", "run", scenarioArg(sc)}
	for _, v := range f.opts.Strategies {
		out = append(out, "--strategy", v)
	}
	out = append(out, f.changes()...)
	if f.opts.Reference != "" {
		out = append(out, "--reference", f.opts.Reference)
	}
	out = append(out, "--seed", strconv.FormatUint(sc.Seed, 10))
	switch {
	case len(f.sampling.precision) == 0:
		out = append(out, "--seeds", strconv.Itoa(r.Asked))
	case !f.sampling.plan.Settle:
		out = append(out, "--seeds", strconv.Itoa(f.seeds))
	}
	return append(append(out, f.sampling.again()...), f.gate.again()...)
}

// write writes results wherever they are asked for. What is saved beside is whole
// results.
func (f *runFlags) write(s *system, targets, saved []target, results []*judge.Result) error {
	if len(results) == 0 {
		return nil
	}
	wide := f.verbose || f.wide
	var outputs []output
	for _, t := range slices.Concat(targets, saved) {
		v := words.View{Quiet: f.quiet, Wide: wide, Width: columns(0, wide), Locate: locate}
		if t.path == "" { // a file is no terminal, whatever standard output is
			v.Color, v.Width = s.colour(f.noColor), columns(s.width, wide)
		}
		e, err := report.Formats.Lookup(t.kind)
		if err != nil {
			return ours(err)
		}
		outputs = append(outputs, output{t, func(w io.Writer) error { return e.Write(w, &words.Report{Results: results, View: v}) }})
	}
	told := &words.Report{Results: results, View: words.View{Wide: wide, Locate: locate}}
	return errors.Join(s.writeAll(append(outputs, s.summary(targets, told)...)), s.annotate(targets, told))
}

// columns is how wide the screen may be: the terminal's width within reason.
func columns(terminal int, wide bool) int {
	most := 100
	if wide {
		most = 160
	}
	if terminal == 0 {
		return most
	}
	return min(most, max(60, terminal))
}

// tabled reports whether the screen, which lists broken rules, was asked for.
func tabled(targets []target) bool {
	for _, o := range targets {
		if o.kind == "table" || o.path == "" && o.kind == "md" {
			return true
		}
	}
	return false
}

// tellFailures names what an exit code of 1 or 4 stands for, where no screen
// does: a failed job must say why.
func tellFailures(s *system, results []*judge.Result) {
	for _, r := range results {
		for _, text := range words.Failures(r) {
			fmt.Fprintf(s.stderr, "%s: %s\n", r.Scenario.Name, text)
		}
	}
}

// cutShort says what an interrupt left out.
func cutShort(results []*judge.Result, all []*scenarios.Scenario) error {
	text := "interrupted before the first run was whole; there is nothing to report"
	if len(results) > 0 {
		text = "interrupted; what had finished is marked partial"
	}
	var missing []string
	for _, sc := range all[len(results):] {
		missing = append(missing, sc.Name)
	}
	if len(results) > 0 && len(missing) > 0 {
		text += ", not played: " + strings.Join(missing, ", ")
	}
	return &exitError{exitInterrupted, errors.New(text)}
}

// verdict turns results into an exit code.
func verdict(results []*judge.Result) error {
	if code := judge.ExitCode(results...); code != exitOK {
		return &exitError{code, nil}
	}
	return nil
}
