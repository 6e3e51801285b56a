package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
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
		{"too long", limited(MaxBody + 1), 0, Cut, ErrTooLarge},
		{"broken", io.MultiReader(limited(7), failing{}), 7, Cut, io.ErrUnexpectedEOF},
	} {
		c := &closing{Reader: row.body}
		got, err := Receive(&http.Response{StatusCode: 200, Header: http.Header{"A": {"b"}}, Body: c})
		if len(got.Body) != row.n || got.Break != row.b || !errors.Is(err, row.err) || got.Status != 200 || got.Header.Get("A") != "b" || !c.closed {
			t.Errorf("%s: %d bytes, break %d, closed %v, error %v", row.about, len(got.Body), got.Break, c.closed, err)
		}
	}
}

// TestReceiveWithin: memory is asked for before it is held, never more of it is held
// than twice what came, or than the bound and a byte, and what grow says is final.
func TestReceiveWithin(t *testing.T) {
	full := errors.New("full")
	for _, most := range []int{1, firstRead - 1, firstRead, 10_000, 1 << 20} {
		for _, n := range []int{0, 1, firstRead, firstRead + 1, most - 1, most, most + 1, 3 * most} {
			for _, room := range []int{0, firstRead, 2 * most, 1 << 30} {
				held, peak := 0, 0
				grow := func(by int) error {
					if by > 0 && held+by > room {
						return full
					}
					held += by
					peak = max(peak, held)
					return nil
				}
				got, err := ReceiveWithin(&http.Response{StatusCode: 200, Body: io.NopCloser(limited(int64(n)))}, most, grow)
				if held != cap(got.Body) || len(got.Body) > most || peak > max(firstRead, 3*n, 0) && peak > 2*most+2 {
					t.Errorf("%d bytes of %d, room %d: %d held, %d at most, for a body of %d", n, most, room, held, peak, cap(got.Body))
				}
				switch {
				case err == nil && (n > most || len(got.Body) != n), errors.Is(err, ErrTooLarge) && n <= most, err == full && room == 1<<30,
					err != nil && err != full && !errors.Is(err, ErrTooLarge), (err != nil) != (got.Break == Cut):
					t.Errorf("%d bytes of %d, room %d: a body of %d, break %d, error %v", n, most, room, len(got.Body), got.Break, err)
				}
			}
		}
	}
}

// TestCrowded: what says nothing and takes much to decode is no answer, as a body,
// an error and an event, and what is long because the model said it is one.
func TestCrowded(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, status := range []int{200, 400} {
			for _, form := range []string{`{"choices":[%s{}]}`, `[%s{}]`, `{"type":"message","content":[%s{}]}`, `{"candidates":[%s{}]}`, `{"output":[%s{}]}`, `{"error":{"details":[%s{}]}}`} {
				body := fmt.Sprintf(form, strings.Repeat("{},", 1<<17))
				for _, r := range []*Response{{Status: status, Body: []byte(body)},
					{Status: status, Body: []byte("data: " + body + "\n\n"), Header: http.Header{"Content-Type": {"text/event-stream"}}}} {
					var m0, m1 runtime.MemStats
					runtime.ReadMemStats(&m0)
					a := d.Read(r, sentAt)
					runtime.ReadMemStats(&m1)
					if took := m1.TotalAlloc - m0.TotalAlloc; took > uint64(2*len(body)) || a.Outcome.Class <= chain.OKSlow {
						t.Errorf("%d, %.20s: %s, and %d bytes taken for %d", status, body, a.Outcome.Class, took, len(body))
					}
				}
			}
		}
		said := []byte(strings.Repeat(`{"a": [1, "\"{,[\"", {}]}, `, 10_000))
		for _, stream := range []bool{false, true} {
			got := d.Read(d.Respond(&Reply{Outcome: chain.Outcome{Status: 200}, Content: said, Stream: stream, Pieces: 2}), sentAt)
			if got.Outcome.Class != chain.OK || !bytes.Equal(got.Text, said) {
				t.Errorf("a long answer, streamed %t, reads as %s of %d bytes", stream, got.Outcome.Class, len(got.Text))
			}
		}
	})
}

// TestStop: a stream that nobody wants any more is not read on.
func TestStop(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		r := d.Respond(&Reply{Outcome: chain.Outcome{Status: 200}, Content: []byte("hello there"), Stream: true, Pieces: 11})
		asked := 0
		r.Stop = func() bool { asked++; return asked > 3 }
		if got := d.Read(r, sentAt); asked != 4 || got.Outcome.Class == chain.OK {
			t.Errorf("asked %d times, and then %s", asked, got.Outcome.Class)
		}
	})
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
