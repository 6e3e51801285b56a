package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
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

// asksGitHub reports whether annotations were asked for.
func asksGitHub(targets []target) bool {
	return slices.ContainsFunc(targets, func(t target) bool { return t.kind == "github" })
}

// annotate tells GitHub Actions what a run has found, where it runs there, unless an
// output has told it already.
func (s *system) annotate(targets []target, r *words.Report) error {
	if asksGitHub(targets) || !s.onGitHub() {
		return nil
	}
	w := s.stdout
	if slices.ContainsFunc(targets, func(t target) bool { return t.path == "" && t.kind != "table" }) {
		w = s.stderr // the runner reads annotations there too, and whoever reads the data does not want them
	}
	t := target{kind: "github"}
	e, err := report.Formats.Lookup(t.kind)
	if err != nil {
		return ours(err)
	}
	return t.blame(e.Write(unguarded(w), r))
}

// summaries is the file for the page of the run, where one is to be written.
func (s *system) summaries(targets []target) []target {
	path, _ := s.env("GITHUB_STEP_SUMMARY")
	if path == "" || !asksGitHub(targets) && !s.onGitHub() {
		return nil
	}
	return []target{{path: path, flag: "GITHUB_STEP_SUMMARY", add: true}}
}

// summary adds to what other commands of the step have written, as far as GitHub has
// room for it.
func (s *system) summary(targets []target, r *words.Report) (out []output) {
	for _, t := range s.summaries(targets) {
		out = append(out, output{t, func(w io.Writer) error {
			room := int64(markdown.SummaryLimit)
			if st, err := os.Stat(t.path); err == nil {
				room -= min(st.Size(), room)
			}
			return markdown.WriteSummary(w, report.Printable(r), int(room))
		}})
	}
	return out
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
