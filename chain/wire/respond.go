package wire

import (
	"maps"
	"net/http"
	"strconv"
	"strings"

	"wavetank/chain"
)

// writer is what a dialect knows of writing answers. The manners of breaking
// off and of proxies are the same for all: see respond.
type writer interface {
	// writeHead adds the dialect's headers: ids, limits and, where the outcome has
	// one, the hint.
	writeHead(h http.Header, r *Reply)
	// writeError renders the body of an error status.
	writeError(r *Reply) []byte
	// writeBody renders the body of a success, or of an error inside a status 200.
	writeBody(r *Reply) []byte
	// writeStream writes a whole success, or a refusal that looks like one.
	writeStream(s *stream, r *Reply)
	// writeStreamError writes an error into a stream.
	writeStreamError(s *stream, r *Reply)
	// endsWell tells a class that is told under status 200 without an error: OK, and
	// ContentPolicy where a reason of finishing says it.
	endsWell(c chain.Class) bool
}

// respond renders a reply.
func respond(w writer, r *Reply) *Response {
	o := r.Outcome
	out := &Response{Status: int(o.Status), Header: make(http.Header, 12)} // most send that many
	switch {
	case o.Class == chain.Connect:
		return &Response{Break: connectBreak(r.Manner)}
	case o.Class == chain.Timeout && o.Status == 0 && !r.Manner.begun():
		return &Response{Break: Silent}
	case o.Class == chain.Timeout && out.Status < 300:
		out.Status = http.StatusOK
		out.begin(w, r)
		out.stall(w, r)
		return out
	}
	out.begin(w, r)
	if out.proxied(r) {
		return out
	}
	switch {
	case out.Status >= 300 || out.Status < 200:
		out.Header.Set("Content-Type", "application/json")
		out.Body = w.writeError(r)
	case r.Stream:
		out.stream(w, r)
	default:
		out.plain(w, r)
	}
	return out
}

// begun tells a silence that begins after the headers.
func (m Manner) begun() bool { return m >= Midway && m <= AfterHead }

func connectBreak(m Manner) Break {
	if m == Early {
		return Reset
	}
	return Refused
}

// begin writes the headers of a success or an error.
func (out *Response) begin(w writer, r *Reply) {
	out.Header.Set("Content-Type", "application/json")
	if r.Stream && out.Status < 300 {
		out.Header.Set("Content-Type", "text/event-stream; charset=utf-8")
	}
	w.writeHead(out.Header, r)
}

// proxied writes what no provider says and what lies before it does: an error
// page, or nothing. A success that is to be invalid has no other way to be.
func (out *Response) proxied(r *Reply) bool {
	invalid := r.Outcome.Class == chain.OKInvalid && out.Status < 300
	switch {
	case r.Manner == Blank && (invalid || out.Status >= 300):
	case invalid || r.Manner == HTML && out.Status >= 300:
		out.Body = page(out.Status)
	default:
		return false
	}
	maps.DeleteFunc(out.Header, func(name string, _ []string) bool { return !strings.HasPrefix(name, "Retry-After") })
	if out.Body != nil {
		out.Header.Set("Content-Type", "text/html")
	}
	return true
}

func page(status int) []byte {
	title := strconv.Itoa(status) + " " + http.StatusText(status)
	return []byte("<html>\r\n<head><title>" + title + "</title></head>\r\n<body>\r\n<center><h1>" + title +
		"</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n")
}

func (out *Response) plain(w writer, r *Reply) {
	if out.Body = w.writeBody(r); r.Outcome.Class == chain.Truncated {
		out.Break = Cut
		out.cutBody(r.Manner)
	}
}

func (out *Response) cutBody(m Manner) {
	switch n := len(out.Body); m {
	case Early, AfterHead:
		out.Body = nil
	case BeforeEnd:
		out.Body = out.Body[:n-1]
	default:
		out.Body = out.Body[:n/2]
	}
}

func (out *Response) stream(w writer, r *Reply) {
	var s stream
	w.writeStream(&s, r)
	switch c := r.Outcome.Class; {
	case c == chain.Truncated:
		// Before the mark of the end the connection closes as it should, so that
		// nothing but the missing mark tells.
		if r.Manner != BeforeEnd {
			out.Break = Cut
		}
		s.cut(r.Manner)
	case !w.endsWell(c):
		s.keepBefore(r.Manner)
		w.writeStreamError(&s, r)
	}
	out.flow(&s)
}

// flow takes a stream, or what is left of it.
func (out *Response) flow(s *stream) {
	n := len(s.ends)
	out.Body, out.Events, out.Deltas = s.body, s.ends, [2]int{min(s.opened, n), min(s.closed, n)}
}

// keepBefore leaves the events that come before an error.
func (s *stream) keepBefore(m Manner) {
	switch m {
	case Midway, InLine:
		s.keep(s.midway())
	case BeforeEnd:
		s.keep(s.closed)
	default:
		s.keep(0)
	}
}

// cut breaks a stream off.
func (s *stream) cut(m Manner) {
	switch m {
	case Early, AfterHead:
		s.keep(0)
	case BeforeEnd:
		s.keep(len(s.ends) - 1)
	case InLine:
		whole, n := s.body, s.midway()
		to := (s.at(n) + s.at(min(n+1, len(s.ends)))) / 2
		s.keep(n)
		s.body = whole[:to]
	default:
		s.keep(s.midway())
	}
}

// stall leaves what came of a success before a silence.
func (out *Response) stall(w writer, asked *Reply) {
	out.Break = Stalled
	success := *asked
	success.Outcome = chain.Outcome{Status: http.StatusOK}
	r, m := &success, asked.Manner
	if !m.begun() {
		m = AfterHead
	}
	if r.Stream {
		var s stream
		w.writeStream(&s, r)
		s.cut(m)
		out.flow(&s)
		return
	}
	out.Body = w.writeBody(r)
	out.cutBody(m)
}
