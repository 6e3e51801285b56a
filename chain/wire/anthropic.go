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
	Dialects.Register("anthropic", "Anthropic, messages", func() Dialect { return anthropic{} })
}

// anthropic is the Messages API.
type anthropic struct{}

const (
	anthropicPath = "/v1/messages"
	// What the provider's SDK has sent since its 1.0. The API takes older ones too.
	anthropicVersion = "2026-10-21"
	// The API demands a bound; this one is within what every model can say.
	anthropicMaxTokens = 4096
)

func (anthropic) Base() string { return "https://api.anthropic.com" }

func (anthropic) Paths(string) []string { return []string{anthropicPath} }

func (anthropic) Statuses(c chain.Class) []int {
	out := anthropicErrors.statuses(c)
	if c == chain.ContentPolicy {
		out = withStatus(out, http.StatusOK)
	}
	return out
}

func (d anthropic) Build(ctx context.Context, e *Endpoint, q *Request) (*http.Request, error) {
	base, err := baseFor(e, q, d.Base())
	if err != nil {
		return nil, err
	}
	return post(ctx, base+anthropicPath, d.question(modelFor(e, q), q).encode(), func(h http.Header) {
		version := e.APIVersion
		if version == "" {
			version = anthropicVersion
		}
		h.Set("Anthropic-Version", version)
		if !e.Key.IsZero() {
			h.Set("X-Api-Key", e.Key.Reveal())
		}
	})
}

// question is the body of a request. What the system says stands apart.
func (anthropic) question(model string, q *Request) object {
	o := object{{"model", model}, {"max_tokens", q.MaxTokens}}
	if q.MaxTokens <= 0 {
		o[1].value = anthropicMaxTokens
	}
	var system []string
	turns := make(list, 0, len(q.Messages))
	for _, m := range q.Messages {
		if m.Role == "system" {
			system = append(system, m.Content)
			continue
		}
		turns = append(turns, object{{"role", m.Role}, {"content", m.Content}})
	}
	if system != nil {
		o = append(o, member{"system", strings.Join(system, "\n\n")})
	}
	o = append(o, member{"messages", turns})
	if q.Temperature != nil {
		o = append(o, member{"temperature", *q.Temperature})
	}
	if q.Schema != nil {
		// output_config.format is what the API has now; output_format with a beta's
		// header came before it, and a tool that must be called before that.
		o = append(o, member{"output_config", object{{"format", object{{"type", "json_schema"}, {"schema", raw(q.Schema)}}}}})
	}
	if q.Stream {
		o = append(o, member{"stream", true})
	}
	return o
}

// anthropicQuestion is a request as the fake reads it.
type anthropicQuestion struct {
	Model     string          `json:"model"`
	MaxTokens int             `json:"max_tokens"`
	System    json.RawMessage `json:"system"` // text, or a list of blocks
	Messages  []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Temperature  *float64 `json:"temperature"`
	Stream       bool     `json:"stream"`
	OutputConfig struct {
		Format anthropicFormat `json:"format"`
	} `json:"output_config"`
	OutputFormat anthropicFormat `json:"output_format"` // the beta's, still taken
}

type anthropicFormat struct {
	Schema json.RawMessage `json:"schema"`
}

func (anthropic) Ask(r *http.Request, body []byte) (Request, error) {
	if err := askable(r, strings.HasSuffix(r.URL.Path, anthropicPath)); err != nil {
		return Request{}, err
	}
	if r.Header.Get("Anthropic-Version") == "" {
		return Request{}, &AskError{http.StatusBadRequest, "anthropic-version: header is required"}
	}
	var b anthropicQuestion
	if err := json.Unmarshal(body, &b); err != nil {
		return Request{}, &AskError{http.StatusBadRequest, "the body of the request is not the JSON of messages"}
	}
	if b.MaxTokens < 1 {
		return Request{}, &AskError{http.StatusBadRequest, "max_tokens: field required"}
	}
	// Streams tell usage without being asked.
	q := Request{Model: b.Model, MaxTokens: b.MaxTokens, Temperature: b.Temperature, Stream: b.Stream, WithUsage: b.Stream,
		Schema: b.OutputConfig.Format.Schema}
	if q.Schema == nil {
		q.Schema = b.OutputFormat.Schema
	}
	if system := contentText(b.System); system != nil {
		q.Messages = append(q.Messages, Message{"system", string(system)})
	}
	for _, m := range b.Messages {
		q.Messages = append(q.Messages, Message{roleOf(m.Role), string(contentText(m.Content))})
	}
	return q, checkAsked(&q)
}

func (d anthropic) Read(r *Response, now time.Time) Answer { return read(d, r, now) }

func (d anthropic) Respond(r *Reply) *Response { return respond(d, r) }
