package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/scenarios"
)

func newInit(s *system) *cobra.Command {
	force := false
	c := &cobra.Command{
		Use:   "init [FILE]",
		Short: "Write a scenario to start from",
		Long: `Write a commented scenario to FILE (scenario.yaml), ready to run. The first line
tells editors where its JSON Schema is. Once it is committed, --against stops what
makes a strategy worse; .github/actions/gate and .pre-commit-hooks.yaml do so for
every change.`,
		Example: `  wavetank init
  wavetank init chaos/primary-down.yaml && wavetank run chaos/primary-down.yaml
  wavetank run chaos/ --against main`,
		Args: count(0, 1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error {
			path := "scenario.yaml"
			if len(args) > 0 {
				path = args[0]
			}
			return initFile(s, path, force)
		},
	}
	c.Flags().BoolVar(&force, "force", false, "overwrite FILE")
	return c
}

func initFile(s *system, path string, force bool) error {
	if path == "-" {
		_, err := s.stdout.Write(scenarios.Init())
		return ours(err)
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return ours(fmt.Errorf("%s: the folder cannot be made: %w", path, cause(err)))
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists; --force overwrites it", path)
	}
	if err != nil {
		return ours(fmt.Errorf("%s cannot be written: %w", path, cause(err)))
	}
	_, err = f.Write(scenarios.Init())
	if err = errors.Join(err, f.Close()); err != nil {
		return ours(err)
	}
	_, err = fmt.Fprintf(s.stdout, "wrote %s; next: wavetank run %s\n", path, asPath(path))
	return ours(err)
}

// asPath writes a file's name so that run takes it for a path.
func asPath(name string) string {
	if strings.ContainsAny(name, `/\`) {
		return name
	}
	return "./" + name
}
