// Package openaigo is a failover chain as many write it: the official SDK, a
// breaker of gobreaker's around each provider, in order.
package openaigo

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/sony/gobreaker/v2"
)

// Provider is one that speaks the API of OpenAI.
type Provider struct {
	Name, BaseURL, Model, Key string
}

// Chain asks providers in order. A provider whose breaker is open is passed over.
type Chain struct {
	members []member
}

type member struct {
	model   string
	client  openai.Client
	breaker *gobreaker.CircuitBreaker[string]
}

// attemptTimeout bounds one request.
const attemptTimeout = 10 * time.Second

// New makes a chain. Settings make each provider's breaker.
func New(c *http.Client, providers []Provider, settings func(provider string) gobreaker.Settings) *Chain {
	out := &Chain{}
	for _, p := range providers {
		out.members = append(out.members, member{
			model:   p.Model,
			client:  openai.NewClient(option.WithHTTPClient(c), option.WithBaseURL(p.BaseURL), option.WithAPIKey(p.Key), option.WithMaxRetries(0)),
			breaker: gobreaker.NewCircuitBreaker[string](settings(p.Name)),
		})
	}
	return out
}

// Ask returns the first answer that a provider gives.
func (c *Chain) Ask(ctx context.Context, prompt string, schema any) (answer string, err error) {
	err = errors.New("nobody to ask")
	for i := range c.members {
		m := &c.members[i]
		answer, err = m.breaker.Execute(func() (string, error) { return m.ask(ctx, prompt, schema) })
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
	}
	return "", err
}

func (m *member) ask(ctx context.Context, prompt string, schema any) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	params := openai.ChatCompletionNewParams{
		Model:    m.model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(prompt)},
	}
	if schema != nil {
		params.ResponseFormat.OfJSONSchema = &openai.ResponseFormatJSONSchemaParam{
			JSONSchema: openai.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Schema: schema},
		}
	}
	r, err := m.client.Chat.Completions.New(ctx, params)
	if err != nil {
		return "", err
	}
	if len(r.Choices) == 0 {
		return "", errors.New("no choices")
	}
	return r.Choices[0].Message.Content, nil
}

// CountsEverything is gobreaker as it comes: a request that the provider refuses
// for its own sake counts against the provider.
func CountsEverything(provider string) gobreaker.Settings {
	return gobreaker.Settings{Name: provider}
}

// CountsOutages leaves out of the count what says nothing about the provider.
func CountsOutages(provider string) gobreaker.Settings {
	return gobreaker.Settings{Name: provider, IsExcluded: refused}
}

// refused reports whether an error is the request's own fault, or the caller's.
func refused(err error) bool {
	var e *openai.Error
	if errors.As(err, &e) {
		return e.StatusCode == http.StatusBadRequest || e.StatusCode == http.StatusUnprocessableEntity
	}
	return errors.Is(err, context.Canceled)
}
