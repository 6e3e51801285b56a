package yamldoc

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// isScalarType tells whether a type is written as one scalar.
func isScalarType(t reflect.Type) bool {
	if isRaw(t) {
		return false
	}
	if isText(t) || t == durationType {
		return true
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Float32, reflect.Float64:
		return true
	}
	return isInt(t) || isUint(t)
}

func isInt(t reflect.Type) bool  { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64 }
func isUint(t reflect.Type) bool { return t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uint64 }

// scalar reads one value.
func (x *decoding) scalar(n *Node, path string, v reflect.Value) {
	t := v.Type()
	if n.kind() != Scalar {
		x.note(n.Pos, path, "", "expected %s, got %s", expected(t), n.describe())
		return
	}
	switch {
	case isText(t):
		x.text(n, path, v)
	case t == durationType:
		x.duration(n, path, v)
	case t.Kind() == reflect.String:
		x.str(n, path, v)
	case t.Kind() == reflect.Bool:
		b, ok := n.Bool()
		if !ok {
			x.note(n.Pos, path, truthHint(n), "expected true or false, got %s", n.describe())
		}
		v.SetBool(b)
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		f, ok := n.Number()
		if !ok {
			x.note(n.Pos, path, "", "expected a number, got %s", n.describe())
		}
		v.SetFloat(f)
	default:
		x.integer(n, path, v)
	}
}

// expected says in a user's words what a type is read from.
func expected(t reflect.Type) string {
	switch {
	case t == durationType:
		return "a duration like 30s"
	case isText(t):
		return "a value"
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case isInt(t) || isUint(t):
		return "a whole number"
	}
	return "a number"
}

func (x *decoding) text(n *Node, path string, v reflect.Value) {
	self := v.Addr().Interface()
	if err := self.(encoding.TextUnmarshaler).UnmarshalText([]byte(n.Text)); err != nil {
		hint := ""
		if w, ok := self.(Worded); ok {
			if hint = DidYouMean(n.Text, w.Words()); hint == "" && !strings.Contains(err.Error(), strings.Join(w.Words(), ", ")) {
				hint = "it may be " + strings.Join(w.Words(), ", ")
			}
		}
		x.note(n.Pos, path, hint, "%s", err)
	}
}

func (x *decoding) duration(n *Node, path string, v reflect.Value) {
	if _, bare := n.Number(); bare {
		x.note(n.Pos, path, unitHint(n),
			"expected a duration like 30s, got %s", n.describe())
		return
	}
	d, err := time.ParseDuration(n.Text)
	if err != nil {
		x.note(n.Pos, path, "", "expected a duration like 30s, got %s", n.describe())
	}
	v.SetInt(int64(d))
}

// unitHint asks for a bare number's unit.
func unitHint(n *Node) string {
	return fmt.Sprintf("did you mean %ss? add the unit: ns, us, ms, s, m or h", n.Text)
}

func (x *decoding) str(n *Node, path string, v reflect.Value) {
	_, number := n.Number()
	_, truth := n.Bool()
	if number || truth {
		x.note(n.Pos, path, fmt.Sprintf("write %q", n.Text), "expected text, got %s", n.describe())
		return
	}
	v.SetString(n.Text)
}

func truthHint(n *Node) string {
	switch strings.ToLower(n.Text) {
	case "yes", "on", "y", "1":
		return "write true"
	case "no", "off", "n", "0":
		return "write false"
	}
	return ""
}

// integer reads whole numbers, exactly where they are written with digits alone.
func (x *decoding) integer(n *Node, path string, v reflect.Value) {
	f, ok := n.Number()
	if !ok || f != math.Trunc(f) {
		x.note(n.Pos, path, "", "expected a whole number, got %s", n.describe())
		return
	}
	digits := strings.ReplaceAll(n.Text, "_", "")
	if isInt(v.Type()) {
		i, err := strconv.ParseInt(digits, 10, 64)
		if err != nil && math.Abs(f) < 1<<53 {
			i, err = int64(f), nil
		}
		if err != nil || v.OverflowInt(i) {
			x.note(n.Pos, path, "", "the number %s is too large", n.describe())
			return
		}
		v.SetInt(i)
		return
	}
	u, err := strconv.ParseUint(strings.TrimPrefix(digits, "+"), 10, 64)
	if err != nil && f >= 0 && f < 1<<53 {
		u, err = uint64(f), nil
	}
	switch {
	case f < 0:
		x.note(n.Pos, path, "", "expected a whole number of at least 0, got %s", n.describe())
	case err != nil || v.OverflowUint(u):
		x.note(n.Pos, path, "", "the number %s is too large", n.describe())
	default:
		v.SetUint(u)
	}
}
