package report

import (
	"strconv"
	"strings"
	"unicode"
)

// plainLine makes a text fit for one line of a text format: what cannot be
// printed becomes a blank, and bytes that are no UTF-8 the sign for them.
func plainLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(plainText(s))
}

// plainText is plainLine for a text of several lines.
func plainText(s string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) && c != '\n' && c != '\r' {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// names are the scenarios' names for formats in which each must be another: of
// two that are called alike, as from two files, the second has its number behind
// its name.
func (r *Report) names() []string {
	out := make([]string, len(r.Results))
	seen := map[string]int{}
	for i, one := range r.Results {
		out[i] = one.Scenario.Name
		if seen[out[i]]++; seen[one.Scenario.Name] > 1 {
			out[i] += " (" + strconv.Itoa(seen[one.Scenario.Name]) + ")"
		}
	}
	return out
}
