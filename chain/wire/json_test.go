package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestObject: what is written is JSON that says what was meant.
func TestObject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key, s := rapid.String().Draw(t, "key"), rapid.String().Draw(t, "string")
		n, f := rapid.Int64Range(-1<<53, 1<<53).Draw(t, "int"), rapid.Float64Range(-1e9, 1e9).Draw(t, "float")
		o := object{{"k" + key, s}, {"n", n}, {"f", f}, {"l", list{nil, true, object{}, list{}, 7}}, {"r", raw([]byte("{\n \"a\":\t1\r\n}"))}}
		body := o.encode()
		if bytes.ContainsAny(body, "\r\n") {
			t.Fatalf("a line break in %q", body)
		}
		var got map[string]any
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatalf("%q: %v", body, err)
		}
		want := map[string]any{"k" + key: s, "n": float64(n), "f": f, "l": []any{nil, true, map[string]any{}, []any{}, 7.0}, "r": map[string]any{"a": 1.0}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestObjectOrder: members keep their order, and <, > and & stay.
func TestObjectOrder(t *testing.T) {
	o := object{{"z", "<a> & b"}, {"a", nil}, {"m", object{{"y", 1}, {"b", false}}}, {"q", `"\<`}}
	if got, want := string(o.encode()), `{"z":"<a> & b","a":null,"m":{"y":1,"b":false},"q":"\"\\<"}`; got != want {
		t.Errorf("encode() = %s, want %s", got, want)
	}
}

// TestPieces: deltas put together are the content, each of them whole characters.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := strings.Repeat(rapid.String().Draw(t, "content"), rapid.IntRange(0, 40).Draw(t, "times"))
		var got strings.Builder
		n := 0
		for piece := range new(Reply).pieces([]byte(content)) {
			if piece == "" || !utf8.ValidString(piece) {
				t.Fatalf("piece %q", piece)
			}
			got.WriteString(piece)
			n++
		}
		if got.String() != content || n > maxPieces {
			t.Fatalf("%q became %q in %d pieces", content, got.String(), n)
		}
		want := rapid.IntRange(1, 300).Draw(t, "pieces")
		got.Reset()
		n = 0
		for piece := range (&Reply{Pieces: want}).pieces([]byte(content)) {
			if !utf8.ValidString(piece) {
				t.Fatalf("piece %q", piece)
			}
			got.WriteString(piece)
			n++
		}
		if got.String() != content || n != want {
			t.Fatalf("%q became %q in %d pieces, want %d", content, got.String(), n, want)
		}
	})
}

func TestStrictSchema(t *testing.T) {
	const closed = `"additionalProperties":false`
	for _, row := range []struct {
		about, schema string
		want          bool
	}{
		{"closed", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],` + closed + `}`, true},
		{"a property named as a keyword", `{"type":"object","properties":{"not":{"type":"string"}},"required":["not"],` + closed + `}`, true},
		{"empty", `{"type":"object","properties":{},"required":[],` + closed + `}`, true},
		{"open", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, false},
		{"optional", `{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["a"],` + closed + `}`, false},
		{"a list at the root", `{"type":"array","items":{"type":"string"}}`, false},
		{"an open object in a list", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}},"required":["a"],` + closed + `}`, false},
		{"an open object in a choice", `{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"object"}]}},"required":["a"],` + closed + `}`, false},
		{"an open object in a definition", `{"type":"object","properties":{},` + closed + `,"$defs":{"x":{"type":"object"}}}`, false},
		{"a refused keyword", `{"type":"object","properties":{"a":{"oneOf":[{}]}},"required":["a"],` + closed + `}`, false},
		{"no schema", `true`, false},
		{"no JSON", `{`, false},
	} {
		if got := strictSchema([]byte(row.schema)); got != row.want {
			t.Errorf("%s: strictSchema(%s) = %v, want %v", row.about, row.schema, got, row.want)
		}
	}
}
