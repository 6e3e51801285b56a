package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report"
	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// target is what one -o says: a kind, and where it goes.
type target struct {
	kind string
	path string // empty: standard output
	flag string // that says it, where it is not -o
	only bool   // nothing is written over
	add  bool   // it is written behind what is there
}

// output is a target with what writes to it.
type output struct {
	target
	render func(io.Writer) error
}

// needsOf are what outputs must see of the runs, beside the figures.
func needsOf(targets []target) []*measure.Need {
	var kinds []string
	for _, t := range targets {
		kinds = append(kinds, t.kind)
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
			if path == "" && o.path == "" {
				return nil, fmt.Errorf("-o %s and -o %s both write to standard output; give one a path: -o %s=FILE", o.kind, kind, kind)
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

// writeAll has every output written: files first, since whoever reads a stream may
// go away and take us along, and standard output last. One that fails does not lose
// the others.
func (s *system) writeAll(outputs []output) error {
	var errs []error
	turn := func(o *output) int { // files that cannot be found are told about among the files
		switch p, _ := s.placeOf(o.path); {
		case p.fd == standardOutput:
			return 2
		case p.stream() && p.info != nil:
			return 1
		}
		return 0
	}
	for now := range 3 {
		for i := range outputs {
			if o := &outputs[i]; turn(o) == now {
				errs = append(errs, s.write(&o.target, o.render))
			}
		}
	}
	return errors.Join(errs...)
}

// write has something written to where it goes, as it comes: a format may write
// more than fits in memory. A file appears whole or not at all, and is looked at
// again before, for a run takes long.
func (s *system) write(t *target, render func(io.Writer) error) error {
	p, err := s.allowed(t)
	if err != nil {
		return err
	}
	return t.blame(s.put(&p, t, render))
}

// unwritable reports whether a format has nothing to write of what there is,
// which is not our mistake.
func unwritable(err error) bool {
	return errors.Is(err, judge.ErrNoReplay) || errors.Is(err, feeds.ErrNoProduct)
}

// blame says which output an error comes from, and whose mistake it is.
func (t *target) blame(err error) error {
	switch {
	case err == nil || errors.Is(err, fs.ErrExist):
		return err
	case unwritable(err):
		return fmt.Errorf("-o %s: %w", t.kind, err)
	case t.path == "":
		return ours(fmt.Errorf("writing %s: %w", t.kind, cause(err)))
	}
	return ours(t.about(err))
}

// cause is why a file could not be written, without the name of a file that the
// user has never heard of.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
