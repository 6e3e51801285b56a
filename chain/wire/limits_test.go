package wire

import (
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// TestLimitsTold: a wait of 5.289 s stands in each provider's own form, and what
// the limits are in every answer of those that always tell.
func TestLimitsTold(t *testing.T) {
	wait := chain.Outcome{Class: chain.RateLimit, Status: 429, Hint: 5289 * time.Millisecond}
	for _, row := range []struct {
		kind  string
		o     chain.Outcome
		lines string
	}{
		{"groq", wait, "retry-after: 6\nx-ratelimit-remaining-tokens: 0\nx-ratelimit-reset-tokens: 5.289s\nx-ratelimit-remaining-requests: 14399"},
		{"groq", chain.Outcome{Status: 200}, "retry-after:\nx-ratelimit-limit-tokens: 15000\nx-ratelimit-reset-tokens: 1s\nx-ratelimit-limit-requests: 14400"},
		{"groq", chain.Outcome{Class: chain.Server, Status: 500}, "retry-after:\nx-ratelimit-reset-requests: 1s"},
		{"groq", chain.Outcome{Class: chain.RateLimit, Status: 429}, "retry-after:\nx-ratelimit-reset-tokens:"},
		{"sambanova", wait, "x-ratelimit-remaining-requests: 0\nx-ratelimit-reset-requests: 1796034036\nx-ratelimit-remaining-requests-day: 47999"},
		{"sambanova", chain.Outcome{Status: 200}, "x-ratelimit-limit-requests: 240\nx-ratelimit-limit-requests-day: 48000"},
		{"cerebras", wait, "x-ratelimit-remaining-tokens-minute: 0\nx-ratelimit-reset-tokens-minute: 5.289"},
		{"cerebras", chain.Outcome{Status: 200}, "x-ratelimit-limit-requests-day: 14400\nx-ratelimit-limit-tokens-minute: 60000"},
		{"mistral", wait, "ratelimitbysize-remaining: 0\nratelimitbysize-reset: 6\nx-ratelimitbysize-remaining-minute: 499999"},
		{"mistral", chain.Outcome{Status: 200}, "ratelimitbysize-query-cost: 100\nx-ratelimitbysize-limit-month: 1000000000"},
		{"openrouter", wait, "retry-after: 6\nx-ratelimit-limit: 20\nx-ratelimit-remaining: 0\nx-ratelimit-reset: 1796034035289"},
		{"openrouter", chain.Outcome{Status: 200}, "x-ratelimit-limit:\nx-ratelimit-remaining:"},
	} {
		e, err := Dialects.Lookup(row.kind)
		if err != nil {
			t.Fatal(err)
		}
		r := replyOf(row.o)
		got := e.New().Respond(&r).Header
		for name, want := range headerOf(row.lines) {
			if got.Get(name) != want[0] {
				t.Errorf("%s, %d: %s: %q, want %q", row.kind, row.o.Status, name, got.Get(name), want[0])
			}
		}
	}
}

// TestUsageUnasked: some providers end each stream with usage, asked or not, in
// a chunk of its own or in the last one.
func TestUsageUnasked(t *testing.T) {
	for kind, apart := range map[string]bool{"groq": false, "cerebras": false, "mistral": false, "openrouter": true} {
		e, err := Dialects.Lookup(kind)
		if err != nil {
			t.Fatal(err)
		}
		r := replyOf(chain.Outcome{Status: 200})
		r.Stream, r.WithUsage = true, false
		sent := e.New().Respond(&r)
		if got := e.New().Read(sent, sentAt).Usage; got != r.Usage {
			t.Errorf("%s: usage %+v, want %+v", kind, got, r.Usage)
		}
		last := sent.Body[sent.Events[len(sent.Events)-3]:] // the last chunk and the mark of the end
		if strings.Count(string(sent.Body), "prompt_tokens") != 1 || strings.Contains(string(last), `"choices":[]`) != apart {
			t.Errorf("%s: usage in a chunk of its own should be %v:\n%s", kind, apart, sent.Body)
		}
		if !strings.Contains(string(last), "prompt_tokens") {
			t.Errorf("%s: the last chunk tells no usage:\n%s", kind, last)
		}
	}
}
