package yamldoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	violation "github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Compile makes a validator of what [Types.Schema] returned. It panics on a
// schema that is none: that is the programmer's mistake.
func Compile(schema any) *jsonschema.Schema {
	const url = "mem:///document.json"
	text, err := json.Marshal(schema)
	if err != nil {
		panic("yamldoc: writing a schema: " + err.Error())
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic("yamldoc: reading a schema: " + err.Error())
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing outside
	if err := c.AddResource(url, doc); err != nil {
		panic("yamldoc: " + err.Error())
	}
	s, err := c.Compile(url)
	if err != nil {
		panic("yamldoc: " + err.Error())
	}
	return s
}

// Validate holds a tree against a schema and reports each violation where the
// value, or the key, is written.
func Validate(n *Node, s *jsonschema.Schema) Problems {
	instance := n.Plain()
	if instance == nil {
		instance = map[string]any{} // an empty document
	}
	err, bad := s.Validate(instance).(*jsonschema.ValidationError)
	if !bad {
		return nil
	}
	var ps Problems
	leaves(err, func(e *jsonschema.ValidationError) {
		if len(ps) < maxProblems {
			ps = append(ps, explain(n, s, e)...)
		}
	})
	return ps.Sorted()
}

// leaves visits the errors that have no further cause.
func leaves(e *jsonschema.ValidationError, visit func(*jsonschema.ValidationError)) {
	for _, c := range e.Causes {
		leaves(c, visit)
	}
	if len(e.Causes) == 0 {
		visit(e)
	}
}

// explain says one violation in a user's words.
func explain(n *Node, s *jsonschema.Schema, e *jsonschema.ValidationError) Problems {
	path, at := locate(n, e.InstanceLocation)
	one := func(format string, args ...any) Problems {
		return Problems{{Pos: at.Pos, Path: path, Text: fmt.Sprintf(format, args...)}}
	}
	switch k := e.ErrorKind.(type) {
	case *violation.AdditionalProperties:
		var ps Problems
		known := keysAt(s, e.SchemaURL)
		for _, key := range k.Properties[:min(len(k.Properties), maxProblems)] {
			ps = append(ps, Problem{Pos: at.KeyPos(key), Path: join(path, key), Text: fmt.Sprintf("unknown key %q", shorten(key)),
				Hint: hintFor(key, known, "it may be ")})
		}
		return ps
	case *violation.Required:
		var ps Problems
		for _, key := range k.Missing {
			ps = append(ps, one("the key %q is missing", key)...)
		}
		return ps
	case *violation.Type:
		want := articles(k.Want)
		if in := schemaAt(s, e.SchemaURL); in != nil && in.Pattern != nil && in.Pattern.String() == durations && len(want) == 1 && at.kind() == Scalar {
			ps := one("expected a duration like 30s, got %s", at.describe())
			if _, bare := at.Number(); bare {
				ps[0].Hint = unitHint(at)
			}
			return ps
		}
		return one("expected %s, got %s", strings.Join(want, " or "), at.describe())
	case *violation.Enum:
		var known []string
		for _, w := range k.Want {
			if w != nil { // only says that it may be taken away
				known = append(known, fmt.Sprint(w))
			}
		}
		ps := one("%s is none of %s", quote(at), strings.Join(known, ", "))
		ps[0].Hint = DidYouMean(at.Text, known)
		return ps
	case *violation.Minimum:
		return one("expected at least %s, got %s", k.Want.RatString(), at.describe())
	case *violation.Pattern:
		if k.Want == durations {
			return one("expected a duration like 30s, got %s", at.describe())
		}
	}
	return one("%s does not fit the schema (%s)", at.describe(), strings.Join(e.ErrorKind.KeywordPath(), "/"))
}

// keysAt lists the keys that the schema at an address knows, sorted.
func keysAt(s *jsonschema.Schema, url string) []string {
	if at := schemaAt(s, url); at != nil {
		return slices.Sorted(maps.Keys(at.Properties))
	}
	return nil
}

// schemaAt finds the part of a schema at an address, nil where there is none.
func schemaAt(s *jsonschema.Schema, url string) (found *jsonschema.Schema) {
	seen := map[*jsonschema.Schema]bool{}
	var visit func(s *jsonschema.Schema)
	visit = func(s *jsonschema.Schema) {
		if s == nil || seen[s] || found != nil {
			return
		}
		if seen[s] = true; s.Location == url {
			found = s
			return
		}
		for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
			visit(s.Properties[key])
		}
		for _, inner := range slices.Concat([]*jsonschema.Schema{s.Ref, s.If, s.Then}, s.AllOf, s.AnyOf) {
			visit(inner)
		}
		for _, inner := range []any{s.Items, s.AdditionalProperties} {
			if inner, ok := inner.(*jsonschema.Schema); ok {
				visit(inner)
			}
		}
	}
	visit(s)
	return found
}

// articles says the types of JSON in a user's words.
func articles(types []string) (out []string) {
	words := map[string]string{"object": "a map", "array": "a list", "string": "text", "number": "a number",
		"integer": "a whole number", "boolean": "true or false"}
	for _, t := range types {
		if t != "null" { // only says that it may be taken away
			out = append(out, words[t])
		}
	}
	return out
}

// locate follows an instance's location down the tree.
func locate(n *Node, location []string) (path string, at *Node) {
	for _, step := range location {
		next := n.Get(step)
		if i, err := strconv.Atoi(step); err == nil && n.kind() == List && i < len(n.Items) {
			next, path = n.Items[i], path+"["+step+"]"
		} else {
			path = join(path, step)
		}
		if next == nil {
			break
		}
		n = next
	}
	return path, n
}
