package wire

import (
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"wavetank/chain"
)

func (c *chat) Respond(r *Reply) *Response { return respond(c, r) }

func (c *chat) endsWell(class chain.Class) bool {
	return class == chain.OK || class == chain.ContentPolicy && (c.refuses || c.filters)
}

func (c *chat) writeHead(h http.Header, r *Reply) {
	writeHint(h, r, c.hints, c.gauges)
	if c.head != nil {
		c.head(h, r)
	}
}

// writeHint writes the hint and the state of the limits. A rate limit without a
// hint says nothing of limits either, for clients read a hint out of them.
func writeHint(h http.Header, r *Reply, hints []hintHeader, gauges []gauge) {
	o := r.Outcome
	if o.Hint > 0 {
		for _, x := range hints {
			h.Set(x.name, x.form.write(o.Hint, r.At))
		}
	}
	limited := o.Class == chain.RateLimit || o.Class == chain.Quota
	for i, g := range gauges {
		used := limited && i == 0 // the first is the one that ran out
		switch {
		case limited && o.Hint > 0 && used:
			g.write(h, "0", o.Hint, r.At)
		case limited && o.Hint > 0, !limited && !g.quiet:
			g.write(h, g.left(), time.Second, r.At)
		}
	}
}

// left is what remains after one request.
func (g *gauge) left() string {
	n, _ := strconv.Atoi(g.max)
	return strconv.Itoa(max(1, n-1))
}

func (g *gauge) write(h http.Header, remaining string, reset time.Duration, at time.Time) {
	for _, v := range [...][2]string{{g.limit, g.max}, {g.remaining, remaining}, {g.reset, g.form.write(reset, at)}} {
		if v[0] != "" {
			h.Set(v[0], v[1])
		}
	}
}

func (c *chat) envelop(f refusal, r *Reply) []byte {
	if c.envelope != nil {
		return c.envelope(f, r)
	}
	return nested(f, r)
}

// nested is OpenAI's envelope.
func nested(f refusal, _ *Reply) []byte {
	return object{{"error", problemObject(f)}}.encode()
}

// problemObject is what every provider's errors are made of, in OpenAI's order.
func problemObject(f refusal) object {
	return object{{"message", f.message}, {"type", orNull(f.typ)}, {"param", orNull(f.param)}, {"code", orNull(f.code)}}
}

func (c *chat) writeError(r *Reply) []byte { return c.envelop(c.errors.fill(r, c.wait), r) }

func (c *chat) writeStreamError(s *stream, r *Reply) {
	if c.streamError != nil {
		c.streamError(s, c.errors.fill(r, c.wait), r)
		return
	}
	s.event("", c.writeError(r))
}

func (c *chat) writeBody(r *Reply) []byte {
	if cl := r.Outcome.Class; cl != chain.Truncated && !c.endsWell(cl) {
		return c.writeError(r)
	}
	message := object{{"role", "assistant"}}
	if r.Outcome.Class == chain.ContentPolicy && c.refuses {
		message = append(message, member{"content", nil}, member{"refusal", refusalText})
	} else {
		message = c.unrefused(append(message, member{"content", string(r.Content)}))
	}
	choice := c.choice("message", message, c.finish(r))
	o := chatBegin("chat.completion", r)
	o = append(o, member{"choices", list{choice}}, member{"usage", chatUsage(r)})
	return c.with(o, whole, r).encode()
}

const refusalText = "I'm sorry, but I can't help with that request."

func chatBegin(kind string, r *Reply) object {
	return object{{"id", "chatcmpl-" + id(r.Number)}, {"object", kind}, {"created", r.At.Unix()}, {"model", r.Model}}
}

func (c *chat) finish(r *Reply) string {
	if r.Outcome.Class == chain.ContentPolicy && !c.refuses {
		return "content_filter"
	}
	return "stop"
}

func chatUsage(r *Reply) object {
	return object{{"prompt_tokens", r.Usage.In}, {"completion_tokens", r.Usage.Out},
		{"total_tokens", r.Usage.In + r.Usage.Out}}
}

func (c *chat) with(o object, p part, r *Reply) object {
	if c.extra == nil {
		return o
	}
	return c.extra(o, p, r)
}

func (c *chat) writeStream(s *stream, r *Reply) {
	if c.before != nil {
		c.before(s, r)
	}
	c.chunk(s, first, c.unrefused(object{{"role", "assistant"}, {"content", ""}}), nil, r)
	s.open()
	if r.Outcome.Class == chain.ContentPolicy && c.refuses {
		c.chunk(s, middle, object{{"refusal", refusalText}}, nil, r)
	} else {
		for piece := range r.pieces(r.Content) {
			c.chunk(s, middle, object{{"content", piece}}, nil, r)
		}
	}
	s.close()
	c.chunk(s, last, object{}, c.finish(r), r)
	if c.usage == always || c.usage == ifAsked && r.WithUsage {
		o := append(chatBegin("chat.completion.chunk", r), member{"choices", list{}}, member{"usage", chatUsage(r)})
		s.event("", c.with(o, usage, r).encode())
	}
	s.event("", []byte("[DONE]"))
}

func (c *chat) chunk(s *stream, p part, delta object, finish any, r *Reply) {
	choice := c.choice("delta", delta, finish)
	o := append(chatBegin("chat.completion.chunk", r), member{"choices", list{choice}})
	switch {
	case c.usage == atLast && p == last:
		o = append(o, member{"usage", chatUsage(r)})
	case c.usage == ifAsked && r.WithUsage:
		o = append(o, member{"usage", nil})
	}
	s.event("", c.with(o, p, r).encode())
}

func (c *chat) choice(kind string, said object, finish any) object {
	o := object{{"index", 0}, {kind, said}}
	if !c.terse {
		o = append(o, member{"logprobs", nil})
	}
	return append(o, member{"finish_reason", finish})
}

func (c *chat) unrefused(message object) object {
	if c.terse {
		return message
	}
	return append(message, member{"refusal", nil})
}

// maxPieces bounds the events of one answer: enough to break off anywhere, few
// enough for a fake to write thousands a second.
const maxPieces = 16

// pieces cuts content between characters into as many deltas as are asked for:
// empty ones where there is too little of it, as models tell that reason in
// silence. Else each has at least a token's size.
func (r *Reply) pieces(content []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for from, i := 0, 1; i <= r.Pieces; i++ {
			to := len(content) * i / r.Pieces
			for to < len(content) && !utf8.RuneStart(content[to]) {
				to++
			}
			if !yield(string(content[from:to])) {
				return
			}
			from = to
		}
		if r.Pieces > 0 {
			return
		}
		size := max(4, (len(content)+maxPieces-1)/maxPieces)
		for len(content) > 0 {
			n := min(size, len(content))
			for n < len(content) && !utf8.RuneStart(content[n]) {
				n++
			}
			if !yield(string(content[:n])) {
				return
			}
			content = content[n:]
		}
	}
}

// id makes 24 characters out of a number, which look like a provider's.
func id(number uint64) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	var out [24]byte
	for i := range out {
		// SplitMix64, as chain.Luck draws: nearby numbers give ids that look apart.
		number += 0x9e3779b97f4a7c15
		z := (number ^ number>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		out[i] = digits[(z^z>>31)%uint64(len(digits))]
	}
	return string(out[:])
}
