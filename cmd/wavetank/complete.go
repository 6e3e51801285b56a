package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/chain/strategy"
	"wavetank/report"
	"wavetank/report/explain"
	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign/systems"
	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// What shells complete: names of what there is, and what may stand in a value, from the
// catalogue of metrics and from the scenario that the line names. Where a file may
// stand, they offer files too.

// The directives: what a shell does after a word.
const (
	orFile  = cobra.ShellCompDirectiveDefault    // or the name of a file
	only    = cobra.ShellCompDirectiveNoFileComp // nothing else
	andMore = cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
)

// complete completes the arguments and flags of run.
func complete(c *cobra.Command) {
	c.ValidArgsFunction = offer(orFile, scenarioNames)
	completeFlags(c, map[string]cobra.CompletionFunc{
		"strategy":  variants,
		"reference": players,
		"engine":    offer(only, engines),
		"set":       scenarioPaths,
		"expect":    rules(players),
		"precision": offer(andMore, func() []string { return suffixed(scenarios.MetricNames(), ":") }),
	})
	completeVerdict(c, players)
}

// completeExplain completes the arguments and flags of explain.
func completeExplain(c *cobra.Command) {
	c.ValidArgsFunction = offer(orFile, scenarioNames)
	completeFlags(c, map[string]cobra.CompletionFunc{
		"strategy": variants,
		"engine":   offer(only, engines),
		"set":      scenarioPaths,
		"worst":    offer(only, explain.Worst(0).Words),
		"output":   offer(cobra.ShellCompDirectiveNoSpace, report.ExplanationFormats.Names),
	})
}

// completeCheck completes the flags of check, from the results that it reads.
func completeCheck(c *cobra.Command) {
	completeFlags(c, map[string]cobra.CompletionFunc{"expect": rules(played)})
	completeVerdict(c, played)
}

// completeVerdict completes the flags of whatever judges and shows results.
func completeVerdict(c *cobra.Command, strategies cobra.CompletionFunc) {
	completeFlags(c, map[string]cobra.CompletionFunc{
		"output":  offer(cobra.ShellCompDirectiveNoSpace, report.Formats.Names),
		"gate":    strategies,
		"fail-on": within(",", offer(only, judge.FailWords)),
	})
}

// completeTune completes the arguments and flags of tune.
func completeTune(c *cobra.Command) {
	c.ValidArgsFunction = offer(orFile, scenarioNames)
	metrics := within(",", offer(cobra.ShellCompDirectiveNoSpace, scenarios.MetricNames))
	completeFlags(c, map[string]cobra.CompletionFunc{
		"strategy": variants,
		"vary":     axes,
		"minimize": metrics,
		"maximize": metrics,
		"require":  within(" /", offer(andMore, scenarios.MetricNames)),
		"imported": offer(cobra.ShellCompDirectiveNoSpace, patchable),
		"set":      scenarioPaths,
		"rivals":   within(",", offer(only, func() []string { return append(strategy.Names(), search.AllPresets) })),
		"over":     offer(only, func() []string { return tune.Overs }),
		"output":   offer(cobra.ShellCompDirectiveNoSpace, report.TuningFormats.Names),
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
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return slices.DeleteFunc(slices.Clone(names()), func(n string) bool { return !strings.HasPrefix(n, begun) }), d
	}
}

// within completes the last of several words of one value, which some characters part.
func within(parts string, last cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		at := strings.LastIndexAny(begun, parts) + 1
		out, d := last(c, args, begun[at:])
		return prefixed(begun[:at], out), d
	}
}

func prefixed(before string, names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = before + n
	}
	return out
}

func suffixed(names []string, after string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n + after
	}
	return out
}

func scenarioNames() (out []string) {
	for _, i := range scenarios.Library() {
		out = append(out, i.Name)
	}
	return out
}

func metricNames(before string) []string {
	out := scenarios.MetricNames()
	for _, m := range scenarios.Metrics() {
		if !slices.Contains(out, m.Name) {
			out = append(out, m.Name) // of a provider
		}
	}
	return prefixed(before, out)
}

func engines() []string { return []string{"native", "gobreaker"} }

// patchable are the systems whose configurations tune can change, as --imported takes
// them.
func patchable() (out []string) {
	for _, s := range systems.Systems() {
		if s.Patch != nil {
			out = append(out, s.Name+"=")
		}
	}
	return out
}

