package yamldoc

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"wavetank/chain/cpu"
)

// TestDocuments holds what documents become, or what is said about them.
func TestDocuments(t *testing.T) {
	datadriven.Walk(t, "testdata/parse", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			input := d.Input
			if d.HasArg("escaped") { // bytes that no editor shows
				input = strings.NewReplacer(`\s`, " ", `\t`, "\t", `\r`, "\r", `\0`, "\x00", `\xff`, "\xff", `\uFEFF`, "\uFEFF", `\u2028`, "\u2028").Replace(input)
			}
			var times int
			if d.HasArg("times") {
				d.ScanArgs(t, "times", &times)
				input = strings.Repeat(input, times)
			}
			n, ps := Parse("f", []byte(input))
			if ps != nil {
				return ps.Error() + "\n"
			}
			return outline(n)
		})
	})
}

// outline prints a tree with positions, one node a line.
func outline(n *Node) string {
	var b strings.Builder
	var walk func(indent, label string, n *Node)
	walk = func(indent, label string, n *Node) {
		fmt.Fprintf(&b, "%s%s%d:%d %s\n", indent, label, n.Pos.Line, n.Pos.Col, face(n))
		for _, item := range n.Items {
			walk(indent+"  ", "- ", item)
		}
		for _, e := range n.Entries {
			walk(indent+"  ", fmt.Sprintf("%d:%d %s = ", e.Pos.Line, e.Pos.Col, e.Key), e.Value)
		}
	}
	walk("", "", n)
	return b.String()
}

func face(n *Node) string {
	switch {
	case n.Kind != Scalar:
		return n.Kind.String()
	case n.Quoted:
		return fmt.Sprintf("text %q", n.Text)
	}
	return n.Text
}

func TestSize(t *testing.T) {
	if _, ps := Parse("f", []byte("a: "+strings.Repeat("x", MaxBytes))); len(ps) != 1 || ps[0].Pos.Line != 1 {
		t.Errorf("Parse(more than 1 MiB) = %v, want one problem in line 1", ps)
	}
	n, ps := Parse("f", []byte("a: "+strings.Repeat("x", MaxBytes-4)+"\n"))
	if ps != nil || len(n.Get("a").Text) != MaxBytes-4 {
		t.Errorf("Parse(1 MiB) = %v, want the whole text", ps)
	}
}

// TestSlow parses everything that is slow somewhere. The promise is a second for
// a megabyte; an eighth of that takes some 20 ms here, and half a second leaves
// room for busy machines and catches what grows with the square.
func TestSlow(t *testing.T) {
	const size = MaxBytes / 8
	for _, unit := range slowUnits {
		text := strings.Repeat(unit, size/len(unit))
		for _, frame := range []string{"%s", "a: %s", "a: |\n%s", "a: >\n %s", "[%s]", "{%s}", "a: \"%s\"", "a: '%s'", "- |\n %s"} {
			doc := strings.Replace(frame, "%s", text, 1)
			if took := fastest(doc, time.Second/2); took > time.Second/2 {
				t.Errorf("Parse(%s, %q repeated) took %s", frame, unit, took)
			}
		}
	}
}

// TestSlowRead reads long documents that are broken everywhere, or fine.
func TestSlowRead(t *testing.T) {
	keys := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < MaxBytes/4; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	d := &Decoder{Types: sampleTypes(shorthands)}
	for _, doc := range []string{
		keys("k%d: v\n"), "name: n\njobs:\n" + keys("- {at: %d, kind: rake}\n"), "name: n\njobs:\n" + keys("- {at: %ds, kind: rake}\n"),
		"name: n\nshed:\n" + keys("- {kind: k%d}\n"), "name: n\npeople:\n" + keys("  p%d: {first: x}\n"), "name: n\nweights:\n" + keys("  p%d: x\n"),
		"name: n\ntags:\n" + keys("- %d\n"), "name: n\nweights:\n" + keys("  p%d: 1\n"), "name: n\nowner: {first: a}\nshed:\n" + keys("- %ds\n"),
	} {
		best := time.Hour
		for i := 0; i < 3 && best > time.Second; i++ {
			start := cpu.Time()
			root, ps := Parse("f", []byte(doc))
			if ps != nil {
				t.Fatal(ps)
			}
			d.Read(root, &garden{})
			best = min(best, cpu.Time()-start)
		}
		if best > time.Second {
			t.Errorf("Read(%.40q...) took %s", doc, best)
		}
	}
}

// fastest parses a few times, until once it is quick enough: another process may
// have had the processor.
func fastest(doc string, enough time.Duration) time.Duration {
	best := time.Hour
	for i := 0; i < 5 && best > enough; i++ {
		start := cpu.Time()
		_, _ = Parse("f", []byte(doc))
		best = min(best, cpu.Time()-start)
	}
	return best
}

var slowUnits = []string{
	"[", "{", "- ", "? ", ": ", "a: ", "- a\n", "a: b\n", "a,", "{a: b},", "x ", "x\n", " x\n", "\n", " ", "  \n", "\t", "#", "# x\n",
	"'", "''", `"`, `\"`, `\\`, "&a ", "*a ", "!a ", "|", "|\n", ">\n", "%a\n", "---\n", "...\n", "<<: ", "@", "\r\n", "\x00", "é",
	"- {a: 1, b: 2}\n", "- a: 1\n  b: 2\n", "a: b # c\n", "[],", "-", "-\n", "~ ", "a:\n", "- |\n x\n", "x\n\n", " x\n\n\n\n", "],", "}",
	"\n\n\n\n\n\n\n\n\n\nx\n", " a\n  b\n", "<", "1", "0", ".", "\\", ",", "1e", "- - ", "\U0001F600",
}
