package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report"
	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// target is what one -o says: a kind, and where it goes.
type target struct {
	kind string
	path string // empty: standard output
}

// output is one -o of a run: a format, and where it goes.
type output struct {
	target
	format func(io.Writer, *words.Report) error
}

// parseOutputs reads the values of -o. Without any, the table goes to standard
// output, unless quiet.
func parseOutputs(values []string, quiet bool) ([]output, error) {
	targets, err := parseTargets(values, quiet, report.Formats.Names())
	var out []output
	for _, t := range targets {
		e, err := report.Formats.Lookup(t.kind)
		if err != nil {
			return nil, err
		}
		out = append(out, output{target: t, format: e.Write})
	}
	return out, err
}

// targetsOf are where outputs go.
func targetsOf(outputs []output) (out []target) {
	for _, o := range outputs {
		out = append(out, o.target)
	}
	return out
}

// needsOf are what outputs must see of the runs, beside the figures.
func needsOf(outputs []output) []*measure.Need {
	var kinds []string
	for _, o := range outputs {
		kinds = append(kinds, o.kind)
	}
	return report.Formats.NeedsOf(kinds...)
}

// parseTargets reads the values of -o, whose kinds are known by name.
func parseTargets(values []string, quiet bool, known []string) ([]target, error) {
	if len(values) == 0 && !quiet {
		values = []string{"table"}
	}
	var out []target
	for _, v := range values {
		kind, path, located := strings.Cut(v, "=")
		if !slices.Contains(known, kind) {
			return nil, fmt.Errorf("-o %s: unknown format %q%s; formats: %s", v, kind, suggestion(kind, known), strings.Join(known, ", "))
		}
		if path == "" && located {
			return nil, fmt.Errorf("-o %s: no path after '='; leave it out to write to standard output", v)
		}
		for _, o := range out {
			switch {
			case path == "" && o.path == "":
				return nil, fmt.Errorf("-o %s and -o %s both write to standard output; give one a path: -o %s=FILE", o.kind, kind, kind)
			case path != "" && filepath.Clean(o.path) == filepath.Clean(path):
				return nil, fmt.Errorf("-o %s and -o %s=%s write to the same file", v, o.kind, o.path)
			}
		}
		if path != "" {
			if err := writable("-o "+v, path); err != nil {
				return nil, err // told before the run, not after it
			}
		}
		out = append(out, target{kind: kind, path: path})
	}
	return out, nil
}

// outputHelp is the help of -o, which lists what there is.
func outputHelp(names []string) string {
	return "write `KIND[=PATH]`; repeatable (default table); KIND is\n" + strings.Join(wrapNames(names, 70), "\n") +
		"\n(see wavetank list formats)"
}

// wrapNames joins names to lines no longer than a width.
func wrapNames(names []string, width int) []string {
	var out []string
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		if n := len(out); n > 0 && len(out[n-1])+1+len(name) <= width {
			out[n-1] += " " + name
			continue
		}
		out = append(out, name)
	}
	return out
}

// readable refuses to write to a terminal what is no text.
func (s *system) readable(targets []target) error {
	for _, o := range targets {
		if o.path == "" && binary(o.kind) && s.terminal {
			return fmt.Errorf("-o %s: it is no text for a terminal; give it a path: -o %s=FILE", o.kind, o.kind)
		}
	}
	return nil
}

// binary reports whether a kind of output is no text.
func binary(kind string) bool {
	f, err := report.Formats.Lookup(kind)
	return err == nil && f.Binary
}

func suggestion(word string, known []string) string {
	if near := yamldoc.Nearest(word, known); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// write renders the report to where the output goes.
func (o *output) write(stdout io.Writer, r *words.Report) error {
	return o.target.write(stdout, func(w io.Writer) error { return o.format(w, r) })
}

// write has something written to where it goes, as it comes: a format may write
// more than fits in memory. A file appears whole or not at all.
func (o *target) write(stdout io.Writer, format func(io.Writer) error) error {
	if o.path == "" {
		if o.kind == "github" || binary(o.kind) {
			stdout = own(stdout)
		}
		return o.blame(format(stdout))
	}
	err := writeWhole(o.path, func(w io.Writer) error { return o.blame(format(w)) })
	var told *exitError
	if err == nil || errors.As(err, &told) || unwritable(err) {
		return err
	}
	return ours(fmt.Errorf("-o %s=%s: %w", o.kind, o.path, cause(err)))
}

// unwritable reports whether a format has nothing to write of what there is,
// which is not our mistake.
func unwritable(err error) bool {
	return errors.Is(err, judge.ErrNoReplay) || errors.Is(err, feeds.ErrNoProduct)
}

// blame says which format an error comes from, and whose mistake it is.
func (o *target) blame(err error) error {
	switch {
	case err == nil:
		return nil
	case unwritable(err):
		return fmt.Errorf("-o %s: %w", o.kind, err)
	}
	return ours(fmt.Errorf("writing %s: %w", o.kind, cause(err)))
}

// cause is why a file could not be written, without the name of a file that the
// user has never heard of.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// writeWhole writes beside the path and renames, so that an interrupt leaves the
// old file or the new one.
func writeWhole(path string, write func(io.Writer) error) error {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // a device or a pipe takes no rename
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	tmp := path + ".partial"
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		os.Remove(tmp)
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}
