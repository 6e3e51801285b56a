package scenarios

import (
	"fmt"
	"strings"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// The variables of ai-memory.
const (
	envChain    = "AI_MEMORY_LLM_PROVIDER_CHAIN"
	envModel    = "AI_MEMORY_LLM_MODEL"
	envCooldown = "AI_MEMORY_LLM_COOLDOWN_SECS"
)

// importAIMemory imports the variables that ai-memory reads. The chain file holds
// what they say, so that it plays alike wherever it is played.
func importAIMemory(im *importing) error {
	im.root = &yamldoc.Node{Kind: yamldoc.Null, Pos: yamldoc.Pos{Origin: "environment"}}
	im.File = "environment"
	look := im.Env
	if look == nil {
		look = func(string) (string, bool) { return "", false }
	}
	text, ok := look(envChain)
	if !ok || strings.TrimSpace(text) == "" {
		return fmt.Errorf("%s is not set: it names the providers, in order, separated by commas", envChain)
	}
	loaded, ps := strategy.Load("ai-memory", fromEnv(), strategy.Options{Env: look})
	if ps != nil {
		return scrubbed(ps)
	}
	return im.memoryChain(text, loaded, look)
}

// fromEnv is the preset, told to look at the environment.
func fromEnv() *yamldoc.Node {
	n := strategy.From("ai-memory")
	n.Entries = append(n.Entries, yamldoc.Entry{Key: "from_env", Value: leaf(true)})
	return n
}

// scrubbed takes out of problems what looks like a key.
func scrubbed(ps yamldoc.Problems) yamldoc.Problems {
	out := make(yamldoc.Problems, len(ps))
	for i, p := range ps {
		p.Text, p.Hint = scrub(p.Text), scrub(p.Hint)
		out[i] = p
	}
	return out
}

// memoryChain writes providers and the strategy.
func (im *importing) memoryChain(text string, loaded *strategy.Loaded, look func(string) (string, bool)) error {
	d := &im.chain
	d.about, d.strategy = "The chain of ai-memory, of the environment.", "ai-memory"
	names := strings.Split(text, ",")
	if len(names) > maxProviders {
		return fmt.Errorf("%s: %d providers are too many: at most %d", envChain, len(names), maxProviders)
	}
	at := yamldoc.Pos{Origin: envChain}
	for i, name := range names {
		model := ""
		if loaded.Models != nil {
			model = loaded.Models[i]
		}
		m := d.add(name, member{at: at, aliases: []string{strings.TrimSpace(name), model}, vendor: vendorOf(name, model), model: model})
		im.note(NoteTook, at, "provider %d -> providers.%s", i+1, m.name)
		if model != "" {
			im.note(NoteTook, yamldoc.Pos{Origin: envModel}, "model %s of %s", model, m.name)
		}
	}
	if loaded.Models == nil {
		im.note(NoteAssumed, yamldoc.Pos{Origin: envModel}, "it is not set: prices and windows are those of nobody's model")
	}
	d.slot("preset", leaf("ai-memory"), "one transient error benches a provider; others stop the chain")
	d.slot("order", kind("listed", "providers", d.names()), "%s", envChain)
	im.memoryCooldown(loaded, look)
	im.assumed(yamldoc.Pos{}, "the ai-memory article gives no number", "an attempt times out after 30s")
	im.assumed(yamldoc.Pos{}, "the article does not say", "a 429 counts as transient: it benches the provider and the next one is asked")
	im.note(NoteLeft, yamldoc.Pos{}, "all but three variables: keys, addresses, and whatever else configures the providers")
	if len(names) == 1 {
		im.warn(at, "a chain of one: while it is benched, every call fails")
	}
	im.warn(yamldoc.Pos{}, "one stray timeout benches a provider for the whole cooldown, and everybody comes back at its end")
	return nil
}

// memoryCooldown writes how long a provider is benched.
func (im *importing) memoryCooldown(loaded *strategy.Loaded, look func(string) (string, bool)) {
	at := yamldoc.Pos{Origin: envCooldown}
	base := textOf(loaded.Tree.Find("breaker.open.base"))
	if _, set := look(envCooldown); set {
		im.note(NoteTook, at, "%s -> breaker.open.base", base)
	} else {
		im.assumed(at, "the ai-memory article", "%s, as it is not set", base)
	}
	length := loaded.Tree.Find("breaker.open.base")
	im.chain.slot("breaker", tree("open", tree("base", &yamldoc.Node{Kind: yamldoc.Scalar, Text: length.Text})), "%s", envCooldown)
}
