package scenarios

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// unhashed are the keys that say what a scenario is called, why, which luck it
// has and who takes part, and not what happens in it.
var unhashed = []string{"name", "why", "seen_in", "seed", "strategies", "expect", "decide"}

// hashOf is the identity of what every strategy meets: a changed outage is
// another scenario, a changed cooldown is not. Files that the scenario names
// count by what is in them.
func hashOf(f *File, read map[fileID][sha256.Size]byte) string {
	written, schema := *f, ""
	if f.Output != nil {
		schema = f.Output.file()
		written.Output = f.Output.inline()
	}
	var b bytes.Buffer
	b.Write(yamldoc.Format(Types.Node(&written).Without(unhashed...)))
	var files []string
	for id, sum := range read {
		if schema == "" || id.name != schema { // which is written above
			files = append(files, fmt.Sprintf("%s %x\n", id.name, sum))
		}
	}
	slices.Sort(files)
	b.WriteString(strings.Join(files, ""))
	return shortHash(b.Bytes())
}

// Canonical returns the scenario with every default spelled out. Reading it
// gives the same scenario: the same hash, strategies and rules.
func (s *Scenario) Canonical() []byte {
	f := *s.Document
	if len(f.Strategies) == 0 {
		for _, name := range defaultStrategies {
			f.Strategies = append(f.Strategies, yamldoc.Named[Variant]{Name: name, Value: Variant{Node: presetNode(name, yamldoc.Pos{})}})
		}
	}
	return Types.Encode(&f)
}

// Show returns a scenario in the canonical form, every default spelled out, and above
// it what it was seen in.
func Show(ref string, opts Options) ([]byte, error) {
	s, err := Load(ref, opts)
	if err != nil {
		return nil, err
	}
	return append(s.seenIn(), s.Canonical()...), nil
}
