// Wavetank tells people who run an LLM failover chain which chain to ship, and
// stops the merge when it gets worse.
//
//	wavetank run                       compare strategies on the default scenario
//	wavetank run outage-503 -o json    the same as data
//	wavetank init my.yaml              a scenario of your own
//
// See wavetank help.
package main

import (
	"context"
	"os"

	"golang.org/x/term"
)

func main() {
	os.Exit(run(interruptible(context.Background()), system{
		args: os.Args[1:], stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.LookupEnv,
		width: terminalWidth(int(os.Stdout.Fd())), progress: term.IsTerminal(int(os.Stderr.Fd())),
	}))
}

// terminalWidth is the width of the terminal that a file is, 0 if it is none.
func terminalWidth(fd int) int {
	if !term.IsTerminal(fd) {
		return 0
	}
	w, _, err := term.GetSize(fd)
	if err != nil {
		return 0
	}
	return w
}
