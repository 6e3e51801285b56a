package fakehttp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
	"wavetank/faults"
)

// dial opens a bare connection to a server.
func dial(t testing.TB, s *httptest.Server) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// ask writes the first request of a test to a bare connection.
func ask(t testing.TB, c net.Conn, f *Fake, s *httptest.Server, stream bool) {
	t.Helper()
	if err := request(t, f, s, stream).Write(c); err != nil {
		t.Fatal(err)
	}
}

func request(t testing.TB, f *Fake, s *httptest.Server, stream bool) *http.Request {
	t.Helper()
	e := f.EndpointAt(0, s.URL)
	r, err := f.Dialect(0).Build(t.Context(), &e, question(stream))
	if err != nil {
		t.Fatal(err)
	}
	Label(r.Header, &faults.Ask{TokensIn: 20, TokensOut: 30})
	return r
}

// soonSilent is how long nothing must come before a connection counts as silent,
// once all has come that should.
const soonSilent = 20 * time.Millisecond

// hear reads until a connection ends, or is silent when it has said enough.
func hear(c net.Conn, enough func(head, body string) bool) (head, body string, err error) {
	var all []byte
	buf := make([]byte, 1<<16)
	for err == nil {
		head, body, _ = strings.Cut(string(all), "\r\n\r\n")
		patience := 10 * time.Second
		if enough(head, body) {
			patience = soonSilent
		}
		if err = c.SetReadDeadline(time.Now().Add(patience)); err == nil {
			var n int
			n, err = c.Read(buf)
			all = append(all, buf[:n]...)
		}
	}
	return head, body, err
}

// TestSocket looks at the bytes and at the end of a connection, where net/http
// would hide them.
func TestSocket(t *testing.T) {
	const reset = syscall.ECONNRESET
	silence, closed := os.ErrDeadlineExceeded, io.EOF
	soon := millis(1)
	for _, row := range []struct {
		name   string
		fault  faults.Fault
		stream bool
		end    error
		head   string // part of it; "" for no byte at all
		body   func(body string) bool
	}{
		{"refuse: a reset before any byte", &faults.Refuse{Share: 1, After: soon}, false, reset, "", isEmpty},
		{"reset: before any byte", &faults.Reset{Share: 1, After: soon}, false, reset, "", isEmpty},
		{"hang: no byte", &faults.Hang{Share: 1}, false, silence, "", isEmpty},
		{"hang in the body: the headers and no more", &faults.Hang{Share: 1, Silence: faults.InBody}, false, silence, "Content-Length: ", isEmpty},
		{"hang in the body of a stream", &faults.Hang{Share: 1, Silence: faults.InBody}, true, silence, "Transfer-Encoding: chunked", isEmpty},
		{"hang in the answer: half of it", &faults.Hang{Share: 1, Silence: faults.InStream}, false, silence, "Content-Length: ", begun},
		{"hang in a stream: some events, no end", &faults.Hang{Share: 1, Silence: faults.InStream}, true, silence, "text/event-stream", unended},
		{"cut before the body", &faults.Cut{At: 0, Share: 1}, false, closed, "Content-Length: 1\r\n", isEmpty},
		{"cut in the body", &faults.Cut{At: 0.5, Share: 1}, false, closed, "200 OK", begun},
		{"cut before the first event", &faults.Cut{At: 0, Share: 1}, true, closed, "Transfer-Encoding: chunked", isEmpty},
		{"cut between events", &faults.Cut{At: 0.5, Share: 1}, true, closed, "text/event-stream",
			func(b string) bool { return unended(b) && strings.HasSuffix(b, "}\n\n\r\n") }},
		{"cut in a line", &faults.Cut{At: 0.7, Share: 1}, true, closed, "text/event-stream",
			func(b string) bool { return unended(b) && !strings.HasSuffix(b, "\n\r\n") }},
		{"cut before the mark of the end: a proper end of the connection's answer", &faults.Cut{At: 1, Share: 1}, true, silence, "text/event-stream",
			func(b string) bool { return strings.HasSuffix(b, "0\r\n\r\n") && !strings.Contains(b, "[DONE]") }},
		{"an empty body", &faults.Status{Code: 502, Share: 1, After: soon, Body: faults.EmptyBody}, false, silence, "502 Bad Gateway\r\n", isEmpty},
		{"a page", &faults.Status{Code: 502, Share: 1, After: soon, Body: faults.HTMLBody}, false, silence, "Content-Type: text/html",
			func(b string) bool { return strings.HasPrefix(b, "<html>") && strings.HasSuffix(b, "</html>\r\n") }},
		{"an answer: the connection stays open", nil, false, silence, "200 OK", func(b string) bool { return strings.HasSuffix(b, "}") }},
		{"a stream: the connection stays open", nil, true, silence, "Transfer-Encoding: chunked",
			func(b string) bool {
				return strings.HasSuffix(b, "\r\n0\r\n\r\n") && strings.Contains(b, "data: [DONE]")
			}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, world(t, faults.Provider{}, row.fault), Options{Clock: fast{time.Now()}})
			s := httptest.NewServer(f.Handler())
			defer s.Close()
			c := dial(t, s)
			ask(t, c, f, s, row.stream)
			right := func(head, body string) bool {
				return strings.Contains(head, row.head) && (row.head != "" || head == "") && row.body(body)
			}
			head, body, err := hear(c, func(head, body string) bool { return row.end == silence && right(head, body) })
			if !errors.Is(err, row.end) {
				t.Errorf("it ends with %v, want %v", err, row.end)
			}
			if !right(head, body) {
				t.Errorf("it says %q, then %q", head, body)
			}
			s.CloseClientConnections()
		})
	}
}

