package wire

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"wavetank/chain"
)

func init() {
	Dialects.Register("openai-responses", "OpenAI, responses", func() Dialect { return responses{} })
}

// responses is OpenAI's Responses API: other bodies and events than chat
// completions, the same errors and headers.
type responses struct{}

const responsesPath = "/responses"

// responsesErrors come before those of chat completions: inside an answer only a
// code tells, never a type.
var responsesErrors = append(refusals{
	{class: chain.Server, status: 200, code: "server_error", message: "An error occurred while processing your request."},
	{class: chain.Server, status: 200, code: "vector_store_timeout"},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", code: "context_length_exceeded", param: "input", // ?
		message: "Your input exceeds the context window of this model. Please adjust your input and try again."},
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", code: "invalid_prompt",
		message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy."},
}, openAIErrors...)

func (responses) Base() string { return openAI.base }

func (responses) Paths(string) []string { return []string{responsesPath} }

func (responses) Statuses(c chain.Class) []int {
	out := responsesErrors.statuses(c)
	if c == chain.ContentPolicy {
		out = withStatus(out, http.StatusOK)
	}
	return out
}

func (responses) Build(ctx context.Context, e *Endpoint, q *Request) (*http.Request, error) {
	base, err := baseFor(e, q, openAI.base)
	if err != nil {
		return nil, err
	}
	input := make(list, 0, len(q.Messages))
	for _, m := range q.Messages {
		input = append(input, object{{"role", m.Role}, {"content", m.Content}})
	}
	o := object{{"model", modelFor(e, q)}, {"input", input}}
	if q.MaxTokens > 0 {
		o = append(o, member{"max_output_tokens", q.MaxTokens})
	}
	if q.Temperature != nil {
		o = append(o, member{"temperature", *q.Temperature})
	}
	if q.Schema != nil {
		format := object{{"type", "json_schema"}, {"name", schemaName(q)}, {"schema", raw(q.Schema)}, {"strict", strictSchema(q.Schema)}}
		o = append(o, member{"text", object{{"format", format}}})
	}
	if q.Stream {
		o = append(o, member{"stream", true})
	}
	return post(ctx, base+responsesPath, o.encode(), func(h http.Header) {
		if !e.Key.IsZero() {
			bearer(h, e.Key.Reveal())
		}
	})
}

// responsesQuestion is a request as the fake reads it. The input is a text or a
// list of turns.
type responsesQuestion struct {
	Model           string          `json:"model"`
	Instructions    string          `json:"instructions"`
	Input           json.RawMessage `json:"input"`
	MaxOutputTokens int             `json:"max_output_tokens"`
	Temperature     *float64        `json:"temperature"`
	Stream          bool            `json:"stream"`
	Text            struct {
		Format struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"text"`
}

func (responses) Ask(r *http.Request, body []byte) (Request, error) {
	if err := askable(r, strings.HasSuffix(r.URL.Path, responsesPath)); err != nil {
		return Request{}, err
	}
	var b responsesQuestion
	if err := json.Unmarshal(body, &b); err != nil {
		return Request{}, &AskError{http.StatusBadRequest, "the body of the request is not the JSON of a response"}
	}
	// Usage comes without being asked for.
	q := Request{Model: b.Model, MaxTokens: b.MaxOutputTokens, Temperature: b.Temperature, Stream: b.Stream,
		WithUsage: b.Stream, Schema: b.Text.Format.Schema, SchemaName: b.Text.Format.Name, Messages: b.turns()}
	return q, checkAsked(&q)
}

func (b *responsesQuestion) turns() (out []Message) {
	if b.Instructions != "" {
		out = append(out, Message{"system", b.Instructions})
	}
	if s := text(b.Input); s != "" {
		return append(out, Message{"user", s})
	}
	var turns []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if json.Unmarshal(b.Input, &turns) != nil {
		return nil
	}
	for _, t := range turns {
		out = append(out, Message{roleOf(t.Role), string(contentText(t.Content))})
	}
	return out
}

func (d responses) Read(r *Response, now time.Time) Answer { return read(d, r, now) }

func (responses) table() refusals { return responsesErrors }

func (responses) hint(h http.Header, p problem, now time.Time) time.Duration {
	return openAI.hint(h, p, now)
}
