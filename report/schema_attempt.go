package report

import "wavetank/chain"

// attemptSchema describes a line of attempts.
func attemptSchema() object {
	kinds := []string{}
	for k := range chain.NumKinds {
		kinds = append(kinds, k.String())
	}
	classes := append([]any{nil}, anyOf(chain.ClassNames())...)
	labels := []string{}
	for l := range numLabels {
		labels = append(labels, l.String())
	}
	root := record("One attempt, written when its request ended. Times are seconds since the run began; the warm-up lies before zero.",
		key{"scenario", typed("string", "its name"), false},
		key{"strategy", typed("string", "its name in the run"), false},
		key{"seed", tallyOf("of the run"), false},
		key{"request", tallyOf("counts from 0 in order of arrival, the warm-up included"), false},
		key{"kind", word("what is wrong with the request, if anything", kinds...), false},
		key{"arrived", typed("number", "when the application asked"), false},
		key{"warmup", typed("boolean", "the request arrived outside [0, duration), so no figure counts it"), false},
		key{"ended", word("how the request ended", endNames()...), false},
		key{"attempt", tallyOf("within the request, from 0"), false},
		key{"provider", typed("string", "whom it was sent to"), false},
		key{"ordinal", tallyOf("within the request and provider, from 0"), false},
		key{"reason", word("why it was sent", reasonNames()...), false},
		key{"probe", typed("boolean", "a half-open breaker's test"), false},
		key{"sent", typed("number", "when it was sent"), false},
		key{"end", typed("number", "when the chain stopped waiting for it"), false},
		key{"answered", typed("boolean", "the answer or error reached the chain; false where the chain timed it out or cancelled it"), false},
		key{"cancelled", typed("boolean", "it was in flight when the request ended"), false},
		key{"class", line{{"enum", classes}, {"description", "what the strategy took the outcome for; null where it was cancelled"}}, false},
		key{"status", tallyOf("HTTP status of what reached the chain; 0: none"), false},
		key{"hint", typed("number", "Retry-After in seconds; 0: none"), false},
		key{"evidence", word("what the breaker was told of it", "none", "good", "bad", "trip"), false},
		key{"counted", typed("boolean", "the breaker took the evidence"), false},
		key{"label", word("what it was good for, by the truth; useful or a kind of waste", labels...), false},
		key{"usable", typed("boolean", "its answer, had anyone waited, is a success that fits the schema"), false},
		key{"billed", typed("number", "dollars, whether or not anyone waited"), false},
		key{"bad", share("how ill the provider was when it was sent: the chance that an attempt gives no usable answer"), false},
		key{"fault", orNull("string", "kind of the timeline's entry that made the reply; null: none did"), false},
		key{"fault_entry", orNull("integer", "its place in the timeline, from 0"), false},
	)
	return append(object{{"title", "An attempt, as wavetank run -o attempts writes it"}}, root...)
}

func anyOf(words []string) (out []any) {
	for _, w := range words {
		out = append(out, w)
	}
	return out
}

func endNames() (out []string) {
	for r := chain.Delivered; r <= chain.GaveUp; r++ {
		out = append(out, r.String())
	}
	return out
}

func reasonNames() (out []string) {
	for r := chain.First; r <= chain.ForHedge; r++ {
		out = append(out, r.String())
	}
	return out
}
