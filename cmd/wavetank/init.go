package main

import (
	"errors"
	"fmt"
	"io"
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

func initFile(s *system, path string, force bool) (err error) {
	t := target{path: path, flag: "init", only: !force}
	text := func(w io.Writer) error {
		_, err := w.Write(scenarios.Init())
		return err
	}
	if path == "-" {
		return s.write(&target{kind: "the scenario"}, text)
	}
	made, err := makeFolders(filepath.Dir(path))
	if err != nil {
		return ours(fmt.Errorf("%s: the folder cannot be made: %w", path, cause(err)))
	}
	defer func() {
		for ; err != nil && len(made) > 0; made = made[1:] {
			os.Remove(made[0])
		}
	}()
	err = s.write(&t, text)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists; --force overwrites it", path)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "wrote %s; next: wavetank run %s\n", path, asPath(path))
	return ours(err)
}

// makeFolders makes a folder and those above it, and returns those that it made, the
// innermost first.
func makeFolders(path string) (made []string, err error) {
	for dir := path; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, dir)
	}
	return made, os.MkdirAll(path, 0o755)
}

// asPath writes a file's name so that run takes it for a path.
func asPath(name string) string {
	if strings.ContainsAny(name, `/\`) {
		return name
	}
	return "./" + name
}
