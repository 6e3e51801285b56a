package scenarios

import (
	"fmt"
	"slices"
)

// systems are what there is, sorted by name.
func systems() []System {
	return []System{
		{Name: "ai-memory", Summary: "the variables AI_MEMORY_LLM_PROVIDER_CHAIN, AI_MEMORY_LLM_MODEL and AI_MEMORY_LLM_COOLDOWN_SECS", Read: importAIMemory},
		{Name: "envoy", Summary: "a bootstrap or a cluster: outlier detection, retry policy, circuit breakers", File: "bootstrap.yaml", Grouped: true, Read: importEnvoy},
		{Name: "litellm", Summary: "a proxy's config: model_list, router_settings, litellm_settings", File: "config.yaml", Grouped: true, Read: importLiteLLM, Patch: patchLiteLLM},
		{Name: "portkey", Summary: "a gateway config: a tree of targets and strategies", File: "config.json", Read: importPortkey, Patch: patchPortkey},
	}
}

// ImportNames lists the systems whose configurations can be imported, each with
// what is read of it.
func ImportNames() []Info {
	var out []Info
	for _, s := range systems() {
		out = append(out, Info{Name: s.Name, Why: s.Summary})
	}
	return out
}

// SystemNamed finds a system, or says which there are.
func SystemNamed(name string) (System, error) {
	all := systems()
	k := slices.IndexFunc(all, func(s System) bool { return s.Name == name })
	if k < 0 {
		var names []string
		for _, s := range all {
			names = append(names, s.Name)
		}
		return System{}, fmt.Errorf("nothing can be imported from %q (%s)", name, hintOf(name, names))
	}
	return all[k], nil
}

// Import turns a configuration of a system into a chain file, as [System.Import].
func Import(system string, o ImportOptions) (*Imported, error) {
	s, err := SystemNamed(system)
	if err != nil {
		return nil, err
	}
	return s.Import(o)
}
