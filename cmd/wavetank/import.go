package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/systems"
)

func newImport(s *system) *cobra.Command {
	c := &cobra.Command{
		Use:   "import SYSTEM [FILE]",
		Short: "Turn another system's configuration into a chain to play",
		Long: `Write a chain file (providers and a strategy) of what another system's
configuration says, for run --chain: any scenario written with roles can be
played against it.

Notes on standard error, and as comments in the chain, say line by line what was
taken, what was left out, which default was assumed and where it comes from, and
what is probably not meant. Values under keys that name a secret are never read
out; os.environ/NAME is left alone. Only the file named is read: what is merged
in or overridden elsewhere is not in the chain.`,
		Example: `  wavetank import litellm config.yaml -o chain.yaml
  wavetank run hang-primary rate-limit-20m --chain chain.yaml --strategy litellm --strategy five-provider
  wavetank import litellm config.yaml --group gpt-4o --latency p99.csv > chain.yaml
  wavetank import portkey - < config.json > chain.yaml
  AI_MEMORY_LLM_PROVIDER_CHAIN=groq,openai wavetank import ai-memory -o chain.yaml`,
		Args: noSystem,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for _, i := range systems.Names() {
		c.AddCommand(newImporter(s, i))
	}
	return c
}

// noSystem refuses the name of a system that is none.
func noSystem(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	_, err := systems.Import(args[0], foreign.ImportOptions{})
	return err
}

func newImporter(s *system, info scenarios.Info) *cobra.Command {
	var o foreign.ImportOptions
	out, quiet := "", false
	use, example := info.Name+" FILE", "  wavetank import "+info.Name+" "+exampleFile[info.Name]+" -o chain.yaml"
	if info.Name == "ai-memory" {
		use, example = info.Name, "  AI_MEMORY_LLM_PROVIDER_CHAIN=groq,openai wavetank import ai-memory -o chain.yaml"
	}
	c := &cobra.Command{
		Use:     use,
		Short:   "Import " + info.Why,
		Long:    "Import " + info.Why + ".\nSee wavetank import --help for what is written where.",
		Example: example + "\n  wavetank run hang-primary --chain chain.yaml",
		Args:    count(0, 1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.File = args[0]
			}
			o.Env, o.Stdin, o.Opened = s.env, s.stdin, s.opened
			return importChain(s, info.Name, o, out, quiet)
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "write the chain to `FILE` (default standard output)")
	c.Flags().StringVar(&o.Latency, "latency", "", "take medians and p99s per provider from `FILE`: a CSV with\nname,median,p99, or Prometheus's answer to a query of the\nquantiles 0.5 and 0.99")
	c.Flags().StringVar(&o.Group, "group", "", "`NAME` of the model group or cluster at which traffic enters\n(default the first)")
	allowFiles(c.Flags(), &o.AllowFiles)
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "warnings alone on standard error")
	return c
}

// exampleFile is what a system's configuration is usually called.
var exampleFile = map[string]string{"litellm": "config.yaml", "portkey": "config.json", "envoy": "bootstrap.yaml"}

// importChain writes the chain, and then what there is to know about it.
func importChain(s *system, system string, o foreign.ImportOptions, out string, quiet bool) error {
	im, err := systems.Import(system, o)
	if err != nil {
		return err
	}
	t := target{kind: kindChain, path: out, flag: "-o"}
	if out == "-" {
		t.path = ""
	}
	if err := s.claim(t); err != nil {
		return err
	}
	err = s.write(&t, func(w io.Writer) error {
		_, err := w.Write(im.Chain)
		return err
	})
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, n := range im.Notes {
		if !quiet || n.Kind == foreign.NoteWarning {
			fmt.Fprintln(&b, n)
		}
	}
	if t.path != "" && !quiet {
		fmt.Fprintf(&b, "wrote %s; next: wavetank run hang-primary --chain %s\n", out, out)
	}
	_, err = io.WriteString(s.stderr, b.String())
	return ours(err)
}
