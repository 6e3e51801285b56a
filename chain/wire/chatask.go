package wire

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// chatQuestion is a request as a fake provider reads it: liberal in what it
// takes, for it is not here to check clients' types.
type chatQuestion struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	MaxTokens           int      `json:"max_tokens"`
	MaxCompletionTokens int      `json:"max_completion_tokens"`
	Temperature         *float64 `json:"temperature"`
	Stream              bool     `json:"stream"`
	StreamOptions       struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	ResponseFormat struct {
		JSONSchema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (c *chat) Ask(r *http.Request, body []byte) (Request, error) {
	model, ok := "", strings.HasSuffix(r.URL.Path, c.route())
	if c.modelOf != nil {
		model, ok = c.modelOf(r.URL.Path)
	}
	if err := askable(r, ok); err != nil {
		return Request{}, err
	}
	var b chatQuestion
	if err := json.Unmarshal(body, &b); err != nil {
		return Request{}, &AskError{http.StatusBadRequest, "the body of the request is not the JSON of a chat"}
	}
	if model == "" {
		model = b.Model
	}
	q := Request{Model: model, MaxTokens: max(b.MaxTokens, b.MaxCompletionTokens), Temperature: b.Temperature,
		Stream: b.Stream, WithUsage: b.StreamOptions.IncludeUsage || b.Stream && c.usage != ifAsked,
		Schema: b.ResponseFormat.JSONSchema.Schema, SchemaName: b.ResponseFormat.JSONSchema.Name}
	for _, m := range b.Messages {
		q.Messages = append(q.Messages, Message{roleOf(m.Role), string(contentText(m.Content))})
	}
	return q, checkAsked(&q)
}

// askable refuses a wrong path or method.
func askable(r *http.Request, known bool) error {
	switch {
	case !known:
		return &AskError{http.StatusNotFound, "no such path: " + r.URL.Path}
	case r.Method != http.MethodPost:
		return &AskError{http.StatusMethodNotAllowed, "the method is not POST"}
	}
	return nil
}

// checkAsked refuses what no provider answers.
func checkAsked(q *Request) error {
	switch {
	case q.Model == "":
		return &AskError{http.StatusBadRequest, "the request names no model"}
	case len(q.Messages) == 0:
		return &AskError{http.StatusBadRequest, "the request has no messages"}
	}
	return nil
}

// roleOf maps the newer name of the system's role.
func roleOf(role string) string {
	if role == "developer" {
		return "system"
	}
	return role
}

// contentText reads content that is a string or a list of parts with text.
func contentText(content json.RawMessage) []byte {
	if len(content) == 0 {
		return nil
	}
	if content[0] == '"' {
		return []byte(text(content))
	}
	var parts []struct {
		Text json.RawMessage `json:"text"`
	}
	if json.Unmarshal(content, &parts) != nil {
		return nil
	}
	var out []byte
	for _, p := range parts {
		out = append(out, text(p.Text)...)
	}
	return out
}

func raw(b []byte) json.RawMessage { return b }

// withStatus adds a status to a sorted list.
func withStatus(list []int, status int) []int {
	if at, found := slices.BinarySearch(list, status); !found {
		return slices.Insert(list, at, status)
	}
	return list
}
