package scenarios

import (
	"strings"
	"testing"

	"wavetank/chain/printable"
	"wavetank/chain/strategy"
)

// TestNothingOfOursIsMasked holds that what the program shows of its own scenarios
// and presets can be saved and run: no key of our language names a secret, and no
// value of the library looks like one.
func TestNothingOfOursIsMasked(t *testing.T) {
	whole := func(name, text string) {
		if printable.Text(text) != text {
			t.Errorf("%s is not shown whole:\n%s", name, printable.Text(text))
		}
		shown := strings.Split(printable.Lines(text), "\n")
		for i, l := range strings.Split(text, "\n") {
			if l != shown[i] && !strings.HasPrefix(l, "#") { // addresses of incidents hold what lots drew
				t.Errorf("%s: %s is shown as %s", name, l, shown[i])
			}
		}
	}
	for _, name := range libraryNames() {
		text, err := Show(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		whole(name, string(text))
	}
	for _, name := range append(strategy.Names(), strategy.Mutants()...) {
		text, ps := strategy.Show(name)
		if ps != nil {
			t.Fatal(ps)
		}
		whole(name, string(text))
	}
}
