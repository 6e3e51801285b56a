package faults

import (
	"encoding/json"
	"math"
)

// number returns a small number within the bounds, a multiple where one is due.
func number(m map[string]any, whole bool) float64 {
	step := bound(m, "multipleOf", 0)
	if whole && (step == 0 || step != math.Trunc(step)) {
		step = 1
	}
	low := bound(m, "minimum", math.Inf(-1))
	if x := bound(m, "exclusiveMinimum", math.Inf(-1)); x >= low && x > math.Inf(-1) {
		low = x + above(step, bound(m, "exclusiveMaximum", bound(m, "maximum", x+2))-x)
	}
	high := bound(m, "maximum", math.Inf(1))
	if x := bound(m, "exclusiveMaximum", math.Inf(1)); x <= high {
		high = x - above(step, 1)
	}
	v := max(low, min(1, high))
	if step > 0 {
		v = math.Ceil(v/step) * step
		if v > high {
			v = math.Floor(high/step) * step
		}
	}
	return v
}

// above is how far beyond an exclusive bound a number lies that has gap to go.
func above(step, gap float64) float64 {
	if step > 0 {
		return step
	}
	return gap / 2
}

// maxText bounds a sample's strings and lists.
const maxText = 1 << 12

// text returns a string of the right length and format.
func text(m map[string]any) string {
	format, _ := m["format"].(string)
	out, ok := formats[format]
	if !ok {
		out = "an example"
	}
	low, high := count(m, "minLength", 0), count(m, "maxLength", maxText)
	for len(out) < low && len(out) < maxText {
		out += " and more"
	}
	if low > 0 && len(out) > max(low, 10) && !ok {
		out = out[:max(low, 10)]
	}
	return out[:max(0, min(len(out), high))]
}

var formats = map[string]string{
	"date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z", "time": "12:00:00Z", "duration": "PT1H",
	"email": "ada@example.org", "hostname": "example.org", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"uri": "https://example.org/", "uri-reference": "/a", "uuid": "4b3f9c1e-6d1a-4f57-9a0e-1c2d3e4f5a6b",
	"json-pointer": "/a", "regex": "a*",
}

// count reads a size, within reason.
func count(m map[string]any, key string, missing float64) int {
	v := bound(m, key, missing)
	if !(v > 0) {
		return 0
	}
	return int(min(v, maxText))
}

// bound reads a number of whatever type a decoder made it.
func bound(m map[string]any, key string, missing float64) float64 {
	switch v := m[key].(type) {
	case float64:
		return v
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	case json.Number:
		if f, err := v.Float64(); err == nil {
			return f
		}
	}
	return missing
}

// list reads a list, nil where there is none.
func list(v any) []any {
	l, _ := v.([]any)
	return l
}
