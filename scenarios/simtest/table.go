package simtest

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// writeTable writes what a test's log has room for: the verdict, the figures, and
// what a reader must know to trust them. It draws plainly, so that a test of a chain
// links nothing that draws.
func writeTable(w io.Writer, r *judge.Result) error {
	k := words.RankedResult(r, false)
	h := words.ResultHeadline(r, &k.Rank)
	fmt.Fprintf(w, "%s\n\n%s  %s  %s\n", r.Scenario.Name, h.Word, h.Who, strings.Join(h.Clauses, ", "))
	if c := r.Complaint; c != nil {
		fact, text := words.ComplaintText(&r.Scenario, c)
		fmt.Fprintf(w, "BUT  %s  %s\n", fact, text)
	}
	fmt.Fprintln(w)
	if err := writeFigures(w, k.FigureTable(words.FigureColumns(r), k.Rank.Order)); err != nil {
		return err
	}
	for _, text := range words.ResultRemarks(r) {
		fmt.Fprintf(w, "note    %s\n", text)
	}
	if len(r.Again) > 0 {
		fmt.Fprintf(w, "again   %s\n", words.Shell(r.Again))
	}
	return nil
}

// writeFigures aligns a table, figures to the right.
func writeFigures(w io.Writer, t *words.Table) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "\t")
	for i := range t.Cols {
		fmt.Fprintf(tw, "%s\t", t.Cols[i].Alone())
	}
	fmt.Fprintln(tw)
	for row, name := range t.Labels {
		fmt.Fprintf(tw, "%s\t", name)
		for i := range t.Cols {
			fmt.Fprintf(tw, "%s%s\t", t.Cols[i].Cells[row].Text, t.Cols[i].Cells[row].Mark)
		}
		fmt.Fprintln(tw)
	}
	return tw.Flush()
}
