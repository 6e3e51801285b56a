package simtest_test

import (
	"context"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/client"
	"wavetank/chain/wire"
	"wavetank/scenarios"
	"wavetank/scenarios/simtest"
)

// TestClient: our own client is a Go program as any other. Under scenarios of the
// library, whose providers speak five dialects, it comes to what its strategy
// comes to in the event loop.
func TestClient(t *testing.T) {
	for _, scenario := range []string{"hang-primary", "schema-drift", "rate-limit-20m"} {
		c := simtest.Config{Seeds: 1, Presets: []string{"five-provider"}, Set: []string{"duration=10m", "timeline[0].at=2m", "timeline[0].for=4m"}}
		sc, err := scenarios.Load(scenario, scenarios.Options{Strategies: c.Presets, Engine: "native"})
		if err != nil {
			t.Fatal(err)
		}
		r, said, err := c.Try(t, scenario, map[string]simtest.New{"client": ourClient(t, sc.Strategies[0].Recipe)})
		if err != nil {
			t.Fatal(err)
		}
		same(t, r, "client", "five-provider", scenario)
		if t.Failed() {
			t.Fatal(said)
		}
	}
}

// ourClient is chain/client with a strategy.
func ourClient(t *testing.T, recipe chain.Strategy) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		var providers []client.Provider
		for _, p := range env.Providers {
			providers = append(providers, client.Provider{Name: p.Name, Dialect: p.Dialect,
				Endpoint: wire.Endpoint{BaseURL: p.BaseURL, Key: wire.Hide(p.Key), Model: p.Model}})
		}
		c, err := client.Config{HTTP: env.Client, Seed: env.Seed, Start: time.Now(),
			Observe: func(_ chain.Instant, _ int64, e *chain.Effects) {
				for _, m := range e.Moved {
					env.Breaker(env.Providers[m.Provider].Name, m.From.String(), m.To.String())
				}
			}}.New(recipe, providers...)
		if err != nil {
			t.Error(err)
			return nil
		}
		return func(ctx context.Context, q simtest.Question) (string, error) {
			a, err := c.Complete(ctx, client.Request{Messages: []client.Message{{Role: "user", Content: q.Prompt}}, Schema: q.Schema, MaxTokens: q.MaxTokens})
			return string(a.Text), err
		}
	}
}
