package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"wavetank/chain/cpu"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/scenarios/selftest"
)

// selftestFlags are the flags of selftest.
type selftestFlags struct {
	plan   selftest.Plan
	lasts  time.Duration
	timed  bool // time is what ends it
	output string
	allow  []string
	quiet  bool
}

// defaultSelftest is long enough for a few hundred worlds.
const defaultSelftest = 10 * time.Second

func newSelftest(s *system) *cobra.Command {
	f := &selftestFlags{}
	c := &cobra.Command{
		Use:   "selftest [SCENARIO...]",
		Short: "Play random worlds and see whether wavetank keeps its own laws",
		Long: `Draw random worlds, of every kind of traffic, law, fault, limit and policy that there
is, and play each with presets and with strategies that nobody has written, under
laws that hold of any run: whatever begins ends, once and in time; breakers, budgets
and limiters admit what they may; faults act in their windows and nowhere else;
figures are those of the records, counted again; the native breaker and gobreaker
decide alike; nobody beats the chain that foresees everything; and the same seed gives
the same bytes, played again, on several cores, and as written and read back.

World by world, the seed rises by one, and a seed's world is the same on any machine.
Of the first world that breaks a law a scenario is made that is as small as can be
and breaks the same law. It is written to a file, which wavetank selftest FILE plays.

With scenarios it plays these alone, under the same laws.`,
		Example: `  wavetank selftest                      after an upgrade
  wavetank selftest --for 1m             in CI
  wavetank selftest --seed 29 --count 1  one world, as a report names it
  wavetank selftest ./mine.yaml          a scenario of your own; library is all of the library's`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c, args); err != nil {
				return err
			}
			if len(args) > 0 {
				return f.these(c.Context(), s, args)
			}
			return f.run(c.Context(), s)
		},
	}
	fl := c.Flags()
	fl.DurationVar(&f.lasts, "for", defaultSelftest, "begin worlds for `TIME`")
	fl.IntVar(&f.plan.Count, "count", 0, "play `N` worlds (default as many as there is time for)")
	fl.Uint64Var(&f.plan.Seed, "seed", 1, "the first world is that of seed `S`")
	fl.IntVar(&f.plan.Workers, "workers", 0, "play `N` worlds side by side (default one a core)")
	fl.StringVarP(&f.output, "output", "o", "", "write the small scenario to `FILE` (default selftest-SEED.yaml)")
	allowFiles(fl, &f.allow)
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "say nothing where all laws hold")
	c.ValidArgsFunction = offer(orFile, scenarioNames)
	return c
}

// check refuses flags that contradict each other or mean nothing.
func (f *selftestFlags) check(c *cobra.Command, args []string) error {
	changed := c.Flags().Changed
	for _, name := range []string{"for", "count", "seed", "workers", "output"} {
		if len(args) > 0 && changed(name) {
			return fmt.Errorf("--%s is about random worlds: leave it out, or the scenarios", name)
		}
	}
	switch {
	case changed("for") && f.lasts <= 0:
		return fmt.Errorf("--for %s: must be above zero", f.lasts)
	case changed("count") && f.plan.Count <= 0:
		return fmt.Errorf("--count %d: at least 1", f.plan.Count)
	case f.plan.Workers < 0:
		return fmt.Errorf("--workers %d: at least 1", f.plan.Workers)
	}
	f.timed = changed("for") || !changed("count")
	return nil
}

// run plays random worlds.
func (f *selftestFlags) run(ctx context.Context, s *system) error {
	began, used := time.Now(), cpu.Time()
	if f.timed {
		f.plan.Enough = func() bool { return time.Since(began) >= f.lasts }
	}
	r, err := selftest.Run(ctx, f.plan)
	if r.Broken != nil {
		return f.broken(s, r)
	}
	if !f.quiet {
		if err := f.tell(s, r, cpu.Time()-used); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		return &exitError{exitInterrupted, fmt.Errorf("interrupted; all laws hold of the %s that were finished", measure.Plural(int(r.Worlds), "world"))}
	case err != nil:
		return ours(err)
	}
	return nil
}

// tell says what was played: on standard output what is the same each time that so
// many worlds are played, and on standard error how fast.
func (f *selftestFlags) tell(s *system, r *selftest.Report, used time.Duration) error {
	last := ""
	if r.Worlds > 1 {
		last = fmt.Sprintf(" to %d", f.plan.Seed+uint64(r.Worlds)-1)
	}
	_, err := fmt.Fprintf(s.stdout, "all %d laws hold: %s of seed %d%s, %s runs, %s requests, %s attempts\n", len(selftest.Laws),
		measure.Plural(int(r.Worlds), "world"), f.plan.Seed, last, measure.FormatThousands(r.Runs), measure.FormatThousands(r.Requests), measure.FormatThousands(r.Attempts))
	if rate := float64(r.Requests) / used.Seconds(); used > 0 {
		fmt.Fprintf(s.stderr, "%s requests a second and core, beside %s that were played again to compare\n",
			measure.FormatThousands(int64(math.Round(rate))), measure.FormatThousands(r.Replays))
	}
	return ours(err)
}

// broken says which law a world breaks, and where the small scenario is.
func (f *selftestFlags) broken(s *system, r *selftest.Report) error {
	path := f.output
	if path == "" {
		path = fmt.Sprintf("selftest-%d.yaml", r.World)
	}
	t := target{kind: kindBroken, path: path, flag: "-o"}
	err := s.claim(t)
	if err == nil {
		err = s.write(&t, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "# Breaks a law of wavetank's own. %s\n# Made of: %s\n%s", r.Broken, r.Command(), r.Reduced)
			return err
		})
	}
	fmt.Fprintf(s.stdout, "a law is broken: %s\n  the world       %s\n", r.Broken, r.Command())
	if err != nil {
		return err
	}
	shown := path
	if filepath.Base(path) == path {
		shown = "./" + path
	}
	fmt.Fprintf(s.stdout, "  a small one     wavetank selftest %s\n", shown)
	return ours(errors.New("a law of its own is broken; the file says which: please report it"))
}

// these plays scenarios of the user's under all laws.
func (f *selftestFlags) these(ctx context.Context, s *system, args []string) error {
	opts := scenarios.Options{Env: s.env, Stdin: s.stdin, AllowFiles: f.allow}
	refs, err := opts.Expand(args)
	if err != nil {
		return err
	}
	all, err := scenarios.LoadAll(refs, opts)
	if err != nil {
		return err
	}
	broken := 0
	for i, sc := range all {
		r, err := selftest.Check(ctx, sc, sc.Seeds(1), opts.Reader(refs[i]))
		switch {
		case ctx.Err() != nil:
			return &exitError{exitInterrupted, fmt.Errorf("interrupted; %d of %s were finished", i, measure.Plural(len(all), "scenario"))}
		case err != nil:
			return ours(err)
		case r.Broken != nil:
			broken++
			fmt.Fprintf(s.stdout, "%s: a law is broken: %s\n", sc.File, r.Broken)
		case !f.quiet:
			if _, err := fmt.Fprintf(s.stdout, "%s: all %d laws hold: %s runs, %s requests, %s attempts\n", sc.File, len(selftest.Laws),
				measure.FormatThousands(r.Runs), measure.FormatThousands(r.Requests), measure.FormatThousands(r.Attempts)); err != nil {
				return ours(err)
			}
		}
	}
	if broken > 0 {
		return ours(fmt.Errorf("%s break a law of wavetank's own: please report it", measure.Plural(broken, "scenario")))
	}
	return nil
}
