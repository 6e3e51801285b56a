package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
)

// writeCSV writes every figure in long form: a metric carries its phase or
// provider in its name, as in a rule, and is empty where it has no value.
func writeCSV(w io.Writer, r *Report) error {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	rows := [][]string{{"scenario", "strategy", "metric", "mean", "low", "high", "n"}}
	for _, one := range r.Results {
		for i := range one.Strategies {
			s := &one.Strategies[i]
			row := func(metric string, f Summary) {
				rows = append(rows, []string{one.Scenario.Name, s.Name, metric, cellCSV(f.Mean), cellCSV(f.Low), cellCSV(f.High), strconv.Itoa(f.N)})
			}
			for _, m := range metrics {
				row(m.Name, s.Figure(m.Name))
			}
			for p, provider := range one.Scenario.Providers {
				for _, m := range providerMetrics {
					row(provider+"/"+m, s.ProviderFigure(p, m))
				}
			}
		}
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// cellCSV writes a number as JSON does, and nothing for none.
func cellCSV(v float64) string {
	if bad(v) {
		return ""
	}
	return string(number(v).append(nil))
}
