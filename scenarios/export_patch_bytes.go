package scenarios

import (
	"errors"
	"strings"
)

// fileBytes is a file's text, less what its parser's places cannot stand.
type fileBytes struct {
	text string // without a mark, with \n at the end of lines
	mark string // at the beginning of the file
	end  string // of its lines
}

// byteOrderMark may begin a file.
const byteOrderMark = "\xef\xbb\xbf"

// plainLines takes the mark and the line ends from a file.
func plainLines(original []byte) (f fileBytes, err error) {
	text, marked := strings.CutPrefix(string(original), byteOrderMark)
	if f.end = "\n"; strings.Contains(text, "\r\n") {
		f.end = "\r\n"
	}
	if f.text = strings.ReplaceAll(text, f.end, "\n"); strings.Count(text, "\n") != strings.Count(text, f.end) || strings.Contains(f.text, "\r") {
		return f, errors.New("has lines that end in several ways: it cannot be patched")
	}
	if marked {
		f.mark = byteOrderMark
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
