package simtest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/sony/gobreaker/v2"

	"wavetank/scenarios/simtest"
)

// half is the attempt timeout of the presets that these chains are written
// after.
const half = 30 * time.Second

var errNobody = errors.New("nobody to ask")

// post asks one provider that speaks chat completions, as a plain client does.
func post(ctx context.Context, c *http.Client, p simtest.Provider, q simtest.Question) (string, error) {
	res, err := send(ctx, c, p, map[string]any{"model": p.Model, "messages": []any{map[string]any{"role": "user", "content": q.Prompt}}})
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var answer struct {
		Choices []struct{ Message struct{ Content string } }
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Choices) == 0 {
		return "", fmt.Errorf("%s: no answer in %q: %w", p.Name, body, err)
	}
	return answer.Choices[0].Message.Content, nil
}

// send returns a response of status 200, whose body the caller closes.
func send(ctx context.Context, c *http.Client, p simtest.Provider, ask any) (*http.Response, error) {
	body, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.BaseURL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+p.Key)
	r.Header.Set("Content-Type", "application/json")
	res, err := c.Do(r)
	if err == nil && res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		return nil, fmt.Errorf("%s: status %d", p.Name, res.StatusCode)
	}
	return res, err
}

// stream is post by server-sent events. A stream that ends without its mark is
// an error, unless the caller is careless.
func stream(ctx context.Context, c *http.Client, p simtest.Provider, q simtest.Question, careless bool) (string, error) {
	res, err := send(ctx, c, p, map[string]any{"model": p.Model, "stream": true,
		"messages": []any{map[string]any{"role": "user", "content": q.Prompt}}})
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var text strings.Builder
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if data == "[DONE]" {
			return text.String(), nil
		}
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if ok && json.Unmarshal([]byte(data), &chunk) == nil && len(chunk.Choices) > 0 {
			text.WriteString(chunk.Choices[0].Delta.Content)
		}
	}
	if careless {
		return text.String(), nil
	}
	return "", errors.Join(io.ErrUnexpectedEOF, lines.Err())
}

// asking is one attempt.
type asking func(ctx context.Context, p simtest.Provider, q simtest.Question) (string, error)

// inOrder asks all providers until one answers, half a minute each, and
// remembers nothing: the preset naive, written by hand.
func inOrder(env *simtest.Env, ask asking) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (answer string, err error) {
		err = errNobody
		for _, p := range env.Providers {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			if answer, err = within(ctx, half, p, q, ask); err == nil {
				return answer, nil
			}
		}
		return "", err
	}
}

func within(ctx context.Context, d time.Duration, p simtest.Provider, q simtest.Question, ask asking) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return ask(ctx, p, q)
}

func plain(env *simtest.Env) asking {
	return func(ctx context.Context, p simtest.Provider, q simtest.Question) (string, error) {
		return post(ctx, env.Client, p, q)
	}
}

func naive(env *simtest.Env) simtest.Chain { return inOrder(env, plain(env)) }

// streamed is naive by streams.
func streamed(env *simtest.Env) simtest.Chain {
	return inOrder(env, func(ctx context.Context, p simtest.Provider, q simtest.Question) (string, error) {
		return stream(ctx, env.Client, p, q, false)
	})
}

// timed is naive with its timeout in the client.
func timed(env *simtest.Env) simtest.Chain {
	c := *env.Client
	c.Timeout = half
	return func(ctx context.Context, q simtest.Question) (answer string, err error) {
		for _, p := range env.Providers {
			if answer, err = post(ctx, &c, p, q); err == nil || ctx.Err() != nil {
				return answer, err
			}
		}
		return "", err
	}
}

// retrying asks each provider twice, with a wait between.
func retrying(wait time.Duration) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (answer string, err error) {
			for k := range 2 * len(env.Providers) {
				if k%2 == 1 && wait > 0 {
					select {
					case <-time.After(wait):
					case <-ctx.Done():
					}
				}
				if ctx.Err() != nil {
					return "", ctx.Err()
				}
				if answer, err = within(ctx, half, env.Providers[k/2], q, plain(env)); err == nil {
					return answer, nil
				}
			}
			return "", err
		}
	}
}

// careful is naive with a look at the answer.
func careful(env *simtest.Env) simtest.Chain {
	return inOrder(env, func(ctx context.Context, p simtest.Provider, q simtest.Question) (string, error) {
		text, err := post(ctx, env.Client, p, q)
		if err != nil {
			return "", err
		}
		var answer struct{ Answer *string }
		if err := json.Unmarshal([]byte(text), &answer); err != nil || answer.Answer == nil {
			return "", fmt.Errorf("%s: no answer: %w", p.Name, err)
		}
		return text, nil
	})
}

// hedged asks one more provider beside one that has not answered for three
// seconds; the first answer wins.
func hedged(env *simtest.Env) simtest.Chain {
	type result struct {
		k    int
		text string
		err  error
	}
	return func(ctx context.Context, q simtest.Question) (string, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		results := make(chan result, len(env.Providers))
		next, flying, hedges := 0, 0, 0
		slow := time.NewTimer(time.Hour)
		launch := func() {
			k := next
			next, flying = next+1, flying+1
			slow.Reset(3 * time.Second)
			go func() {
				text, err := within(ctx, half, env.Providers[k], q, plain(env))
				results <- result{k, text, err}
			}()
		}
		launch()
		for {
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-slow.C:
				if hedges < 1 && next < len(env.Providers) {
					hedges++
					launch()
				}
			case r := <-results:
				flying--
				switch {
				case r.err == nil:
					return r.text, nil
				case r.k == next-1 && next < len(env.Providers):
					launch()
				case flying == 0:
					return "", r.err
				}
			}
		}
	}
}

// guarded is naive with a plain gobreaker around each provider.
func guarded(env *simtest.Env) simtest.Chain {
	return breakers(map[string]*gobreaker.CircuitBreaker[string]{})(env)
}

// breakers is a chain of plain gobreaker, whose breakers live in the map.
func breakers(made map[string]*gobreaker.CircuitBreaker[string]) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		for _, p := range env.Providers {
			if made[p.Name] == nil {
				made[p.Name] = gobreaker.NewCircuitBreaker[string](gobreaker.Settings{Name: p.Name,
					OnStateChange: func(name string, from, to gobreaker.State) { env.Breaker(name, from.String(), to.String()) }})
			}
		}
		return func(ctx context.Context, q simtest.Question) (answer string, err error) {
			for _, p := range env.Providers {
				answer, err = made[p.Name].Execute(func() (string, error) { return within(ctx, half, p, q, plain(env)) })
				if err == nil || ctx.Err() != nil {
					return answer, err
				}
			}
			return "", err
		}
	}
}
