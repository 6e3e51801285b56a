// Package cpu tells what the process has had of processors, to hold rates and bounds
// against. It is for commands and tests: what is played knows no clock.
package cpu
