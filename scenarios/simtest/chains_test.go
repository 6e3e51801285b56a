package simtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"wavetank/scenarios/simtest"
)

// post asks one provider that speaks chat completions, as a plain client does.
func post(ctx context.Context, c *http.Client, p simtest.Provider, q simtest.Question) (string, error) {
	ask, err := json.Marshal(map[string]any{"model": p.Model, "messages": []any{map[string]any{"role": "user", "content": q.Prompt}}})
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.BaseURL+"/chat/completions", bytes.NewReader(ask))
	if err != nil {
		return "", err
	}
	r.Header.Set("Authorization", "Bearer "+p.Key)
	r.Header.Set("Content-Type", "application/json")
	res, err := c.Do(r)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return "", err
	case res.StatusCode != http.StatusOK:
		return "", &statusError{p.Name, res.StatusCode}
	}
	var answer struct {
		Choices []struct{ Message struct{ Content string } }
	}
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Choices) == 0 {
		return "", fmt.Errorf("%s: no answer in %q: %w", p.Name, body, err)
	}
	return answer.Choices[0].Message.Content, nil
}

type statusError struct {
	provider string
	status   int
}

func (e *statusError) Error() string { return fmt.Sprintf("%s: status %d", e.provider, e.status) }

// naive is the preset of that name, written by hand: in order, half a minute
// each, nothing remembered.
func naive(env *simtest.Env) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (string, error) {
		last := errors.New("nobody to ask")
		for _, p := range env.Providers {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			answer, err := within(ctx, 30*time.Second, func(ctx context.Context) (string, error) { return post(ctx, env.Client, p, q) })
			if err == nil {
				return answer, nil
			}
			last = err
		}
		return "", last
	}
}

func within(ctx context.Context, d time.Duration, f func(context.Context) (string, error)) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return f(ctx)
}
