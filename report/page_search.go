package report

import (
	"html/template"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tuningPage is what the template of a search is filled with.
type tuningPage struct {
	Title, Story, Scale string
	Style               template.CSS
	Script              template.JS
	Verdict             []pageLine
	Remarks             []string
	Changes             *pageTable
	Fronts              []*frontPlot
	Ranking             *figureRows // of a single objective, in the fronts' place
	Parallel            *drawing    // of more than two objectives
	Marks               []legendEntry
	FrontTable          *pageTable
	FrontLegend         []string
	Held                []*figureRows
	HeldTables          []*pageTable
	HeldNotes           []string
	Shares              []*figureRows
	Steps               []*stepPlots
	StepTables          []*pageTable
	Heats               []*heatMap
	HeatNote            string
	Search              *pageTable
	Products            []pageProduct
	Again, Mark         string
}

// writeTuningHTML writes one page about a search.
func writeTuningHTML(w io.Writer, t *Tuning, _ View) error {
	return writePage(w, "tuning", newTuningPage(printableTuning(t)))
}

func newTuningPage(t *Tuning) *tuningPage {
	p := &tuningPage{Title: suiteText(t), Story: sentence(tuningStory(t)), Style: template.CSS(pageFile("tuning.css")),
		Script: template.JS(pageFile("tuning.js")), Scale: t.scaleLine(), Verdict: t.verdictLines(), Remarks: tuningRemarks(t),
		Changes: t.changesTable(), Search: t.searchTable(), Products: t.pageProducts(), Again: shell(t.Again), Mark: "model " + count(Model)}
	if p.Title == "" {
		p.Title = "Nothing was searched"
	}
	if t.winner() == nil {
		return p
	}
	p.addFront(t)
	if t.Outcome.Held != nil {
		p.Held, p.HeldNotes = forestRows(t), heldNotes(t, true)
		p.HeldTables = append(p.HeldTables, heldTable(t, true).onPage("Held out: the winner, and its differences to others"))
	}
	if len(t.Scenarios) > 1 {
		p.HeldTables = append(p.HeldTables, memberTable(t).onPage("By scenario, on the search's seeds"))
	}
	if len(t.Outcome.Sensitivity) > 0 {
		p.Shares = shareRows(t)
	}
	if lookedAround(t) {
		p.Steps = newStepPlots(t)
		for _, s := range stepTables(t) {
			p.StepTables = append(p.StepTables, s.onPage(s.corner+", all else as the winner has it"))
		}
	}
	p.Heats = heatMaps(t)
	if h := t.Outcome.Heat; h != nil {
		p.HeatNote = "All else as the winner has it, " + plural(h.Replications, "run") + " each. Bright is better. Framed: the winner; dashed: the setting in force, where it is in the map."
	}
	return p
}

// addFront draws the front and lists it.
func (p *tuningPage) addFront(t *Tuning) {
	p.Fronts, p.Ranking, p.Marks = frontPlots(t), rankRows(t), t.legend(false)
	if len(t.Objectives) > 2 {
		p.Parallel = parallelFigure(t)
	}
	p.FrontTable = frontTable(t, true).onPage("The front, by " + objectiveShort(&t.Objectives[0]))
	for i, row := range frontRows(t, true) {
		if row == t.Outcome.Winner {
			p.FrontTable.Rows[i].Class = "first"
		}
	}
	p.FrontLegend = frontLegend(t, true)
	if fixed := frontFixed(t, frontRows(t, true)); fixed != "" {
		p.FrontLegend = append([]string{fixed}, p.FrontLegend...)
	}
}

// scaleLine says how much was looked at, and what was required.
func (t *Tuning) scaleLine() string {
	parts := []string{lookedText(t)}
	if text := halvedText(t); text != "" {
		parts = append(parts, text)
	}
	if len(t.Require) > 0 {
		parts = append(parts, "required: "+strings.Join(t.Require, ", "))
	}
	return strings.Join(parts, " · ")
}

// verdictLines are the headline, why it is so, and what it leaves unsolved.
func (t *Tuning) verdictLines() []pageLine {
	h := tuningHeadline(t)
	out := []pageLine{{Word: h.word, Who: h.who, Text: arrows(strings.Join(h.clauses, ", "))}}
	for _, text := range tuningWhy(t) {
		out = append(out, pageLine{Word: "WHY", Text: text})
	}
	for _, text := range tuningBut(t) {
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
func (t *Tuning) changesTable() *pageTable {
	if len(t.Changes) == 0 {
		return nil
	}
	out := &pageTable{Caption: "What " + t.winnerPhrase() + " changes in " + t.Strategy.Name, Corner: "setting", Head: []pageHead{{"from", true}, {"to", true}}}
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
func (s *table) onPage(caption string) *pageTable {
	t := &pageTable{Caption: caption, Corner: cornerWords(s.corner)}
	for _, label := range s.labels {
		t.Rows = append(t.Rows, pageRow{Name: label})
	}
	grouped := false
	for _, c := range s.cols {
		t.Head = append(t.Head, pageHead{Title: c.long(), Left: wordy(c.cells)})
		for i, cell := range c.cells {
			t.Rows[i].Cells = append(t.Rows[i].Cells, sheetCell(cell.text))
		}
		over := ""
		if len(c.over) > 0 {
			over, grouped = c.over[0], true
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
func wordy(cells []tableCell) bool {
	named := false
	for _, cell := range cells {
		first, _ := utf8.DecodeRuneInString(cell.text)
		if cell.text != missing && !unicode.IsLetter(first) {
			return false
		}
		named = named || cell.text != missing
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
	case strings.HasSuffix(c.Text, markEqual), strings.HasSuffix(c.Text, " same"):
		c.Class = "equal"
	}
	return c
}
