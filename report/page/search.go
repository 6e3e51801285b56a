package page

import (
	"html/template"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// tuningPage is what the template of a search is filled with.
type tuningPage struct {
	Title, Story, Scale string
	Style               template.CSS
	Script              template.JS
	Verdict             []pageLine
	Remarks             []string
	Changes             *pageTable
	Fronts              []*figure.FrontPlot
	Ranking             *figure.FigureRows // of a single objective, in the fronts' place
	Parallel            *figure.Drawing    // of more than two objectives
	Marks               []figure.LegendEntry
	FrontTable          *pageTable
	FrontLegend         []string
	Held                []*figure.FigureRows
	HeldTables          []*pageTable
	HeldNotes           []string
	Shares              []*figure.FigureRows
	Steps               []*figure.StepPlots
	StepTables          []*pageTable
	Heats               []*figure.HeatMap
	HeatNote            string
	Search              *pageTable
	Products            []pageProduct
	Again, Mark         string
}

// WriteSearch writes one page about a search.
func WriteSearch(w io.Writer, t *judge.Tuning, _ words.View) error {
	return writePage(w, "tuning", NewTuningPage(t))
}

// NewTuningPage tells all of a search that a page has room for.
func NewTuningPage(t *judge.Tuning) *tuningPage {
	p := &tuningPage{Title: words.SuiteText(t), Story: words.Sentence(words.TuningStory(t)), Style: template.CSS(pageFile("tuning.css")),
		Script: template.JS(pageFile("tuning.js")), Scale: scaleLine(t), Verdict: verdictLines(t), Remarks: words.TuningRemarks(t),
		Changes: changesTable(t), Search: searchTable(t), Products: pageProducts(t), Again: words.Shell(t.Again), Mark: "model " + measure.FormatCount(judge.Model)}
	if p.Title == "" {
		p.Title = "Nothing was searched"
	}
	if figure.Winner(t) == nil {
		return p
	}
	p.addFront(t)
	if t.Outcome.Held != nil {
		p.Held, p.HeldNotes = figure.ForestRows(t), words.HeldNotes(t, true)
		p.HeldTables = append(p.HeldTables, onPage(words.HeldTable(t, true), "Held out: the winner, and its differences to others"))
	}
	if len(t.Scenarios) > 1 {
		p.HeldTables = append(p.HeldTables, onPage(words.MemberTable(t), "By scenario, on the search's seeds"))
	}
	if len(t.Outcome.Sensitivity) > 0 {
		p.Shares = figure.ShareRows(t)
	}
	if words.LookedAround(t) {
		p.Steps = figure.NewStepPlots(t)
		for _, s := range words.StepTables(t) {
			p.StepTables = append(p.StepTables, onPage(s, s.Corner+", all else as the winner has it"))
		}
	}
	p.Heats = figure.HeatMaps(t)
	if h := t.Outcome.Heat; h != nil {
		p.HeatNote = "All else as the winner has it, " + measure.Plural(h.Replications, "run") + " each. Bright is better. Framed: the winner; dashed: the setting in force, where it is in the map."
	}
	return p
}

// addFront draws the front and lists it.
func (p *tuningPage) addFront(t *judge.Tuning) {
	p.Fronts, p.Ranking, p.Marks = figure.FrontPlots(t), figure.RankRows(t), figure.Legend(t, false)
	if len(t.Objectives) > 2 {
		p.Parallel = figure.ParallelFigure(t)
	}
	p.FrontTable = onPage(words.FrontTable(t, true), "The front, by "+words.ObjectiveShort(&t.Objectives[0]))
	for i, row := range words.FrontRows(t, true) {
		if row == t.Outcome.Winner {
			p.FrontTable.Rows[i].Class = "first"
		}
	}
	p.FrontLegend = words.FrontLegend(t, true)
	if fixed := words.FrontFixed(t, words.FrontRows(t, true)); fixed != "" {
		p.FrontLegend = append([]string{fixed}, p.FrontLegend...)
	}
}

// scaleLine says how much was looked at, and what was required.
func scaleLine(t *judge.Tuning) string {
	parts := []string{words.LookedText(t)}
	if text := words.HalvedText(t); text != "" {
		parts = append(parts, text)
	}
	if len(t.Require) > 0 {
		parts = append(parts, "required: "+strings.Join(t.Require, ", "))
	}
	return strings.Join(parts, " · ")
}

// verdictLines are the headline, why it is so, and what it leaves unsolved.
func verdictLines(t *judge.Tuning) []pageLine {
	h := words.TuningHeadline(t)
	out := []pageLine{{Word: h.Word, Who: h.Who, Text: arrows(strings.Join(h.Clauses, ", "))}}
	for _, text := range words.TuningWhy(t) {
		out = append(out, pageLine{Word: "WHY", Text: text})
	}
	for _, text := range words.TuningBut(t) {
		out = append(out, pageLine{Word: "BUT", Text: text})
	}
	for i := len(out) - 1; i > 0; i-- {
		if out[i].Word == out[i-1].Word {
			out[i].Word = "" // said once
		}
	}
	return out
}

// arrows turns those of a screen into signs that no line breaks in two.
func arrows(text string) string { return strings.ReplaceAll(text, " -> ", " → ") }

// changesTable are the settings that the winner has otherwise.
func changesTable(t *judge.Tuning) *pageTable {
	if len(t.Changes) == 0 {
		return nil
	}
	out := &pageTable{Caption: "What " + figure.WinnerPhrase(t) + " changes in " + t.Strategy.Name, Corner: "setting", Head: []pageHead{{"from", true}, {"to", true}}}
	for _, c := range t.Changes {
		from := pageCell{Text: c.From}
		if c.From == "" {
			from = pageCell{Text: "not set", Class: "equal"}
		}
		out.Rows = append(out.Rows, pageRow{Name: c.Path, Cells: []pageCell{from, {Text: c.To}}})
	}
	return out
}

// onPage is a sheet with all its columns as a table of a page.
func onPage(s *words.Table, caption string) *pageTable {
	t := &pageTable{Caption: caption, Corner: cornerWords(s.Corner)}
	for _, label := range s.Labels {
		t.Rows = append(t.Rows, pageRow{Name: label})
	}
	grouped := false
	for _, c := range s.Cols {
		t.Head = append(t.Head, pageHead{Title: c.Long(), Left: wordy(c.Cells)})
		for i, cell := range c.Cells {
			to := sheetCell(cell.Text)
			to.Mark = strings.TrimSpace(cell.Mark)
			t.Rows[i].Cells = append(t.Rows[i].Cells, to)
		}
		over := ""
		if len(c.Over) > 0 {
			over, grouped = c.Over[0], true
		}
		if n := len(t.Groups); n > 0 && t.Groups[n-1].Title == over {
			t.Groups[n-1].Span++
		} else {
			t.Groups = append(t.Groups, pageGroup{1, over})
		}
	}
	if !grouped {
		t.Groups = nil
	}
	return t
}

// wordy reports whether cells are names, not figures.
func wordy(cells []words.TableCell) bool {
	named := false
	for _, cell := range cells {
		first, _ := utf8.DecodeRuneInString(cell.Text)
		if cell.Text != measure.Missing && !unicode.IsLetter(first) {
			return false
		}
		named = named || cell.Text != measure.Missing
	}
	return named
}

// cornerWords writes what stands in capitals on a screen as a page does.
func cornerWords(s string) string {
	if s == strings.ToUpper(s) {
		return strings.ToLower(s)
	}
	return s
}

// sheetCell colours what a difference shows.
func sheetCell(text string) pageCell {
	c := pageCell{Text: strings.TrimSpace(text)}
	switch {
	case strings.HasSuffix(c.Text, " better"):
		c.Class = "better"
	case strings.HasSuffix(c.Text, " worse"):
		c.Class = "worse"
	case strings.HasSuffix(c.Text, words.MarkEqual), strings.HasSuffix(c.Text, " same"):
		c.Class = "equal"
	}
	return c
}
