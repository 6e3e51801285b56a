package foreign

import (
	"errors"
	"strings"
)

// fileBytes is a file's text, less what its parser's places cannot stand.
type fileBytes struct {
	Text string // without a mark, with \n at the end of lines
	mark string // at the beginning of the file
	end  string // of its lines
}

// ByteOrderMark may begin a file.
const ByteOrderMark = "\xef\xbb\xbf"

// PlainLines takes the mark and the line ends from a file.
func PlainLines(original []byte) (f fileBytes, err error) {
	text, marked := strings.CutPrefix(string(original), ByteOrderMark)
	if f.end = "\n"; strings.Contains(text, "\r\n") {
		f.end = "\r\n"
	}
	if f.Text = strings.ReplaceAll(text, f.end, "\n"); strings.Count(text, "\n") != strings.Count(text, f.end) || strings.Contains(f.Text, "\r") {
		return f, errors.New("has lines that end in several ways: it cannot be patched")
	}
	if marked {
		f.mark = ByteOrderMark
	}
	return f, nil
}

// restored are lines as they stand in the file.
func (f *fileBytes) restored(lines []shownLine) (out []shownLine) {
	restore := func(line string) string {
		if bare, ended := strings.CutSuffix(line, "\n"); ended {
			line = bare + f.end
		}
		if out == nil {
			line = f.mark + line
		}
		return line
	}
	for _, l := range lines {
		out = append(out, shownLine{restore(l.text), restore(l.shown)})
	}
	return out
}
