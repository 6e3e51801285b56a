package wire

import (
	"bytes"
	"iter"
)

// event is one server-sent event.
type event struct {
	name string // "" where no event line came
	data []byte // data lines, joined by line feeds; may share the body's memory
	torn bool   // the body ended before the blank line that ends an event
}

// events reads a body of server-sent events: lines end in LF, CR or both,
// comments and unknown fields are skipped, and an event without data is none. A
// last event without its blank line is given too, marked as torn: some servers
// close without it, and of one that broke off the reader sees that its data are
// no JSON.
func events(body []byte) iter.Seq[event] {
	return func(yield func(event) bool) {
		body = bytes.TrimPrefix(body, []byte("\ufeff"))
		var e event
		lines := 0 // data lines of the event
		for len(body) > 0 {
			var line []byte
			line, body = cutLine(body)
			switch field, value := cutField(line); {
			case len(line) == 0:
				if lines > 0 && !yield(e.bounded()) {
					return
				}
				e, lines = event{}, 0
			case string(field) == "event":
				e.name = string(value)
			case string(field) == "data":
				e.join(value, lines)
				lines++
			}
		}
		if e.torn = true; lines > 0 {
			yield(e.bounded())
		}
	}
}

// bounded is an event without data, which are no JSON, where they are crowded.
func (e event) bounded() event {
	if crowded(e.data) {
		e.data = nil
	}
	return e
}

// join adds a data line after others. The first shares the body's memory and the
// second copies it, so that an event of many lines costs no more than its size.
func (e *event) join(line []byte, lines int) {
	switch lines {
	case 0:
		e.data = line
		return
	case 1:
		e.data = append(make([]byte, 0, 2*(len(e.data)+len(line)+1)), e.data...)
	}
	e.data = append(append(e.data, '\n'), line...)
}

func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexAny(b, "\r\n")
	if i < 0 {
		return b, nil
	}
	if rest = b[i+1:]; b[i] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return b[:i], rest
}

// cutField splits a line at its colon; one blank after it belongs to neither.
// A comment has an empty field.
func cutField(line []byte) (field, value []byte) {
	field, value, _ = bytes.Cut(line, []byte(":"))
	return field, bytes.TrimPrefix(value, []byte(" "))
}

// stream writes server-sent events and remembers where each ends.
type stream struct {
	body   []byte
	ends   []int
	opened int // events before the first with content
	closed int // events up to the last with content
}

// event writes one event; data holds no line break. An empty name writes no
// event line.
func (s *stream) event(name string, data []byte) {
	if name != "" {
		s.body = append(append(append(s.body, "event: "...), name...), '\n')
	}
	s.body = append(append(append(s.body, "data: "...), data...), "\n\n"...)
	s.ends = append(s.ends, len(s.body))
}

// comment writes a line that clients skip, as servers do to keep a connection
// open. It counts as an event.
func (s *stream) comment(text string) {
	s.body = append(append(append(s.body, ": "...), text...), "\n\n"...)
	s.ends = append(s.ends, len(s.body))
}

// open marks that events with content follow; close, that none does any more.
func (s *stream) open()  { s.opened = len(s.ends) }
func (s *stream) close() { s.closed = len(s.ends) }

// keep drops all but the first n events.
func (s *stream) keep(n int) {
	n = max(0, min(n, len(s.ends)))
	s.ends = s.ends[:n]
	s.body = s.body[:s.at(n)]
}

// at is where the first n events end.
func (s *stream) at(n int) int {
	if n == 0 {
		return 0
	}
	return s.ends[n-1]
}

// midway is the number of events up to the middle of the content.
func (s *stream) midway() int { return (s.opened + s.closed + 1) / 2 }
