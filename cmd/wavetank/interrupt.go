package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long an interrupted command has to end by itself and to write what is
// finished.
const grace = 900 * time.Millisecond

// interruptible returns a context that the first interrupt ends, so that a command
// ends cleanly. One that does not in time is ended anyhow, and a second interrupt
// kills the process at once, as people expect of a program that does not stop.
func interruptible(ctx context.Context) context.Context {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(grace, leave)
	})
	return ctx
}

// leave ends the process wherever it is, and what it was writing with it.
func leave() {
	removeTemporaries()
	fmt.Fprintln(os.Stderr, "wavetank: interrupted in the middle of something that takes long")
	os.Exit(exitInterrupted)
}
