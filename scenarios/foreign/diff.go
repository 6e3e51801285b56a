package foreign

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// shownLine is a line of a file, with its end.
type shownLine struct {
	text  string
	shown string // the same, with what names or looks like a key masked
}

// secret tells a line that may not be shown as it is.
func (l *shownLine) secret() bool { return l.shown != l.text }

// unified is a unified diff in the making, of two versions of one file. It has no
// context that holds a key: hunks end before such lines.
type unified struct {
	old, new []shownLine
	steps    []diffStep
	masked   bool // a changed line holds a key, which is not shown: no program can apply this
	bare     bool // a hunk ends right before a key: git apply needs --unidiff-zero
}

// diffStep is a line of either version, or of both.
type diffStep struct {
	sign     byte // ' ', '-' or '+'
	old, new int  // how many lines of each version stand before it
}

// diffContext is how many lines are shown around a change, as everywhere.
const diffContext = 3

// write returns the diff, nothing where the versions are alike.
func (u *unified) write(name string) string {
	u.align()
	var b strings.Builder
	for at := 0; at < len(u.steps); {
		if u.steps[at].sign == ' ' {
			at++
			continue
		}
		from, end := at, u.groupEnd(at)
		before, after := u.around(from, end)
		u.hunk(&b, from-before, end+after)
		at = end
	}
	if b.Len() == 0 {
		return ""
	}
	if strings.Contains(name, " ") {
		name += "\t" // where the name ends, as GNU diff marks it
	}
	return "--- a/" + name + "\n+++ b/" + name + "\n" + b.String()
}

// hidden tells whether a step's line may not be shown.
func (u *unified) hidden(i int) bool { return u.line(i).secret() }

func (u *unified) line(i int) *shownLine {
	if s := u.steps[i]; s.sign == '+' {
		return &u.new[s.new]
	}
	return &u.old[u.steps[i].old]
}

// groupEnd is where changes end that are near enough to share a hunk.
func (u *unified) groupEnd(at int) int {
	end := at
	for i := at; i < len(u.steps) && i <= end+2*diffContext; i++ {
		if u.steps[i].sign != ' ' {
			end = i + 1
		} else if u.hidden(i) {
			break
		}
	}
	return end
}

// around counts the lines of context before and after the steps from a to b. Where
// a key cuts the ones after short, so are those before: programs take a hunk that
// has fewer lines behind than in front for one at the end of the file.
func (u *unified) around(a, b int) (before, after int) {
	cutBefore, cutAfter := false, false
	for before < diffContext && a-before > 0 && u.steps[a-before-1].sign == ' ' {
		if cutBefore = u.hidden(a - before - 1); cutBefore {
			break
		}
		before++
	}
	for after < diffContext && b+after < len(u.steps) && u.steps[b+after].sign == ' ' {
		if cutAfter = u.hidden(b + after); cutAfter {
			break
		}
		after++
	}
	if cutAfter {
		before = min(before, after)
	}
	u.bare = u.bare || before+after == 0 && (cutAfter || cutBefore)
	return before, after
}

// hunk writes the steps from a to b.
func (u *unified) hunk(b *strings.Builder, from, to int) {
	counts := map[byte]int{}
	for _, s := range u.steps[from:to] {
		counts[s.sign]++
	}
	first := u.steps[from]
	span := func(at, n int) string { // a span of nothing stands behind the line before it
		if n > 0 {
			at++
		}
		return fmt.Sprintf("%d,%d", at, n)
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", span(first.old, counts[' ']+counts['-']), span(first.new, counts[' ']+counts['+']))
	for i := from; i < to; i++ {
		l := u.line(i)
		u.masked = u.masked || l.secret()
		b.WriteByte(u.steps[i].sign)
		b.WriteString(l.shown)
		if !strings.HasSuffix(l.shown, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// align finds the steps. Lines that hold a key are matched first, so that what
// moves is something else where that is possible.
func (u *unified) align() {
	olds, news := secrets(u.old), secrets(u.new)
	i, j := 0, 0
	for _, p := range common(chosen(u.old, olds), chosen(u.new, news)) {
		toOld, toNew := olds[p[0]], news[p[1]]
		u.between(i, toOld, j, toNew)
		u.steps = append(u.steps, diffStep{' ', toOld, toNew})
		i, j = toOld+1, toNew+1
	}
	u.between(i, len(u.old), j, len(u.new))
}

// between adds the steps of a stretch of both versions.
func (u *unified) between(i, oldEnd, j, newEnd int) {
	a, b := i, j
	for _, p := range append(common(chosen(u.old[i:oldEnd], nil), chosen(u.new[j:newEnd], nil)), [2]int{oldEnd - i, newEnd - j}) {
		for ; i < a+p[0]; i++ {
			u.steps = append(u.steps, diffStep{'-', i, j})
		}
		for ; j < b+p[1]; j++ {
			u.steps = append(u.steps, diffStep{'+', i, j})
		}
		if i < oldEnd && j < newEnd {
			u.steps = append(u.steps, diffStep{' ', i, j})
			i, j = i+1, j+1
		}
	}
}

// secrets are the places of the lines that hold a key.
func secrets(lines []shownLine) []int {
	at := []int{}
	for i := range lines {
		if lines[i].secret() {
			at = append(at, i)
		}
	}
	return at
}

// chosen are the texts of some lines; nil chooses all.
func chosen(lines []shownLine, at []int) (out []string) {
	for _, i := range at {
		out = append(out, lines[i].text)
	}
	for i := 0; at == nil && i < len(lines); i++ {
		out = append(out, lines[i].text)
	}
	return out
}

// common returns the places at which two texts are alike, line by line: pairs
// that rise in both. The library bounds its own work. It is asked for the way
// back: of two answers of one length it then finds the one that takes away first.
func common(a, b []string) (pairs [][2]int) {
	i, j := 0, 0
	for _, d := range append(lcs.DiffLines(b, a), lcs.Diff{Start: len(b)}) {
		for ; j < d.Start; i, j = i+1, j+1 {
			pairs = append(pairs, [2]int{i, j})
		}
		i, j = d.ReplEnd, d.End
	}
	return pairs
}
