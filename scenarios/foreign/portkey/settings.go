package portkey

import "wavetank/scenarios/foreign"

// Settings are the slots of a strategy that a gateway's config can say.
func Settings() []foreign.Setting {
	return []foreign.Setting{
		{Slot: "order", Keys: []string{"targets"}},
		{Slot: "order.providers", Keys: []string{"targets"}},
		{Slot: "order.weights[].weight", Keys: []string{"weight"}, In: foreign.As},
		{Slot: "retry.max", Keys: []string{"attempts"}, In: foreign.As},
		{Slot: "attempt.total", Keys: []string{"request_timeout"}, In: foreign.Milliseconds},
		{Slot: "breaker.open.base", Keys: []string{"cooldown_interval"}, In: foreign.Milliseconds},
		{Slot: "breaker.trip.failures", Keys: []string{"failure_threshold"}, In: foreign.Fewer(1)},
		{Slot: "breaker.trip.of[].failures", Keys: []string{"failure_threshold"}, In: foreign.Fewer(1)},
		{Slot: "breaker.trip.ratio", Keys: []string{"failure_threshold_percentage"}, In: foreign.Percent},
		{Slot: "breaker.trip.of[].ratio", Keys: []string{"failure_threshold_percentage"}, In: foreign.Percent},
		{Slot: "breaker.trip.min", Keys: []string{"minimum_requests"}, In: foreign.As},
		{Slot: "breaker.trip.of[].min", Keys: []string{"minimum_requests"}, In: foreign.As},
	}
}
