package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"wavetank/chain/printable"
	"wavetank/report/judge"
	"wavetank/scenarios"
)

func newValidate(s *system) *cobra.Command {
	var opts scenarios.Options
	quiet := false
	c := &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check scenario, chain and strategy files without running them",
		Long: `Check scenarios, chains and strategy documents: syntax, shape, meaning, and what
they would cost. Every problem is reported with file, line and column. A file with providers but
neither traffic, duration, faults nor rules is read as a chain for --chain, one
that has none of a scenario's keys as a strategy document.`,
		Example: `  wavetank validate chaos/
  wavetank validate my.yaml ours-strategy.yaml`,
		Args: count(1, math.MaxInt, "a file or a folder"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.Env, opts.Stdin = s.env, s.stdin
			return validate(s, args, opts, quiet)
		},
	}
	c.Flags().StringArrayVar(&opts.Set, "set", nil, "change one value before the check by `PATH=VALUE`; repeatable")
	c.Flags().StringVar(&opts.Chain, "chain", "", "take providers and strategies from `FILE`")
	allowFiles(c.Flags(), &opts.AllowFiles)
	registerWork(c.Flags(), &opts.MaxWork)
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "say nothing about files that are right")
	completeFlags(c, map[string]cobra.CompletionFunc{"set": scenarioPaths})
	return c
}

func validate(s *system, refs []string, opts scenarios.Options, quiet bool) error {
	refs, err := opts.Expand(refs)
	if err != nil {
		return err
	}
	var errs []error
	for _, ref := range refs {
		c, err := scenarios.Check(ref, opts)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, w := range c.Warnings {
			fmt.Fprintf(s.stderr, "%s: warning: %s\n", place(w), w.Text)
		}
		if !quiet {
			if _, err := fmt.Fprintln(s.stdout, printable.Line(printable.Mask(fmt.Sprintf("%s: %s", ref, c)))); err != nil {
				return ours(err)
			}
		}
	}
	return errors.Join(errs...)
}

// place is where a warning belongs: a line, or a whole file.
func place(w judge.Warning) string {
	if w.Line == 0 {
		return w.File
	}
	return fmt.Sprintf("%s:%d", w.File, w.Line)
}
