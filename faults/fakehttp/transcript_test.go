package fakehttp

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// transcript writes down what a handler does, in its order: it is its clock, its
// observer and what it writes to.
type transcript struct {
	always
	*httptest.ResponseRecorder
	lines []string
}

func (s *transcript) note(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func (s *transcript) Wait(ctx context.Context, until chain.Instant) error {
	if until == chain.Never {
		s.note("wait for ever")
		return context.Canceled
	}
	s.note("wait %s", time.Duration(until))
	return nil
}

func (s *transcript) WriteHeader(status int) { s.note("%d", status) }
func (s *transcript) Flush()                 { s.note("flush") }
func (s *transcript) Arrived(*Exchange)      { s.note("arrived") }
func (s *transcript) Left(x *Exchange)       { s.note("left %t", x.Answered) }

func (s *transcript) Write(b []byte) (int, error) {
	switch {
	case strings.Contains(string(b), "[DONE]"):
		s.note("write the end")
	case len(b) == 0:
		s.note("write nothing")
	default:
		s.note("write")
	}
	return len(b), nil
}

// TestHandlerTranscript: in which order a handler waits, writes and lets go. The
// slot is free before the last byte goes out, for the client may ask again once
// it has it.
func TestHandlerTranscript(t *testing.T) {
	stream := &faults.Stream{TTFT: millis(100), TokensPerSecond: 10} // 3 s more
	var tokens strings.Builder                                       // of 30, ten a second
	for i := range 29 {
		fmt.Fprintf(&tokens, "wait %s, write, flush, ", time.Duration(i+2)*100*time.Millisecond)
	}
	for _, row := range []struct {
		name   string
		fault  faults.Fault
		stream bool
		want   string
	}{
		{"an answer", nil, false, "arrived, wait 3.1s, 200, wait 3.1s, left true, write, wait 3.1s"},
		{"an error", &faults.Status{Code: 503, Share: 1, After: millis(70)}, true, "arrived, wait 70ms, 503, wait 70ms, left true, write, wait 70ms"},
		{"a cut in a body", &faults.Cut{At: 0.5, Share: 1}, false, "arrived, wait 100ms, 200, flush, wait 1.55s, left true, write, flush, wait 1.55s, aborted"},
		{"a cut before a stream", &faults.Cut{At: 0, Share: 1}, true, "arrived, wait 0s, 200, wait 0s, left true, write nothing, flush, wait 0s, aborted"},
		{"a reset", &faults.Reset{Share: 1, After: millis(70)}, false, "arrived, wait 70ms, left true, aborted"},
		{"a hang", &faults.Hang{Share: 1}, false, "arrived, wait for ever, left false, aborted"},
		{"a hang after the headers", &faults.Hang{Share: 1, Silence: faults.InBody}, false, "arrived, wait 0s, 200, flush, wait for ever, left false, aborted"},
		{"a hang in a body", &faults.Hang{Share: 1, Silence: faults.InStream}, false, "arrived, wait 0s, 200, wait 0s, write, flush, wait for ever, left false, aborted"},
		{"a stream", nil, true, "arrived, wait 100ms, 200, wait 100ms, write, flush, " + tokens.String() +
			"wait 3.1s, left true, write the end, flush, wait 3.1s"},
	} {
		s := &transcript{always: always{newHand()}, ResponseRecorder: httptest.NewRecorder()}
		f := newFake(t, world(t, faults.Provider{Latency: stream}, row.fault), Options{Clock: s, Observer: s})
		e := f.EndpointAt(0, "http://localhost")
		r, err := f.Dialect(0).Build(t.Context(), &e, question(row.stream))
		if err != nil {
			t.Fatal(err)
		}
		Label(r.Header, &faults.Ask{TokensIn: 20, TokensOut: 30})
		func() {
			defer func() {
				if p := recover(); p == http.ErrAbortHandler {
					s.note("aborted")
				} else if p != nil {
					panic(p)
				}
			}()
			f.Handler().ServeHTTP(s, r)
		}()
		if got := strings.Join(s.lines, ", "); got != row.want {
			t.Errorf("%s:\n got %s\nwant %s", row.name, got, row.want)
		}
	}
}
