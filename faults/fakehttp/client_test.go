package fakehttp

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
	"wavetank/faults"
)

// TestClient: what net/http's client gives for each manner, of Do or of reading
// the body, and what the driver of a chain makes of it.
func TestClient(t *testing.T) {
	soon := millis(2)
	timeout := errors.New("a timeout")
	for _, row := range []struct {
		name   string
		fault  faults.Fault
		stream bool
		do     error
		read   error
		want   chain.Outcome
	}{
		{"refused", &faults.Refuse{Share: 1, After: soon}, false, syscall.ECONNRESET, nil, chain.Outcome{Class: chain.Connect}},
		{"reset", &faults.Reset{Share: 1, After: soon}, false, syscall.ECONNRESET, nil, chain.Outcome{Class: chain.Connect}},
		{"silent", &faults.Hang{Share: 1}, false, timeout, nil, chain.Outcome{Class: chain.Timeout}},
		{"silent after the headers", &faults.Hang{Share: 1, Silence: faults.InBody}, false, nil, timeout, chain.Outcome{Class: chain.Timeout}},
		{"silent in a stream", &faults.Hang{Share: 1, Silence: faults.InStream}, true, nil, timeout, chain.Outcome{Class: chain.Timeout}},
		{"cut", &faults.Cut{At: 0.5, Share: 1}, false, nil, io.ErrUnexpectedEOF, chain.Outcome{Class: chain.Truncated, Status: 200}},
		{"cut in a stream", &faults.Cut{At: 0.7, Share: 1}, true, nil, io.ErrUnexpectedEOF, chain.Outcome{Class: chain.Truncated, Status: 200}},
		{"without the mark of the end", &faults.Cut{At: 1, Share: 1}, true, nil, nil, chain.Outcome{Class: chain.Truncated, Status: 200}},
		{"a page", &faults.Status{Code: 503, Share: 1, After: soon, Body: faults.HTMLBody}, false, nil, nil, chain.Outcome{Class: chain.Server, Status: 503}},
		{"nothing", &faults.Status{Code: 503, Share: 1, After: soon, Body: faults.EmptyBody}, false, nil, nil, chain.Outcome{Class: chain.Server, Status: 503}},
		{"an answer", nil, true, nil, nil, chain.Outcome{Class: chain.OK, Status: 200}},
	} {
		client := &hasty{arrival: row.do == timeout}
		f := newFake(t, world(t, faults.Provider{}, row.fault), Options{Clock: fast{time.Now()}, Observer: client})
		s := httptest.NewServer(f.Handler())
		transport := &http.Transport{DialContext: client.dial}
		is := func(err, want error) bool {
			var slow interface{ Timeout() bool }
			return want == timeout && errors.As(err, &slow) && slow.Timeout() || errors.Is(err, want)
		}
		var got chain.Outcome
		response, err := (&http.Client{Transport: transport}).Do(request(t, f, s, row.stream))
		if !is(err, row.do) {
			t.Errorf("%s: Do gives %v, want %v", row.name, err, row.do)
		}
		if got = wire.Failure(err, false); err == nil {
			if row.read == timeout {
				client.hurry()
			}
			whole, err := wire.Receive(response)
			if !is(err, row.read) {
				t.Errorf("%s: reading gives %v, want %v", row.name, err, row.read)
			}
			if got = wire.Failure(err, true); got.Class != chain.Timeout {
				got = f.Dialect(0).Read(whole, noon).Outcome
			}
		}
		if got != row.want {
			t.Errorf("%s: it is %+v, want %+v", row.name, got, row.want)
		}
		transport.CloseIdleConnections()
		s.Close()
	}
}