// named is the scenario of the line that is being written, with the chain and the
// strategies that it names so far; nil where it cannot be read yet.
func named(c *cobra.Command, args []string, strategies ...string) *scenarios.Scenario {
	o := scenarios.Options{Strategies: strategies}
	if f := c.Flags().Lookup("chain"); f != nil {
		o.Chain = f.Value.String()
	}
	refs := append(slices.Clone(args), scenarios.Default)
	sc, err := scenarios.Load(refs[0], o)
	if err != nil {
		return nil
	}
	return sc
}

// asked are the strategies that the line names so far. Cobra reads the flags of a line
// that it completes more than once, and a list then holds them as often.
func asked(c *cobra.Command) (out []string) {
	if all, err := c.Flags().GetStringArray("strategy"); err == nil {
		for _, name := range all {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
		return out
	}
	one, err := c.Flags().GetString("strategy")
	if err != nil || one == "" {
		return nil
	}
	return []string{one}
}

// players completes a strategy that plays on the scenario of the line.
func players(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	names := strategy.Names
	if sc := named(c, args, asked(c)...); sc != nil {
		names = sc.Names
	}
	return offer(only, names)(c, args, begun)
}

// played completes a strategy of the results that check reads.
func played(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	return offer(only, func() (out []string) {
		if len(args) == 0 {
			return strategy.Names()
		}
		results, err := readResults(args[0], scenarios.Files{})
		if err != nil {
			return nil
		}
		for _, r := range results {
			for i := range r.Strategies {
				if name := r.Strategies[i].Name; !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
		return out
	})(c, args, begun)
}

// rules complete the figure that a rule goes on with: a strategy, then its metrics.
func rules(strategies cobra.CompletionFunc) cobra.CompletionFunc {
	return within(" (,", func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		name, _, chosen := strings.Cut(begun, ".")
		if !chosen {
			out, _ := strategies(c, args, begun)
			return suffixed(out, "."), andMore
		}
		return offer(andMore, func() []string { return prefixed(name+".", scenarios.MetricNames()) })(c, args, begun)
	})
}

// scenarioPaths completes what --set may name.
func scenarioPaths(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	return offer(andMore, func() []string {
		sc := named(c, args, asked(c)...)
		if sc == nil {
			return nil
		}
		return suffixed(sc.Paths(), "=")
	})(c, args, begun)
}

// variants complete a strategy, and behind it the settings of a variant.
//
//	NAME=X,path=value
func variants(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	sources := func() []string {
		out := strategy.Names()
		if sc := named(c, args); sc != nil {
			for _, name := range sc.Names() {
				if !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
		return out
	}
	head, _, more := strings.Cut(begun, ",")
	_, source, variant := strings.Cut(head, "=")
	switch {
	case !variant:
		return offer(orFile, sources)(c, args, begun)
	case !more:
		return within("=", offer(orFile, sources))(c, args, begun)
	}
	return within(",", offer(andMore, func() []string { return suffixed(settings(c, args, source), "=") }))(c, args, begun)
}

// settings are the paths of a strategy, as the scenario of the line knows it.
func settings(c *cobra.Command, args []string, source string) []string {
	sc := named(c, args, source)
	if sc == nil {
		return nil
	}
	for _, st := range sc.Strategies {
		if st.Name != scenarios.Ideal {
			return scenarios.StrategyPaths(st)
		}
	}
	return nil
}

// tuned is the strategy that a search is around: the one asked for, else the only one of
// a chain, else the default.
func tuned(c *cobra.Command, args []string) string {
	if chosen := asked(c); len(chosen) > 0 {
		return chosen[0]
	}
	if c.Flags().Changed("chain") {
		if sc := named(c, args); sc != nil && len(sc.Names()) == 1 {
			return sc.Names()[0]
		}
	}
	return search.DefaultStrategy
}

// axes complete what a search varies: the order, the strategy to start from, and the
// settings of the one in force.
func axes(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if rest, is := strings.CutPrefix(begun, "preset="); is {
		out, d := within(",", offer(cobra.ShellCompDirectiveNoSpace, strategy.Names))(c, args, rest)
		return prefixed("preset=", out), d
	}
	return offer(andMore, func() []string {
		return append([]string{"order", "preset="}, suffixed(settings(c, args, tuned(c, args)), "=")...)
	})(c, args, begun)
}
