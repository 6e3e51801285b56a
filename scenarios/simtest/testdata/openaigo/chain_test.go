package openaigo

import (
	"context"
	"flag"
	"net/http"
	"testing"

	"github.com/sony/gobreaker/v2"

	"wavetank/scenarios/simtest"
)

var seeds = flag.Int("seeds", 20, "replications of each chain")

// make makes the chain in a bubble, with breakers that tell of their moves.
func ours(settings func(string) gobreaker.Settings) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		var providers []Provider
		for _, p := range env.Providers {
			providers = append(providers, Provider{p.Name, p.BaseURL, p.Model, p.Key})
		}
		return asker(New(env.Client, providers, func(provider string) gobreaker.Settings {
			s := settings(provider)
			s.OnStateChange = func(name string, from, to gobreaker.State) { env.Breaker(name, from.String(), to.String()) }
			return s
		}))
	}
}

func asker(c *Chain) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (string, error) {
		var schema any
		if q.Schema != nil {
			schema = q.Schema
		}
		return c.Ask(ctx, q.Prompt, schema)
	}
}

// TestOutage: a twenty-minute outage, and one question in twenty that every
// provider refuses.
func TestOutage(t *testing.T) {
	r := simtest.Config{Seeds: *seeds}.Run(t, "../outage.yaml", map[string]simtest.New{
		"counts-everything": ours(CountsEverything),
		"counts-outages":    ours(CountsOutages),
	})
	if n := r["counts-outages"].SpuriousTrips(); n > 0 {
		t.Errorf("counts-outages: %.3g false trips a run", n)
	}
	if n := r["counts-everything"].SpuriousTrips(); n > 0 {
		t.Errorf("counts-everything: %.3g false trips a run", n)
	}
}

// shared are breakers that are made once, as a package's variables are.
var shared = map[string]*gobreaker.CircuitBreaker[string]{}

// TestOutside: breakers made outside the constructor keep the clock of the
// bubble that met them first.
func TestOutside(t *testing.T) {
	simtest.Config{Seeds: *seeds}.Run(t, "../outage.yaml", map[string]simtest.New{
		"outside": func(env *simtest.Env) simtest.Chain {
			var providers []Provider
			for _, p := range env.Providers {
				providers = append(providers, Provider{p.Name, p.BaseURL, p.Model, p.Key})
			}
			c := New(env.Client, providers, CountsOutages)
			for i := range c.members {
				m := &c.members[i]
				if shared[providers[i].Name] == nil {
					shared[providers[i].Name] = m.breaker
				}
				m.breaker = shared[providers[i].Name]
			}
			return asker(c)
		},
	})
}

var _ http.RoundTripper // what simtest hands to the SDK by way of a client
