package wire

import (
	"bytes"
	"iter"
	"mime"
	"net/http"
	"strconv"
	"time"

	"wavetank/chain"
)

// reader is what a dialect knows of its own answers. It fills in the answer's
// Text, Model, Finish and Usage as it goes, and Outcome.Class and Why where a
// complete success is not OK: a refusal of the model's.
type reader interface {
	// table lists the dialect's errors.
	table() refusals
	// hint reads what the dialect says about waiting; p is the zero problem where
	// the body tells none.
	hint(h http.Header, p problem, now time.Time) time.Duration
	// readBody reads the body of a success status.
	readBody(body []byte, a *Answer) (shape, problem)
	// readStream reads the events of one.
	readStream(events iter.Seq[event], a *Answer) (shape, problem)
}

// shape is what a body turned out to be.
type shape uint8

const (
	foreign    shape = iota // not what this dialect says
	unfinished              // begins as an answer and has no end
	complete                // an answer
	failed                  // tells a problem
)

// read says what a response means to a dialect.
func read(d reader, r *Response, now time.Time) Answer {
	var a Answer
	o, broken := r.Break.outcome(r.Status)
	switch {
	case broken && r.Break != Stalled:
		return Answer{Outcome: o, Why: "no answer"}
	case r.Status <= 0:
		return Answer{Outcome: chain.Outcome{Class: chain.Connect}, Why: "no answer"}
	case r.Status < 200 || r.Status >= 300:
		a.readRefused(d, r, now)
	default:
		a.readSuccess(d, r, now)
	}
	if a.Outcome.Status = int16(r.Status); broken {
		a.Outcome, a.Why = o, "silence after the headers"
	}
	return a
}

func (a *Answer) readRefused(d reader, r *Response, now time.Time) {
	p := problemOf(d, r.Body)
	a.Outcome.Class, a.Why = d.table().class(r.Status, p)
	a.Outcome.Hint = d.hint(r.Header, p, now)
}

// problemOf finds the error in a refusal's body, by what the dialect knows of
// its own where it knows more than every envelope.
func problemOf(d reader, body []byte) problem {
	if crowded(body) {
		return problem{}
	}
	find := findProblem
	if f, ok := d.(interface {
		find(body []byte) (problem, bool)
	}); ok {
		find = f.find
	}
	p, _ := find(body)
	return p
}

func (a *Answer) readSuccess(d reader, r *Response, now time.Time) {
	if len(bytes.TrimSpace(r.Body)) == 0 && r.Break == Whole {
		a.Outcome.Class, a.Why = chain.OKInvalid, "empty body"
		return
	}
	s, p := r.shape(d, a)
	switch {
	case s == failed:
		a.Outcome.Class, a.Why = d.table().class(r.Status, p)
		a.Outcome.Hint = d.hint(nil, p, now)
	case r.Break == Cut:
		a.Outcome.Class, a.Why = chain.Truncated, "the connection broke off"
	case s == unfinished:
		a.Outcome.Class, a.Why = chain.Truncated, "no mark of the end"
	case s == foreign:
		a.Outcome.Class, a.Why = chain.OKInvalid, "no answer of this dialect"
	case a.Why == "":
		a.Why = "status " + strconv.Itoa(r.Status)
	}
}

func (r *Response) shape(d reader, a *Answer) (shape, problem) {
	switch {
	case isStream(r):
		return d.readStream(r.events(), a)
	case crowded(r.Body):
		return foreign, problem{}
	}
	return d.readBody(r.Body, a)
}

// events are those of the body, until nobody wants them any more.
func (r *Response) events() iter.Seq[event] {
	return func(yield func(event) bool) {
		for e := range events(r.Body) {
			if r.Stop != nil && r.Stop() || !yield(e) {
				return
			}
		}
	}
}

// isStream tells a stream from a plain body: by its media type, unless the body
// is plainly JSON or HTML, and by its first bytes where no type came.
func isStream(r *Response) bool {
	body := bytes.TrimLeft(r.Body, "\ufeff \t\r\n")
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "text/event-stream" {
		return len(body) == 0 || bytes.IndexByte([]byte(`{[<`), body[0]) < 0
	}
	for _, field := range []string{"data:", "event:", ":"} {
		if bytes.HasPrefix(body, []byte(field)) {
			return true
		}
	}
	return false
}

// usualHint reads the headers that all clients know, then the message.
func usualHint(h http.Header, p problem, now time.Time) time.Duration {
	if d := headerHint(h, now); d > 0 {
		return d
	}
	return messageHint(p.message)
}
