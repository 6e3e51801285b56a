package simtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sony/gobreaker/v2"

	"wavetank/scenarios/simtest"
)

// Failover is the chain under test: net/http, and a breaker of gobreaker's
// around each provider.
type Failover struct {
	client  *http.Client
	members []member
}

type member struct {
	simtest.Provider
	breaker *gobreaker.CircuitBreaker[string]
}

// errRefused is an answer that another provider would give as well.
var errRefused = errors.New("the request was refused")

// NewFailover makes a chain. Refused requests open no breaker.
func NewFailover(c *http.Client, providers []simtest.Provider, moved func(provider string, from, to gobreaker.State)) *Failover {
	f := &Failover{client: c}
	for _, p := range providers {
		f.members = append(f.members, member{p, gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Name: p.Name, Timeout: 30 * time.Second, OnStateChange: moved,
			IsExcluded: func(err error) bool { return errors.Is(err, errRefused) },
		})})
	}
	return f
}

// Ask returns the first answer.
func (f *Failover) Ask(ctx context.Context, prompt string) (answer string, err error) {
	for _, m := range f.members {
		answer, err = m.breaker.Execute(func() (string, error) { return f.ask(ctx, m.Provider, prompt) })
		if err == nil || errors.Is(err, errRefused) || ctx.Err() != nil {
			return answer, err
		}
	}
	return "", err
}

func (f *Failover) ask(ctx context.Context, p simtest.Provider, prompt string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	body, err := json.Marshal(map[string]any{"model": p.Model, "messages": []map[string]string{{"role": "user", "content": prompt}}})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.BaseURL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+p.Key)
	res, err := f.client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusBadRequest:
		return "", errRefused
	case res.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s answers %s", p.Name, res.Status)
	}
	var out struct {
		Choices []struct{ Message struct{ Content string } }
	}
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || len(out.Choices) == 0 {
		return "", fmt.Errorf("%s answers strangely: %w", p.Name, err)
	}
	return out.Choices[0].Message.Content, nil
}

// ours makes the chain in a bubble.
func ours(env *simtest.Env) simtest.Chain {
	f := NewFailover(env.Client, env.Providers, func(provider string, from, to gobreaker.State) {
		env.Breaker(provider, from.String(), to.String())
	})
	return func(ctx context.Context, q simtest.Question) (string, error) { return f.Ask(ctx, q.Prompt) }
}

// A whole test: the chain under a library scenario, beside two of the presets.
func Example() {
	var t *testing.T // func TestStorm(t *testing.T) {

	r := simtest.Config{Seeds: 5, Presets: []string{"naive", "five-provider"}}.Run(t, "./testdata/outage.yaml",
		map[string]simtest.New{"ours": ours})
	if p99 := r["ours"].LatencyP99(); p99 >= 5*time.Second {
		t.Errorf("p99 is %v", p99)
	}
	if n := r["ours"].SpuriousTrips(); n > 0 {
		t.Errorf("%.1f breakers a run opened on providers that were well", n)
	}
	if r["ours"].WastedCalls() > r["naive"].WastedCalls()/10 {
		t.Error("remembering nothing would waste as little")
	}
}

// TestExample runs what the example shows.
func TestExample(t *testing.T) {
	r, said, err := simtest.Config{Seeds: 2, Set: []string{"duration=5m", "timeline[0].for=2m"}, Presets: []string{"naive", "five-provider"}}.Try(t,
		"./testdata/outage.yaml", map[string]simtest.New{"ours": ours})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(said, "ERROR") || r["ours"].LatencyP99() >= 5*time.Second || r["ours"].SpuriousTrips() > 0 || r["ours"].Trips() != 1 ||
		r["ours"].WastedCalls() > r["naive"].WastedCalls()/4 {
		t.Error(said)
	}
}
