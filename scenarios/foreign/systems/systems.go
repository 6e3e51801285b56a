package systems

import (
	"fmt"
	"slices"

	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/aimemory"
	"wavetank/scenarios/foreign/envoy"
	"wavetank/scenarios/foreign/litellm"
	"wavetank/scenarios/foreign/portkey"
)

// Systems are what there is, sorted by name.
func Systems() []foreign.System {
	return []foreign.System{
		{Name: "ai-memory", Summary: "the variables AI_MEMORY_LLM_PROVIDER_CHAIN, AI_MEMORY_LLM_MODEL and AI_MEMORY_LLM_COOLDOWN_SECS", Read: aimemory.Import, Settings: aimemory.Settings()},
		{Name: "envoy", Summary: "a bootstrap or a cluster: outlier detection, retry policy, circuit breakers", File: "bootstrap.yaml", Grouped: true, Read: envoy.Import, Settings: envoy.Settings()},
		{Name: "litellm", Summary: "a proxy's config: model_list, router_settings, litellm_settings", File: "config.yaml", Grouped: true, Read: litellm.Import, Settings: litellm.Settings(), Patch: litellm.Patch},
		{Name: "portkey", Summary: "a gateway config: a tree of targets and strategies", File: "config.json", Read: portkey.Import, Settings: portkey.Settings(), Patch: portkey.Patch},
	}
}

// Names lists the systems whose configurations can be imported, each with
// what is read of it.
func Names() []scenarios.Info {
	var out []scenarios.Info
	for _, s := range Systems() {
		out = append(out, scenarios.Info{Name: s.Name, Why: s.Summary})
	}
	return out
}

// Named finds a system, or says which there are.
func Named(name string) (foreign.System, error) {
	all := Systems()
	k := slices.IndexFunc(all, func(s foreign.System) bool { return s.Name == name })
	if k < 0 {
		var names []string
		for _, s := range all {
			names = append(names, s.Name)
		}
		return foreign.System{}, fmt.Errorf("nothing can be imported from %q (%s)", name, foreign.HintOf(name, names))
	}
	return all[k], nil
}

// Setting is a slot of a strategy with a value of it in the words of a system's
// configurations, as [foreign.System.Setting]; "" where it has none, or is unknown.
func Setting(system, path, value string, known ...string) string {
	s, err := Named(system)
	if err != nil {
		return ""
	}
	return s.Setting(path, value, known...)
}

// Import turns a configuration of a system into a chain file, as [foreign.System.Import].
func Import(system string, o foreign.ImportOptions) (*foreign.Imported, error) {
	s, err := Named(system)
	if err != nil {
		return nil, err
	}
	return s.Import(o)
}
