package figure

import (
	"strings"

	"wavetank/report/words"
)

// letterWidths are the widths of the letters from the blank to the tilde, in
// thousandths of their size, of Liberation Sans, whose are those of Arial and
// Helvetica.
var letterWidths = [...]int16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
	556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
	556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

const (
	latinWidth   = 600  // of a letter with an accent
	foreignWidth = 1000 // of any other
	boldSlack    = 1.09 // by how much a bold text is wider
	fontSlack    = 1.06 // by how much a reader's font may be wider than the one measured
	LetterLine   = 1.25 // the height of a line by that of its letters
)

// TextWidth is the room that a text needs.
func TextWidth(text string, size float64, bold bool) float64 {
	sum := 0
	for _, c := range text {
		if k := int(c) - ' '; k >= 0 && k < len(letterWidths) {
			sum += int(letterWidths[k])
		} else if c < '\u0250' {
			sum += latinWidth
		} else {
			sum += foreignWidth
		}
	}
	width := float64(float64(sum) / 1000 * size * fontSlack)
	if bold {
		width *= boldSlack
	}
	return width
}

// fitted leaves off what has no room.
func fitted(s string, size, room float64, bold bool) string {
	for n := words.Runes(s); n > 1 && TextWidth(s, size, bold) > room; n-- {
		s = strings.TrimSuffix(words.Cut(s, n-1), "…") + "…"
	}
	return s
}

// brokenLines breaks a text to lines of a width.
func brokenLines(text string, size, room float64) (out []string) {
	for _, word := range strings.Fields(text) {
		if n := len(out); n > 0 && TextWidth(out[n-1]+" "+word, size, false) <= room {
			out[n-1] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}
