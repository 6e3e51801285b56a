package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
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

func runes(s string) int { return utf8.RuneCountInString(s) }

// cut shortens a text to a width, with an ellipsis where it was longer.
func cut(s string, width int) string {
	if runes(s) <= width {
		return s
	}
	if width < 1 {
		return ""
	}
	short := string([]rune(s)[:width-1])
	if i := strings.LastIndexByte(short, ' '); i > len(short)*3/4 {
		short = short[:i] // a word rather than its half
	}
	return strings.TrimRight(short, " ,") + "…"
}

// shell joins arguments so that a shell parts them again as they were.
func shell(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if a == "" || strings.ContainsFunc(a, func(c rune) bool { return !strings.ContainsRune(plainShell, c) }) {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// plainShell are characters that mean nothing to a shell.
const plainShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=@%+"

// fitting is the first text that fits a width, else the last.
func fitting(texts []string, width int) string {
	for _, t := range texts {
		if runes(t) <= width {
			return t
		}
	}
	return texts[len(texts)-1]
}

// wrap breaks a text at blanks into lines no wider than the width; a longer
// word stays whole, and so does a number with its percent sign.
func wrap(text string, width int) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		if n := len(words); n > 0 && word[0] == '%' {
			words[n-1] += " " + word
			continue
		}
		words = append(words, word)
	}
	return lined(words, " ", width)
}

// lined puts texts on as few lines as the width allows.
func lined(texts []string, between string, width int) (out []string) {
	for _, t := range texts {
		if n := len(out); n > 0 && runes(out[n-1])+len(between)+runes(t) <= width {
			out[n-1] += between + t
			continue
		}
		out = append(out, t)
	}
	return out
}

// spread puts two texts at the ends of a line.
func spread(left, right string, width int) string {
	return left + strings.Repeat(" ", max(3, width-runes(left)-runes(right))) + right
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(int64(n)) + " " + noun + "s"
}

// agree is the verb of one thing, or of several.
func agree(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// counted writes a number of things with their noun.
func counted(n float64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return count(n) + " " + noun
}

func padLeft(s string, width int) string { return strings.Repeat(" ", max(0, width-runes(s))) + s }

func padRight(s string, width int) string { return s + strings.Repeat(" ", max(0, width-runes(s))) }
