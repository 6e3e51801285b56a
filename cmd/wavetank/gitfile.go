package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
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
	return &gitTree{top: strings.TrimSpace(string(top)), ref: ref, commit: strings.TrimSpace(string(commit))}, nil
}

// label is the revision for people: what it is called, and its commit.
func (t *gitTree) label() string {
	short := t.commit[:min(10, len(t.commit))]
	if strings.HasPrefix(t.commit, t.ref) {
		return short
	}
	return t.ref + " (" + short + ")"
}

// read reads a file by the path that it has here.
func (t *gitTree) read(path string) ([]byte, error) {
	rel, err := t.within(path)
	if err != nil {
		return nil, err
	}
	data, err := git(t.top, "cat-file", "blob", t.commit+":"+filepath.ToSlash(rel))
	if err != nil {
		_, err := git(t.top, "ls-files", "--error-unmatch", "--", ":(literal)"+filepath.ToSlash(rel))
		return nil, &notInRevision{path, t.ref, err == nil}
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

// git runs git in a folder and returns what it prints.
func git(folder string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	c := exec.Command("git", args...)
	c.Dir, c.Stdout = folder, &out
	err := c.Run()
	return out.Bytes(), err
}
