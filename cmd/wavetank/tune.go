package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"wavetank/report"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/scenarios"
	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// tuneFlags are the flags of tune.
type tuneFlags struct {
	opts       search.TuneOptions
	strategy   string
	over       string
	rivals     []string
	indiff     string
	seed       uint64
	space      string
	shard      string
	checkpoint string
	show       showFlags
}

// showFlags say how a search is shown.
type showFlags struct {
	outputs []string
	quiet   bool
	verbose bool
	wide    bool
	noColor bool
}

func newTune(s *system) *cobra.Command {
	f := &tuneFlags{}
	c := &cobra.Command{
		Use:   "tune SCENARIO...",
		Short: "Find the order, the cooldown, the timeout to ship",
		Long: `Search the settings of a strategy for those that no other beats, on scenarios that
every candidate meets with the same requests and the same luck, and judge the
winner on seeds that the search has not seen.

What is varied:
  --vary order                            every order of the providers (--subsets: of parts of them too)
  --vary 'order=groq > openai,openai'     these orders
  --vary 'breaker.open.base=5s..5m log 8' eight values, each so many times the one before
  --vary attempt.total=2s..60s            eight values; lin or log by the ratio of the ends
  --vary breaker.trip.failures=2,3,5,8    these values
  --vary preset=five-provider,litellm     other strategies to start from
  --vary 'order.groups[].attempts=1,2,3'  [] is every place of a list, together
Without any: the order, the attempt timeout, and of breaker and retries what there
is. Paths are those of wavetank show STRATEGY. With several scenarios the figures are
means over them (--over).

Up to --budget plays every candidate is played in full. Beyond, candidates are
played a little, and the better layers of each block of them more often; beyond
--candidates a Latin hypercube is drawn. The points that nobody beats by its
interval in every objective make the front.

The winner is chosen as run chooses what to ship: answers since the first fault,
late ones counting half, then broken ones, dollars, wasted calls, each with the
smallest difference that matters. With --minimize or --maximize it is the one that
balances the figures, and unless one of them or a --require speaks of answers no
setting is offered that answers fewer requests than the one in force: whoever fails
at once is fast and cheap.

The value in force is always one of those that are tried, and stays where nothing
shows that the parameter matters. A fault on primary, second or last strikes that
place of each order; one that names a provider is known beforehand, and a note says
so. With --imported only what that configuration can say is tried.`,
		Example: `  wavetank tune filing-deadline --vary order --vary attempt.total=2s..30s
  wavetank tune hang-primary outage-503 brownout --vary 'breaker.open.base=5s..5m log 8' \
      --vary breaker.trip.failures=2,3,5,8 --require 'success_rate >= 99%' --rivals presets
  wavetank tune ours.yaml --chain chain.yaml --strategy ours --vary order -o html=front.html -o strategy=best.yaml
  wavetank tune library --vary attempt.total=2s..60s --checkpoint search.log
  wavetank tune ours.yaml --vary order --shard 3/8 -o json=part-3.json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("tune needs scenarios to search on, as wavetank tune filing-deadline --vary order; see: %s --help", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.read(c.Flags()); err != nil {
				return err
			}
			return f.run(c.Context(), s, args)
		},
	}
	f.register(c.Flags())
	f.show.register(c.Flags())
	completeTune(c)
	return c
}

// register are the flags that say what is searched: they are the request that
// parts of a search carry.
func (f *tuneFlags) register(fl *pflag.FlagSet) {
	o, d := &f.opts, tune.NewPlan()
	fl.StringVar(&f.strategy, "strategy", "", "search around `X`, the setting in force: its name in the file, a preset,\na path, or NAME=X,path=value (default the only one of --chain, else "+search.DefaultStrategy+")")
	fl.StringArrayVar(&o.Vary, "vary", nil, "vary `PATH=VALUES`, or order; repeatable")
	fl.BoolVar(&o.Subsets, "subsets", false, "with --vary order, orders of a part of the providers too")
	fl.StringVar(&f.space, "space", "", "read vary, minimize, maximize, require from `FILE`")
	fl.StringArrayVar(&o.Minimize, "minimize", nil, "make `METRICS` small, as latency_p99,cost_per_1k, perhaps each with =WEIGHT\n(default what run decides by: answers, broken ones, dollars, waste)")
	fl.StringArrayVar(&o.Maximize, "maximize", nil, "make `METRICS` large, as slo_rate.during")
	fl.StringArrayVar(&o.Require, "require", nil, "only settings that keep `RULE`, as 'success_rate >= 99.9%', [SCENARIO/]METRIC OP\nVALUE, or current * 1.1; repeatable")
	fl.StringVar(&f.over, "over", "mean", "several scenarios count by their `WAY`: mean, worst, regret")
	fl.StringArrayVar(&f.rivals, "rivals", nil, "hold the winner against `PRESETS` too, as naive,litellm, or presets for all")
	fl.StringVar(&o.Imported, "imported", "", "the chain was imported from `SYSTEM=FILE`, as litellm=config.yaml: -o patch changes it")
	fl.IntVar(&o.Plan.Replications, "seeds", d.Replications, "play those that reach the end `N` times")
	fl.IntVar(&o.Plan.Most, "max-seeds", d.Most, "play finalists at most `N` times, until one is told from the others")
	fl.IntVar(&o.Plan.Held, "held", d.Held, "judge the winner on `N` seeds that the search has not seen")
	fl.IntVar(&o.Plan.Candidates, "candidates", d.Candidates, "look at no more than `N` settings; of more a Latin hypercube is drawn")
	fl.IntVar(&o.Plan.Affordable, "budget", d.Affordable, "play every setting in full up to `N` plays of all scenarios; halve beyond")
	fl.StringVar(&f.indiff, "indifference", "2%", "a difference of `SHARE` of the front's width does not matter")
	fl.Uint64Var(&f.seed, "seed", 0, "first seed `S`; the others follow it (default the file's, else 1)")
	fl.StringArrayVar(&o.Set, "set", nil, "change one value of every scenario by `PATH=VALUE`; repeatable")
	fl.StringVar(&o.Chain, "chain", "", "take providers and strategies from `FILE`, for every scenario")
	fl.DurationVar(&o.Duration, "duration", 0, "let requests arrive for `TIME`, as 30m")
	registerWork(fl, &o.MaxWork)
	fl.IntVar(&o.Plan.Workers, "workers", 0, "play on `N` cores (default all); the result is the same")
	fl.StringVar(&f.shard, "shard", "", "play part `I/N` of the search, or auto: the part that the environment of a\nKubernetes job, a Slurm array or a GitHub matrix tells; see wavetank merge")
	fl.StringVar(&f.checkpoint, "checkpoint", "", "keep in `FILE` what was played, and go on from what is there")
}

func (f *showFlags) register(fl *pflag.FlagSet) {
	fl.StringArrayVarP(&f.outputs, "output", "o", nil, outputHelp(report.TuningFormats.Names()))
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress, no table unless asked for")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "the whole front, intervals in every cell, a map of two settings")
	fl.BoolVar(&f.wide, "wide", false, "the same as -v")
	fl.BoolVar(&f.noColor, "no-color", false, "no colours (NO_COLOR does the same)")
}

// read checks the flags' values.
func (f *tuneFlags) read(fl *pflag.FlagSet) error {
	o := &f.opts
	if f.strategy != "" {
		o.Strategies = []string{f.strategy}
	}
	if fl.Changed("seed") {
		o.Seed = &f.seed
	}
	if fl.Changed("duration") && o.Duration <= 0 {
		return fmt.Errorf("--duration %s: must be above zero", o.Duration)
	}
	over := slices.Index(tune.Overs, f.over)
	if over < 0 {
		return fmt.Errorf("--over %s: expected %s", f.over, strings.Join(tune.Overs, ", "))
	}
	o.Over = tune.Over(over)
	for _, list := range f.rivals {
		o.Rivals = append(o.Rivals, strings.Split(list, ",")...)
	}
	share, err := judge.ParseAmount(f.indiff, measure.Rate)
	if err != nil || share <= 0 {
		return fmt.Errorf("--indifference %s: expected a share above zero, as 2%%", f.indiff)
	}
	o.Plan.Indifference = share
	for _, n := range []struct {
		flag        string
		value       int
		least, most int
	}{{"seeds", o.Plan.Replications, 1, maxSeeds}, {"max-seeds", o.Plan.Most, 1, maxSeeds}, {"held", o.Plan.Held, 2, maxSeeds},
		{"candidates", o.Plan.Candidates, 1, 10_000_000}, {"budget", o.Plan.Affordable, 1, 1_000_000_000}, {"workers", o.Plan.Workers, 0, 1024}} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("--%s %d: at least %d, at most %d", n.flag, n.value, n.least, n.most)
		}
	}
	if o.Plan.Most < o.Plan.Replications && fl.Changed("max-seeds") {
		return fmt.Errorf("--max-seeds %d: less than --seeds %d", o.Plan.Most, o.Plan.Replications)
	}
	o.Plan.Most = max(o.Plan.Most, o.Plan.Replications)
	return nil
}

// prepare loads what is searched.
func (f *tuneFlags) prepare(s *system, refs []string) (*search.Tuning, error) {
	o := &f.opts
	o.Env, o.Stdin = s.env, s.stdin
	var err error
	if o.Plan.Shard, err = parseShard(f.shard, s.env); err != nil {
		return nil, err
	}
	if f.space != "" {
		if err := o.ReadSpace(f.space); err != nil {
			return nil, err
		}
	}
	if refs, err = scenarios.Expand(refs); err != nil {
		return nil, err
	}
	return search.NewTuning(refs, *o)
}

func (f *tuneFlags) run(ctx context.Context, s *system, refs []string) error {
	known := report.TuningFormats.Names()
	if f.shard != "" {
		known = []string{"json"}
		if len(f.show.outputs) == 0 {
			return errors.New("--shard: a part of a search goes to a file: -o json=PART.json")
		}
	}
	targets, err := parseTargets(f.show.outputs, f.show.quiet, known)
	if err != nil {
		return err
	}
	if err := s.readable(targets); err != nil {
		return err
	}
	t, err := f.prepare(s, refs)
	if err != nil {
		return err
	}
	f.strategy = t.Strategies[0]
	request := f.request(refs)
	log, done, err := openCheckpoint(f.checkpoint, t, request)
	if err != nil {
		return err
	}
	defer done()
	tell, finish := newProgress(s, f.show.quiet, "tune")
	found, err := t.Search(log, tell)
	if err != nil {
		return err
	}
	err = found.Screen(ctx)
	if err != nil && ctx.Err() == nil {
		finish()
		return ours(err)
	}
	if f.shard != "" {
		finish()
		head := t.Head(request)
		head.Whole = err == nil
		werr := targets[0].write(s.stdout, func(w io.Writer) error { return search.WritePart(w, head, found.Plays()) })
		return errors.Join(werr, interruptedBy(ctx, f.checkpoint))
	}
	err = f.show.conclude(ctx, s, t, found, targets, append([]string{"wavetank", "tune"}, request...), finish)
	if ctx.Err() != nil {
		return errors.Join(err, interruptedBy(ctx, f.checkpoint))
	}
	return err
}

// conclude judges a search and writes what it found.
func (f *showFlags) conclude(ctx context.Context, s *system, t *search.Tuning, search *tune.Search, targets []target, again []string, finish func()) error {
	outcome, err := search.Conclude(ctx)
	finish()
	switch {
	case errors.Is(err, tune.ErrNothing) && ctx.Err() != nil:
		return nil // the interrupt is told
	case errors.Is(err, tune.ErrInvalid):
		return errors.New("none of the settings makes a strategy: try one by hand, with wavetank run --strategy NAME=X,path=value")
	case err != nil:
		return ours(err)
	}
	r, err := t.Report(ctx, outcome)
	if err != nil {
		return ours(err)
	}
	r.Again = again
	var errs []error
	for i := range targets {
		errs = append(errs, f.write(s, &targets[i], r))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if !outcome.Feasible && ctx.Err() == nil {
		return &exitError{exitFailed, nil}
	}
	return nil
}

func (f *showFlags) write(s *system, o *target, r *judge.Tuning) error {
	wide := f.verbose || f.wide
	v := words.View{Quiet: f.quiet, Wide: wide, Width: columns(0, wide)}
	if o.path == "" {
		v.Color, v.Width = s.colour(f.noColor), columns(s.width, wide)
	}
	e, err := report.TuningFormats.Lookup(o.kind)
	if err != nil {
		return err
	}
	return o.write(s.stdout, func(w io.Writer) error { return e.Write(w, r, v) })
}

// interruptedBy says how an interrupted search goes on.
func interruptedBy(ctx context.Context, checkpoint string) error {
	if ctx.Err() == nil {
		return nil
	}
	text := "interrupted; what was played is reported as partial (--checkpoint FILE would keep it)"
	if checkpoint != "" {
		text = "interrupted; the same command goes on from " + checkpoint
	}
	return &exitError{exitInterrupted, errors.New(text)}
}

// request is what is searched, as arguments of tune: scenarios and flags, without
// those that change nothing of what is found.
func (f *tuneFlags) request(refs []string) []string {
	out := slices.Clone(refs)
	o, d := &f.opts, tune.NewPlan()
	add := func(flag string, values ...string) {
		for _, v := range values {
			out = append(out, "--"+flag, v)
		}
	}
	number := func(flag string, value, usual int) {
		if value != usual {
			add(flag, strconv.Itoa(value))
		}
	}
	add("strategy", f.strategy)
	add("vary", o.Vary...)
	if o.Subsets {
		out = append(out, "--subsets")
	}
	add("minimize", o.Minimize...)
	add("maximize", o.Maximize...)
	add("require", o.Require...)
	if f.over != tune.Mean.String() {
		add("over", f.over)
	}
	add("rivals", f.rivals...)
	for _, p := range []struct{ flag, value string }{{"imported", o.Imported}, {"chain", o.Chain}} {
		if p.value != "" {
			add(p.flag, p.value)
		}
	}
	add("set", o.Set...)
	if o.Duration != 0 {
		add("duration", o.Duration.String())
	}
	if o.Seed != nil {
		add("seed", strconv.FormatUint(*o.Seed, 10))
	}
	number("seeds", o.Plan.Replications, d.Replications)
	number("max-seeds", o.Plan.Most, max(d.Most, o.Plan.Replications))
	number("held", o.Plan.Held, d.Held)
	number("candidates", o.Plan.Candidates, d.Candidates)
	number("budget", o.Plan.Affordable, d.Affordable)
	if f.indiff != "2%" {
		add("indifference", f.indiff)
	}
	return append(out, workAgain(o.MaxWork)...)
}
