package envoy

import "wavetank/scenarios/foreign"

// Settings are the slots of a strategy that a cluster and its route can say.
func Settings() []foreign.Setting {
	return []foreign.Setting{
		{Slot: "order.weights[].weight", Keys: []string{"load_balancing_weight"}, In: foreign.As},
		{Slot: "order.groups[].members[].weight", Keys: []string{"load_balancing_weight"}, In: foreign.As},
		{Slot: "attempt.total", Keys: []string{"per_try_timeout"}, In: foreign.Spelled},
		{Slot: "attempt.connect", Keys: []string{"connect_timeout"}, In: foreign.Spelled},
		{Slot: "attempt.idle_gap", Keys: []string{"per_try_idle_timeout"}, In: foreign.Spelled},
		{Slot: "deadline.total", Keys: []string{"timeout"}, In: foreign.Spelled},
		{Slot: "deadline.attempts", Keys: []string{"num_retries"}, In: foreign.Fewer(1)},
		{Slot: "breaker.trip.failures", Keys: []string{"consecutive_5xx"}, In: foreign.As},
		{Slot: "breaker.open.base", Keys: []string{"base_ejection_time"}, In: foreign.Spelled},
		{Slot: "breaker.open.max", Keys: []string{"max_ejection_time"}, In: foreign.Spelled},
		{Slot: "breaker.half_open.sweep", Keys: []string{"interval"}, In: foreign.Spelled},
		{Slot: "breaker.max_open", Keys: []string{"max_ejection_percent"}, In: foreign.Percent},
		{Slot: "availability.panic", Keys: []string{"healthy_panic_threshold"}, In: foreign.Percent},
		{Slot: "admission.initial", Keys: []string{"max_requests"}, In: foreign.As},
		{Slot: "budget.ratio", Keys: []string{"budget_percent"}, In: foreign.Percent},
		{Slot: "budget.min_concurrency", Keys: []string{"max_retries", "min_retry_concurrency"}, In: foreign.As},
	}
}
