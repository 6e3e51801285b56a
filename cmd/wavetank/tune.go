package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"wavetank/report"
	"wavetank/report/judge"
	"wavetank/report/words"
	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// tuneFlags are the flags of tune.
type tuneFlags struct {
	ask        search.Request
	opts       search.TuneOptions // of ask, and how it is played
	allow      []string           // --allow-files
	most       float64            // --max-work
	workers    int
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
	f := &tuneFlags{ask: search.NewRequest()}
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
	allowFiles(c.Flags(), &f.allow)
	f.show.register(c.Flags())
	completeTune(c)
	return c
}

// register are the flags that say what is searched, and how.
func (f *tuneFlags) register(fl *pflag.FlagSet) {
	o := &f.ask
	fl.StringVar(&o.Strategy, "strategy", "", "search around `X`, the setting in force: its name in the file, a preset,\na path, or NAME=X,path=value (default the only one of --chain, else "+search.DefaultStrategy+")")
	fl.StringArrayVar(&o.Vary, "vary", nil, "vary `PATH=VALUES`, or order; repeatable")
	fl.BoolVar(&o.Subsets, "subsets", false, "with --vary order, orders of a part of the providers too")
	fl.StringVar(&f.space, "space", "", "read vary, minimize, maximize, require from `FILE`")
	fl.StringArrayVar(&o.Minimize, "minimize", nil, "make `METRICS` small, as latency_p99,cost_per_1k, perhaps each with =WEIGHT\n(default what run decides by: answers, broken ones, dollars, waste)")
	fl.StringArrayVar(&o.Maximize, "maximize", nil, "make `METRICS` large, as slo_rate.during")
	fl.StringArrayVar(&o.Require, "require", nil, "only settings that keep `RULE`, as 'success_rate >= 99.9%', [SCENARIO/]METRIC OP\nVALUE, or current * 1.1; repeatable")
	fl.StringVar(&o.Over, "over", o.Over, "several scenarios count by their `WAY`: mean, worst, regret")
	fl.StringArrayVar(&o.Rivals, "rivals", nil, "hold the winner against `PRESETS` too, as naive,litellm, or presets for all")
	fl.StringVar(&o.Imported, "imported", "", "the chain was imported from `SYSTEM=FILE`, as litellm=config.yaml: -o patch changes it")
	fl.IntVar(&o.Seeds, "seeds", o.Seeds, "play those that reach the end `N` times")
	fl.IntVar(&o.MaxSeeds, "max-seeds", o.MaxSeeds, "play finalists at most `N` times, until one is told from the others")
	fl.IntVar(&o.Held, "held", o.Held, "judge the winner on `N` seeds that the search has not seen")
	fl.IntVar(&o.Candidates, "candidates", o.Candidates, "look at no more than `N` settings; of more a Latin hypercube is drawn")
	fl.IntVar(&o.Budget, "budget", o.Budget, "play every setting in full up to `N` plays of all scenarios; halve beyond")
	fl.StringVar(&o.Indifference, "indifference", o.Indifference, "a difference of `SHARE` of the front's width does not matter")
	fl.Uint64Var(&f.seed, "seed", 0, "first seed `S`; the others follow it (default the file's, else 1)")
	fl.StringArrayVar(&o.Set, "set", nil, "change one value of every scenario by `PATH=VALUE`; repeatable")
	fl.StringVar(&o.Chain, "chain", "", "take providers and strategies from `FILE`, for every scenario")
	fl.DurationVar(&o.Duration, "duration", 0, "let requests arrive for `TIME`, as 30m")
	registerWork(fl, &f.most)
	fl.IntVar(&f.workers, "workers", 0, "play on `N` cores (default all); the result is the same")
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
func (f *tuneFlags) read(fl *pflag.FlagSet) (err error) {
	r := &f.ask
	if fl.Changed("seed") {
		r.Seed = &f.seed
	}
	if fl.Changed("duration") && r.Duration <= 0 {
		return fmt.Errorf("--duration %s: must be above zero", r.Duration)
	}
	if !fl.Changed("max-seeds") {
		r.MaxSeeds = max(r.MaxSeeds, r.Seeds)
	}
	f.opts, err = r.Options()
	return err
}

// prepare loads what is searched, and has the request say all of it.
func (f *tuneFlags) prepare(s *system, refs []string) (*search.Tuning, error) {
	o := &f.opts
	o.Env, o.Stdin, o.Opened = s.env, s.stdin, s.opened
	o.AllowFiles, o.MaxWork = f.allow, f.most
	if f.workers < 0 || f.workers > maxWorkers {
		return nil, fmt.Errorf("--workers %d: at least 0, at most %d", f.workers, maxWorkers)
	}
	o.Plan.Workers = f.workers
	var err error
	if o.Plan.Shard, err = parseShard(f.shard, s.env); err != nil {
		return nil, err
	}
	if f.space != "" {
		if err := o.ReadSpace(f.space); err != nil {
			return nil, err
		}
	}
	if refs, err = o.Expand(refs); err != nil {
		return nil, err
	}
	t, err := search.NewTuning(refs, *o)
	if err == nil {
		f.ask.Settle(refs, o, t)
	}
	return t, err
}

// maxWorkers is more than machines have cores.
const maxWorkers = 1024

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
	if f.shard != "" {
		targets[0].kind = kindPart
	}
	if err := s.claim(slices.Concat(targets, f.kept())...); err != nil {
		return err
	}
	log, done, err := s.openCheckpoint(f, t)
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
		head := t.Head(search.PartKind, f.ask)
		head.Whole = err == nil
		werr := s.write(&targets[0], func(w io.Writer) error { return search.WritePart(w, head, found.Plays()) })
		return errors.Join(werr, interruptedBy(ctx, f.checkpoint))
	}
	err = f.show.conclude(ctx, s, t, found, targets, &f.ask, finish)
	if ctx.Err() != nil {
		return errors.Join(err, interruptedBy(ctx, f.checkpoint))
	}
	return err
}

// conclude judges a search and writes what it found.
func (f *showFlags) conclude(ctx context.Context, s *system, t *search.Tuning, search *tune.Search, targets []target, ask *search.Request, finish func()) error {
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
	r.Again = append([]string{"wavetank", "tune"}, ask.Args()...)
	r.Again = append(r.Again, allowed(&t.Options)...)
	outputs, err := f.renderings(s, targets, r)
	if err != nil {
		return err
	}
	if err := s.writeAll(outputs); err != nil {
		return err
	}
	if !outcome.Feasible && ctx.Err() == nil {
		return &exitError{exitFailed, nil}
	}
	return nil
}

// renderings are what is written of a search, and where it goes.
func (f *showFlags) renderings(s *system, targets []target, r *judge.Tuning) (out []output, err error) {
	wide := f.verbose || f.wide
	for _, t := range targets {
		v := words.View{Quiet: f.quiet, Wide: wide, Width: columns(0, wide)}
		if t.path == "" {
			v.Color, v.Width = s.colour(f.noColor), columns(s.width, wide)
		}
		e, err := report.TuningFormats.Lookup(t.kind)
		if err != nil {
			return nil, err
		}
		out = append(out, output{t, func(w io.Writer) error { return e.Write(w, r, v) }})
	}
	return out, nil
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
