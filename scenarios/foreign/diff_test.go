package foreign

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"wavetank/scenarios/internal/fixture"
)

// shownLines splits a text; lines that hold the word are secret.
func shownLines(text, word string) (out []shownLine) {
	for _, line := range strings.SplitAfter(text, "\n") {
		if line != "" {
			out = append(out, shownLine{line, strings.ReplaceAll(line, word, "(hidden)")})
		}
	}
	return out
}

// TestCommon demands of random sequences pairs that rise, of like parts, and as
// many as the textbook's table finds.
func TestCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 30)
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		pairs := common(a, b)
		i, j := -1, -1
		for _, p := range pairs {
			if p[0] <= i || p[1] <= j || a[p[0]] != b[p[1]] {
				t.Fatalf("%v", pairs)
			}
			i, j = p[0], p[1]
		}
		table := make([][]int, len(a)+1)
		for i := range table {
			table[i] = make([]int, len(b)+1)
			for j := range table[i] {
				switch {
				case i == 0 || j == 0:
				case a[i-1] == b[j-1]:
					table[i][j] = table[i-1][j-1] + 1
				default:
					table[i][j] = max(table[i-1][j], table[i][j-1])
				}
			}
		}
		if want := table[len(a)][len(b)]; len(pairs) != want {
			t.Fatalf("%d pairs, want %d", len(pairs), want)
		}
	})
}

// TestCommonBounded demands an answer of long sequences that have nothing in
// common.
func TestCommonBounded(t *testing.T) {
	var a, b []string
	for i := range 50_000 {
		a, b = append(a, fmt.Sprint("a", i)), append(b, fmt.Sprint("b", i))
	}
	b[0], b[49_999] = a[0], a[49_999]
	if pairs := common(a, b); len(pairs) != 2 {
		t.Errorf("%d pairs", len(pairs))
	}
}

// TestUnifiedApplies demands that git and patch make the new version of the old
// one, that no line of a key is shown, and that what cannot be applied says so.
func TestUnifiedApplies(t *testing.T) {
	applied, bare := 0, 0
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\n", "e\n", "\n", "key: k1\n", "key: k2\n"}), 0, 30)
		old := text.Draw(t, "old")
		new := append([]string(nil), old...)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(new)).Draw(t, "at")
			switch more := rapid.SampledFrom([]string{"x\n", "y: 1\n", ""}).Draw(t, "more"); {
			case more != "":
				new = append(new[:at:at], append([]string{more}, new[at:]...)...)
			case at < len(new) && !strings.HasPrefix(new[at], "key"):
				new = append(new[:at:at], new[at+1:]...)
			}
		}
		a, b := strings.Join(old, ""), strings.Join(new, "")
		if rapid.Bool().Draw(t, "endless") {
			a, b = strings.TrimSuffix(a, "\n"), strings.TrimSuffix(b, "\n")
		}
		if a == "" || b == "" {
			return
		}
		u := unified{old: shownLines(a, "k"), new: shownLines(b, "k")}
		diff := u.write("in folder/c.yaml")
		if (diff == "") != (a == b) || strings.Contains(diff, "k") {
			t.Fatalf("%q", diff)
		}
		if u.masked {
			return
		}
		applied++
		if u.bare {
			bare++
		}
		if applied > 40 || diff == "" { // each starts two programs
			return
		}
		args := []string{"apply"}
		if u.bare {
			args = append(args, "--unidiff-zero")
		}
		// Random lines repeat, and then patch may ask whether it is reversed: -f.
		for _, cmd := range [][]string{append([]string{"git"}, args...), {"patch", "-p1", "-f", "--no-backup-if-mismatch"}} {
			if got, ok := fixture.Apply(t, dir, "in folder/c.yaml", cmd, a, diff); ok && got != b {
				t.Fatalf("%v:\n%s\nof %q makes %q, want %q", cmd, diff, a, got, b)
			}
		}
	})
	if applied < 40 || bare < 3 {
		t.Errorf("%d diffs could be applied, %d of them beside a key", applied, bare)
	}
}
