package foreign

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
)

// Environment marks a value that a system takes from a variable. It is left
// alone.
const Environment = "os.environ/"

// Get returns the value of the first of several keys that a map has, nil for
// none, and notes that somebody looked at it.
func (im *Importing) Get(n *yamldoc.Node, keys ...string) *yamldoc.Node {
	for _, key := range keys {
		if v := im.Peek(n, key); v != nil {
			im.Used[v] = true
			if v.Kind == yamldoc.Null {
				return nil
			}
			return v
		}
	}
	return nil
}

// Peek returns what stands under a key, in either of its spellings where a system
// has two, and notes nothing.
func (im *Importing) Peek(n *yamldoc.Node, key string) *yamldoc.Node {
	v := n.Get(key)
	if v == nil && im.Camel {
		v = n.Get(camel(key))
	}
	return v
}

var underscore = regexp.MustCompile(`_([a-z0-9])`)

// camel writes a key as JSON people do.
func camel(key string) string {
	return underscore.ReplaceAllStringFunc(key, func(s string) string { return strings.ToUpper(s[1:]) })
}

// List returns the items of a list, and complains of anything else.
func (im *Importing) List(n *yamldoc.Node, what string) []*yamldoc.Node {
	if n == nil || n.Kind == yamldoc.Null {
		return nil
	}
	if n.Kind != yamldoc.List {
		im.Wrong(n.Pos, "", "%s: expected a list, got %s", what, n.Kind)
		return nil
	}
	for _, item := range n.Items {
		im.Used[item] = true
	}
	return n.Items
}

// IsMap tells a map, and complains of anything else but nothing.
func (im *Importing) IsMap(n *yamldoc.Node, what string) bool {
	if n == nil {
		return false
	}
	if n.Kind != yamldoc.Map {
		im.Wrong(n.Pos, "", "%s: expected a map, got %s", what, n.Kind)
	}
	return n.Kind == yamldoc.Map
}

// Word returns a text, "" for none.
func (im *Importing) Word(n *yamldoc.Node, keys ...string) string {
	v := im.Get(n, keys...)
	if v == nil || v.Kind != yamldoc.Scalar {
		return ""
	}
	return v.Text
}

// Truth returns whether a key says yes.
func (im *Importing) Truth(n *yamldoc.Node, keys ...string) bool {
	v := im.Get(n, keys...)
	if v == nil {
		return false
	}
	yes, _ := v.Bool()
	return yes || strings.EqualFold(v.Text, "true")
}

// Number reads a number from low to high; ok is false for none. A variable of
// the environment is left alone, and told.
func (im *Importing) Number(v *yamldoc.Node, what string, low, high float64) (f float64, ok bool) {
	if v == nil || v.Kind == yamldoc.Null {
		return 0, false
	}
	if v.Kind == yamldoc.Scalar && strings.HasPrefix(v.Text, Environment) {
		im.Left(v, "%s: comes from the environment (%s), which is not read", what, v.Text)
		return 0, false
	}
	f, ok = v.Number()
	if !ok && v.Kind == yamldoc.Scalar { // people write numbers in quotes
		g, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
		f, ok = g, err == nil
	}
	switch {
	case v == HiddenValue:
		im.Wrong(v.Pos, "write the setting where nothing secret is named", "%s: it stands under a key that names a secret, and is not read", what)
	case !ok:
		im.Wrong(v.Pos, "", "%s: expected a number", what)
	case !(f >= low && f <= high):
		im.Wrong(v.Pos, "", "%s: %s does not lie from %s to %s", what, Shortest(f), Shortest(low), Shortest(high))
		ok = false
	}
	return f, ok
}

// Whole reads a whole number.
func (im *Importing) Whole(v *yamldoc.Node, what string, low, high int) (int, bool) {
	f, ok := im.Number(v, what, float64(low), float64(high))
	if ok && f != math.Trunc(f) {
		im.Wrong(v.Pos, "", "%s: expected a whole number, got %s", what, Shortest(f))
		return 0, false
	}
	return int(f), ok
}

// Longest is the longest time that is taken from a configuration: more is a slip
// of the pen.
const Longest = 30 * 24 * time.Hour

// Time reads a number of units as a time.
func (im *Importing) Time(v *yamldoc.Node, what string, unit time.Duration) (time.Duration, bool) {
	f, ok := im.Number(v, what, 0, float64(Longest)/float64(unit))
	return time.Duration(math.Round(f * float64(unit))).Round(time.Microsecond), ok
}

// Shortest writes a number as people do.
func Shortest(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// TextOf is a scalar's text, "" for anything else.
func TextOf(n *yamldoc.Node) string {
	if n == nil || n.Kind != yamldoc.Scalar {
		return ""
	}
	return n.Text
}
