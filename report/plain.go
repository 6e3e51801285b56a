package report

import (
	"strings"
	"unicode"
)

// plainLine makes a text fit for one line of a text format: what is no letter,
// mark or blank of Unicode becomes a blank, and bytes that are no UTF-8 become
// the sign for them.
func plainLine(s string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
