package scenarios

import (
	"testing"

	"wavetank/chain/printable"
	"wavetank/chain/strategy"
)

// TestNothingOfOursIsMasked holds that what the program shows of its own scenarios,
// presets and faults can be saved and run: no key of our language names a secret, and no
// text of the library looks like one.
func TestNothingOfOursIsMasked(t *testing.T) {
	whole := func(name, text string) {
		if printable.Lines(text) != text || printable.Text(text) != text {
			t.Errorf("%s is not shown whole:\n%s", name, printable.Lines(text))
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
	for _, kind := range Kinds() {
		text, err := Describe(kind)
		if err != nil {
			t.Fatal(err)
		}
		whole(kind, text)
	}
}