func isEmpty(body string) bool { return body == "" }

func begun(body string) bool { return strings.HasPrefix(body, "{") && !strings.HasSuffix(body, "}") }

// unended is a chunked body without its last chunk.
func unended(body string) bool {
	return strings.Contains(body, "data: {") && !strings.Contains(body, "[DONE]") && !strings.HasSuffix(body, "\r\n0\r\n\r\n")
}

// TestSocketKept: whole answers leave a connection fit for the next question.
func TestSocketKept(t *testing.T) {
	for _, fault := range []faults.Fault{nil, &faults.Status{Code: 503, Share: 1, After: millis(1)}, &faults.Status{Code: 503, Share: 1, After: millis(1), Body: faults.EmptyBody},
		&faults.Cut{At: 1, Share: 1}} {
		f := newFake(t, world(t, faults.Provider{}, fault), Options{Clock: fast{time.Now()}})
		s := httptest.NewServer(f.Handler())
		c := dial(t, s)
		in := bufio.NewReader(c)
		for n := range 3 {
			r := request(t, f, s, true)
			if err := r.Write(c); err != nil {
				t.Fatal(err)
			}
			answer, err := http.ReadResponse(in, r)
			if err != nil {
				t.Fatalf("%+v: answer %d on one connection: %v", fault, n, err)
			}
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.Close {
				t.Fatalf("%+v: body %d on one connection: %v, close %t", fault, n, err, answer.Close)
			}
		}
		s.CloseClientConnections()
		s.Close()
	}
}

// TestSocketInTime: headers and events come at their instants, each alone.
func TestSocketInTime(t *testing.T) {
	clock, seen := newHand(), &turnstile{arrived: make(chan Exchange, 1), left: make(chan Exchange, 1)}
	w := world(t, faults.Provider{Latency: &faults.Stream{TTFT: millis(1000), TokensPerSecond: 10}}, nil)
	f := newFake(t, w, Options{Clock: clock, Observer: seen})
	s := httptest.NewServer(f.Handler())
	defer s.Close()
	heads := make(chan *http.Response, 1)
	go func() {
		response, err := s.Client().Do(request(t, f, s, true))
		if err != nil {
			t.Error(err)
		}
		heads <- response
	}()
	asked := question(true)
	asked.Model, asked.WithUsage = f.model(0), true
	script := f.stage(&Exchange{Reply: faults.Reply{End: 4e9, Outcome: chain.Outcome{Status: 200}}, Ask: faults.Ask{TokensIn: 20, TokensOut: 30}}, asked)
	if script.head != 1e9 || len(script.parts) < 4 {
		t.Fatalf("the answer begins at %s and has %d parts", script.head, len(script.parts))
	}
	<-seen.arrived
	clock.turn(1e9 - 1)
	select {
	case <-heads:
		t.Fatal("headers came before their time")
	default:
	}
	clock.turn(1e9)
	response := <-heads
	defer response.Body.Close()
	for i, p := range script.parts {
		clock.turn(p.at)
		buf := make([]byte, 1<<16)
		n := 0
		for n < len(p.bytes) {
			k, err := response.Body.Read(buf[n:])
			if n += k; err != nil && (err != io.EOF || n < len(p.bytes)) {
				t.Fatalf("event %d: %v after %q", i, err, buf[:n])
			}
		}
		if !bytes.Equal(buf[:n], p.bytes) {
			t.Fatalf("at %s comes %q, want event %d, %q", p.at, buf[:n], i, p.bytes)
		}
	}
	if n, err := response.Body.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("after the last event: %d bytes, %v", n, err)
	}
}

