package words

import (
	"strings"

	"wavetank/report/measure"
)

// narrow is how long a head may be on one line.
const narrow = 8

// Head is a metric's word as the head of a column, on two lines where it is long:
// broken where the longer of the two is shortest.
func Head(metric string) string {
	word := measure.WordOf(metric)
	best := word
	if Runes(word) <= narrow {
		return word
	}
	for i, c := range word {
		if c != ' ' && c != '-' {
			continue
		}
		if two := strings.TrimRight(word[:i+1], " ") + "\n" + word[i+1:]; widest(two) < widest(best) {
			best = two
		}
	}
	return best
}

// widest is the length of the longest line.
func widest(text string) (n int) {
	for l := range strings.SplitSeq(text, "\n") {
		n = max(n, Runes(l))
	}
	return n
}

// Title is the column's head: its own, else its metric's word.
func (c *Column) Title() string {
	if c.head != "" {
		return c.head
	}
	return Head(c.Metric)
}

// OnScreens says what screens call the metrics in a text that has them by name, as a
// rule does: "(spurious_trips: false trips)". Those that the name itself tells, as p99 of
// latency_p99, are left out.
func OnScreens(text string) string {
	var out []string
	for _, token := range strings.FieldsFunc(text, outsideNames) {
		base := metricIn(token)
		if base == "" || evident(base) {
			continue
		}
		if said := base + ": " + measure.WordOf(base); !strings.Contains(strings.Join(out, "\n"), said) {
			out = append(out, said)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// Named says what screens call a metric, before what it means; nothing where its name
// tells.
func Named(m measure.Metric) string {
	if evident(measure.Base(m.Name)) {
		return ""
	}
	return "on screens: " + m.Word + "; "
}

func outsideNames(c rune) bool {
	return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_-./", c)
}

// metricIn is the metric that a name of a rule ends in, without its phase; empty where
// there is none.
func metricIn(name string) string {
	for _, after := range []string{".", "/"} {
		for rest, more := name, true; more; {
			if _, rest, more = strings.Cut(rest, after); !more {
				break
			}
			if base := measure.Base(rest); known(base) {
				return base
			}
		}
	}
	return ""
}

// known reports whether a metric or a figure of a provider has that name.
func known(name string) bool {
	_, run := measure.Index[name]
	_, member := measure.OfProvider(name)
	return run || member
}

// evident reports whether a metric's name has all of its word in it.
func evident(metric string) bool {
	parts := strings.FieldsFunc(metric, func(c rune) bool { return c == '_' || c == '.' })
	for _, w := range strings.FieldsFunc(measure.WordOf(metric), func(c rune) bool { return c == ' ' || c == '-' || c == '.' }) {
		if !strings.Contains(strings.Join(parts, "\n"), w) {
			return false
		}
	}
	return true
}
