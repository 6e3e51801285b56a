package aimemory

import (
	"fmt"
	"strings"

	"wavetank/chain/printable"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
)

// The variables of ai-memory.
const (
	EnvChain    = "AI_MEMORY_LLM_PROVIDER_CHAIN"
	EnvModel    = "AI_MEMORY_LLM_MODEL"
	EnvCooldown = "AI_MEMORY_LLM_COOLDOWN_SECS"
)

// Import imports the variables that ai-memory reads. The chain file holds
// what they say, so that it plays alike wherever it is played.
func Import(im *foreign.Importing) error {
	im.Root = &yamldoc.Node{Kind: yamldoc.Null, Pos: yamldoc.Pos{Origin: "environment"}}
	im.File = "environment"
	look := im.Env
	if look == nil {
		look = func(string) (string, bool) { return "", false }
	}
	text, ok := look(EnvChain)
	if !ok || strings.TrimSpace(text) == "" {
		return fmt.Errorf("%s is not set: it names the providers, in order, separated by commas", EnvChain)
	}
	loaded, ps := strategy.Load("ai-memory", fromEnv(), strategy.Options{Env: look})
	if ps != nil {
		return scrubbed(ps)
	}
	return memoryChain(im, text, loaded, look)
}

// fromEnv is the preset, told to look at the environment.
func fromEnv() *yamldoc.Node {
	n := strategy.From("ai-memory")
	n.Entries = append(n.Entries, yamldoc.Entry{Key: "from_env", Value: foreign.Leaf(true)})
	return n
}

// scrubbed takes out of problems what looks like a key.
func scrubbed(ps yamldoc.Problems) yamldoc.Problems {
	out := make(yamldoc.Problems, len(ps))
	for i, p := range ps {
		p.Text, p.Hint = printable.Scrub(p.Text), printable.Scrub(p.Hint)
		out[i] = p
	}
	return out
}

// memoryChain writes providers and the strategy.
func memoryChain(im *foreign.Importing, text string, loaded *strategy.Loaded, look func(string) (string, bool)) error {
	d := &im.Chain
	d.About, d.Strategy = "The chain of ai-memory, of the environment.", "ai-memory"
	names := strings.Split(text, ",")
	if len(names) > scenarios.MaxProviders {
		return fmt.Errorf("%s: %d providers are too many: at most %d", EnvChain, len(names), scenarios.MaxProviders)
	}
	at := yamldoc.Pos{Origin: EnvChain}
	for i, name := range names {
		model := ""
		if loaded.Models != nil {
			model = loaded.Models[i]
		}
		m := d.Add(name, foreign.Member{At: at, Aliases: []string{strings.TrimSpace(name), model}, Vendor: foreign.VendorOf(name, model), Model: model})
		im.Note(foreign.NoteTook, at, "provider %d -> providers.%s", i+1, m.Name)
		if model != "" {
			im.Note(foreign.NoteTook, yamldoc.Pos{Origin: EnvModel}, "model %s of %s", model, m.Name)
		}
	}
	if loaded.Models == nil {
		im.Note(foreign.NoteAssumed, yamldoc.Pos{Origin: EnvModel}, "it is not set: prices and windows are those of nobody's model")
	}
	d.Slot("preset", foreign.Leaf("ai-memory"), "one transient error benches a provider; others stop the chain")
	d.Slot("order", foreign.Kind("listed", "providers", d.Names()), "%s", EnvChain)
	memoryCooldown(im, loaded, look)
	im.Assumed(yamldoc.Pos{}, "the ai-memory article gives no number", "an attempt times out after 30s")
	im.Assumed(yamldoc.Pos{}, "the article does not say", "a 429 counts as transient: it benches the provider and the next one is asked")
	im.Note(foreign.NoteLeft, yamldoc.Pos{}, "all but three variables: keys, addresses, and whatever else configures the providers")
	if len(names) == 1 {
		im.Warn(at, "a chain of one: while it is benched, every call fails")
	}
	im.Warn(yamldoc.Pos{}, "one stray timeout benches a provider for the whole cooldown, and everybody comes back at its end")
	return nil
}

// memoryCooldown writes how long a provider is benched.
func memoryCooldown(im *foreign.Importing, loaded *strategy.Loaded, look func(string) (string, bool)) {
	at := yamldoc.Pos{Origin: EnvCooldown}
	base := foreign.TextOf(loaded.Tree.Find("breaker.open.base"))
	if _, set := look(EnvCooldown); set {
		im.Note(foreign.NoteTook, at, "%s -> breaker.open.base", base)
	} else {
		im.Assumed(at, "the ai-memory article", "%s, as it is not set", base)
	}
	length := loaded.Tree.Find("breaker.open.base")
	im.Chain.Slot("breaker", foreign.Tree("open", foreign.Tree("base", &yamldoc.Node{Kind: yamldoc.Scalar, Text: length.Text})), "%s", EnvCooldown)
}
