package foreign

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"wavetank/chain/cpu"
)

// TestManifestsBounded: a file of many small objects, each of a kind of its own, is
// refused in a time that grows with its length alone.
func TestManifestsBounded(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < MaxForeign; i++ {
		b.WriteString("kind: K" + strconv.Itoa(i) + "\napiVersion: v1\n---\n")
	}
	began := cpu.Time()
	m := findManifests(b.String(), nil)
	if took := cpu.Time() - began; took > 10*time.Second {
		t.Errorf("%d bytes took %s", b.Len(), took)
	}
	if m.line != 1 || len(m.kinds) != 20 {
		t.Errorf("first in line %d, %d kinds", m.line, len(m.kinds))
	}
}
