package openaigo

import (
	"context"
	"flag"
	"testing"

	"github.com/sony/gobreaker/v2"

	"wavetank/scenarios/simtest"
)

var seeds = flag.Int("seeds", 20, "replications of each chain")

// ours makes the chain in a bubble, with breakers that tell of their moves.
func ours(settings func(string) gobreaker.Settings) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		return asker(New(env.Client, providers(env), func(provider string) gobreaker.Settings {
			s := settings(provider)
			s.OnStateChange = func(name string, from, to gobreaker.State) { env.Breaker(name, from.String(), to.String()) }
			return s
		}))
	}
}

func providers(env *simtest.Env) (out []Provider) {
	for _, p := range env.Providers {
		out = append(out, Provider{p.Name, p.BaseURL, p.Model, p.Key})
	}
	return out
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

// TestOutside: breakers made outside the constructor keep the clock of the
// bubble that met them first.
func TestOutside(t *testing.T) {
	shared := map[string]*gobreaker.CircuitBreaker[string]{}
	simtest.Config{Seeds: *seeds}.Run(t, "../outage.yaml", map[string]simtest.New{
		"outside": func(env *simtest.Env) simtest.Chain {
			c := New(env.Client, providers(env), CountsOutages)
			for i := range c.members {
				name := env.Providers[i].Name
				if shared[name] == nil {
					shared[name] = c.members[i].breaker
				}
				c.members[i].breaker = shared[name]
			}
			return asker(c)
		},
	})
}
