//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps a file for this process until it is closed. It reports false where
// another process has it. A file system without locks keeps nothing.
func lock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}
