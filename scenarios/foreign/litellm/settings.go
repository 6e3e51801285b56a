package litellm

import (
	"strconv"

	"wavetank/scenarios/foreign"
)

// Settings are the slots of a strategy that a proxy's config can say. Of a list of
// model groups only the key is told: its names are the configuration's.
func Settings() []foreign.Setting {
	out := []foreign.Setting{
		{Slot: "order", Keys: []string{"fallbacks"}},
		{Slot: "order.providers", Keys: []string{"fallbacks"}},
		{Slot: "order.groups[].members[].weight", Keys: []string{"weight"}, In: foreign.As},
		{Slot: "retry.max", Keys: []string{"num_retries"}, In: foreign.As},
		{Slot: "attempt.total", Keys: []string{"timeout", "request_timeout"}, In: foreign.Seconds},
		{Slot: "breaker", Keys: []string{"disable_cooldowns"}, In: gone},
		{Slot: "breaker.open.base", Keys: []string{"cooldown_time"}, In: foreign.Seconds},
		{Slot: "breaker.open.else.base", Keys: []string{"cooldown_time"}, In: foreign.Seconds},
		{Slot: "breaker.trip.failures", Keys: allowedKeys(), In: allowed},
		{Slot: "classify.special_chain.context_length", Keys: []string{"context_window_fallbacks"}},
		{Slot: "classify.special_chain.content_policy", Keys: []string{"content_policy_fallbacks"}},
		{Slot: "inside.retry.max", Keys: []string{"max_retries"}, In: foreign.As},
	}
	for _, k := range retryKeys {
		if len(k.classes) == 1 { // else no class of it has a number of its own
			out = append(out, foreign.Setting{Slot: "retry.per_class." + k.classes[0].String(), Keys: []string{k.key}, In: foreign.As},
				foreign.Setting{Slot: "classify.rules." + k.classes[0].String() + ".retry", Keys: []string{k.key}, In: never})
		}
	}
	return out
}

// gone turns cooldowns off where a strategy has no breaker; what one is has no
// single word.
func gone(breaker string) (string, bool) { return "true", breaker == "null" }

// never is no retries for what is not retried.
func never(retried string) (string, bool) { return "0", retried == "false" }

// allowed is how many failures may come before the one that cools. The router takes
// its own default for nothing said.
func allowed(failures string) (string, bool) {
	text, ok := foreign.Fewer(1)(failures)
	return text, ok && text != strconv.Itoa(allowedDefault)
}

// allowedKeys are where allowed failures may stand.
func allowedKeys() []string {
	out := []string{"allowed_fails"}
	for _, k := range failKeys {
		out = append(out, k.key)
	}
	return out
}
