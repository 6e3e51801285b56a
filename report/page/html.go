package page

import (
	"context"
	"io"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageReport is what the template of a report is filled with.
type pageReport struct {
	Title    string
	Sections []*pageSection
	Glossary []pageTerm // what the figures mean, once for all sections
	Overall  []pageLine // what to ship over all sections; none where that is one
	Matrix   *pageTable // how each strategy does in each
}

// pageTerm is a name and what it means.
type pageTerm struct{ Name, Means string }

// Several reports whether the page needs contents, and folds what is well.
func (p *pageReport) Several() bool { return len(p.Sections) > 1 }

// Write writes one page with a section per result. It plays the runs again
// for what figures do not tell; where it cannot, the page says what is missing.
func Write(w io.Writer, r *words.Report) error {
	p := &pageReport{Title: "Nothing was run"}
	several := len(r.Results) > 1
	for i, one := range r.Results {
		s, err := newPageSection(context.Background(), one, "s"+strconv.Itoa(i+1), several)
		if err != nil {
			return err
		}
		p.Sections = append(p.Sections, s)
	}
	switch {
	case several:
		p.Title = measure.Plural(len(p.Sections), "scenario")
	case len(p.Sections) == 1:
		p.Title = p.Sections[0].Name
	}
	p.Glossary = glossary(r.Results)
	if k, lines := words.OverallLines(r); k != nil {
		for _, l := range lines {
			p.Overall = append(p.Overall, pageLine{Word: l.Word, Who: l.Who, Text: strings.Join(l.Clauses, ", ")})
		}
		p.Matrix = onPage(words.Matrix(r, k), "Each strategy in each scenario")
		p.Matrix.Note = strings.Join(words.MatrixLegend, " · ")
	}
	return writePage(w, "report", p)
}

// glossary explains the figures that some strategy has.
func glossary(results []*judge.Result) (out []pageTerm) {
	for _, m := range measure.Catalogue {
		for _, r := range results {
			if len(r.Seeds) > 0 && r.Any(m.Name) {
				out = append(out, pageTerm{m.Name, words.Named(m) + m.Summary})
				break
			}
		}
	}
	return out
}
