package foreign

import (
	"regexp"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
)

// Vendor is what is assumed of a provider whose figures nobody gave: medians and
// sigmas of the time to the first token, and speeds, as calibration has them.
// Many are second hand or assumed there; all are marked assumed in a chain file.
type Vendor struct {
	Name    string
	words   *regexp.Regexp // in a model, an address or a provider's name
	dialect string         // "" where no dialect is its own
	median  time.Duration  // of the first token
	p99     time.Duration
	speed   float64 // tokens a second
	Window  int     // tokens of the context window; 0 unknown
	known   bool    // the figures are this vendor's, not the fallback's
}

// vendors are looked up in this order: a cloud that hosts another's model comes
// before it.
var vendors = []*Vendor{
	{"azure", regexp.MustCompile(`^azure\b|\.azure\.|azure[-_]openai|azure[-_]ai`), "azure-openai", 400 * time.Millisecond, 1014 * time.Millisecond, 140, 128000, true},
	{"sambanova", regexp.MustCompile(`sambanova`), "sambanova", 290 * time.Millisecond, 583 * time.Millisecond, 300, 131072, true},
	{"groq", regexp.MustCompile(`\bgroq\b|groq`), "groq", 165 * time.Millisecond, 276 * time.Millisecond, 300, 131072, true},
	{"cerebras", regexp.MustCompile(`cerebras`), "cerebras", 200 * time.Millisecond, 402 * time.Millisecond, 1700, 131072, true},
	{"gemini", regexp.MustCompile(`gemini|vertex|generativelanguage|google`), "gemini", 300 * time.Millisecond, 677 * time.Millisecond, 200, 1048576, true},
	{"anthropic", regexp.MustCompile(`anthropic|claude`), "anthropic", 400 * time.Millisecond, 1014 * time.Millisecond, 160, 200000, true},
	{"mistral", regexp.MustCompile(`mistral`), "mistral", 280 * time.Millisecond, 710 * time.Millisecond, 85, 0, true},
	{"openrouter", regexp.MustCompile(`openrouter`), "openrouter", 400 * time.Millisecond, 1014 * time.Millisecond, 100, 0, false},
	{"openai", regexp.MustCompile(`openai\.com|^openai\b|\bopenai$|^(gpt|o[1-9])\b|\bgpt-|^@?openai`), "openai", 400 * time.Millisecond, 1014 * time.Millisecond, 140, 128000, true},
	{"vllm", regexp.MustCompile(`vllm|ollama|llamacpp|localhost`), "vllm", 400 * time.Millisecond, 1014 * time.Millisecond, 100, 0, false},
}

// Stranger is a provider that calibration has no figures for.
var Stranger = &Vendor{Name: "unknown", median: 400 * time.Millisecond, p99: 1014 * time.Millisecond, speed: 100}

// VendorOf finds whose a model is by texts about it, the most telling first.
func VendorOf(texts ...string) *Vendor {
	for _, t := range texts {
		t = strings.ToLower(t)
		for _, v := range vendors {
			if t != "" && v.words.MatchString(t) {
				return v
			}
		}
	}
	return Stranger
}

// PriceOf is what a model costs per million tokens (calibration, section 7), by
// the longest name in the list that is part of its own.
func PriceOf(vendor, model string) (in, out float64, ok bool) {
	model = strings.ToLower(model)
	best := 0
	for _, p := range modelPrices {
		if len(p.model) > best && strings.Contains(model, p.model) && (p.vendor == "" || p.vendor == vendor) {
			in, out, ok, best = p.in, p.out, true, len(p.model)
		}
	}
	return in, out, ok
}

var modelPrices = []struct {
	vendor, model string
	in, out       float64
}{
	{"groq", "llama-3.3-70b", .59, .79}, {"groq", "llama-3.1-8b", .05, .08}, {"groq", "gpt-oss-120b", .15, .60},
	{"cerebras", "gpt-oss-120b", .35, .75}, {"cerebras", "llama-3.3-70b", .85, 1.20}, {"cerebras", "llama3.1-8b", .10, .10},
	{"gemini", "gemini-2.5-flash", .30, 2.50}, {"gemini", "gemini-2.5-flash-lite", .10, .40}, {"gemini", "gemini-2.5-pro", 1.25, 10}, {"gemini", "gemini-3.5-flash", 1.50, 9},
	{"", "gpt-4o", 2.5, 10}, {"", "gpt-4o-mini", .15, .60}, {"", "gpt-4.1", 2, 8}, {"", "gpt-4.1-mini", .4, 1.6}, {"", "gpt-5", 1.25, 10}, {"", "gpt-5-mini", .25, 2}, {"", "gpt-5.4", 2.5, 15},
	{"", "claude-haiku-4-5", 1, 5}, {"", "claude-sonnet-4", 3, 15}, {"", "claude-opus-4-5", 5, 25}, {"", "claude-opus-4-1", 15, 75}, {"", "claude-sonnet-5", 2, 10},
	{"mistral", "mistral-large-2512", .5, 1.5}, {"mistral", "mistral-small", .1, .3}, {"mistral", "mistral-medium", .4, 2},
	{"sambanova", "llama-3.3-70b", .60, 1.20},
}

// lines are what a chain file says of a member.
func (m *Member) lines() (out []line) {
	say := func(key string, v any, comment string) { out = append(out, line{key, Leaf(v), comment}) }
	if m.Vendor.dialect != "" {
		say("dialect", m.Vendor.dialect, "")
	}
	switch {
	case m.measured != nil:
		say("latency", m.measured, "measured")
	case m.Vendor.known:
		say("latency", m.Vendor.latency(), "assumed of "+m.Vendor.Name)
	default:
		say("latency", m.Vendor.latency(), "assumed: nothing is known of it")
	}
	say("errors", Tree("share", "0.2%", "status", 500), "assumed")
	in, cost, known := PriceOf(m.Vendor.Name, m.Model)
	switch {
	case m.Priced:
		say("price", Tree("in", m.Price[0], "out", m.Price[1]), "")
	case known:
		say("price", Tree("in", in, "out", cost), "assumed: the list price")
	}
	if len(m.Limits) > 0 {
		say("limits", Tree(m.Limits...), "")
	}
	switch {
	case m.Window > 0:
		say("context_window", m.Window, "")
	case m.Vendor.Window > 0:
		say("context_window", m.Vendor.Window, "assumed of "+m.Vendor.Name)
	}
	return out
}

// latency is a stream: time to the first token, then so many a second.
func (v *Vendor) latency() *yamldoc.Node {
	return Tree("ttft", Kind("lognormal", "median", v.median, "p99", v.p99), "tokens_per_second", v.speed)
}

// assume tells what a member's figures are where nobody gave them.
func (im *Importing) assume(m *Member) {
	source := "calibration, the vendor's figures, partly second hand"
	if !m.Vendor.known {
		source = "no figures of it are known"
	}
	if m.measured == nil {
		im.Assumed(m.At, source, "%s: first token %s (p99 %s), then %s tokens a second; --latency FILE takes measured ones", m.Name, m.Vendor.median, m.Vendor.p99, Shortest(m.Vendor.speed))
	}
	if _, _, known := PriceOf(m.Vendor.Name, m.Model); !m.Priced && known {
		im.Assumed(m.At, "calibration, list prices", "%s: its price", m.Name)
	} else if !m.Priced {
		im.Note(NoteAssumed, m.At, "%s: no price is known, so its answers cost nothing", m.Name)
	}
	if m.Window == 0 && m.Vendor.Window == 0 {
		im.Note(NoteAssumed, m.At, "%s: no context window is known, so every prompt fits", m.Name)
	}
}
