package strategy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// The variables that ai-memory reads.
const (
	envChain    = "AI_MEMORY_LLM_PROVIDER_CHAIN" // names in order, separated by commas
	envModel    = "AI_MEMORY_LLM_MODEL"          // one model per provider, or one for all
	envCooldown = "AI_MEMORY_LLM_COOLDOWN_SECS"  // whole seconds
)

// longestCooldown is a week: more is a slip of the pen.
const longestCooldown = 7 * 24 * 3600

// environment lays ai-memory's variables over a document. Problems name the
// variable, now or when the document is decoded.
func (l *Loaded) environment(tree *yamldoc.Node, look func(string) (string, bool)) (*yamldoc.Node, yamldoc.Problems) {
	var ps yamldoc.Problems
	var providers []string
	if v, ok := look(envChain); ok {
		names, bad := words(envChain, v)
		providers, ps = names, append(ps, bad...)
		tree = yamldoc.Merge(tree, tell(envChain, "order", listed(names)))
	}
	if v, ok := look(envModel); ok {
		models, bad := modelsFor(providers, v)
		l.Models, ps = models, append(ps, bad...)
	}
	if v, ok := look(envCooldown); ok {
		base, bad := cooldown(tree, v)
		ps = append(ps, bad...)
		tree = yamldoc.Merge(tree, tell(envCooldown, "breaker", tell(envCooldown, "open", tell(envCooldown, "base", base))))
	}
	return tree, ps
}

// modelsFor reads the models, one for each provider.
func modelsFor(providers []string, v string) (models []string, ps yamldoc.Problems) {
	if models, ps = words(envModel, v); ps != nil {
		return nil, ps
	}
	if len(models) == 1 && len(providers) > 1 {
		models = slices.Repeat(models, len(providers))
	}
	if len(providers) > 0 && len(models) != len(providers) {
		return nil, envProblem(envModel, fmt.Sprintf("%d models for %d providers: give one, or one for each", len(models), len(providers)))
	}
	return models, nil
}

// cooldown reads how long the breaker of a document stays open.
func cooldown(tree *yamldoc.Node, v string) (*yamldoc.Node, yamldoc.Problems) {
	if tree.Find("breaker.open") == nil {
		return nil, envProblem(envCooldown, "there is no breaker that could be open for so long")
	}
	secs, err := strconv.Atoi(strings.TrimSpace(v))
	if err != nil || secs < 1 || secs > longestCooldown {
		return nil, envProblem(envCooldown, fmt.Sprintf("expected whole seconds from 1 to %d, got %q", longestCooldown, v))
	}
	return text(envCooldown, strconv.Itoa(secs)+"s"), nil
}

// words splits a list at its commas.
func words(variable, value string) (out []string, ps yamldoc.Problems) {
	for _, w := range strings.Split(value, ",") {
		if w = strings.TrimSpace(w); w == "" {
			return nil, envProblem(variable, fmt.Sprintf("expected names separated by commas, got %q", value))
		}
		out = append(out, w)
	}
	return out, nil
}

func envProblem(variable, text string) yamldoc.Problems {
	return problem(yamldoc.Pos{Origin: variable}, "", text)
}

// listed is the order that names providers.
func listed(names []string) *yamldoc.Node {
	providers := &yamldoc.Node{Kind: yamldoc.List, Pos: yamldoc.Pos{Origin: envChain}}
	for _, name := range names {
		word := text(envChain, name)
		word.Quoted = true
		providers.Items = append(providers.Items, word)
	}
	order := tell(envChain, "kind", text(envChain, "listed"))
	order.Entries = append(order.Entries, tell(envChain, "providers", providers).Entries...)
	return order
}

// text is a value that an origin gives.
func text(origin, s string) *yamldoc.Node {
	return &yamldoc.Node{Kind: yamldoc.Scalar, Pos: yamldoc.Pos{Origin: origin}, Text: s}
}

// tell is a map of one key that an origin gives.
func tell(origin, key string, value *yamldoc.Node) *yamldoc.Node {
	at := yamldoc.Pos{Origin: origin}
	return &yamldoc.Node{Kind: yamldoc.Map, Pos: at, Entries: []yamldoc.Entry{{Key: key, Pos: at, Value: value}}}
}
