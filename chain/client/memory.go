package client

import (
	"errors"
	"sync/atomic"
)

const (
	// heldMax is what all answers may hold of memory unless a Config says otherwise. It lets 2,000 answers of 64 KiB come in at once.
	heldMax = 128 << 20
	// largeBody is from where on answers are read into meaning one after another:
	// decoding takes a few times an answer's own size, which no budget counts.
	largeBody = 256 << 10
)

// errFull says that the client's answers hold as much memory as they may.
var errFull = errors.New("client: no memory left for answers")

// memory counts what all answers of a client hold, in bytes.
type memory struct {
	most int64
	held atomic.Int64
}

// share is what one answer holds of it. It belongs to one goroutine at a time.
type share struct {
	of *memory
	n  int
}

// grow asks for more, or gives back a negative number of bytes.
func (s *share) grow(by int) error {
	if s.of.held.Add(int64(by)) > s.of.most && by > 0 {
		s.of.held.Add(-int64(by))
		return errFull
	}
	s.n += by
	return nil
}

// keep gives back all but n bytes.
func (s *share) keep(n int) {
	if n < s.n {
		_ = s.grow(n - s.n)
	}
}
