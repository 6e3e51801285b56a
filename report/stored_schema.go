package report

import (
	"fmt"
	"strconv"
	"strings"
)

// schemaDraft is the draft that editors and validators know best.
const schemaDraft = "http://json-schema.org/draft-07/schema#"

// Schemas lists what Schema describes.
func Schemas() []string { return []string{"result", "attempts", "tuning"} }

// Schema returns the JSON Schema of what a format writes: the document of json,
// a line of attempts, or the document of tune. Its $id holds the version that the documents hold.
// Readers must bear keys that it does not know: a version that adds some is no
// other version.
func Schema(what string) ([]byte, error) {
	var root object
	switch what {
	case "result":
		root = resultSchema()
	case "attempts":
		root = attemptSchema()
	case "tuning":
		root = tuningSchema()
	default:
		return nil, fmt.Errorf("no schema of %q; there are: %s", what, strings.Join(Schemas(), ", "))
	}
	head := object{{"$schema", schemaDraft}, {"$id", "wavetank:///" + what + ".v" + strconv.Itoa(schemaVersion) + ".json"}}
	out, err := appendJSON(nil, append(head, root...), "")
	return append(out, '\n'), err
}

// key is one key of a described object.
type key struct {
	name     string
	schema   any
	optional bool
}

// record describes an object by its keys.
func record(doc string, keys ...key) object {
	properties, required := object{}, []string{}
	for _, k := range keys {
		properties = append(properties, member{k.name, k.schema})
		if !k.optional {
			required = append(required, k.name)
		}
	}
	out := object{{"type", "object"}}
	if doc != "" {
		out = append(out, member{"description", doc})
	}
	return append(out, member{"properties", properties}, member{"required", required})
}

// typed describes a plain value, orNull one that may not exist.
func typed(kind, doc string) line { return line{{"type", kind}, {"description", doc}} }

func orNull(kind, doc string) line {
	return line{{"type", []string{kind, "null"}}, {"description", doc}}
}

// share describes a number from 0 to 1.
func share(doc string) line {
	return line{{"type", "number"}, {"minimum", 0}, {"maximum", 1}, {"description", doc}}
}

// tallyOf describes a number of things.
func tallyOf(doc string) line { return line{{"type", "integer"}, {"minimum", 0}, {"description", doc}} }

// word describes one of some words.
func word(doc string, words ...string) line { return line{{"enum", words}, {"description", doc}} }

// list describes an array.
func list(of any, doc string) object {
	return object{{"type", "array"}, {"description", doc}, {"items", of}}
}

// named describes an object whose keys are names.
func named(of any, doc string) object {
	return object{{"type", "object"}, {"description", doc}, {"additionalProperties", of}}
}

// defined refers to a definition, with a description of this use.
func defined(name, doc string) line {
	return line{{"allOf", []any{line{{"$ref", "#/definitions/" + name}}}}, {"description", doc}}
}

// MarshalJSON implements json.Marshaler, for lines inside plain lists.
func (l line) MarshalJSON() ([]byte, error) { return appendJSON(nil, l, "") }
