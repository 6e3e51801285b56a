package policy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wavetank/chain"
)

// Scope says which providers share one breaker: keys of one account, models of
// one host, members of one quota. Who is in no group has a breaker of its own.
type Scope struct {
	Groups [][]string `yaml:"groups,omitempty" doc:"lists of providers that share a breaker"`
	All    bool       `yaml:"all,omitempty" doc:"one breaker for the whole chain"`
	Vendor bool       `yaml:"vendor,omitempty" doc:"one breaker for all providers whose names agree up to the first hyphen: groq-large and groq-small"`
}

// Check judges the groups.
func (s *Scope) Check() error {
	seen := map[string]bool{}
	for _, g := range s.Groups {
		for _, name := range g {
			if seen[name] {
				return fmt.Errorf("groups: %s stands there twice", name)
			}
			seen[name] = true
		}
	}
	switch {
	case s.All && len(s.Groups) > 0:
		return errors.New("groups: mean nothing beside all")
	case s.Vendor && (s.All || len(s.Groups) > 0):
		return errors.New("vendor: goes neither with groups nor with all")
	}
	return nil
}

// Build makes the scoper; nil gives each provider its own breaker.
func (s *Scope) Build() chain.Scoper {
	if !s.All && !s.Vendor && len(s.Groups) == 0 {
		return nil
	}
	c := *s
	return &c
}

func (s *Scope) Scopes(providers []string) ([]int16, error) {
	out := make([]int16, len(providers))
	if s.All {
		return out, nil
	}
	group := map[string]string{} // of a provider; "" for none
	for k, g := range s.Groups {
		for _, name := range g {
			if !slices.Contains(providers, name) {
				return nil, fmt.Errorf("unknown provider %q, there are %s", name, strings.Join(providers, ", "))
			}
			group[name] = strconv.Itoa(k)
		}
	}
	if s.Vendor {
		for _, name := range providers {
			group[name], _, _ = strings.Cut(name, "-")
		}
	}
	number := map[string]int16{}
	next := int16(0)
	for i, name := range providers {
		k, shared := group[name]
		if n, known := number[k]; shared && known {
			out[i] = n
			continue
		}
		out[i] = next
		if shared {
			number[k] = next
		}
		next++
	}
	return out, nil
}
