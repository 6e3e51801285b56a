package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
)

// gitTree reads files as they are in a revision of a git repository.
type gitTree struct {
	top    string // the repository's folder
	ref    string // as the user wrote it
	commit string
	reads  int // files that were found
}

// notInRevision is a file that a revision does not have: a new one, which git
// knows by now, or one that is not tracked.
type notInRevision struct {
	path, ref string
	tracked   bool
}

func (e *notInRevision) Error() string { return e.path + " is not in " + e.ref }

// newGitTree finds the repository of a folder and a revision of it.
func newGitTree(folder, ref string) (*gitTree, error) {
	if !revision(ref) {
		return nil, errors.New("it is neither a file nor a revision: no name of one begins with - or is of several lines")
	}
	top, err := git(folder, "rev-parse", "--show-toplevel")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("it is no file, and git, which would know the revision, is not installed")
	case err != nil:
		return nil, fmt.Errorf("it is no file, and %s is in no git repository, which would know the revision", folder)
	}
	commit, err := git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return nil, errors.New("it is neither a file nor a revision that git knows (a shallow clone knows few: fetch it first)")
	}
	return &gitTree{top: strings.TrimSuffix(string(top), "\n"), ref: ref, commit: strings.TrimSpace(string(commit))}, nil
}

// revision reports whether a text may name one. An option of git may not.
func revision(ref string) bool {
	return ref != "" && ref[0] != '-' && !strings.ContainsFunc(ref, unicode.IsControl)
}

// label is the revision for people: what it is called, and its commit.
func (t *gitTree) label() string {
	short := t.commit[:min(10, len(t.commit))]
	if strings.HasPrefix(t.commit, t.ref) {
		return short
	}
	return t.ref + " (" + short + ")"
}

// read reads a file by the name that it has in a folder here, where nothing outside
// of the repository can be meant. A link is none of its files: what git holds of it
// is a name.
func (t *gitTree) read(folder, name string) ([]byte, error) {
	path := name
	if folder != "" && !filepath.IsAbs(name) {
		path = folder + string(filepath.Separator) + name // not Join: a path is told as it was written
	}
	rel, err := t.within(path)
	if err != nil {
		return nil, err
	}
	entry, err := git(t.top, "ls-tree", "-z", "--full-tree", t.commit, "--", filepath.ToSlash(rel))
	switch mode, _, _ := strings.Cut(string(entry), " "); {
	case err != nil || mode != "100644" && mode != "100755" && mode != "120000":
		_, err := git(t.top, "ls-files", "--error-unmatch", "--", filepath.ToSlash(rel))
		return nil, &notInRevision{path, t.ref, err == nil}
	case mode == "120000":
		return nil, fmt.Errorf("%s is a link in %s: compare with the file that it means", path, t.label())
	}
	data, err := git(t.top, "cat-file", "blob", t.commit+":"+filepath.ToSlash(rel))
	if err != nil {
		return nil, fmt.Errorf("%s of %s is not here: a shallow or partial clone lacks some", path, t.label())
	}
	t.reads++
	return data, nil
}

// within is a path from the repository's folder.
func (t *gitTree) within(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil { // git knows its folder without links
		abs = filepath.Join(dir, filepath.Base(abs))
	}
	rel, err := filepath.Rel(t.top, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("%s lies outside of the repository %s", path, t.top)
	}
	return rel, nil
}

// git runs git in a folder and returns what it prints. A folder that somebody has
// committed may look like a repository with settings of its own, which run programs:
// it is none.
func git(folder string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	c := exec.Command("git", append([]string{"--literal-pathspecs", "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"}, args...)...)
	c.Dir, c.Stdout = folder, &out
	err := c.Run()
	return out.Bytes(), err
}
