//go:build !unix

package main

import "time"

var began = time.Now()

// cpuTime is the time on the wall, where no other is at hand.
func cpuTime() time.Duration { return time.Since(began) }
