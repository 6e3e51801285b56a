package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// MetricNamed finds a metric. Its error says which name was probably meant, as far
// as nearest, which may be nil, finds one.
func MetricNamed(name string, nearest func(word string, known []string) string) (Metric, error) {
	if i, ok := MetricIndex(name); ok {
		return metrics[i], nil
	}
	hint := "as latency_p99, slo_rate.during"
	if nearest != nil {
		if near := nearest(name, metricNames()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
	}
	return Metric{}, fmt.Errorf("unknown metric %q (%s)", name, hint)
}

// ParseAmount reads a value of a unit as people write it, 30.5s, 99.9%, $0.20 or
// 12, in the metrics' own unit: seconds, a share of 1, dollars.
func ParseAmount(text string, unit Unit) (float64, error) {
	value, err := 0.0, error(nil)
	if strings.HasSuffix(text, "%") && unit == Rate {
		value, err = percentOf(text)
	} else {
		value, err = amountOf(text, unit)
	}
	switch {
	case err != nil || math.IsNaN(value) || math.IsInf(value, 0):
		return 0, fmt.Errorf("%s: expected %s", quoted(text), amountForms[unit])
	case unit == Rate && (value < 0 || value > 1):
		return 0, fmt.Errorf("%s: a rate lies between 0 and 1 (write %s%%)", quoted(text), text)
	}
	return value, nil
}

// percentOf reads 2% as 0.02.
func percentOf(text string) (float64, error) {
	value, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	return value / 100, err
}

// amountOf reads a value that is no percentage.
func amountOf(text string, unit Unit) (float64, error) {
	switch unit {
	case Seconds:
		d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
		return d.Seconds(), err
	case Dollars:
		return strconv.ParseFloat(strings.TrimPrefix(text, "$"), 64)
	}
	return strconv.ParseFloat(text, 64)
}

// amountForms say what amounts of a unit look like.
var amountForms = map[Unit]string{Count: "a number, as 5", Rate: "a share, as 99.9%", Seconds: "a duration, as 500ms",
	Dollars: "an amount, as $0.20", Scale: "a number, as 0.1"}
