package wire

import (
	"iter"
	"net/http"
	"strings"
	"time"

	"wavetank/chain"
)

func init() {
	Dialects.Register("gemini-openai", "Google Gemini, OpenAI-compatible", func() Dialect { return geminiOpenAI{&geminiChat} })
}

// geminiOpenAI is OpenAI's chat completions with Google's errors, and with
// Google's own reasons of finishing where an answer is stopped.
type geminiOpenAI struct{ *chat }

var geminiChat = chat{
	base: "https://generativelanguage.googleapis.com/v1beta/openai", errors: googleErrors,
	envelope: geminiEnvelope, problem: findGoogle, head: googleHead, filters: true,
}

// geminiEnvelope wraps the error in an array of one, as clients saw it; in a
// stream it stands alone ?.
func geminiEnvelope(_ refusal, r *Reply) []byte {
	o := googleError(r)
	if r.Outcome.Status < 300 {
		return o.encode()
	}
	return list{o}.encode()
}

func (d geminiOpenAI) Read(r *Response, now time.Time) Answer { return read(d, r, now) }

func (geminiOpenAI) hint(h http.Header, p problem, now time.Time) time.Duration {
	return googleHint(h, p, now)
}

func (d geminiOpenAI) readBody(body []byte, a *Answer) (shape, problem) {
	s, p := d.chat.readBody(body, a)
	if s == foreign && a.filtered() {
		s = complete // an answer that is stopped may come without a message
	}
	return a.filter(s), p
}

func (d geminiOpenAI) readStream(events iter.Seq[event], a *Answer) (shape, problem) {
	s, p := d.chat.readStream(events, a)
	return a.filter(s), p
}

// filtered tells the reasons of a filter: `content_filter: RECITATION`, or
// Google's word alone ?.
func (a *Answer) filtered() bool {
	return strings.HasPrefix(a.Finish, "content_filter") || geminiFinish[a.Finish] == chain.ContentPolicy
}

func (a *Answer) filter(s shape) shape {
	if s == complete && a.filtered() {
		a.Outcome.Class, a.Why = chain.ContentPolicy, "finish_reason content_filter"
	} else if c := geminiFinish[a.Finish]; s == complete && c != chain.OK {
		a.Outcome.Class, a.Why = c, "finish_reason "+a.Finish
	}
	return s
}
