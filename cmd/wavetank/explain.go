package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report"
	"wavetank/report/explain"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/scenarios"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	opts     scenarios.Options
	strategy string
	seed     uint64
	request  int64
	worst    string
	outputs  []string
	duration time.Duration
	quiet    bool
	verbose  bool
	noColor  bool
	alone    bool // the request was asked for
}

func newExplain(s *system) *cobra.Command {
	f := &explainFlags{}
	c := &cobra.Command{
		Use:   "explain SCENARIO",
		Short: "Say why a strategy did what it did",
		Long: `Play one strategy under one seed and say why it did what it did: what its slowest
percent and its wasted calls are made of, each move of its breakers with a
judgement of the trips, and its slowest request attempt by attempt, with what it
knew, what was true, and what a chain that foresees everything would have done.

Without --strategy it is the one that ships: the scenario is played as wavetank run
plays it, until what is said is settled.

With --request or --worst it tells of that request alone.`,
		Example: `  wavetank explain hang-primary
  wavetank explain hang-primary --strategy five-provider --worst waste
  wavetank explain hang-primary --strategy faster=five-provider,attempt.total=5s --seed 3 --request 1500
  wavetank explain ./mine.yaml --strategy ours -o html=why.html`,
		Args: count(1, 1, "one scenario"),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("seed") {
				f.opts.Seed = &f.seed
			}
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c.Context(), s, args[0])
		},
	}
	f.register(c)
	completeExplain(c)
	return c
}

func (f *explainFlags) register(c *cobra.Command) {
	fl := c.Flags()
	fl.StringVar(&f.strategy, "strategy", "", "explain strategy `X`: its name in the file, a preset, a path,\nor NAME=X,path=value for a variant (default the one that ships)")
	fl.Uint64Var(&f.seed, "seed", 0, "of the run under seed `S` (default the file's, else 1)")
	fl.Int64Var(&f.request, "request", 0, "tell of request `N` alone, counted from 0")
	fl.StringVar(&f.worst, "worst", "latency", "tell of the worst request alone: the worst in `WHAT`, latency, waste or cost")
	fl.StringArrayVarP(&f.outputs, "output", "o", nil, "write `KIND[=PATH]`: table, html or json; repeatable (default table)")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress, no notes, no table unless asked for")
	fl.StringVar(&f.opts.Chain, "chain", "", "take providers and strategies from `FILE`")
	fl.StringArrayVar(&f.opts.Set, "set", nil, "change one value of the scenario by `PATH=VALUE`; repeatable")
	fl.DurationVar(&f.duration, "duration", 0, "let requests arrive for `TIME`, as 30m")
	fl.StringVar(&f.opts.Engine, "engine", "", "breaker engine `NAME`, native or gobreaker")
	allowFiles(fl, &f.opts.AllowFiles)
	registerWork(fl, &f.opts.MaxWork)
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "list everything, however long")
	fl.BoolVar(&f.noColor, "no-color", false, "no colours (NO_COLOR does the same)")
}

// check refuses flags that contradict each other or mean nothing.
func (f *explainFlags) check(c *cobra.Command) error {
	changed := c.Flags().Changed
	f.alone = changed("request") || changed("worst")
	switch {
	case changed("request") && changed("worst"):
		return errors.New("--request and --worst each choose the request: give one of them")
	case changed("request") && f.request < 0:
		return fmt.Errorf("--request %d: requests are counted from 0", f.request)
	case changed("duration") && f.duration <= 0:
		return fmt.Errorf("--duration %s: must be above zero", f.duration)
	case !slices.Contains(explain.Worst(0).Words(), f.worst):
		words := explain.Worst(0).Words()
		return fmt.Errorf("--worst %s: %s", f.worst, hintText(yamldoc.DidYouMean(f.worst, words), words))
	}
	if !changed("request") {
		f.request = -1
	}
	return nil
}

func (f *explainFlags) run(ctx context.Context, s *system, ref string) error {
	outputs, err := f.parse()
	if err != nil {
		return err
	}
	f.opts.Duration, f.opts.Env, f.opts.Stdin, f.opts.Opened = f.duration, s.env, s.stdin, s.opened
	f.opts.Runs = defaultSeedsMax
	if f.strategy != "" {
		f.opts.Strategies, f.opts.Runs = []string{f.strategy}, 1
	}
	sc, err := scenarios.Load(ref, f.opts)
	if err != nil {
		return err
	}
	if len(sc.Names()) == 0 {
		return fmt.Errorf("--strategy %s: %s is the name of the bound, choose another", f.strategy, scenarios.Ideal)
	}
	if err := s.claim(outputs...); err != nil {
		return err
	}
	name, err := f.chosen(ctx, s, sc)
	if err != nil {
		return err
	}
	worst := explain.Worst(slices.Index(explain.Worst(0).Words(), f.worst))
	e, err := sc.Explain(ctx, name, f.request, worst)
	var beyond *explain.RequestRangeError
	switch {
	case errors.As(err, &beyond):
		return fmt.Errorf("--request %d: %w", f.request, err)
	case errors.Is(err, explain.ErrNoRequest):
		return fmt.Errorf("%s: %w", sc.Name, err)
	case ctx.Err() != nil:
		return errNothingExplained
	case err != nil:
		return ours(err)
	}
	return f.write(s, outputs, e)
}

var errNothingExplained = &exitError{exitInterrupted, errors.New("interrupted; there is nothing to explain")}

// chosen is the strategy to explain: the one asked for, else the first of those that
// nobody beats in the runs that wavetank run would play.
func (f *explainFlags) chosen(ctx context.Context, s *system, sc *scenarios.Scenario) (string, error) {
	names := sc.Names()
	if f.strategy != "" || len(names) == 1 {
		return names[0], nil
	}
	seeds := sc.Seeds(defaultSeeds)
	tell, finish := newProgress(s, f.quiet, sc.Name)
	r, err := sc.PlayUntil(ctx, seeds, scenarios.Sampling{Settle: true, SeedsMax: defaultSeedsMax}, tell)
	finish()
	switch {
	case ctx.Err() != nil:
		return "", errNothingExplained
	case err != nil:
		return "", ours(err)
	}
	k := r.Rank()
	h := words.ResultHeadline(r, &k)
	verdict := strings.TrimSpace(h.Word+" "+h.Who) + ", by " + measure.Plural(len(r.Seeds), "run")
	if len(k.First) == 0 {
		return "", fmt.Errorf("nobody ships (%s): explain needs --strategy NAME, one of %s, or another preset", verdict, strings.Join(names, ", "))
	}
	if !f.quiet {
		fmt.Fprintf(s.stderr, "explaining %s: %s; --strategy NAME explains another\n", k.First[0].Name, verdict)
	}
	return k.First[0].Name, nil
}

// parse reads the values of -o.
func (f *explainFlags) parse() ([]target, error) {
	return parseTargets(f.outputs, f.quiet, report.ExplanationFormats.Names())
}

// write writes an explanation wherever it is asked for.
func (f *explainFlags) write(s *system, targets []target, e *explain.Explanation) error {
	var outputs []output
	for _, t := range targets {
		format, err := report.ExplanationFormats.Lookup(t.kind)
		if err != nil {
			return err
		}
		v := words.View{Wide: f.verbose, Width: columns(0, false)}
		if t.path == "" {
			v.Color, v.Width = s.colour(f.noColor), columns(s.width, false)
		}
		outputs = append(outputs, output{t, func(w io.Writer) error { return format.Write(w, e, v, f.alone) }})
	}
	return s.writeAll(outputs)
}