// TestSocketLeft: a client that goes away at any stage frees what it held, at
// once, and is seen as gone.
func TestSocketLeft(t *testing.T) {
	for _, row := range []struct {
		name    string
		fault   faults.Fault
		stream  bool
		headers bool // come before the client goes
	}{
		{"before the headers of an answer", nil, false, false},
		{"before the headers of a hang", &faults.Hang{Share: 1}, false, false},
		{"after the headers", &faults.Hang{Share: 1, Silence: faults.InBody}, true, true},
		{"within a stream", &faults.Hang{Share: 1, Silence: faults.InStream}, true, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			clock, seen := newHand(), &turnstile{arrived: make(chan Exchange, 9), left: make(chan Exchange, 9)}
			w := world(t, faults.Provider{Limits: &faults.Limits{Concurrency: 1}}, row.fault)
			f := newFake(t, w, Options{Clock: clock, Observer: seen})
			s := httptest.NewServer(f.Handler())
			defer s.Close()
			for n := range 3 {
				c := dial(t, s)
				ask(t, c, f, s, row.stream)
				if x := <-seen.arrived; !x.Reply.Holds {
					t.Fatalf("attempt %d gets no slot: %+v", n, x.Reply.Outcome)
				}
				if row.headers {
					if _, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil {
						t.Fatal(err)
					}
				}
				clock.turn(clock.Now() + 7)
				_ = c.Close()
				if x := <-seen.left; x.Answered || x.End != clock.Now() {
					t.Errorf("attempt %d: answered %t, left at %s, want %s", n, x.Answered, x.End, clock.Now())
				}
			}
		})
	}
}

// turnstile passes exchanges on.
type turnstile struct{ arrived, left chan Exchange }

func (s *turnstile) Arrived(x *Exchange) { s.arrived <- *x }
func (s *turnstile) Left(x *Exchange)    { s.left <- *x }

// TestSocketClosed: a server that closes ends what hangs, and nothing of it
// looks like an answer.
func TestSocketClosed(t *testing.T) {
	seen := &turnstile{arrived: make(chan Exchange, 1), left: make(chan Exchange, 1)}
	f := newFake(t, world(t, faults.Provider{}, &faults.Hang{Share: 1}), Options{Observer: seen})
	s := httptest.NewServer(f.Handler())
	c := dial(t, s)
	ask(t, c, f, s, false)
	<-seen.arrived
	s.CloseClientConnections()
	s.Close()
	if x := <-seen.left; x.Answered {
		t.Error("the hang is said to have been answered")
	}
	if head, body, err := hear(c, func(_, _ string) bool { return false }); head != "" || body != "" || err == nil {
		t.Errorf("it says %q, %q", head, body)
	}
}

// TestSocketSecured: over TLS and HTTP/2 the same ends show.
func TestSocketSecured(t *testing.T) {
	for _, second := range []bool{false, true} {
		for _, row := range []struct {
			fault faults.Fault
			want  chain.Class
		}{
			{nil, chain.OK}, {&faults.Reset{Share: 1, After: millis(1)}, chain.Connect}, {&faults.Cut{At: 0.5, Share: 1}, chain.Truncated},
		} {
			f := newFake(t, world(t, faults.Provider{}, row.fault), Options{Clock: fast{time.Now()}})
			s := httptest.NewUnstartedServer(f.Handler())
			s.EnableHTTP2 = second
			s.StartTLS()
			response, err := s.Client().Do(request(t, f, s, true))
			o := wire.Failure(err, false)
			if err == nil {
				whole, _ := wire.Receive(response)
				o = f.Dialect(0).Read(whole, noon).Outcome
				if got := response.ProtoMajor == 2; got != second {
					t.Errorf("HTTP/2: %t, want %t", got, second)
				}
			}
			if o.Class == chain.Connect && !second && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("over TLS a reset is %v", err)
			}
			if o.Class != row.want {
				t.Errorf("HTTP/2 %t, %+v: %s, want %s (%v)", second, row.fault, o.Class, row.want, err)
			}
			s.Close()
		}
	}
}
