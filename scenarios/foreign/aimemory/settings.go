package aimemory

import "wavetank/scenarios/foreign"

// Settings are the slots of a strategy that variables can say.
func Settings() []foreign.Setting {
	return []foreign.Setting{
		{Slot: "order.providers", Keys: []string{EnvChain}},
		{Slot: "breaker.open.base", Keys: []string{EnvCooldown}, In: foreign.Seconds},
	}
}
