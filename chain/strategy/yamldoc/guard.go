package yamldoc

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds on documents. Reading one is linear in its length; the tree is built by
// recursion.
const (
	MaxBytes    = 1 << 20 // of a document
	MaxDepth    = 64      // maps and lists inside each other
	maxProblems = 100     // that one pass tells: nobody reads more
)

// guard refuses what is no text of a reasonable size, and returns it with plain
// line ends and without a byte order mark.
func guard(origin string, data []byte) (string, Problems) {
	if len(data) > MaxBytes {
		return "", Problems{{Pos: Pos{origin, 1, 1}, Text: fmt.Sprintf("the file is larger than %d KiB", MaxBytes>>10)}}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	line, col := 1, 0
	for i, r := range text {
		col++
		what := ""
		switch {
		case r == '\n':
			line, col = line+1, 0
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			what = "this is no UTF-8 text"
		case r < ' ' && r != '\t' || r == 0x7f || r == '\uFEFF':
			what = fmt.Sprintf("a control character (%U)", r)
		}
		if what != "" {
			return "", Problems{{Pos: Pos{origin, line, col}, Text: what}}
		}
	}
	return text, nil
}
