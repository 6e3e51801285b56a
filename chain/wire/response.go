package wire

import (
	"errors"
	"io"
	"net/http"
)

// Response is an HTTP answer at rest: whole, or as far as it came.
type Response struct {
	Status int         // 0: none came, and Break says why
	Header http.Header // may be nil
	Body   []byte
	Events []int  // where each event of a stream ends in Body; nil for a plain body
	Deltas [2]int // of Events, those from the first to before the second hold content
	Break  Break
}

// Break is how a connection ended, if not as it should.
type Break uint8

// The ways in which connections end.
const (
	Whole   Break = iota // as it should
	Refused              // nobody listened
	Reset                // closed before any byte of an answer
	Silent               // nothing came, for as long as anyone waited
	Cut                  // broke off in the body
	Stalled              // the rest of the body never came
)

// MaxBody bounds what is read of one answer, in bytes: an order of magnitude
// more than the longest answer of 128,000 tokens.
const MaxBody = 16 << 20

// ErrTooLarge says that an answer was longer than MaxBody.
var ErrTooLarge = errors.New("wire: answer larger than 16 MiB")

// Receive reads an answer whole and closes its body. A body that breaks off is a
// Response with Break Cut and the error that broke it.
func Receive(r *http.Response) (*Response, error) {
	defer r.Body.Close()
	out := &Response{Status: r.StatusCode, Header: r.Header}
	var err error
	if out.Body, err = io.ReadAll(io.LimitReader(r.Body, MaxBody+1)); err != nil {
		out.Break = Cut
		return out, err
	}
	if len(out.Body) > MaxBody {
		out.Body, out.Break = out.Body[:MaxBody], Cut
		return out, ErrTooLarge
	}
	return out, nil
}
