package scenarios

import (
	"math"
	"strconv"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
)

// environment marks a value that a system takes from a variable. It is left
// alone.
const environment = "os.environ/"

// get returns the value of the first of several keys that a map has, nil for
// none, and notes that somebody looked at it.
func (im *importing) get(n *yamldoc.Node, keys ...string) *yamldoc.Node {
	for _, key := range keys {
		if v := n.Get(key); v != nil {
			im.used[v] = true
			if v.Kind == yamldoc.Null {
				return nil
			}
			return v
		}
	}
	return nil
}

// list returns the items of a list, and complains of anything else.
func (im *importing) list(n *yamldoc.Node, what string) []*yamldoc.Node {
	if n == nil || n.Kind == yamldoc.Null {
		return nil
	}
	if n.Kind != yamldoc.List {
		im.wrong(n.Pos, "", "%s: expected a list, got %s", what, n.Kind)
		return nil
	}
	for _, item := range n.Items {
		im.used[item] = true
	}
	return n.Items
}

// isMap tells a map, and complains of anything else but nothing.
func (im *importing) isMap(n *yamldoc.Node, what string) bool {
	if n == nil {
		return false
	}
	if n.Kind != yamldoc.Map {
		im.wrong(n.Pos, "", "%s: expected a map, got %s", what, n.Kind)
	}
	return n.Kind == yamldoc.Map
}

// word returns a text, "" for none.
func (im *importing) word(n *yamldoc.Node, keys ...string) string {
	v := im.get(n, keys...)
	if v == nil || v.Kind != yamldoc.Scalar {
		return ""
	}
	return v.Text
}

// truth returns whether a key says yes.
func (im *importing) truth(n *yamldoc.Node, keys ...string) bool {
	v := im.get(n, keys...)
	if v == nil {
		return false
	}
	yes, _ := v.Bool()
	return yes || strings.EqualFold(v.Text, "true")
}

// number reads a number from low to high; ok is false for none. A variable of
// the environment is left alone, and told.
func (im *importing) number(v *yamldoc.Node, what string, low, high float64) (f float64, ok bool) {
	if v == nil || v.Kind == yamldoc.Null {
		return 0, false
	}
	if v.Kind == yamldoc.Scalar && strings.HasPrefix(v.Text, environment) {
		im.left(v, "%s: comes from the environment (%s), which is not read", what, v.Text)
		return 0, false
	}
	f, ok = v.Number()
	if !ok && v.Kind == yamldoc.Scalar { // people write numbers in quotes
		g, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
		f, ok = g, err == nil
	}
	switch {
	case !ok:
		im.wrong(v.Pos, "", "%s: expected a number", what)
	case !(f >= low && f <= high):
		im.wrong(v.Pos, "", "%s: %s does not lie from %s to %s", what, shortest(f), shortest(low), shortest(high))
		ok = false
	}
	return f, ok
}

// whole reads a whole number.
func (im *importing) whole(v *yamldoc.Node, what string, low, high int) (int, bool) {
	f, ok := im.number(v, what, float64(low), float64(high))
	if ok && f != math.Trunc(f) {
		im.wrong(v.Pos, "", "%s: expected a whole number, got %s", what, shortest(f))
		return 0, false
	}
	return int(f), ok
}

// longest is the longest time that is taken from a configuration: more is a slip
// of the pen.
const longest = 30 * 24 * time.Hour

// time reads a number of units as a time.
func (im *importing) time(v *yamldoc.Node, what string, unit time.Duration) (time.Duration, bool) {
	f, ok := im.number(v, what, 0, float64(longest)/float64(unit))
	return time.Duration(math.Round(f * float64(unit))).Round(time.Microsecond), ok
}

// shortest writes a number as people do.
func shortest(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// textOf is a scalar's text, "" for anything else.
func textOf(n *yamldoc.Node) string {
	if n == nil || n.Kind != yamldoc.Scalar {
		return ""
	}
	return n.Text
}
