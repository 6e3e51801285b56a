package yamldoc

import (
	"reflect"
	"strings"
	"sync"
)

// field is one key of a struct, as its tags say:
//
//	yaml:"name"            the key; a field without a tag, or with "-", is none
//	yaml:"name,omitempty"  Encode leaves the zero value out
//	yaml:",inline"         the keys of an embedded struct, or the kind and the
//	                       parameters of an interface, beside the struct's own
//	required:"true"        the key must be there
//	doc:"..."              the description in the JSON Schema
type field struct {
	name      string
	index     []int
	typ       reflect.Type
	doc       string
	required  bool
	omitEmpty bool
	inline    bool // an interface's; structs are flattened
}

// known are the keys of the structs that were asked for: a search reads a document
// ten thousand times.
var known sync.Map // reflect.Type to []field

// fieldsOf lists the keys of a struct in order. The list must not be changed.
func fieldsOf(t reflect.Type) []field {
	if fields, ok := known.Load(t); ok {
		return fields.([]field)
	}
	fields := readFields(t)
	known.Store(t, fields)
	return fields
}

// readFields reads the tags of a struct.
func readFields(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("yaml")
		name, flags, _ := strings.Cut(tag, ",")
		if !tagged || name == "-" || !sf.IsExported() && !sf.Anonymous {
			continue
		}
		f := field{name: name, index: []int{i}, typ: sf.Type, doc: sf.Tag.Get("doc"),
			required: sf.Tag.Get("required") == "true", omitEmpty: strings.Contains(flags, "omitempty")}
		switch {
		case !strings.Contains(flags, "inline"):
			out = append(out, f)
		case sf.Type.Kind() == reflect.Struct:
			for _, g := range fieldsOf(sf.Type) {
				g.index = append([]int{i}, g.index...)
				out = append(out, g)
			}
		case sf.Type.Kind() == reflect.Interface:
			f.inline = true
			out = append(out, f)
		default:
			panic("yamldoc: only structs and interfaces can be inline: " + t.String() + "." + sf.Name)
		}
	}
	return out
}

// names lists the keys of fields.
func names(fields []field) (out []string) {
	for _, f := range fields {
		if !f.inline {
			out = append(out, f.name)
		}
	}
	return out
}
