package feeds

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"wavetank/report/measure"
	"wavetank/report/words"
)

// WriteCSV writes every figure in long form: a metric carries its phase or
// provider in its name, as in a rule, and is empty where it has no value.
func WriteCSV(w io.Writer, r *words.Report) error {
	rows := [][]string{{"scenario", "strategy", "metric", "mean", "low", "high", "n"}}
	for _, one := range r.Results {
		for i := range one.Strategies {
			s := &one.Strategies[i]
			row := func(metric string, f measure.Summary) {
				rows = append(rows, []string{one.Scenario.Name, s.Name, metric, CellCSV(f.Mean), CellCSV(f.Low), CellCSV(f.High), strconv.Itoa(f.N)})
			}
			for _, m := range measure.Catalogue {
				row(m.Name, s.Figure(m.Name))
			}
			for p, provider := range one.Scenario.Providers {
				for _, m := range measure.ProviderCatalogue {
					row(provider+"/"+m, s.ProviderFigure(p, m))
				}
			}
		}
	}
	return writeCSV(w, rows)
}

// writeCSV writes rows. A spreadsheet would read a text that begins with a sign, in
// either width, as a formula: it gets an apostrophe in front.
func writeCSV(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		for i, cell := range row {
			first, _ := utf8.DecodeRuneInString(strings.TrimLeft(cell, " "))
			if _, err := strconv.ParseFloat(cell, 64); err != nil && strings.ContainsRune("=+-@＝＋－＠", first) {
				row[i] = "'" + cell
			}
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// CellCSV writes a number as JSON does, and nothing for none.
func CellCSV(v float64) string {
	if measure.Bad(v) {
		return ""
	}
	return string(measure.Number(v).Append(nil))
}
