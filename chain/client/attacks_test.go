package client_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"wavetank/chain"
)

// attack is what a hostile provider does to one request.
type attack struct {
	name  string
	serve http.HandlerFunc
	ends  []chain.Class // how calls may end by themselves; nil: never
}

var (
	tooMuch = []chain.Class{chain.Truncated, chain.LocalReject}
	noReply = []chain.Class{chain.Connect}
	strange = []chain.Class{chain.OKInvalid, chain.Truncated}
)

func attacks(bound int) []attack {
	const begun = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
	const chunk = `data: {"choices":[{"index":0,"delta":{"content":"endless "}}]}` + "\n\n"
	zeros := packed(strings.NewReader(""), 64<<20)
	speech := packed(strings.NewReader(strings.Repeat(chunk, bound/len(chunk)*3/2)), 0)
	crowd := packed(strings.NewReader(`{"choices":[`+strings.Repeat("{},", bound/3-10)+"{}]}"), 0)
	quote := packed(strings.NewReader(strings.Replace(hello, "hello", strings.Repeat("hello", bound/5-100), 1)), 0)
	return []attack{
		{"hang", func(_ http.ResponseWriter, r *http.Request) { drained(r); <-r.Context().Done() }, nil},
		{"reset", raw(func(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0) }), noReply},
		{"reset midway", raw(func(c net.Conn) {
			fmt.Fprint(c, begun+"\r\n"+chunk)
			_ = c.(*net.TCPConn).SetLinger(0)
		}), append(strange, noReply...)},
		{"endless", raw(func(c net.Conn) { fmt.Fprint(c, begun+"\r\n"); repeat(c, strings.Repeat(chunk, 500)) }), tooMuch},
		{"endless line", raw(func(c net.Conn) { fmt.Fprint(c, begun+"\r\ndata: "); repeat(c, strings.Repeat(" ", 32<<10)) }), tooMuch},
		{"endless error", raw(func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.1 500 Oh\r\n\r\n")
			repeat(c, strings.Repeat("[", 32<<10))
		}), []chain.Class{chain.Server, chain.LocalReject}},
		{"drip", raw(func(c net.Conn) { fmt.Fprint(c, begun+"\r\n"); drip(c, chunk) }), nil},
		{"bomb", inflated(zeros), tooMuch},
		{"bomb of events", inflated(speech), tooMuch},
		{"bomb of braces", inflated(crowd), append(strange, chain.LocalReject)},
		{"bomb of speech", inflated(quote), []chain.Class{chain.OK, chain.LocalReject}},
		{"half a bomb", inflated(zeros[:len(zeros)/100]), append(strange, chain.LocalReject)},
		{"malformed stream", raw(func(c net.Conn) {
			fmt.Fprint(c, begun+"\r\n"+chunk+"data: {\"choices\":[{]}\n\n"+strings.Repeat("data: \x00\xff\n:\r\r", 10_000))
		}), strange},
		{"many small events", raw(func(c net.Conn) { fmt.Fprint(c, begun+"\r\n"); repeat(c, strings.Repeat("data: {}\n\n", 3_000)) }), tooMuch},
		{"redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+r.Host+"/elsewhere", http.StatusTemporaryRedirect)
		}, []chain.Class{chain.BadRequest}},
		{"slow headers", raw(func(c net.Conn) { fmt.Fprint(c, begun+"X-Slow: "); drip(c, "a") }), nil},
		{"header flood", raw(func(c net.Conn) { fmt.Fprint(c, begun); repeat(c, strings.Repeat("X-Flood: water\r\n", 100)) }), noReply},
		{"endless header", raw(func(c net.Conn) { fmt.Fprint(c, begun+"X: "); repeat(c, strings.Repeat("water", 1000)) }), noReply},
		{"flood of hints", raw(func(c net.Conn) { repeat(c, strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", 100)) }), noReply},
		{"no status", raw(func(c net.Conn) { repeat(c, strings.Repeat("HTTP", 1000)) }), noReply},
		{"garbage behind", raw(func(c net.Conn) {
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(hello), hello)
			repeat(c, strings.Repeat("HTTP/1.1 200 OK\r\n", 100))
		}), []chain.Class{chain.OK, chain.Connect}}, // a connection that is used again may break
		{"long length", raw(func(c net.Conn) { fmt.Fprint(c, begun+"Content-Length: 9223372036854775807\r\n\r\n"+chunk) }), strange},
		{"negative length", raw(func(c net.Conn) { fmt.Fprint(c, begun+"Content-Length: -1\r\n\r\n"+chunk) }), noReply},
		{"chunk of overflow", raw(func(c net.Conn) { fmt.Fprint(c, begun+"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n"+chunk) }), strange},
		{"endless chunk size", raw(func(c net.Conn) {
			fmt.Fprint(c, begun+"Transfer-Encoding: chunked\r\n\r\n")
			repeat(c, strings.Repeat("0", 4096))
		}), strange},
		{"endless extension", raw(func(c net.Conn) {
			fmt.Fprint(c, begun+"Transfer-Encoding: chunked\r\n\r\n")
			repeat(c, "1;"+strings.Repeat("x", 1000)+"\r\n \r\n")
		}), append(strange, chain.LocalReject)},
		{"endless trailer", raw(func(c net.Conn) {
			fmt.Fprintf(c, begun+"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n", len(chunk), chunk)
			repeat(c, strings.Repeat("X-Trailer: water\r\n", 100))
		}), strange},
	}
}

// drained reads a request whole: a server looks for the client's end only after that.
func drained(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }

// raw serves with the bare connection.
func raw(serve func(net.Conn)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		drained(r)
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		serve(c)
	}
}

// repeat writes until nobody reads any more.
func repeat(c net.Conn, s string) {
	for b := []byte(s); ; {
		if _, err := c.Write(b); err != nil {
			return
		}
	}
}

// drip writes a byte now and then, until nobody reads any more.
func drip(c net.Conn, s string) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for i := 0; ; i++ {
		if _, err := c.Write([]byte{s[i%len(s)]}); err != nil {
			return
		}
		<-tick.C
	}
}

// inflated serves what was packed.
func inflated(packed []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		drained(r)
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed)
	}
}

// packed is a text, and zeros after it, as gzip.
func packed(text io.Reader, zeros int64) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.Copy(z, text)
	_, _ = io.CopyN(z, nothing{}, zeros)
	_ = z.Close()
	return b.Bytes()
}

type nothing struct{}

func (nothing) Read(p []byte) (int, error) { clear(p); return len(p), nil }
