package strategy

import (
	"fmt"
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
	over := &yamldoc.Node{Kind: yamldoc.Map}
	var ps yamldoc.Problems
	var providers []string
	if v, ok := look(envChain); ok {
		names, bad := words(envChain, v)
		providers, ps = names, append(ps, bad...)
		put(over, "order", envMap(envChain, "kind", envText(envChain, "listed"), "providers", envList(envChain, names)))
	}
	if v, ok := look(envModel); ok {
		models, bad := words(envModel, v)
		if ps = append(ps, bad...); bad == nil && len(models) == 1 {
			for range providers[min(1, len(providers)):] {
				models = append(models, models[0])
			}
		}
		if bad == nil && len(providers) > 0 && len(models) != len(providers) {
			ps = append(ps, envProblem(envModel, fmt.Sprintf("%d models for %d providers: give one, or one for each", len(models), len(providers))))
		}
		l.Models = models
	}
	if v, ok := look(envCooldown); ok {
		secs, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil || secs < 1 || secs > longestCooldown {
			ps = append(ps, envProblem(envCooldown, fmt.Sprintf("expected whole seconds from 1 to %d, got %q", longestCooldown, v)))
		}
		open := envMap(envCooldown, "base", envText(envCooldown, strconv.Itoa(secs)+"s"))
		put(over, "breaker", envMap(envCooldown, "open", open))
	}
	if ps != nil {
		return tree, ps
	}
	return yamldoc.Merge(tree, over), nil
}

// words splits a list at its commas.
func words(variable, value string) (out []string, ps yamldoc.Problems) {
	for _, w := range strings.Split(value, ",") {
		if w = strings.TrimSpace(w); w == "" {
			return nil, yamldoc.Problems{envProblem(variable, fmt.Sprintf("expected names separated by commas, got %q", value))}
		}
		out = append(out, w)
	}
	return out, nil
}

func envProblem(variable, text string) yamldoc.Problem {
	return yamldoc.Problem{Pos: yamldoc.Pos{Origin: variable}, Text: text}
}

func envText(variable, text string) *yamldoc.Node {
	return &yamldoc.Node{Kind: yamldoc.Scalar, Pos: yamldoc.Pos{Origin: variable}, Text: text}
}

func envList(variable string, items []string) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.List, Pos: yamldoc.Pos{Origin: variable}}
	for _, item := range items {
		w := envText(variable, item)
		w.Quoted = true
		n.Items = append(n.Items, w)
	}
	return n
}

// envMap makes a map of keys and values that take turns.
func envMap(variable string, keysAndValues ...any) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.Map, Pos: yamldoc.Pos{Origin: variable}}
	for i := 0; i < len(keysAndValues); i += 2 {
		put(n, keysAndValues[i].(string), keysAndValues[i+1].(*yamldoc.Node))
	}
	return n
}

func put(n *yamldoc.Node, key string, value *yamldoc.Node) {
	n.Entries = append(n.Entries, yamldoc.Entry{Key: key, Pos: value.Pos, Value: value})
}
