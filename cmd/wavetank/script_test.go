package main

import (
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run the command as a program of its own: its exit codes
// and streams are those that users see.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"wavetank": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code": code,
		},
	})
}

// code runs a command and demands an exit code: code 2 wavetank run nope. What it
// printed is compared as after exec.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND [ARG...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = exitCode(err)
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

func exitCode(err error) string {
	if e, ok := err.(interface{ ExitCode() int }); ok {
		return strconv.Itoa(e.ExitCode())
	}
	return err.Error()
}
