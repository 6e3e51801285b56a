package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"wavetank/report"
	"wavetank/report/markdown"
	"wavetank/report/words"
)

// githubHelp is what the help of commands that judge says about GitHub.
const githubHelp = `In a step of GitHub Actions (GITHUB_ACTIONS=true) what is to be seen to becomes
annotations on the lines of the files, and the page of the run gets a summary
(GITHUB_STEP_SUMMARY), without -o github. Annotations go to standard error where
standard output is not the table.`

// onGitHub reports whether this is a step of GitHub Actions.
func (s *system) onGitHub() bool {
	v, _ := s.env("GITHUB_ACTIONS")
	return v == "true"
}

// annotate tells GitHub Actions what a run has found, where it runs there or was
// asked to: annotations unless an output has them already, and the summary.
func (s *system) annotate(outputs []output, r *words.Report) error {
	asked, data := false, false
	for _, o := range outputs {
		asked = asked || o.kind == "github"
		data = data || o.path == "" && o.kind != "table"
	}
	if !asked && !s.onGitHub() {
		return nil
	}
	if !asked {
		w := s.stdout
		if data {
			w = s.stderr // the runner reads annotations there too, and whoever reads the data does not want them
		}
		if err := writeKind(w, "github", r); err != nil {
			return err
		}
	}
	path, _ := s.env("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil
	}
	if err := appendSummary(path, r); err != nil {
		return ours(fmt.Errorf("the summary of the step: %w", cause(err)))
	}
	return nil
}

// writeKind writes a report in a format that is there for sure.
func writeKind(w io.Writer, kind string, r *words.Report) error {
	e, err := report.Formats.Lookup(kind)
	if err != nil {
		return ours(err)
	}
	o := output{target: target{kind: kind}, format: e.Write}
	return o.write(w, r)
}

// appendSummary adds to what other commands of the step have written, as far as
// GitHub has room for it.
func appendSummary(path string, r *words.Report) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := markdown.WriteSummary(&b, report.Printable(r), markdown.SummaryLimit-int(min(st.Size(), markdown.SummaryLimit))); err != nil {
		return err
	}
	if _, err := f.Write(b.Bytes()); err != nil {
		return err
	}
	return f.Close()
}

// locate says where a file lies in the repository that holds the working folder,
// for GitHub counts paths from there; "" where it lies outside.
func locate(file string) string {
	here, err := os.Getwd()
	if err != nil {
		return filepath.ToSlash(filepath.Clean(file))
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(here, file)
	}
	rel, err := filepath.Rel(repository(here), file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// repository is the folder above that holds .git, else the folder itself.
func repository(here string) string {
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}
