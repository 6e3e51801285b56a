package strategy

import (
	"sync"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
)

// Document is a strategy as written, before its presets are merged in.
type Document struct {
	Preset     string   `yaml:"preset,omitempty" doc:"document to start from, another strategy of the same file or else a preset; this one says what differs"`
	Summary    string   `yaml:"summary,omitempty" doc:"what it does, in a line"`
	Source     string   `yaml:"source,omitempty" doc:"where it is described"`
	Version    string   `yaml:"version,omitempty" doc:"date of what it reproduces"`
	Unverified []string `yaml:"unverified,omitempty" doc:"paths of numbers that the source does not give, or that were never checked"`
	FromEnv    bool     `yaml:"from_env,omitempty" doc:"take AI_MEMORY_LLM_PROVIDER_CHAIN, AI_MEMORY_LLM_MODEL and AI_MEMORY_LLM_COOLDOWN_SECS from the environment"`

	// Counterexample marks what must not be shipped, whatever its figures.
	Counterexample bool `yaml:"counterexample,omitempty" doc:"it is there to be shown wrong: drawn apart, and never what to ship"`

	policy.Document `yaml:",inline"`
}

// Register tells types which registry of policies stands behind each slot of a
// document.
func Register(types *yamldoc.Types) {
	plain := yamldoc.Shorthands{}
	yamldoc.Union(types, &policy.Orders, plain)
	yamldoc.Union(types, &policy.Availabilities, plain)
	yamldoc.Union(types, &policy.Admissions, plain)
	yamldoc.Union(types, &policy.Retries, plain)
	yamldoc.Union(types, &policy.Trips, plain)
	yamldoc.Union(types, &policy.Opens, plain)
	yamldoc.Union(types, &policy.HalfOpens, plain)
	yamldoc.Union(types, &policy.Hedges, plain)
	yamldoc.Union(types, &policy.Budgets, plain)
	yamldoc.Union(types, &policy.Validates, plain)
	yamldoc.Union(types, &policy.Exhausteds, plain)
}

// Types are those of a strategy document, for schemas and canonical forms.
var Types = sync.OnceValue(func() *yamldoc.Types {
	types := &yamldoc.Types{}
	Register(types)
	return types
})
