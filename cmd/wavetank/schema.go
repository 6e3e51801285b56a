package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"wavetank/scenarios"
)

func newSchema(s *system) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [scenario|strategy]",
		Short: "Print the JSON Schema of the files, for editors",
		Long: `Print the JSON Schema (draft 7) of scenario files, or of strategy documents. It
is the schema that run and validate enforce. In an editor with a YAML language
server, the first line of a file may name it:

  # yaml-language-server: $schema=wavetank.schema.json`,
		Example:   `  wavetank schema > wavetank.schema.json`,
		Args:      oneOf("scenario", "strategy"),
		ValidArgs: []string{"scenario", "strategy"},
		RunE: func(_ *cobra.Command, args []string) error {
			what := "scenario"
			if len(args) > 0 {
				what = args[0]
			}
			text, err := scenarios.Schema(what)
			if err != nil {
				return ours(err)
			}
			_, err = fmt.Fprintf(s.stdout, "%s\n", text)
			return ours(err)
		},
	}
}
