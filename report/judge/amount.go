package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"wavetank/report/measure"
)

// MetricNamed finds a metric. Its error says which name was probably meant, as far
// as nearest, which may be nil, finds one.
func MetricNamed(name string, nearest func(word string, known []string) string) (measure.Metric, error) {
	if i, ok := measure.Index[name]; ok {
		return measure.Catalogue[i], nil
	}
	hint := "as latency_p99, slo_rate.during"
	if nearest != nil {
		if near := nearest(name, metricNames()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
	}
	return measure.Metric{}, fmt.Errorf("unknown metric %q (%s)", name, hint)
}

// ParseAmount reads a value of a unit as people write it, 30.5s, 99.9%, $0.20 or
// 12, in the metrics' own unit: seconds, a share of 1, dollars.
func ParseAmount(text string, unit measure.Unit) (float64, error) {
	value, err := 0.0, error(nil)
	if strings.HasSuffix(text, "%") && unit == measure.Rate {
		value, err = percentOf(text)
	} else {
		value, err = amountOf(text, unit)
	}
	switch {
	case err != nil || math.IsNaN(value) || math.IsInf(value, 0):
		return 0, fmt.Errorf("%s: expected %s", Quoted(text), amountForms[unit])
	case unit == measure.Rate && (value < 0 || value > 1):
		return 0, fmt.Errorf("%s: a rate lies between 0 and 1 (write %s%%)", Quoted(text), text)
	}
	return value, nil
}

// percentOf reads 2% as 0.02.
func percentOf(text string) (float64, error) {
	value, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	return value / 100, err
}

// amountOf reads a value that is no percentage.
func amountOf(text string, unit measure.Unit) (float64, error) {
	switch unit {
	case measure.Seconds:
		d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
		return d.Seconds(), err
	case measure.Dollars:
		return strconv.ParseFloat(strings.TrimPrefix(text, "$"), 64)
	}
	return strconv.ParseFloat(text, 64)
}

// amountForms say what amounts of a unit look like.
var amountForms = map[measure.Unit]string{measure.Count: "a number, as 5", measure.Rate: "a share, as 99.9%", measure.Seconds: "a duration, as 500ms",
	measure.Dollars: "an amount, as $0.20", measure.Scale: "a number, as 0.1"}
