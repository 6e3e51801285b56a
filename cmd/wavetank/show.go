package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/chain/printable"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

func newShow(s *system) *cobra.Command {
	opts := scenarios.Options{Env: s.env, Stdin: s.stdin}
	c := &cobra.Command{
		Use:   "show NAME",
		Short: "Print a preset, a scenario or a fault with every default, or a metric",
		Long: `Print a preset, a scenario of the library or of a file, or a kind of fault, with
every default spelled out. What is printed of a scenario or a preset can be
saved and run beside the files that it names; it is the same. Of a metric, say
what it means and what screens call it.`,
		Example: `  wavetank show five-provider
  wavetank show hang-primary > mine.yaml
  wavetank show fault:hang
  wavetank show metric:latency_p99`,
		Args:              count(1, 1, "one name"),
		ValidArgsFunction: offer(cobra.ShellCompDirectiveNoFileComp, func() []string { return append(showable(), metricNames("metric:")...) }),
		RunE:              func(_ *cobra.Command, args []string) error { return show(s, args[0], opts) },
	}
	allowFiles(c.Flags(), &opts.AllowFiles)
	return c
}

func show(s *system, name string, opts scenarios.Options) error {
	text, err := shown(name, opts)
	if err != nil {
		return err
	}
	if scenarioFile(name) { // what is ours tells no secret
		text = []byte(printable.Lines(string(text)))
	}
	_, err = s.stdout.Write(text)
	return ours(err)
}

func shown(name string, opts scenarios.Options) ([]byte, error) {
	if strings.Contains(name, ":") && !strings.HasPrefix(name, "library:") {
		text, err := scenarios.Describe(name)
		return []byte(text), err
	}
	if slices.Contains(strategy.Names(), name) || slices.Contains(strategy.Mutants(), name) {
		text, ps := strategy.Show(name)
		return text, ps.Err()
	}
	if !scenarioFile(name) && !slices.Contains(showable(), name) {
		return nil, fmt.Errorf("nothing is called %q%s; see: wavetank list", name, yamldoc.DidYouMean(name, showable()))
	}
	return scenarios.Show(name, opts)
}

// scenarioFile reports whether a name is that of a document of the user's.
func scenarioFile(name string) bool { return strings.ContainsAny(name, "/.") || name == "-" }

// showable lists the names that show knows, presets first.
func showable() []string {
	out := strategy.Names()
	return append(append(out, scenarioNames()...), scenarios.Kinds()...)
}
