package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"wavetank/report/judge"
)

func newVersion(s *system) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and the model",
		Long: `Print the version and the model. Results of different models are not compared:
the same seed may give other numbers.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.stdout, versionLine())
			return ours(err)
		},
	}
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
