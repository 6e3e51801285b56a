package scenarios

import (
	"reflect"
	"strings"
	"time"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/sim"
)

// key is one key of a part of the language, as its struct's tags say.
type key struct {
	name     string
	unit     string // what its value is, in a user's words
	def      string // default as written; "" for none
	doc      string
	required bool
}

// keysOf lists the keys of a struct with its defaults filled in. Maps of other
// structs are listed under dotted names.
func keysOf(value any) []key {
	v := reflect.Indirect(reflect.ValueOf(value))
	if v.Kind() != reflect.Struct {
		return nil
	}
	return structKeys("", v)
}

func structKeys(prefix string, v reflect.Value) (out []key) {
	t := v.Type()
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("yaml")
		name, flags, _ := strings.Cut(tag, ",")
		if !tagged || name == "-" {
			continue
		}
		if strings.Contains(flags, "inline") {
			if sf.Type.Kind() == reflect.Struct {
				out = append(out, structKeys(prefix, v.Field(i))...)
			}
			continue
		}
		k := key{name: prefix + name, unit: unitOf(sf), doc: sf.Tag.Get("doc"), required: sf.Tag.Get("required") == "true"}
		inner, list := under(sf.Type), itemOf(sf.Type)
		if inner == nil {
			k.def = defaultOf(v.Field(i))
		}
		out = append(out, k)
		switch {
		case inner != nil:
			out = append(out, structKeys(k.name+".", innerValue(v.Field(i), inner))...)
		case list != nil:
			out = append(out, structKeys(k.name+"[].", reflect.New(list).Elem())...)
		}
	}
	return out
}

// under returns the struct whose keys stand under a key, nil where its value is
// something else.
func under(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || elsewhere[t] || isWritten(t) {
		return nil
	}
	return t
}

// itemOf returns the struct that a list holds, nil for other types.
func itemOf(t reflect.Type) reflect.Type {
	if t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Struct || isNamed(t.Elem()) {
		return nil
	}
	return under(t.Elem())
}

// isNamed reports whether a type is an entry of a map whose order matters.
func isNamed(t reflect.Type) bool { return strings.HasPrefix(t.Name(), "Named[") }

// innerValue is the struct under a key, with its defaults where none is set.
func innerValue(v reflect.Value, t reflect.Type) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	if !v.IsNil() {
		return v.Elem()
	}
	fresh := reflect.New(t)
	if d, ok := fresh.Interface().(interface{ SetDefaults() }); ok {
		d.SetDefaults()
	}
	return fresh.Elem()
}

// isWritten reports whether a type is written as one value or reads itself.
func isWritten(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	_, text := p.MethodByName("UnmarshalText")
	_, raw := p.MethodByName("UnmarshalNode")
	return text || raw || t == reflect.TypeFor[time.Duration]()
}

// elsewhere are parts that have a section of their own.
var elsewhere = map[reflect.Type]bool{
	reflect.TypeFor[faults.Outputs](): true,
	reflect.TypeFor[faults.Entry]():   true,

	reflect.TypeFor[policy.ClassRules]():  true,
	reflect.TypeFor[policy.ClassCounts](): true,
	reflect.TypeFor[yamldoc.Node]():       true,
}

// defaultOf writes a default as a file would, in one line.
func defaultOf(v reflect.Value) string {
	if v.IsZero() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface || v.Kind() == reflect.Slice || v.Kind() == reflect.String || v.Kind() == reflect.Map) {
		return ""
	}
	n := Types.Node(v.Interface())
	if v.Kind() == reflect.Interface {
		n = lawNode(v)
	}
	if n == nil {
		return ""
	}
	text := strings.TrimSpace(string(yamldoc.Format(&yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: "x", Value: n}}})))
	return strings.TrimSpace(strings.TrimPrefix(text, "x:"))
}

// lawNode writes a law in its shortest form.
func lawNode(v reflect.Value) *yamldoc.Node {
	if c, ok := v.Interface().(*faults.Constant); ok {
		return Types.Node(c.Value)
	}
	return Types.Node(v.Elem().Interface())
}

// unitOf says in a user's words what a key's value is.
func unitOf(sf reflect.StructField) string {
	if words := sf.Tag.Get("enum"); words != "" {
		return strings.ReplaceAll(words, ",", ", ")
	}
	return unitName(sf.Type)
}

var unitNames = map[reflect.Type]string{
	reflect.TypeFor[time.Duration]():    "duration",
	reflect.TypeFor[faults.Share]():     "share",
	reflect.TypeFor[faults.Span]():      "duration or range",
	reflect.TypeFor[faults.Amount]():    "duration or count",
	reflect.TypeFor[faults.Law]():       "law",
	reflect.TypeFor[faults.Hint]():      "hint",
	reflect.TypeFor[faults.LimitHint](): "hint",
	reflect.TypeFor[sim.Lag]():          "duration or never",
	reflect.TypeFor[Rule]():             "rule",
	reflect.TypeFor[Schematic]():        "JSON Schema or file",
	reflect.TypeFor[*yamldoc.Node]():    "document",
}

func unitName(t reflect.Type) string {
	if name, ok := unitNames[t]; ok {
		return name
	}
	if w, ok := reflect.New(t).Interface().(yamldoc.Worded); ok {
		return strings.Join(w.Words(), ", ")
	}
	if names := wordsOf[t]; names != nil {
		return strings.Join(names(), ", ")
	}
	switch t.Kind() {
	case reflect.Pointer:
		return unitName(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return listName(t)
	case reflect.Interface:
		return "a kind"
	case reflect.Struct, reflect.Map:
		return "map"
	}
	if isWritten(t) {
		return "number"
	}
	return "whole number"
}

// listName names a list, or a map by names, by what it holds.
func listName(t reflect.Type) string {
	if isNamed(t.Elem()) {
		return "map by name"
	}
	return "list of " + unitName(t.Elem())
}

// wordsOf lists the words of types that do not list them themselves.
var wordsOf = map[reflect.Type]func() []string{
	reflect.TypeFor[faults.Structured](): faults.StructuredNames,
	reflect.TypeFor[faults.Counting]():   faults.CountingNames,
	reflect.TypeFor[faults.Severity]():   faults.SeverityNames,
}
