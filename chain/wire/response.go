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
	// Stop is asked between the events of a stream; true ends the reading, for nobody
	// wants the answer any more. Nil reads on.
	Stop func() bool
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

// MaxBody is what is read of one answer unless the reader says otherwise, in bytes
// once decompressed: an order of magnitude more than 128,000 tokens of text, and a
// stream of 64,000 tokens whose every token comes in an event of 250 bytes.
const MaxBody = 16 << 20

// ErrTooLarge says that an answer was longer than its bound.
var ErrTooLarge = errors.New("wire: answer too large")

// Receive reads an answer whole, up to MaxBody, and closes its body. One that
// breaks off is a Response with Break Cut and the error that broke it; of one that
// is too large nothing is kept, for all that it was has not been seen.
func Receive(r *http.Response) (*Response, error) {
	return ReceiveWithin(r, MaxBody, func(int) error { return nil })
}

// ReceiveWithin is Receive up to a number of bytes. Before it takes memory it asks
// grow for so many bytes, and breaks off with grow's error; what it gives back it
// tells as a negative number, to which grow says nothing.
func ReceiveWithin(r *http.Response, most int, grow func(by int) error) (*Response, error) {
	defer r.Body.Close()
	out := &Response{Status: r.StatusCode, Header: r.Header}
	body, err := readWithin(r.Body, most, grow)
	if out.Body = body; err != nil {
		out.Break = Cut
	}
	return out, err
}

// firstRead is what is held of an answer to begin with: most fit.
const firstRead = 2 << 10

func readWithin(r io.Reader, most int, grow func(by int) error) ([]byte, error) {
	var b []byte
	for {
		if len(b) == cap(b) {
			larger := max(firstRead, min(2*cap(b), most+1)) // one more tells too large from just so
			if err := grow(larger); err != nil {
				return b, err
			}
			old := cap(b)
			b = append(make([]byte, 0, larger), b...)
			_ = grow(-old)
		}
		n, err := r.Read(b[len(b):cap(b)])
		switch b = b[:len(b)+n]; {
		case len(b) > most:
			_ = grow(-cap(b))
			return nil, ErrTooLarge
		case err == io.EOF:
			return b, nil
		case err != nil:
			return b, err
		}
	}
}
