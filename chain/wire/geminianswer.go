package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"time"

	"wavetank/chain"
)

// geminiAnswer is a plain body or a chunk of a stream.
type geminiAnswer struct {
	Candidates []struct {
		Content *geminiContent `json:"content"`
		Finish  string         `json:"finishReason"`
	} `json:"candidates"`
	Feedback struct {
		Block string `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage *struct {
		In       int `json:"promptTokenCount"`
		Out      int `json:"candidatesTokenCount"`
		Thoughts int `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
	Model string `json:"modelVersion"`
}

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text    string `json:"text"`
		Thought bool   `json:"thought"`
	} `json:"parts"`
}

// appendText adds what was said; thoughts are not.
func (c *geminiContent) appendText(b []byte) []byte {
	for _, p := range c.Parts {
		if !p.Thought {
			b = append(b, p.Text...)
		}
	}
	return b
}

// geminiFinish is what a reason of finishing makes of an answer; one that is not
// here leaves the answer to whoever reads it.
var geminiFinish = map[string]chain.Class{
	"SAFETY": chain.ContentPolicy, "RECITATION": chain.ContentPolicy, "BLOCKLIST": chain.ContentPolicy,
	"PROHIBITED_CONTENT": chain.ContentPolicy, "SPII": chain.ContentPolicy, "IMAGE_SAFETY": chain.ContentPolicy,
	"IMAGE_PROHIBITED_CONTENT": chain.ContentPolicy, "IMAGE_RECITATION": chain.ContentPolicy,
	"MALFORMED_FUNCTION_CALL": chain.OKInvalid, "MALFORMED_RESPONSE": chain.OKInvalid,
	"UNEXPECTED_TOOL_CALL": chain.OKInvalid, "TOO_MANY_TOOL_CALLS": chain.OKInvalid,
}

func (gemini) table() refusals { return googleErrors }

func (gemini) find(body []byte) (problem, bool) { return findGoogle(body) }

func (gemini) hint(h http.Header, p problem, now time.Time) time.Duration {
	return googleHint(h, p, now)
}

func (d gemini) readBody(body []byte, a *Answer) (shape, problem) {
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '[' {
		return a.takeArray(body)
	}
	s, p := a.takeGemini(body)
	switch {
	case s == unfinished && a.Text != nil: // one answer, whole, that does not say why it ends
		s = complete
	case s == unfinished:
		s = foreign
	}
	return s, p
}

// takeArray reads a stream without alt=sse: one array, of which each chunk is
// an element.
func (a *Answer) takeArray(body []byte) (shape, problem) {
	var chunk json.RawMessage
	whole := foreign
	d := json.NewDecoder(bytes.NewReader(body))
	for _, err := d.Token(); err == nil && d.More(); {
		if d.Decode(&chunk) != nil {
			return unfinished, problem{}
		}
		s, p := a.takeGemini(chunk)
		if s == failed || s == foreign {
			return s, p
		}
		whole = max(whole, s)
	}
	if _, err := d.Token(); err != nil {
		return unfinished, problem{}
	}
	if _, err := d.Token(); err != io.EOF {
		return foreign, problem{}
	}
	return whole, problem{}
}

func (d gemini) readStream(events iter.Seq[event], a *Answer) (shape, problem) {
	whole := unfinished
	for e := range events {
		s, p := a.takeGemini(e.data)
		switch {
		case s == foreign && e.torn:
			return unfinished, p
		case s == foreign || s == failed:
			return s, p
		}
		whole = max(whole, s)
	}
	return whole, problem{}
}

// takeGemini adds a body or a chunk to the answer: complete is one that says why
// the model stopped, or did not begin.
func (a *Answer) takeGemini(data []byte) (shape, problem) {
	var x geminiAnswer
	err := json.Unmarshal(data, &x)
	if bytes.Contains(data, []byte(`"error"`)) { // most are none: look before parsing twice
		if p, ok := findGoogle(data); ok {
			return failed, p
		}
	}
	if err != nil || len(x.Candidates) == 0 && x.Feedback.Block == "" && x.Usage == nil {
		return foreign, problem{}
	}
	if x.Model != "" {
		a.Model = x.Model
	}
	if u := x.Usage; u != nil {
		a.Usage = Usage{u.In, u.Out + u.Thoughts}
	}
	if x.Feedback.Block != "" {
		a.Finish = x.Feedback.Block
		a.Outcome.Class, a.Why = chain.ContentPolicy, "promptFeedback.blockReason"
		return complete, problem{}
	}
	if len(x.Candidates) > 0 {
		c := &x.Candidates[0]
		if c.Content != nil {
			a.Text = c.Content.appendText(a.Text)
		}
		if c.Finish != "" {
			return a.finishGemini(c.Finish), problem{}
		}
	}
	return unfinished, problem{}
}

func (a *Answer) finishGemini(reason string) shape {
	a.Finish = reason
	if c, ok := geminiFinish[reason]; ok {
		a.Outcome.Class, a.Why = c, "finishReason "+reason
	}
	return complete
}

// endsWell: a prompt that is blocked, and an answer that is stopped for safety.
func (gemini) endsWell(c chain.Class) bool { return c == chain.OK || c == chain.ContentPolicy }

func (gemini) writeHead(h http.Header, r *Reply) { googleHead(h, r) }

func (gemini) writeError(r *Reply) []byte { return googleError(r).encode() }

func (gemini) writeStreamError(s *stream, r *Reply) { s.event("", googleError(r).encode()) }

func (d gemini) writeBody(r *Reply) []byte {
	switch c := r.Outcome.Class; {
	case c != chain.Truncated && !d.endsWell(c):
		return d.writeError(r)
	case c == chain.ContentPolicy && len(r.Content) == 0:
		return d.blocked(r)
	}
	return d.chunk(string(r.Content), d.finish(r), r)
}

func (gemini) finish(r *Reply) string {
	if r.Outcome.Class == chain.ContentPolicy {
		return "SAFETY"
	}
	return "STOP"
}

// blocked is the answer to a prompt that is not taken.
func (d gemini) blocked(r *Reply) []byte {
	feedback := object{{"blockReason", "PROHIBITED_CONTENT"}}
	return append(object{{"promptFeedback", feedback}}, d.about(0, r)...).encode()
}

// chunk is a whole body, or a part of it without a reason of finishing.
func (d gemini) chunk(said, finish string, r *Reply) []byte {
	parts := object{{"parts", list{object{{"text", said}}}}, {"role", "model"}}
	c := object{{"content", parts}}
	out := 0
	if finish != "" {
		c, out = append(c, member{"finishReason", finish}), r.Usage.Out
	}
	return append(object{{"candidates", list{append(c, member{"index", 0})}}}, d.about(out, r)...).encode()
}

func (gemini) about(out int, r *Reply) object {
	usage := object{{"promptTokenCount", r.Usage.In}, {"candidatesTokenCount", out}, {"totalTokenCount", r.Usage.In + out}}
	return object{{"usageMetadata", usage}, {"modelVersion", r.Model}, {"responseId", id(r.Number)}}
}

// writeStream ends with a chunk that says nothing but why it ends: there is no
// other mark.
func (d gemini) writeStream(s *stream, r *Reply) {
	if r.Outcome.Class == chain.ContentPolicy && len(r.Content) == 0 {
		s.event("", d.blocked(r))
		return
	}
	for piece := range r.pieces(r.Content) {
		s.event("", d.chunk(piece, "", r))
	}
	s.close()
	s.event("", d.chunk("", d.finish(r), r))
}
