package wire

import (
	"context"
	"net/http"
	"time"

	"wavetank/chain"
)

// chat is a dialect of OpenAI-style chat completions, as data. The zero value of
// a field is what OpenAI does, or nothing where only some do it.
type chat struct {
	base   string // public address, "" for none
	path   string // below the base; "" is /chat/completions
	limit  string // parameter that bounds the answer; "" is max_tokens
	errors refusals

	// envelope renders an error; nil nests it as OpenAI does.
	envelope func(f refusal, r *Reply) []byte
	// streamError writes an error into a stream; nil writes the envelope as data.
	streamError func(s *stream, f refusal, r *Reply)
	// problem finds an error in a body or a chunk; nil knows every envelope.
	problem func(data []byte) (problem, bool)

	// bodyHint reads what the dialect's errors alone tell of waiting; nil: nothing.
	bodyHint func(p problem, now time.Time) time.Duration

	hints  []hintHeader                 // in which a hint is written
	gauges []gauge                      // rate limits told with every answer
	wait   func(d time.Duration) string // end of a rate limit's message that tells the hint; nil: none does
	head   func(h http.Header, r *Reply)
	// extra adds the dialect's own members to a body or a chunk.
	extra func(o object, p part, r *Reply) object
	// before writes what a stream begins with, such as comments.
	before func(s *stream, r *Reply)

	usage   telling
	terse   bool // messages have no member refusal, choices none for logprobs
	refuses bool // a refusal of the model's is message.refusal, not the reason of finishing
	filters bool // the provider knows the reason of finishing content_filter
	// address is where a model is asked; nil is the base and the path.
	address func(e *Endpoint, model string) (string, error)
	// authorize puts the key into a request; nil writes a Bearer token.
	authorize func(h http.Header, key string)
	// modelOf finds the model where the path and not the body names it; nil: the body does.
	modelOf func(path string) (string, bool)
	// strict reports whether a schema may be marked as one that the answer must
	// fit; nil leaves the mark out.
	strict func(schema []byte) bool
}

// telling is when a stream tells usage.
type telling uint8

const (
	ifAsked telling = iota // in a chunk of its own, where stream_options ask for it
	always                 // in a chunk of its own, asked for or not
	atLast                 // with the reason of finishing, asked for or not
)

// hintHeader is a header that tells a hint.
type hintHeader struct {
	name string
	form form
}

// gauge is a family of rate-limit headers.
type gauge struct {
	limit, remaining, reset string // names of the headers, "" for one that the provider does not send
	max                     string // value of limit
	form                    form   // of reset
	quiet                   bool   // told by refusals for a rate limit alone
}

// part is which piece of an answer is written.
type part uint8

const (
	whole  part = iota // a plain body
	first              // the chunk with the role
	middle             // a chunk with content
	last               // the chunk with the reason of finishing
	usage              // the chunk with usage alone
)

func (c *chat) Base() string { return c.base }

func (c *chat) Paths(string) []string { return []string{c.route()} }

func (c *chat) route() string {
	if c.path == "" {
		return "/chat/completions"
	}
	return c.path
}

func (c *chat) Statuses(class chain.Class) []int {
	out := c.errors.statuses(class)
	if class == chain.ContentPolicy && c.endsWell(class) {
		out = withStatus(out, http.StatusOK)
	}
	return out
}

func (c *chat) Build(ctx context.Context, e *Endpoint, q *Request) (*http.Request, error) {
	model := modelFor(e, q)
	address, err := c.addressFor(e, q, model)
	if err != nil {
		return nil, err
	}
	return post(ctx, address, c.question(model, q).encode(), func(h http.Header) {
		switch {
		case e.Key.IsZero():
		case c.authorize != nil:
			c.authorize(h, e.Key.Reveal())
		default:
			bearer(h, e.Key.Reveal())
		}
	})
}

func (c *chat) addressFor(e *Endpoint, q *Request, model string) (string, error) {
	base, err := baseFor(e, q, c.base)
	if err != nil || c.address == nil {
		return base + c.route(), err
	}
	at := *e
	at.BaseURL = base
	return c.address(&at, model)
}

// question is the body of a request.
func (c *chat) question(model string, q *Request) object {
	turns := make(list, 0, len(q.Messages))
	for _, m := range q.Messages {
		turns = append(turns, object{{"role", m.Role}, {"content", m.Content}})
	}
	o := object{{"model", model}, {"messages", turns}}
	if q.MaxTokens > 0 {
		o = append(o, member{c.limitName(), q.MaxTokens})
	}
	if q.Temperature != nil {
		o = append(o, member{"temperature", *q.Temperature})
	}
	if q.Schema != nil {
		o = append(o, member{"response_format", object{{"type", "json_schema"}, {"json_schema", c.format(q)}}})
	}
	if q.Stream {
		o = append(o, member{"stream", true})
		if c.usage == ifAsked { // some providers refuse parameters that they do not know
			o = append(o, member{"stream_options", object{{"include_usage", true}}})
		}
	}
	return o
}

func (c *chat) limitName() string {
	if c.limit == "" {
		return "max_tokens"
	}
	return c.limit
}

func (c *chat) format(q *Request) object {
	o := object{{"name", schemaName(q)}, {"schema", raw(q.Schema)}}
	if c.strict != nil && c.strict(q.Schema) {
		o = append(o, member{"strict", true})
	}
	return o
}

func schemaName(q *Request) string {
	if q.SchemaName == "" {
		return "answer"
	}
	return q.SchemaName
}

func modelFor(e *Endpoint, q *Request) string {
	if q.Model != "" {
		return q.Model
	}
	return e.Model
}
