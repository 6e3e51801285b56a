package words

import (
	"strings"
	"unicode/utf8"

	"wavetank/report/measure"
)

// Runes is how many places a text takes.
func Runes(s string) int { return utf8.RuneCountInString(s) }

// Cut shortens a text to a width, with an ellipsis where it was longer.
func Cut(s string, width int) string {
	if Runes(s) <= width {
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

// Shell joins arguments so that a shell parts them again as they were.
func Shell(args []string) string {
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

// Fitting is the first text that fits a width, else the last.
func Fitting(texts []string, width int) string {
	for _, t := range texts {
		if Runes(t) <= width {
			return t
		}
	}
	return texts[len(texts)-1]
}

// Wrap breaks a text at blanks into lines no wider than the width; a longer
// word stays whole, and so does a number with its percent sign.
func Wrap(text string, width int) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		if n := len(words); n > 0 && word[0] == '%' {
			words[n-1] += " " + word
			continue
		}
		words = append(words, word)
	}
	return Lined(words, " ", width)
}

// Lined puts texts on as few lines as the width allows.
func Lined(texts []string, between string, width int) (out []string) {
	for _, t := range texts {
		if n := len(out); n > 0 && Runes(out[n-1])+len(between)+Runes(t) <= width {
			out[n-1] += between + t
			continue
		}
		out = append(out, t)
	}
	return out
}

// Spread puts two texts at the ends of a line.
func Spread(left, right string, width int) string {
	return left + strings.Repeat(" ", max(3, width-Runes(left)-Runes(right))) + right
}

// Agree is the verb of one thing, or of several.
func Agree(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// Counted writes a number of things with their noun.
func Counted(n float64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return measure.FormatCount(n) + " " + noun
}

func padLeft(s string, width int) string { return strings.Repeat(" ", max(0, width-Runes(s))) + s }

func padRight(s string, width int) string { return s + strings.Repeat(" ", max(0, width-Runes(s))) }

// Sentence ends a text with a full stop.
func Sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// Gap is what stands between columns.
const Gap = "  "
