package wire

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"wavetank/chain"
)

func init() {
	Dialects.Register("gemini", "Google Gemini, native", func() Dialect { return gemini{} })
}

// gemini is generateContent and streamGenerateContent.
type gemini struct{}

const (
	geminiModels = "/v1beta/models/"
	geminiWhole  = ":generateContent"
	geminiStream = ":streamGenerateContent"
)

func (gemini) Base() string { return "https://generativelanguage.googleapis.com" }

func (gemini) Paths(model string) []string {
	at := geminiModels + url.PathEscape(geminiName(model))
	return []string{at + geminiWhole, at + geminiStream}
}

// geminiName takes a model with or without the collection that Google's lists
// name it by.
func geminiName(model string) string { return strings.TrimPrefix(model, "models/") }

func (gemini) Statuses(c chain.Class) []int {
	out := googleErrors.statuses(c)
	if c == chain.ContentPolicy {
		out = withStatus(out, http.StatusOK)
	}
	return out
}

func (d gemini) Build(ctx context.Context, e *Endpoint, q *Request) (*http.Request, error) {
	base, err := baseFor(e, q, d.Base())
	if err != nil {
		return nil, err
	}
	model, err := inPath(geminiName(modelFor(e, q)))
	if err != nil {
		return nil, err
	}
	address := base + geminiModels + model + geminiWhole
	if q.Stream {
		address = base + geminiModels + model + geminiStream + "?alt=sse"
	}
	return post(ctx, address, d.question(q).encode(), func(h http.Header) {
		if !e.Key.IsZero() {
			h.Set("X-Goog-Api-Key", e.Key.Reveal())
		}
	})
}

// question is the body of a request. What the system says stands apart.
func (gemini) question(q *Request) object {
	var system list
	turns := make(list, 0, len(q.Messages))
	for _, m := range q.Messages {
		part := object{{"text", m.Content}}
		switch m.Role {
		case "system":
			system = append(system, part)
		case "assistant":
			turns = append(turns, object{{"role", "model"}, {"parts", list{part}}})
		default:
			turns = append(turns, object{{"role", m.Role}, {"parts", list{part}}})
		}
	}
	var o object
	if system != nil {
		o = append(o, member{"systemInstruction", object{{"parts", system}}})
	}
	o = append(o, member{"contents", turns})
	if c := geminiConfig(q); c != nil {
		o = append(o, member{"generationConfig", c})
	}
	return o
}

func geminiConfig(q *Request) object {
	var o object
	if q.Temperature != nil {
		o = append(o, member{"temperature", *q.Temperature})
	}
	if q.MaxTokens > 0 {
		o = append(o, member{"maxOutputTokens", q.MaxTokens})
	}
	if q.Schema != nil {
		// responseJsonSchema takes JSON Schema; responseSchema, which came before it,
		// a subset of OpenAPI's.
		o = append(o, member{"responseMimeType", "application/json"}, member{"responseJsonSchema", raw(q.Schema)})
	}
	return o
}

// geminiQuestion is a request as the fake reads it. The model, and whether to
// stream, stand in the path.
type geminiQuestion struct {
	System   geminiContent   `json:"systemInstruction"`
	Contents []geminiContent `json:"contents"`
	Config   struct {
		Temperature *float64        `json:"temperature"`
		MaxTokens   int             `json:"maxOutputTokens"`
		Schema      json.RawMessage `json:"responseJsonSchema"`
		OpenAPI     json.RawMessage `json:"responseSchema"`
	} `json:"generationConfig"`
}

func (gemini) Ask(r *http.Request, body []byte) (Request, error) {
	_, call, ok := strings.Cut(r.URL.Path, "/models/")
	colon := max(0, strings.LastIndexByte(call, ':'))
	q := Request{Model: call[:colon], Stream: call[colon:] == geminiStream, WithUsage: call[colon:] == geminiStream}
	if err := askable(r, ok && (q.Stream || call[colon:] == geminiWhole)); err != nil {
		return Request{}, err
	}
	if q.Stream && r.URL.Query().Get("alt") != "sse" {
		// The provider would send one JSON array, element by element. No SDK asks for
		// that, and a Reply has no word for it.
		return Request{}, &AskError{http.StatusBadRequest, "a stream is served with alt=sse alone"}
	}
	var b geminiQuestion
	if err := json.Unmarshal(body, &b); err != nil {
		return Request{}, &AskError{http.StatusBadRequest, "the body of the request is not the JSON of contents"}
	}
	b.fill(&q)
	return q, checkAsked(&q)
}

// fill takes over what the body says.
func (b *geminiQuestion) fill(q *Request) {
	q.Temperature, q.MaxTokens, q.Schema = b.Config.Temperature, b.Config.MaxTokens, b.Config.Schema
	if q.Schema == nil {
		q.Schema = b.Config.OpenAPI
	}
	for _, p := range b.System.Parts {
		q.Messages = append(q.Messages, Message{"system", p.Text})
	}
	for _, c := range b.Contents {
		role := "user" // also where none is given
		if c.Role == "model" {
			role = "assistant"
		}
		q.Messages = append(q.Messages, Message{role, string(c.appendText(nil))})
	}
}

func (d gemini) Read(r *Response, now time.Time) Answer { return read(d, r, now) }

func (d gemini) Respond(r *Reply) *Response { return respond(d, r) }
