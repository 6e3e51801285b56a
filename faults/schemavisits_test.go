package faults

import (
	"fmt"
	"testing"
)

// TestVisits counts what a validator looks at.
func TestVisits(t *testing.T) {
	ref := func(name string) any { return map[string]any{"$ref": name} }
	doubled := func(levels int, way func(k int) any) map[string]any {
		defs := map[string]any{fmt.Sprint("d", levels): map[string]any{"type": "object"}}
		for k := range levels {
			defs[fmt.Sprint("d", k)] = way(k + 1)
		}
		return map[string]any{"$ref": "#/$defs/d0", "$defs": defs}
	}
	twice := doubled(30, func(k int) any {
		next := ref(fmt.Sprint("#/$defs/d", k))
		return map[string]any{"allOf": []any{next, next}}
	})
	if n := visitsOf(twice, map[string]any{}); n < 1<<30 {
		t.Errorf("thirty levels, twice each: %g visits", n)
	}
	if _, err := conforming(&Schema{Document: twice}, func([]byte) bool { t.Error("it is judged"); return true }); err == nil {
		t.Error("it is accepted")
	}
	anchored := map[string]any{"$ref": "#a", "$defs": map[string]any{"x": map[string]any{"$anchor": "a", "allOf": []any{ref("#/$defs/y"), ref("#/$defs/y")}}, "y": map[string]any{}}}
	if n := visitsOf(anchored, nil); n < 5 {
		t.Errorf("by an anchor: %g visits, want what it leads to", n)
	}
	plain := map[string]any{"properties": map[string]any{"a": map[string]any{}, "b": map[string]any{"items": ref("#")}}}
	if n := visitsOf(plain, map[string]any{"a": 1, "b": []any{1, 2}}); n > 20 {
		t.Errorf("an everyday schema: %g visits", n)
	}
}

// TestLargeSchemaIsLinear holds that a schema of many keys takes memory by their
// number, not its square.
func TestLargeSchemaIsLinear(t *testing.T) {
	size := func(keys int) float64 {
		var required []any
		for k := range keys {
			required = append(required, fmt.Sprint("key", k))
		}
		s := Schema{Document: map[string]any{"type": "object", "required": required}, Judge: func(b []byte) bool { return len(b) > keys*len(`"key0":"value"`) }}
		return float64(testing.Benchmark(func(b *testing.B) {
			for range b.N {
				if _, err := Compile(Spec{Schema: &s}); err != nil {
					b.Fatal(err)
				}
			}
		}).AllocedBytesPerOp())
	}
	if few, many := size(250), size(2000); many > 20*few {
		t.Errorf("250 keys take %.0f bytes and 2,000 take %.0f", few, many)
	}
}
