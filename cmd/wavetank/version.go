package main

import (
	_ "embed"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"wavetank/report/judge"
)

// noticesText is the terms of the modules that are linked, which whoever passes the
// binary on has to pass on too.
//
//go:embed NOTICES.txt
var noticesText string

func newVersion(s *system) *cobra.Command {
	terms := false
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version and the model",
		Long: `Print the version and the model. Results of different models are not compared:
the same seed may give other numbers.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			text := versionLine() + "\n"
			if terms {
				text = noticesText
			}
			_, err := io.WriteString(s.stdout, text)
			return ours(err)
		},
	}
	c.Flags().BoolVar(&terms, "notices", false, "print the terms of the modules that are linked")
	return c
}

func versionLine() string { return fmt.Sprintf("wavetank %s, model %d", version(), judge.Model) }

// version is what the Go toolchain recorded of the build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
