//go:build !unix

package main

import (
	"errors"
	"os"
)

// duplicate knows no descriptors here.
func duplicate(int) (*os.File, error) { return nil, errors.ErrUnsupported }

// openNow opens a device to write to.
func openNow(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }

// own leaves a file to whoever wrote it.
func own(*os.File, os.FileInfo) {}
