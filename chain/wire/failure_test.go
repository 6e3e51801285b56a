package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"wavetank/chain"
)

// TestFailure: errors as Go's HTTP client gives them, from real sockets.
func TestFailure(t *testing.T) {
	reset := serve(t, func(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0) })
	closed := serve(t, func(net.Conn) {})
	cut := serve(t, func(c net.Conn) { fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort") })
	gone := serve(t, func(net.Conn) {})
	_ = gone.Close()
	silent := silence(t)
	past, cancel := context.WithDeadline(context.Background(), time.Unix(1, 0))
	defer cancel()
	gaveUp, giveUp := context.WithCancel(context.Background())
	giveUp()
	soon := &http.Transport{ResponseHeaderTimeout: time.Millisecond}
	defer soon.CloseIdleConnections()

	for _, row := range []struct {
		about  string
		client http.Client
		ctx    context.Context
		at     net.Listener
		want   chain.Outcome
		begun  bool
	}{
		{about: "nobody listens", at: gone, want: chain.Outcome{Class: chain.Connect}},
		{about: "reset", at: reset, want: chain.Outcome{Class: chain.Connect}},
		{about: "closed without a word", at: closed, want: chain.Outcome{Class: chain.Connect}},
		{about: "cut in the body", at: cut, begun: true, want: chain.Outcome{Class: chain.Truncated}},
		{about: "the caller gave up", at: silent, ctx: gaveUp, want: chain.Outcome{Class: chain.CallerCancel, Source: chain.Caller}},
		{about: "the caller's time ran out", at: silent, ctx: past, want: chain.Outcome{Class: chain.CallerDeadline, Source: chain.Caller}},
		{about: "the transport's own limit", at: silent, client: http.Client{Transport: soon}, want: chain.Outcome{Class: chain.Timeout}},
		{about: "the client's own limit", at: silent, client: http.Client{Timeout: time.Millisecond}, want: chain.Outcome{Class: chain.Timeout}},
	} {
		t.Run(row.about, func(t *testing.T) {
			if row.ctx == nil {
				row.ctx = context.Background()
			}
			begun, err := ask(row.ctx, &row.client, "http://"+row.at.Addr().String())
			if err == nil || begun != row.begun {
				t.Fatalf("error %v, begun %v", err, begun)
			}
			if got := Failure(err, begun); got != row.want {
				t.Errorf("Failure(%v, %v) = %+v, want %+v", err, begun, got, row.want)
			}
		})
	}
}

// ask reads one answer whole.
func ask(ctx context.Context, client *http.Client, address string) (begun bool, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, address, nil)
	if err != nil {
		return false, err
	}
	r, err := client.Do(q)
	if err != nil {
		return false, err
	}
	got, err := Receive(r)
	return got.Break == Cut, err
}

// serve answers each connection to a port of its own, and closes it.
func serve(t *testing.T, answer func(net.Conn)) net.Listener {
	t.Helper()
	return listen(t, func(c net.Conn) {
		_, _ = c.Read(make([]byte, 4096))
		answer(c)
		_ = c.Close()
	})
}

// silence takes connections and never answers.
func silence(t *testing.T) net.Listener {
	t.Helper()
	return listen(t, func(c net.Conn) { t.Cleanup(func() { _ = c.Close() }) })
}

func listen(t *testing.T, serve func(net.Conn)) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c)
		}
	}()
	return l
}

func TestFailureOf(t *testing.T) {
	timeout := &net.OpError{Op: "read", Err: context.DeadlineExceeded}
	for _, row := range []struct {
		about string
		err   error
		begun bool
		want  chain.Class
	}{
		{"no error", nil, false, chain.OK},
		{"a name that is not known", &net.DNSError{Err: "no such host", IsNotFound: true}, false, chain.Connect},
		{"a name server that is silent", &net.DNSError{Err: "i/o timeout", IsTimeout: true}, false, chain.Timeout},
		{"an end in the body", io.ErrUnexpectedEOF, true, chain.Truncated},
		{"an end before the answer", io.EOF, false, chain.Connect},
		{"a long answer", ErrTooLarge, true, chain.Truncated},
		{"wrapped cancel", fmt.Errorf("asking: %w", context.Canceled), true, chain.CallerCancel},
		{"wrapped deadline", fmt.Errorf("asking: %w", context.DeadlineExceeded), true, chain.CallerDeadline},
		{"a dial that the deadline ended", timeout, false, chain.CallerDeadline},
		{"anything else", errors.New("x509: unknown authority"), false, chain.Connect},
	} {
		if got := Failure(row.err, row.begun); got.Class != row.want {
			t.Errorf("%s: Failure(%v, %v) = %s, want %s", row.about, row.err, row.begun, got.Class, row.want)
		}
	}
}

func TestReceive(t *testing.T) {
	for _, row := range []struct {
		about string
		body  io.Reader
		n     int
		b     Break
		err   error
	}{
		{"whole", limited(5), 5, Whole, nil},
		{"empty", limited(0), 0, Whole, nil},
		{"as long as it may be", limited(MaxBody), MaxBody, Whole, nil},
		{"too long", limited(MaxBody + 1), MaxBody, Cut, ErrTooLarge},
		{"broken", io.MultiReader(limited(7), failing{}), 7, Cut, io.ErrUnexpectedEOF},
	} {
		c := &closing{Reader: row.body}
		got, err := Receive(&http.Response{StatusCode: 200, Header: http.Header{"A": {"b"}}, Body: c})
		if len(got.Body) != row.n || got.Break != row.b || !errors.Is(err, row.err) || got.Status != 200 || got.Header.Get("A") != "b" || !c.closed {
			t.Errorf("%s: %d bytes, break %d, closed %v, error %v", row.about, len(got.Body), got.Break, c.closed, err)
		}
	}
}

// limited gives n bytes.
func limited(n int64) io.Reader { return io.LimitReader(zeros{}, n) }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// TestBreaks: a break alone says what it means, whatever bytes came.
func TestBreaks(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, row := range []struct {
			r    Response
			want chain.Outcome
		}{
			{Response{Break: Refused}, chain.Outcome{Class: chain.Connect}},
			{Response{Break: Reset}, chain.Outcome{Class: chain.Connect}},
			{Response{Break: Silent}, chain.Outcome{Class: chain.Timeout}},
			{Response{}, chain.Outcome{Class: chain.Connect}},
			{Response{Status: 200, Break: Stalled}, chain.Outcome{Class: chain.Timeout, Status: 200}},
			{Response{Status: 503, Break: Stalled, Body: []byte("{")}, chain.Outcome{Class: chain.Timeout, Status: 503}},
			{Response{Status: 503, Break: Cut, Body: []byte("{")}, chain.Outcome{Class: chain.Server, Status: 503}},
			{Response{Status: 200, Break: Cut}, chain.Outcome{Class: chain.Truncated, Status: 200}},
		} {
			if got := d.Read(&row.r, sentAt); got.Outcome != row.want {
				t.Errorf("%+v reads as %+v, want %+v", row.r, got.Outcome, row.want)
			}
		}
	})
}
