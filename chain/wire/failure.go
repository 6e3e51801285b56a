package wire

import (
	"context"
	"errors"
	"io"
	"net"

	"wavetank/chain"
)

// Failure says what an error of a transport means: of a request that got no
// answer, or, begun, of an answer that broke off after its status had come.
func Failure(err error, begun bool) chain.Outcome {
	switch {
	case err == nil:
		return chain.Outcome{}
	case errors.Is(err, context.Canceled):
		return chain.Outcome{Class: chain.CallerCancel, Source: chain.Caller}
	case isDeadline(err):
		return chain.Outcome{Class: chain.CallerDeadline, Source: chain.Caller}
	case timedOut(err):
		return chain.Outcome{Class: chain.Timeout}
	case begun:
		return chain.Outcome{Class: chain.Truncated}
	}
	return chain.Outcome{Class: chain.Connect}
}

// isDeadline tells the caller's deadline from the limits of sockets and
// transports. All of them say that they are context.DeadlineExceeded, and only
// the caller's is.
func isDeadline(err error) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		if err == context.DeadlineExceeded {
			return true
		}
	}
	return false
}

func timedOut(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout() && !errors.Is(err, io.ErrUnexpectedEOF)
}

// outcome is what a break alone means; ok is false for one that leaves it to
// the bytes.
func (b Break) outcome(status int) (o chain.Outcome, ok bool) {
	switch b {
	case Refused, Reset:
		return chain.Outcome{Class: chain.Connect}, true
	case Silent:
		return chain.Outcome{Class: chain.Timeout}, true
	case Stalled:
		return chain.Outcome{Class: chain.Timeout, Status: int16(status)}, true
	}
	return chain.Outcome{}, false
}
