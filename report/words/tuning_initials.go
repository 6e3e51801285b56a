package words

import (
	"slices"
	"strings"

	"wavetank/report/judge"
)

// initialsLeast is how many characters a shortened name has at least.
const initialsLeast = 2

// AxisInitials is how an axis' values are shortened where they are lists of names,
// as orders are: each name to the least characters that tell it from the others.
// Values that are maps of a document lose what every one of them has. Nil where
// values are neither.
func AxisInitials(t *judge.Tuning, axis int) func(string) string {
	if axisStructured(t, axis) {
		return bareMap
	}
	short := axisShortNames(t, axis)
	if short == nil {
		return nil
	}
	return func(label string) string {
		names := listOf(label)
		for i, n := range names {
			if s, ok := short[n]; ok {
				names[i] = s
			}
		}
		return strings.Join(names, ">")
	}
}

// axisStructured reports whether some value of an axis is a map.
func axisStructured(t *judge.Tuning, axis int) bool {
	return slices.ContainsFunc(t.Axes[axis].Labels, func(label string) bool { return strings.HasPrefix(label, "{") })
}

// bareMap is a map of a document without its braces, and without the word that
// its kind is one: delay, after: 6s.
func bareMap(label string) string {
	inner, opens := strings.CutPrefix(label, "{")
	inner, closes := strings.CutSuffix(inner, "}")
	if !opens || !closes || strings.ContainsAny(inner, "{}") {
		return label
	}
	return strings.TrimPrefix(strings.TrimSpace(inner), "kind: ")
}

// axisShortNames are the names in an axis' values, shortened.
func axisShortNames(t *judge.Tuning, axis int) map[string]string {
	if axisStructured(t, axis) {
		return nil
	}
	var all []string
	lists := false
	for _, label := range t.Axes[axis].Labels {
		names := listOf(label)
		lists = lists || len(names) > 1
		all = append(all, names...)
	}
	if !lists {
		return nil
	}
	slices.Sort(all)
	all = slices.Compact(all)
	out := map[string]string{}
	for _, name := range all {
		out[name] = initial(name, all)
	}
	return out
}

// initial is the shortest beginning of a name that no other name has.
func initial(name string, all []string) string {
	long := []rune(name)
	for n := initialsLeast; n < len(long); n++ {
		short := string(long[:n])
		shared := func(other string) bool { return other != name && strings.HasPrefix(other, short) }
		if !slices.ContainsFunc(all, shared) {
			return short
		}
	}
	return name
}

// listOf parts a list of names.
func listOf(label string) []string {
	out := strings.FieldsFunc(label, func(c rune) bool { return c == ',' || c == '>' })
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// InitialsLegend says what the shortened names of axes stand for.
func InitialsLegend(t *judge.Tuning, axes []int) []string {
	var parts []string
	for _, axis := range axes {
		short := axisShortNames(t, axis)
		var names []string
		for name := range short {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if s := short[name] + " " + name; short[name] != name && !slices.Contains(parts, s) {
				parts = append(parts, s)
			}
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{strings.Join(parts, ", ")}
}
