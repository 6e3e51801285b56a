package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"wavetank/chain/printable"
)

// system is all that the command meets of the world around it, so that tests
// can run it whole.
type system struct {
	args     []string
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	env      func(string) (string, bool)
	width    int  // columns of the terminal that stdout is, 0 if it is none; run puts those of COLUMNS in their place
	progress bool // stderr is a terminal

	terminal bool    // stdout is one: run finds it by the width
	inputs   []input // files that were read
}

// measured is the system with the width that screens may have: a terminal's own, else
// what COLUMNS says, as the reader of a pipe wants it; 0: nobody says.
func (s system) measured() system {
	s.terminal = s.width > 0
	if v, _ := s.env("COLUMNS"); !s.terminal {
		if n, err := strconv.Atoi(v); err == nil && n > 0 {
			s.width = n
		}
	}
	return s
}

// colour tells whether the screen may be coloured: a terminal, and nobody said
// no (no-color.org: NO_COLOR counts when it is not empty).
func (s *system) colour(off bool) bool {
	v, _ := s.env("NO_COLOR")
	return s.terminal && v == "" && !off
}

// Exit codes, printed in --help. They keep the verdict apart from the apparatus.
const (
	exitOK           = 0
	exitFailed       = 1   // a rule failed
	exitInput        = 2   // the user's input, a missing file too
	exitInternal     = 3   // ours, or writing results
	exitInconclusive = 4   // inconclusive where asked to fail on it
	exitInterrupted  = 130 // interrupted; what is finished was written
)

// exitError carries an exit code to the end of the command. Its error may be
// nil: everything was said.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// ours marks an error as ours, not the user's.
func ours(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{exitInternal, err}
}

// unguarded is a stream for what comes from no document and is not to be guarded: commands
// for a runner, pictures, the line that a terminal draws anew.
func unguarded(w io.Writer) io.Writer {
	if guarded, ok := w.(*printable.Stream); ok {
		return guarded.Own()
	}
	return w
}

// run is the testable main.
func run(ctx context.Context, s system) (code int) {
	s = s.measured()
	out := &stream{Writer: s.stdout}
	stdout, stderr := printable.NewStream(out, false, s.onGitHub()), printable.NewStream(s.stderr, true, s.onGitHub())
	s.stdout, s.stderr = stdout, stderr
	// A panic is a fault of ours. The user gets a sentence, not a stack.
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(s.stderr, "wavetank: internal error: %v\nPlease report it with the command line and the scenario file.\n", p)
			code = exitInternal
		}
		if err := stderr.Flush(); err != nil && code == exitOK {
			code = exitInternal
		}
	}()
	root := newRoot(&s)
	root.SetArgs(s.args)
	root.SetIn(s.stdin)
	root.SetOut(s.stdout)
	root.SetErr(s.stderr)
	err := root.ExecuteContext(ctx)
	var exit *exitError
	if lost := cause(cmp.Or(stdout.Flush(), out.err)); lost != nil && (!errors.As(err, &exit) || exit.err == nil) {
		err = ours(fmt.Errorf("standard output: %w", lost)) // by who did not look, as help
	}
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		if exit.err != nil {
			fmt.Fprintf(s.stderr, "wavetank: %v\n", exit.err)
		}
		return exit.code
	}
	fmt.Fprintf(s.stderr, "%v\n", err)
	return exitInput
}
