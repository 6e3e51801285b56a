package wire

import (
	"bytes"
	"encoding/json"
	"iter"
	"net/http"
	"strings"
	"time"

	"wavetank/chain"
)

// chatAnswer is a plain body or a chunk of a stream.
type chatAnswer struct {
	Model   string       `json:"model"`
	Choices []chatChoice `json:"choices"`
	Usage   *chatCount   `json:"usage"`
	Groq    struct {
		Usage *chatCount `json:"usage"`
	} `json:"x_groq"` // where a stream of Groq's tells usage unasked
}

type chatCount struct {
	In  int `json:"prompt_tokens"`
	Out int `json:"completion_tokens"`
}

type chatChoice struct {
	Message *chatMessage `json:"message"`
	Delta   *chatMessage `json:"delta"`
	Finish  *string      `json:"finish_reason"`
}

type chatMessage struct {
	Content json.RawMessage `json:"content"`
	Refusal string          `json:"refusal"`
}

func (c *chat) Read(r *Response, now time.Time) Answer { return read(c, r, now) }

func (c *chat) table() refusals { return c.errors }

func (c *chat) hint(h http.Header, p problem, now time.Time) time.Duration {
	if d := usualHint(h, p, now); d > 0 {
		return d
	}
	if c.bodyHint != nil {
		if d := c.bodyHint(p, now); d > 0 {
			return d
		}
	}
	return gaugeHint(c.gauges, h, now)
}

// gaugeHint is how long the limits that are used up stay so.
func gaugeHint(gauges []gauge, h http.Header, now time.Time) time.Duration {
	var longest time.Duration
	for _, g := range gauges {
		if strings.TrimSpace(h.Get(g.remaining)) == "0" {
			longest = max(longest, g.form.read(h.Get(g.reset), now))
		}
	}
	return longest
}

func (c *chat) find(data []byte) (problem, bool) {
	if c.problem != nil {
		return c.problem(data)
	}
	// Most chunks are no errors: look before parsing twice.
	if bytes.Contains(data, []byte(`"choices"`)) && !bytes.Contains(data, []byte(`"error"`)) {
		return problem{}, false
	}
	return findProblem(data)
}

func (c *chat) readBody(body []byte, a *Answer) (shape, problem) {
	var b chatAnswer
	err := json.Unmarshal(body, &b)
	if err == nil {
		a.take(&b)
	}
	if p, ok := c.find(body); ok {
		return failed, p
	}
	if err != nil || len(b.Choices) == 0 || b.Choices[0].Message == nil {
		return foreign, problem{}
	}
	return a.finished()
}

// take adds a body or a chunk to the answer, and reports whether it had a choice.
func (a *Answer) take(b *chatAnswer) {
	if b.Model != "" {
		a.Model = b.Model
	}
	for _, u := range []*chatCount{b.Groq.Usage, b.Usage} {
		if u != nil {
			a.Usage = Usage{u.In, u.Out}
		}
	}
	if len(b.Choices) == 0 {
		return
	}
	first := &b.Choices[0]
	for _, m := range []*chatMessage{first.Message, first.Delta} {
		if m == nil {
			continue
		}
		a.Text = append(a.Text, contentText(m.Content)...)
		if m.Refusal != "" {
			a.Outcome.Class, a.Why = chain.ContentPolicy, "message.refusal"
		}
	}
	if first.Finish != nil {
		a.Finish = *first.Finish
	}
}

// finished is what a reason of finishing makes of an answer.
func (a *Answer) finished() (shape, problem) {
	switch a.Finish {
	case "content_filter":
		a.Outcome.Class, a.Why = chain.ContentPolicy, "finish_reason content_filter"
	case "error":
		return failed, problem{}
	}
	return complete, problem{}
}

func (c *chat) readStream(events iter.Seq[event], a *Answer) (shape, problem) {
	seen, done := false, false
	for e := range events {
		if string(e.data) == "[DONE]" {
			done = true
			break
		}
		var b chatAnswer
		if err := json.Unmarshal(e.data, &b); err != nil {
			if e.torn {
				break
			}
			return foreign, problem{}
		}
		a.take(&b)
		seen = seen || len(b.Choices) > 0
		if p, ok := c.find(e.data); ok {
			return failed, p
		}
	}
	switch {
	case done && !seen:
		return foreign, problem{}
	case !done || a.Finish == "":
		return unfinished, problem{}
	}
	return a.finished()
}
