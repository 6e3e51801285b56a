//go:build unix

package yamldoc

import (
	"syscall"
	"time"
)

// cpuTime is what the process has had of processors. Bounds are held against it:
// the clock on the wall counts what others do with them too.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
