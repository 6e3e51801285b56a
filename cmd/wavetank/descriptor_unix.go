//go:build unix

package main

import (
	"os"
	"syscall"
)

// duplicate is an open descriptor once more, to be closed: where it stands in its
// file is shared.
func duplicate(fd int) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	n, err := syscall.Dup(fd)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(n)
	return os.NewFile(uintptr(n), "a descriptor"), nil
}

// openNow opens a pipe or a device to write to, without waiting for a reader.
func openNow(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
}

// own gives a file the owner of another, as far as the system lets us.
func own(f *os.File, of os.FileInfo) {
	if st, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}
