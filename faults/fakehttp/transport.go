package fakehttp

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"strings"
	"syscall"

	"github.com/jarcoal/httpmock"

	"wavetank/chain"
	"wavetank/chain/wire"
)

// Transport returns the world as an http.RoundTripper: every provider at its
// Endpoint's address, and nothing else. It counts calls as httpmock does
// (GetCallCountInfo), and takes further responders.
func (f *Fake) Transport() *httpmock.MockTransport {
	t := httpmock.NewMockTransport()
	for i := range f.providers {
		for _, path := range f.providers[i].dialect.Paths(f.model(i)) {
			t.RegisterResponder(http.MethodPost, f.base(i)+path, func(r *http.Request) (*http.Response, error) { return f.roundTrip(i, r) })
		}
	}
	t.RegisterNoResponder(func(r *http.Request) (*http.Response, error) {
		name, ours := strings.CutSuffix(r.URL.Hostname(), domain)
		for i := range f.providers {
			if ours && f.providers[i].name == name {
				return f.roundTrip(i, r)
			}
		}
		return nil, &net.DNSError{Err: "no such provider in this world", Name: r.URL.Hostname(), IsNotFound: true}
	})
	return t
}

// roundTrip carries one request to a provider.
func (f *Fake) roundTrip(p int, r *http.Request) (*http.Response, error) {
	x, q, refusal, err := f.arrive(p, r)
	switch {
	case err != nil:
		return nil, err
	case refusal != nil:
		return response(r, refusal, io.NopCloser(strings.NewReader(string(refusal.Body)))), nil
	}
	s := f.stage(x, &q)
	t := httptrace.ContextClientTrace(r.Context())
	if t != nil && t.GotConn != nil && s.connects {
		t.GotConn(httptrace.GotConnInfo{})
	}
	if s.head == chain.Never {
		err := f.clock.Wait(r.Context(), s.end)
		f.leave(x, err == nil)
		if err == nil {
			err = broken(s.Break)
		}
		return nil, err
	}
	if err := f.clock.Wait(r.Context(), s.head); err != nil {
		f.leave(x, false)
		return nil, err
	}
	if t != nil && t.GotFirstResponseByte != nil {
		t.GotFirstResponseByte()
	}
	b := &body{f: f, x: x, play: s, r: r}
	if s.head == s.end && s.Break == wire.Whole { // all at once: whoever has the headers has it all
		f.leave(x, true)
	} else {
		// httpmock drops an answer that races with a cancel, and nobody closes it then.
		b.forget = context.AfterFunc(r.Context(), func() { f.leave(x, false) })
	}
	return response(r, s.Response, b), nil
}

// broken is the error that a socket gives.
func broken(b wire.Break) error {
	if b == wire.Refused {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	}
	return &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
}

func response(r *http.Request, w *wire.Response, body io.ReadCloser) *http.Response {
	length := int64(len(w.Body))
	if w.Events != nil || w.Break != wire.Whole {
		length = -1
	}
	header := w.Header
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{Status: fmt.Sprintf("%d %s", w.Status, http.StatusText(w.Status)), StatusCode: w.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Body: body, ContentLength: length, Request: r}
}

// body is an answer's body that comes in time.
type body struct {
	f    *Fake
	x    *Exchange
	play *play
	r    *http.Request
	next int    // part
	left []byte // of the part being read

	forget func() bool // lets go of the request's context; nil: nothing to let go of
}

func (b *body) Read(buf []byte) (int, error) {
	for len(b.left) == 0 {
		if b.next == len(b.play.parts) {
			return 0, b.finish()
		}
		p := &b.play.parts[b.next]
		if err := b.f.clock.Wait(b.r.Context(), p.at); err != nil {
			b.leave(false)
			return 0, err
		}
		b.left = p.bytes
		b.next++
	}
	n := copy(buf, b.left)
	b.left = b.left[n:]
	if b.next == len(b.play.parts) && len(b.left) == 0 && b.play.Break == wire.Whole {
		b.leave(true) // a client that has all the bytes has the answer, whether or not it asks for more
	}
	return n, nil
}

// finish is what follows the last byte.
func (b *body) finish() error {
	err := b.f.clock.Wait(b.r.Context(), b.play.end)
	b.leave(err == nil)
	switch {
	case err != nil:
		return err
	case b.play.Break == wire.Cut:
		return io.ErrUnexpectedEOF
	}
	return io.EOF
}

func (b *body) Close() error {
	b.leave(false)
	return nil
}

func (b *body) leave(answered bool) {
	b.f.leave(b.x, answered)
	if b.forget != nil {
		b.forget()
	}
}
