package markdown

import (
	"fmt"
	"io"
	"strings"

	"wavetank/report/measure"
	"wavetank/report/words"
)

// SummaryLimit is how much a step of GitHub Actions may write into its summary,
// in bytes: of more, GitHub shows nothing at all.
const SummaryLimit = 1 << 20

// section is a piece of a summary that is written whole or left out.
type section struct {
	text     string
	priority int // 0 is written first where not all fit
}

// WriteSummary writes a summary for the page of a workflow's run: the Markdown
// of every result, cut by sections where it takes more than room. What to ship
// goes before the rules, those before regressions, those before the tables; of
// several scenarios, the first ones first. A note says how much was left out.
func WriteSummary(w io.Writer, r *words.Report, room int) error {
	_, err := io.WriteString(w, Fit(Sections(r), room))
	return err
}

// Sections are the parts of a job's summary, each with what it gives way to.
func Sections(r *words.Report) (all []section) {
	if over := joined(markdownOverall(r)); over != "" {
		all = append(all, section{over, 0})
	}
	for i, one := range r.Results {
		for priority, text := range markdownSections(one, r.View.Wide) {
			if priority == 0 && i > 0 {
				text = "\n" + text
			}
			if text != "" {
				all = append(all, section{text, priority})
			}
		}
	}
	return all
}

// summaryNote is how long the note may be that something was left out.
const summaryNote = 100

// Fit joins the sections that have room, in their order. Of a section that by
// itself is too long, the lines at its top are written.
func Fit(all []section, room int) string {
	size, most := 0, 0
	for _, s := range all {
		size, most = size+len(s.text), max(most, s.priority)
	}
	kept, left := make([]string, len(all)), 0
	if size > room {
		if room -= summaryNote; room < 0 {
			return "" // other commands of the step have filled it
		}
	}
	for p := 0; p <= most; p++ {
		for i, s := range all {
			if s.priority != p {
				continue
			}
			if kept[i] = s.text; len(s.text) > room {
				kept[i], left = firstLines(s.text, room), left+1
			}
			room -= len(kept[i])
		}
	}
	out := strings.Join(kept, "")
	if left > 0 {
		out += fmt.Sprintf("\n%s cut: a step's summary holds no more.\n", measure.Plural(left, "section"))
	}
	return out
}

// firstLines are as many whole lines as fit, and nothing without an end: no block of
// code, nothing folded.
func firstLines(s string, room int) string {
	s = s[:strings.LastIndexByte(s[:room], '\n')+1]
	if strings.Count(s, "```")%2 == 1 {
		s = s[:strings.LastIndex(s, "```")]
	}
	if strings.Count(s, foldBegin) > strings.Count(s, foldEnd) {
		s = s[:strings.LastIndex(s, foldBegin)]
	}
	return s
}
