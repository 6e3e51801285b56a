package main

import (
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// newProgress returns a function to tell of finished runs, and one to call at
// the end. Progress goes to standard error, and only to a terminal.
func newProgress(s *system, quiet bool, what string, total int) (tell func(done, total int), finish func()) {
	if !s.progress || quiet {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(total, // a bar of unknown length leaves a goroutine behind
		progressbar.OptionShowIts(), // how many a second
		progressbar.OptionSetItsString("runs"),
		progressbar.OptionSetWriter(s.stderr),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), // [so long:so much longer]
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
	var most atomic.Int64
	most.Store(int64(total))
	tell = func(done, total int) {
		if most.Swap(int64(total)) != int64(total) { // a precision asked for more
			bar.ChangeMax(total)
		}
		_ = bar.Set(done) // progress that cannot be shown is no reason to stop
	}
	return tell, func() { _ = bar.Clear() }
}
