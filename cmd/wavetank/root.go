package main

import "github.com/spf13/cobra"

const exitHelp = `Exit codes:
  0    all is well
  1    a rule is broken, or a figure is worse than in the baseline (--fail-on)
  2    something is wrong with the input: a flag, a scenario, a missing file
  3    something is wrong with wavetank, or results could not be written
  4    inconclusive, where asked to fail on it (--fail-on inconclusive)
  130  interrupted; what was finished is reported
`

// newRoot builds the command.
func newRoot(s *system) *cobra.Command {
	root := &cobra.Command{
		Use:   "wavetank",
		Short: "Try LLM failover chains before an outage does",
		Long: `wavetank plays an outage, in virtual time, against several ways to run an LLM
failover chain, and says which one to ship and what each one cost.`,
		Example: `  wavetank run                                     the default scenario
  wavetank run outage-503 rate-limit-20m           scenarios of the library
  wavetank run hang-primary --strategy faster=five-provider,attempt.total=5s
  wavetank run my.yaml -o json=result.json -o table
  wavetank explain hang-primary --strategy five-provider
  wavetank run my.yaml --against main              did it get worse since main?
  wavetank list scenarios; wavetank show bad-prompt-storm`,
		Version:       versionLine(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "the same as version") // ours, or cobra gives it -v
	root.AddCommand(newRun(s), newExplain(s), newCheck(s), newTune(s), newMerge(s), newValidate(s), newList(s), newShow(s), newInit(s), newImport(s), newSchema(s), newSelftest(s), newVersion(s))
	root.SetUsageTemplate(root.UsageTemplate() + "\n" + exitHelp)
	root.SetFlagErrorFunc(flagError)
	root.SetOut(s.stdout)           // before the next line, which keeps it
	root.InitDefaultCompletionCmd() // now, so that it checks its argument as ours do
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = oneOf("bash", "fish", "powershell", "zsh")
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
	return root
}
