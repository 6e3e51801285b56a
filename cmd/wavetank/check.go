package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report"
	"wavetank/report/judge"
	"wavetank/scenarios"
)

// checkFlags are the flags of check.
type checkFlags struct {
	gate   gateFlags
	expect []string
	show   runFlags // how it is shown
}

func newCheck(s *system) *cobra.Command {
	f := &checkFlags{}
	c := &cobra.Command{
		Use:   "check RESULT.json",
		Short: "Judge a saved result again, without playing it",
		Long: `Judge a result that run -o json or --save-baseline wrote: by the rules that it
was judged by, or by those of --expect in their place, and against a baseline.
Nothing is played, so formats that tell more than figures have nothing to tell.
A result of standard input is -.`,
		Example: `  wavetank check result.json
  wavetank check result.json --expect 'ours.latency_p99 < 5s' --fail-on expect
  wavetank check result.json --baseline main.json --fail-on regression,inconclusive
  wavetank run -o json | wavetank check - --baseline main.json -o md`,
		Args: count(1, 1, "one file that run -o json wrote"),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(s, args[0]) },
	}
	fl := c.Flags()
	fl.StringArrayVar(&f.expect, "expect", nil, "judge by `RULE`, not by the result's own; repeatable")
	f.gate.register(c)
	allowFiles(fl, &f.show.opts.AllowFiles)
	fl.StringArrayVarP(&f.show.outputs, "output", "o", nil, "write `KIND[=PATH]`, as run does; repeatable (default table)")
	fl.BoolVarP(&f.show.quiet, "quiet", "q", false, "no notes, no table unless asked for")
	fl.BoolVarP(&f.show.verbose, "verbose", "v", false, "intervals in every cell, more columns, labels of waste, all providers")
	fl.BoolVar(&f.show.wide, "wide", false, "the same as -v")
	fl.BoolVar(&f.show.noColor, "no-color", false, "no colours (NO_COLOR does the same)")
	completeCheck(c)
	return c
}

func (f *checkFlags) run(s *system, path string) error {
	targets, err := parseTargets(f.show.outputs, f.show.quiet, report.Formats.Names())
	if err != nil {
		return err
	}
	if err := f.gate.read(); err != nil {
		return err
	}
	results, err := s.readResults(path, f.show.opts.Files())
	if err != nil {
		return err
	}
	if err := f.judge(s, path, results); err != nil {
		return err
	}
	if err := s.claim(slices.Concat(targets, s.summaries(targets))...); err != nil {
		return err
	}
	err = f.show.write(s, targets, nil, results)
	if errors.Is(err, judge.ErrNoReplay) {
		return fmt.Errorf("%s: %w", path, judge.ErrNoReplay)
	}
	if err != nil {
		return err
	}
	if !tabled(targets) {
		tellFailures(s, results)
	}
	return verdict(results)
}

// judge judges every result of the file.
func (f *checkFlags) judge(s *system, path string, results []*judge.Result) error {
	var saved []*judge.Result
	if f.gate.baseline != "" {
		var err error
		if saved, err = s.readResults(f.gate.baseline, f.show.opts.Files()); err != nil {
			return fmt.Errorf("--baseline: %w", err)
		}
	}
	var known []string
	for _, r := range results {
		if r.Partial {
			return fmt.Errorf("%s:%d: the run of %s was interrupted: seeds are missing, so there is nothing to judge", path, r.Line, r.Scenario.Name)
		}
		r.FailOn = f.gate.fail
		if saved != nil {
			shared, err := f.hold(r, saved)
			if err != nil {
				return err
			}
			known = append(known, shared...)
		}
		if err := f.rules(path, r); err != nil {
			return err
		}
	}
	return knownGates(f.gate.only, known)
}

// hold holds a result against its baseline, and returns the strategies of both.
func (f *checkFlags) hold(r *judge.Result, saved []*judge.Result) ([]string, error) {
	base, err := pickBaseline(saved, r.Scenario)
	if err != nil {
		return nil, aboutBaseline(f.gate.baseline, nil, err)
	}
	var names []string
	for i := range r.Strategies {
		if s := &r.Strategies[i]; !s.Ideal {
			names = append(names, s.Name)
		}
	}
	if err := base.Fits(r.Scenario, r.Seeds, names); err != nil {
		return nil, aboutBaseline(f.gate.baseline, base, err)
	}
	shared := judge.Shared(r, base)
	var gate judge.Gate
	if len(f.gate.only) > 0 {
		gate.Strategies = slices.DeleteFunc(slices.Clone(shared), func(name string) bool { return !slices.Contains(f.gate.only, name) })
	}
	return shared, r.Hold(base, f.gate.baseline, gate)
}

// rules judges by the rules of the command line, else by those of the result.
func (f *checkFlags) rules(path string, r *judge.Result) error {
	names := judge.Names{Providers: r.Scenario.Providers, Nearest: yamldoc.Nearest}
	for i := range r.Strategies {
		names.Strategies = append(names.Strategies, r.Strategies[i].Name)
	}
	if len(f.expect) > 0 {
		r.Expectations = nil
	}
	for _, text := range f.expect {
		rule, err := scenarios.ParseExpect(text, names)
		if err != nil {
			return err
		}
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
	for i, e := range r.Expectations {
		if len(f.expect) > 0 {
			break
		}
		rule, err := judge.ParseRule(e.Rule, names)
		switch {
		case err != nil && e.Verdict == judge.Skipped: // of a strategy that was not there
		case err != nil:
			return fmt.Errorf("%s:%d: the rule %s: %w", path, r.Line, e.Rule, err)
		default:
			rule.Why, rule.Advisory, rule.On, rule.File, rule.Line = e.Why, e.Advisory, e.On, e.File, e.Line
			r.Expectations[i] = rule.Judge(r)
		}
	}
	return nil
}
