package main

import (
	"github.com/spf13/cobra"

	"wavetank/chain/strategy"
	"wavetank/report"
	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// complete tells shells what scenarios, strategies, formats and engines there
// are; where a file may stand, they offer files too.
func complete(run *cobra.Command) {
	run.ValidArgsFunction = offer(cobra.ShellCompDirectiveDefault, scenarioNames)
	completeFlags(run, map[string]cobra.CompletionFunc{
		"strategy":  offer(cobra.ShellCompDirectiveDefault, strategy.Names),
		"reference": offer(cobra.ShellCompDirectiveNoFileComp, strategy.Names),
		"engine":    offer(cobra.ShellCompDirectiveNoFileComp, func() []string { return []string{"native", "gobreaker"} }),
	})
	completeVerdict(run)
}

// completeVerdict completes the flags of whatever judges and shows results.
func completeVerdict(c *cobra.Command) {
	completeFlags(c, map[string]cobra.CompletionFunc{
		"output":  offer(cobra.ShellCompDirectiveNoSpace, report.Formats.Names),
		"gate":    offer(cobra.ShellCompDirectiveNoFileComp, strategy.Names),
		"fail-on": offer(cobra.ShellCompDirectiveNoFileComp, judge.FailWords),
	})
}

func completeFlags(c *cobra.Command, flags map[string]cobra.CompletionFunc) {
	for flag, f := range flags {
		if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
			panic("wavetank: " + err.Error()) // there is no such flag
		}
	}
}

// offer completes from a list.
func offer(d cobra.ShellCompDirective, names func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return names(), d }
}

func scenarioNames() (out []string) {
	for _, i := range scenarios.Library() {
		out = append(out, i.Name)
	}
	return out
}

// completeTune completes the flags of tune.
func completeTune(c *cobra.Command) {
	c.ValidArgsFunction = offer(cobra.ShellCompDirectiveDefault, scenarioNames)
	completeFlags(c, map[string]cobra.CompletionFunc{
		"strategy": offer(cobra.ShellCompDirectiveDefault, strategy.Names),
		"rivals":   offer(cobra.ShellCompDirectiveNoFileComp, func() []string { return append(strategy.Names(), search.AllPresets) }),
		"over":     offer(cobra.ShellCompDirectiveNoFileComp, func() []string { return tune.Overs }),
		"output":   offer(cobra.ShellCompDirectiveNoSpace, report.TuningFormats.Names),
	})
}
