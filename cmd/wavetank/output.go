package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report"
)

// output is one -o: a format, and where it goes.
type output struct {
	kind   string
	path   string // empty: standard output
	format report.Format
}

// parseOutputs reads the values of -o. Without any, the table goes to standard
// output, unless quiet.
func parseOutputs(values []string, quiet bool) ([]output, error) {
	if len(values) == 0 && !quiet {
		values = []string{"table"}
	}
	var out []output
	toStdout := ""
	for _, v := range values {
		kind, path, _ := strings.Cut(v, "=")
		e, err := report.Formats.Lookup(kind)
		if err != nil {
			return nil, fmt.Errorf("-o %s: unknown format %q%s; formats: %s", v, kind, suggestion(kind), strings.Join(formatNames(), ", "))
		}
		if path == "" && strings.Contains(v, "=") {
			return nil, fmt.Errorf("-o %s: no path after '='; leave it out to write to standard output", v)
		}
		if path == "" {
			if toStdout != "" {
				return nil, fmt.Errorf("-o %s and -o %s both write to standard output; give one a path: -o %s=FILE", toStdout, kind, kind)
			}
			toStdout = kind
		}
		for _, o := range out {
			if path != "" && filepath.Clean(o.path) == filepath.Clean(path) {
				return nil, fmt.Errorf("-o %s and -o %s=%s write to the same file", v, o.kind, o.path)
			}
		}
		if st, err := os.Stat(filepath.Dir(path)); path != "" && (err != nil || !st.IsDir()) {
			return nil, ours(fmt.Errorf("-o %s: there is no folder %s", v, filepath.Dir(path))) // told before the run, not after it
		} else if st, err := os.Stat(path); path != "" && err == nil && st.IsDir() {
			return nil, ours(fmt.Errorf("-o %s: %s is a folder", v, path))
		}
		out = append(out, output{kind: kind, path: path, format: e.New()})
	}
	return out, nil
}

func formatNames() []string {
	var names []string
	for _, e := range report.Formats.Entries() {
		names = append(names, e.Kind)
	}
	return names
}

func suggestion(word string) string {
	if near := yamldoc.Nearest(word, formatNames()); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// write renders the report to where the output goes. A file appears whole or
// not at all.
func (o *output) write(stdout io.Writer, r *report.Report) error {
	var b bytes.Buffer
	if err := o.format(&b, r); err != nil {
		return ours(fmt.Errorf("writing %s: %w", o.kind, err))
	}
	if o.path == "" {
		_, err := stdout.Write(b.Bytes())
		return ours(err)
	}
	if err := writeWhole(o.path, b.Bytes()); err != nil {
		return ours(fmt.Errorf("-o %s=%s: %w", o.kind, o.path, cause(err)))
	}
	return nil
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
func writeWhole(path string, data []byte) error {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o644) // a device or a pipe takes no rename
	}
	tmp := path + ".partial"
	if err := os.WriteFile(tmp, data, 0o644); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}
