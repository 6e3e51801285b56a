package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/report/stored"
	"wavetank/scenarios"
)

func newSchema(s *system) *cobra.Command {
	schemas := append([]string{"scenario", "strategy"}, stored.Schemas()...)
	return &cobra.Command{
		Use:   "schema [" + strings.Join(schemas, "|") + "]",
		Short: "Print the JSON Schema of the files, for editors and readers",
		Long: `Print the JSON Schema (draft 7) of scenario files, or of strategy documents. It
is the schema that run and validate enforce. In an editor with a YAML language
server, the first line of a file may name it:

  # yaml-language-server: $schema=wavetank.schema.json

Of what run writes: result is the document of -o json, attempts a line of
-o attempts. Of what tune writes: tuning is the document of -o json. Their $id holds the version; what adds keys leaves it as it is.`,
		Example: `  wavetank schema > wavetank.schema.json
  wavetank schema result > result.schema.json`,
		Args:      oneOf(schemas...),
		ValidArgs: schemas,
		RunE: func(_ *cobra.Command, args []string) error {
			what := "scenario"
			if len(args) > 0 {
				what = args[0]
			}
			schema := scenarios.Schema
			if slices.Contains(stored.Schemas(), what) {
				schema = stored.Schema
			}
			text, err := schema(what)
			if err != nil {
				return ours(err)
			}
			_, err = fmt.Fprintf(s.stdout, "%s\n", bytes.TrimSuffix(text, []byte("\n")))
			return ours(err)
		},
	}
}
