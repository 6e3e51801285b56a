package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"wavetank/report"
)

func newVersion(s *system) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and the model",
		Long: `Print the version and the model. Results of different models are not compared:
the same seed may give other numbers.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(s.stdout, "wavetank %s, model %d\n", version(), report.Model)
			return ours(err)
		},
	}
}

// version is what the Go toolchain recorded of the build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
