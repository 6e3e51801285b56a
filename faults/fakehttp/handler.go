package fakehttp

import (
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
)

// Handler returns the world as an http.Handler for real sockets: every provider
// below its own name, as in /groq/openai/v1/chat/completions, and nothing else.
//
// What fails, fails as sockets do: a silence is one, a cut closes the connection
// inside the body, a reset closes it before any byte. A refusal is a reset too,
// for whose attempt it is stands in the request, which is only read once the
// connection is there; to a client both are a failure to connect.
func (f *Fake) Handler() http.Handler {
	below := map[string]http.Handler{}
	for i := range f.providers {
		serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.serve(i, w, r) })
		below[f.providers[i].name] = http.StripPrefix("/"+f.providers[i].name, serve)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if h := below[name]; h != nil {
			h.ServeHTTP(w, r)
			return
		}
		f.unknown(w, name)
	})
}

// EndpointAt is [Fake.Endpoint] for a Handler that listens at root, an address
// as http://127.0.0.1:8080.
func (f *Fake) EndpointAt(provider int, root string) wire.Endpoint {
	e := f.Endpoint(provider)
	e.BaseURL = strings.TrimRight(root, "/") + "/" + f.providers[provider].name + f.providers[provider].prefix
	return e
}

// unknown answers a request to nobody.
func (f *Fake) unknown(w http.ResponseWriter, name string) {
	var names []string
	for i := range f.providers {
		names = append(names, f.providers[i].name)
	}
	type problem struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    string `json:"code"`
	}
	text := "no provider " + strconv.Quote(name) + " in this world: it has " + strings.Join(names, ", ")
	body, err := json.Marshal(map[string]problem{"error": {text, "invalid_request_error", "unknown_provider"}})
	if err != nil {
		panic("fakehttp: a text that does not encode") // encoding/json takes every string
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(body) // the client may have gone
}

// serve carries one request to a provider.
func (f *Fake) serve(p int, w http.ResponseWriter, r *http.Request) {
	x, q, refusal, err := f.arrive(p, r)
	switch {
	case err != nil:
		reset(w)
	case refusal != nil:
		now := f.clock.Now()
		l := &line{w: w, f: f, play: &play{Response: refusal}}
		l.begin(now)
		_ = l.send(refusal.Body) // the client may have gone
	default:
		l := &line{w: w, r: r, f: f, x: x, play: f.stage(x, &q)}
		l.perform()
	}
}

// line is a connection that an answer is played on.
type line struct {
	w    http.ResponseWriter
	r    *http.Request
	f    *Fake
	x    *Exchange
	play *play
}

// perform plays the answer. A client that goes away ends it, and so does a
// server that closes.
func (l *line) perform() {
	s := l.play
	if s.head == chain.Never {
		l.f.leave(l.x, l.f.clock.Wait(l.r.Context(), s.end) == nil)
		reset(l.w)
		return
	}
	l.until(s.head)
	l.begin(s.head)
	if len(s.parts) == 0 || s.parts[0].at > s.head {
		l.flush()
	}
	for i := range s.parts {
		p := &s.parts[i]
		l.until(p.at)
		if i == len(s.parts)-1 && p.at == s.end {
			l.f.leave(l.x, true) // before the client can know, and ask again
		}
		if l.send(p.bytes) != nil {
			l.drop()
		}
		if s.Events != nil || s.Break != wire.Whole {
			l.flush()
		}
	}
	l.until(s.end)
	l.f.leave(l.x, true)
	if s.Break == wire.Cut {
		panic(http.ErrAbortHandler)
	}
}

// until waits, or drops the line of a client that has gone.
func (l *line) until(at chain.Instant) {
	if l.f.clock.Wait(l.r.Context(), at) != nil {
		l.drop()
	}
}

// drop ends an answer that nobody takes. The panic is net/http's way to close a
// connection without a proper end, which a client that is still there, at a
// server that closes, must not take for one.
func (l *line) drop() {
	l.f.leave(l.x, false)
	panic(http.ErrAbortHandler)
}

// begin writes the status and the headers. A plain body tells its length, also
// one that breaks off: that is how a client knows.
func (l *line) begin(at chain.Instant) {
	s, h := l.play, l.w.Header()
	for name, values := range s.Header {
		h[name] = values
	}
	h.Set("Date", l.f.clock.Date(at).UTC().Format(http.TimeFormat))
	length := len(s.Body)
	if s.Break == wire.Cut {
		length++ // of which one byte at least never comes
	}
	if s.Events == nil {
		h.Set("Content-Length", strconv.Itoa(length))
	}
	l.w.WriteHeader(s.Status)
}

func (l *line) send(b []byte) error {
	_, err := l.w.Write(b)
	return err
}

func (l *line) flush() {
	if http.NewResponseController(l.w).Flush() != nil {
		l.drop()
	}
}

// reset closes a connection so that the other side sees a reset, not an end: with
// nothing lingering the kernel sends RST.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2, which resets the stream instead
		panic(http.ErrAbortHandler)
	}
	if t, ok := conn.(interface{ NetConn() net.Conn }); ok { // TLS would say goodbye
		conn = t.NetConn()
	}
	_ = conn.SetDeadline(time.Now())
	if t, ok := conn.(interface{ SetLinger(int) error }); ok {
		_ = t.SetLinger(0)
	}
	_ = conn.Close()
}
