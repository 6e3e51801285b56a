package foreign

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestImportBounded demands that no file within the bounds keeps anybody waiting:
// the parser of YAML is quadratic in some signs, so they are counted before it
// begins. It takes a quarter of what is allowed, which costs a sixteenth.
func TestImportBounded(t *testing.T) {
	const maxSigns, maxForeign, maxLines = MaxSigns / 4, MaxForeign / 4, MaxLines / 4
	var keys strings.Builder
	for i := range maxSigns - 1 {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	for what, text := range map[string]string{
		"keys":      keys.String(),
		"anchors":   strings.Repeat("&a ", maxSigns),
		"aliases":   strings.Repeat("*a ", maxSigns),
		"tags":      strings.Repeat("!a ", maxSigns),
		"colons":    strings.Repeat("a: ", maxSigns),
		"closing":   strings.Repeat("]", maxSigns),
		"brackets":  strings.Repeat("[]", maxSigns/2),
		"words":     "a: " + strings.Repeat("b ", maxForeign/4),
		"lines":     "a: |\n" + strings.Repeat(" b\n", maxLines-2),
		"quotes":    "a: '" + strings.Repeat("b''\n ", maxLines/2) + "'",
		"comments":  strings.Repeat("# a\n", maxLines-1),
		"dashes":    strings.Repeat("- \n", maxSigns-1),
		"questions": strings.Repeat("? ", maxSigns),
		"semis":     strings.Repeat("a:b-", maxForeign/8),
		"minus":     strings.Repeat("-", maxForeign/8),
		"documents": strings.Repeat("---\n", maxSigns-1),
		"percent":   strings.Repeat("%a\n", maxLines-1),
		"ends":      strings.Repeat("'\n", maxLines-1),
		"JSON":      `{"a": [` + strings.Repeat(`{"b": 1},`, 30_000) + `1]}`,
	} {
		began := time.Now()
		_, err := (&foreign{origin: "c"}).parse([]byte(text))
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s: %d bytes took %s (%v)", what, len(text), took, err)
		} else {
			t.Logf("%-10s %8d bytes %8s %v", what, len(text), took.Round(time.Millisecond), err)
		}
	}
}
