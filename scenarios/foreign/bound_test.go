package foreign

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"wavetank/chain/cpu"
)

// TestImportBounded demands that no file within the bounds keeps anybody waiting.
// It takes a quarter of what is allowed: reading costs as much as there is.
func TestImportBounded(t *testing.T) {
	const size = MaxForeign / 4
	var keys strings.Builder
	for i := 0; keys.Len() < size; i++ {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	fill := func(before, unit, after string) string {
		return before + strings.Repeat(unit, (size-len(before)-len(after))/len(unit)) + after
	}
	for what, text := range map[string]string{
		"keys":      keys.String(),
		"anchors":   fill("", "&a ", ""),
		"aliases":   fill("", "*a ", ""),
		"anchored":  fill("[", "&a b,", "]"),
		"merged":    fill("a: &a {b: 1}\nc: [", "{<<: *a},", "]"),
		"tags":      fill("", "!a ", ""),
		"colons":    fill("", "a: ", ""),
		"closing":   fill("", "]", ""),
		"brackets":  fill("", "[]", ""),
		"words":     fill("a: ", "b ", ""),
		"lines":     fill("a: |\n", " b\n", ""),
		"quotes":    fill("a: '", "b''\n ", "'"),
		"comments":  fill("", "# a\n", ""),
		"dashes":    fill("", "- \n", ""),
		"questions": fill("", "? ", ""),
		"semis":     fill("", "a:b-", ""),
		"minus":     fill("", "-", ""),
		"documents": fill("", "---\n", ""),
		"percent":   fill("", "%a\n", ""),
		"ends":      fill("", "'\n", ""),
		"JSON":      fill(`{"a": [`, `{"b": 1},`, `1]}`),
	} {
		took, err := time.Duration(math.MaxInt64), error(nil)
		for try := 0; try < 3 && took > 2*time.Second; try++ { // the machine may be busy: the least of three counts
			began := cpu.Time()
			_, err = (&foreign{origin: "c"}).parse([]byte(text))
			took = min(took, cpu.Time()-began)
		}
		if took > 4*time.Second {
			t.Errorf("%s: %d bytes took %s (%v)", what, len(text), took, err)
		} else {
			t.Logf("%-10s %8d bytes %8s %v", what, len(text), took.Round(time.Millisecond), err)
		}
	}
}

// TestImportPlaces demands that what has an anchor or a tag stands where it does
// without, for patches begin there.
func TestImportPlaces(t *testing.T) {
	f := &foreign{origin: "c.yaml"}
	n, err := f.parse([]byte("a: &x # note\n\n  - !!str b\n  - &y !!str \"é\"\nc: &z {d: 1}\ne: &w\n  g: 1\nf: *y\n"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a[0]": "c.yaml:3:11", "a[1]": "c.yaml:4:14", "c.d": "c.yaml:5:8", "e.g": "c.yaml:7:3", "f": "c.yaml:8:1"} {
		if got := n.Place(path).String(); got != want {
			t.Errorf("Place(%s) = %s, want %s", path, got, want)
		}
	}
	for path, want := range map[string]string{"a": "c.yaml:3:3", "f": "c.yaml:4:14"} {
		if got := n.Find(path).Pos.String(); got != want {
			t.Errorf("the value of %s stands at %s, want %s", path, got, want)
		}
	}
}
