package printable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line makes a text fit for one line: what cannot be seen becomes a blank, and
// bytes that are no UTF-8 the sign for them.
func Line(s string) string {
	if plain(s) {
		return s
	}
	return strings.Map(func(c rune) rune {
		if unseen(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Text is Line for a text of several lines, each ended by a line feed.
func Text(s string) string {
	if plain(s) {
		return s
	}
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = Line(l)
	}
	return strings.Join(lines, "\n")
}

// Scrub makes a text of several lines fit to be shown, without what looks like a
// key.
func Scrub(s string) string { return Text(Mask(s)) }

// plain reports whether a text holds nothing but what ASCII prints.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// unseen reports whether a character is none that a reader sees: what Go's tables
// call unprintable (controls, signs of direction and of width zero, separators of
// lines, private and unassigned ones, every blank but one), and letters without a
// shape, which Unicode lists as ignorable.
func unseen(c rune) bool {
	switch c {
	case '\u034F', '\u115F', '\u1160', '\u17B4', '\u17B5', '\u3164', '\uFFA0':
		return true
	}
	return !unicode.IsPrint(c) || c != utf8.RuneError && unicode.Is(unicode.Other_Default_Ignorable_Code_Point, c)
}
