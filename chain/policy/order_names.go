package policy

import (
	"fmt"
	"slices"
	"strings"

	"wavetank/chain"
)

// indexOf finds a provider's place in the chain.
func indexOf(providers []string, name string) (int16, error) {
	if i := slices.Index(providers, name); i >= 0 {
		return int16(i), nil
	}
	return 0, fmt.Errorf("unknown provider %q, there are %s", name, strings.Join(providers, ", "))
}

// indexesOf finds several.
func indexesOf(providers, names []string) (out []int16, err error) {
	for _, name := range names {
		i, err := indexOf(providers, name)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	return out, nil
}

// everyone lists all places.
func everyone(providers []string) (out []int16) {
	for i := range providers {
		out = append(out, int16(i))
	}
	return out
}

// runs cuts a list into lists of n; the last may be shorter.
func runs(all []int16, n int) (out [][]int16) {
	for len(all) > n {
		out, all = append(out, all[:n:n]), all[n:]
	}
	return append(out, all)
}

// tooMany is the check of a list that may name somebody twice: nothing is asked
// beyond a call's attempts.
func tooMany(field string, names []string) error {
	if len(names) > chain.MaxAttempts {
		return fmt.Errorf("%s: %d names, a call makes at most %d attempts", field, len(names), chain.MaxAttempts)
	}
	return nil
}

// twice is the check of a list of names.
func twice(field string, names []string) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("%s: %s stands there twice", field, name)
		}
	}
	return nil
}
