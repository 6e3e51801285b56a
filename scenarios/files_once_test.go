package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// TestFilesOnce: however many parts of a scenario name a file, it is read once, and
// what each takes of it is there once.
func TestFilesOnce(t *testing.T) {
	var b strings.Builder
	b.WriteString("schema_version: 1\nname: many\nduration: 1m\nworkload: {arrivals: {kind: constant, rate: 1}}\nproviders:\n")
	for i := range 64 {
		column := [2]string{"fast", "slow"}[i%2]
		fmt.Fprintf(&b, "  p%d: {latency: {kind: empirical, file: m.csv, column: %s, unit: ms}}\n", i, column)
	}
	text, reads := b.String(), 0
	s, err := Load("./s.yaml", Options{ReadFile: func(_, name string) ([]byte, error) {
		if name == "s.yaml" {
			return []byte(text), nil
		}
		reads++
		return []byte("fast,slow\n1,100\n3,900\n2,500\n"), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if reads != 2 {
		t.Errorf("two columns of one file are read %d times", reads)
	}
	p := s.Setup.World.Spec().Providers
	for i := range p {
		table, err := p[i].Latency.Table()
		if err != nil {
			t.Fatal(err)
		}
		if first, _ := p[i%2].Latency.Table(); table != first {
			t.Errorf("provider %d has a table of its own", i)
		}
		if got, want := table.Draw(1<<63).Milliseconds(), [2]int64{2, 500}[i%2]; got != want {
			t.Errorf("the median of provider %d is %d ms, want %d ms", i, got, want)
		}
	}
}
