package faults

import "errors"

// checkAfter checks the law of the time until a fault's answer.
func checkAfter(l Law) error {
	if l == nil {
		return errors.New("after needs a law or a duration")
	}
	return CheckTimes(l)
}

// soon is a constant number of milliseconds, the usual default of after.
func soon(ms int64) Law { return &Constant{Amount{Nanos: ms * 1e6}} }
