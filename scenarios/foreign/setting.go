package foreign

import (
	"regexp"
	"slices"
	"strconv"
	"time"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
)

// Setting is a slot of a strategy as a system's configuration calls it. A system's
// table of them is the one place that says so: what it lacks, no configuration of
// the system expresses.
type Setting struct {
	Slot string   // its path in a strategy, as breaker.open.base; [] stands for any place in a list
	Keys []string // what a configuration calls it: the first where it has none yet
	// In is a value of the slot, as strategies write it, in the configuration's own
	// units; ok is false for one that it has no words for. Nil tells the key alone:
	// what stands there is a list of its own.
	In func(value string) (text string, ok bool)
}

var places = regexp.MustCompile(`\[\d+\]`)

// settingOf finds the row of a slot.
func (s System) settingOf(path string) (Setting, bool) {
	path = places.ReplaceAllString(path, "[]")
	k := slices.IndexFunc(s.Settings, func(row Setting) bool { return row.Slot == path })
	if k < 0 {
		return Setting{}, false
	}
	return s.Settings[k], true
}

// Setting is a slot of a strategy with a value of it in the words of the system's
// configuration, as "cooldown_time: 30" for breaker.open.base at 30s; "" where the
// system has none. Of several keys it takes one that the configuration is known to
// have, as it is spelled there; a chain that was imported knows its own by [Imported.Names].
func (s System) Setting(path, value string, known ...string) string {
	row, ok := s.settingOf(path)
	if !ok {
		return ""
	}
	key := row.Keys[0]
	if k := slices.IndexFunc(known, row.has); k >= 0 {
		key = known[k]
	}
	if row.In == nil {
		return key
	}
	text, ok := row.In(value)
	if !ok {
		return ""
	}
	if s.File == "" {
		return key + "=" + text // a variable
	}
	return key + ": " + text
}

// Expresses tells whether the system's configuration can say a slot with this
// value: what a search for one may try.
func (s System) Expresses(path, value string) bool { return s.Setting(path, value) != "" }

// named lists the keys of the system's table that an importer has looked at.
func (im *Importing) named() (out []string) {
	var walk func(n *yamldoc.Node)
	walk = func(n *yamldoc.Node) {
		for _, e := range EntriesOf(n) {
			if im.Used[e.Value] && im.system.knows(e.Key) && !slices.Contains(out, e.Key) {
				out = append(out, e.Key)
			}
			walk(e.Value)
		}
		for _, item := range ItemsOf(n) {
			walk(item)
		}
	}
	walk(im.Root)
	return out
}

// knows tells whether a key stands in the system's table.
func (s System) knows(key string) bool {
	return slices.ContainsFunc(s.Settings, func(row Setting) bool { return row.has(key) })
}

// has tells whether a key of a configuration is one of the row's, as it stands there or
// in camel case.
func (row *Setting) has(key string) bool {
	return slices.ContainsFunc(row.Keys, func(k string) bool { return k == key || camel(k) == key })
}

// As gives a value as a strategy writes it.
func As(value string) (string, bool) { return value, value != "" }

// Seconds is a time in seconds, as a number.
func Seconds(value string) (string, bool) { return inUnits(value, time.Second) }

// Milliseconds is a time in milliseconds, as a number.
func Milliseconds(value string) (string, bool) { return inUnits(value, time.Millisecond) }

// Spelled is a time as it is written with its unit, in seconds: 0.5s.
func Spelled(value string) (string, bool) {
	text, ok := Seconds(value)
	return text + "s", ok
}

func inUnits(value string, unit time.Duration) (string, bool) {
	d, err := time.ParseDuration(value)
	return Shortest(float64(d) / float64(unit)), err == nil && d > 0
}

// Percent is a part of one in percent.
func Percent(value string) (string, bool) {
	var r policy.Ratio
	err := r.UnmarshalText([]byte(value))
	return Shortest(float64(r) / 10), err == nil
}

// Fewer is a count less so many: attempts as retries.
func Fewer(less int) func(string) (string, bool) {
	return func(value string) (string, bool) {
		n, err := strconv.Atoi(value)
		return strconv.Itoa(n - less), err == nil && n >= less
	}
}
