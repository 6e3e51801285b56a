package report

import (
	"context"
	"io"
	"strconv"
)

func init() {
	registerFormat("html", "one page with plots that opens anywhere and fetches nothing", writeHTML)
}

// pageReport is what the template of a report is filled with.
type pageReport struct {
	Title    string
	Sections []*pageSection
}

// Several reports whether the page needs a table of contents.
func (p *pageReport) Several() bool { return len(p.Sections) > 1 }

// writeHTML writes one page with a section per result. It plays the runs again
// for what figures do not tell; where it cannot, the page says what is missing.
func writeHTML(w io.Writer, r *Report) error {
	p := &pageReport{Title: "Nothing was run"}
	for i, one := range r.Results {
		s, err := newPageSection(context.Background(), one, "s"+strconv.Itoa(i+1))
		if err != nil {
			return err
		}
		p.Sections = append(p.Sections, s)
	}
	switch n := len(p.Sections); {
	case n == 1:
		p.Title = p.Sections[0].Name
	case n > 1:
		p.Title = plural(n, "scenario")
	}
	return writePage(w, "report", p)
}
