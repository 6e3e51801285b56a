package policy

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestHeal mends what it says it mends, of the divergences that break a parser,
// and leaves all else as it is.
func TestHeal(t *testing.T) {
	const fine = `{"answer": "4"}`
	for _, c := range []struct{ what, body, want string }{
		{"JSON stays as it is", " " + fine + "\n", " " + fine + "\n"},
		{"a scalar stays as it is", `"four"`, `"four"`},
		{"a fence with a language", "```json\n" + fine + "\n```", fine},
		{"a plain fence", "```\n" + fine + "\n```", fine},
		{"an unclosed fence", "```json\n" + fine, fine},
		{"prose before", "Here is the JSON you requested:\n" + fine, fine},
		{"prose after", fine + "\nHope this helps!", fine},
		{"a footnote before", "As [1] says: " + fine, fine},
		{"a set in the prose is none of it", "For {x}: " + fine, "For {x}: " + fine},
		{"an array behind an empty object", "Not {} but [1, 2]", "[1, 2]"},
		{"an array", "Sure: [1, 2]", "[1, 2]"},
		{"an array of objects", "Sure: [{\"a\": 1}, {\"a\": 2}]", `[{"a": 1}, {"a": 2}]`},
		{"a trailing comma", `{"answer": "4",}`, fine},
		{"trailing commas within and blanks behind", "{\"a\": [1, 2, \n], \"b\": {\"c\": 1 ,} , }", "{\"a\": [1, 2 \n], \"b\": {\"c\": 1 }  }"},
		{"a comma in a text stays", `x {"a": ",}", }`, `{"a": ",}" }`},
		{"an escaped quote in a text", `x {"a": "\",]", }`, `{"a": "\",]" }`},
		{"a byte order mark", "\ufeff" + fine, fine},
		{"a thought before", "<think>so {maybe}</think>" + fine, "<think>so {maybe}</think>" + fine},
		{"a closed thought", "<think>four</think>" + fine, fine},
		{"single quotes stay", `{'answer': '4'}`, `{'answer': '4'}`},
		{"keys without quotes stay", `{answer: "4"}`, `{answer: "4"}`},
		{"a broken text stays", `{"answer": "4`, `{"answer": "4`},
		{"Python's words stay", `{"answer": True}`, `{"answer": True}`},
		{"two objects stay", fine + "\n" + fine, fine + "\n" + fine},
		{"a refusal stays", "I cannot help with that.", "I cannot help with that."},
		{"nothing stays", "", ""},
	} {
		if got := string(Heal([]byte(c.body))); got != c.want {
			t.Errorf("%s: Heal(%q) = %q, want %q", c.what, c.body, got, c.want)
		}
	}
}

// FuzzHeal never panics, leaves JSON alone, gives JSON or what it was given, and
// finds nothing more to mend.
func FuzzHeal(f *testing.F) {
	for _, s := range []string{"", "{", "```json\n{\"a\": [1,]}\n```", `[[,],"\"",]`, "\ufeff{}", "{}}{", `x{"a":",}"}y`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := bytes.Clone(body)
		got := Heal(body)
		switch {
		case !bytes.Equal(body, before):
			t.Fatalf("Heal writes over %q", before)
		case json.Valid(body) && !bytes.Equal(got, body):
			t.Fatalf("Heal(%q) = %q, though it was JSON", body, got)
		case !json.Valid(got) && !bytes.Equal(got, body):
			t.Fatalf("Heal(%q) = %q, which is neither JSON nor what it was", body, got)
		case len(got) > len(body):
			t.Fatalf("Heal(%q) = %q, which is longer", body, got)
		case !bytes.Equal(Heal(got), got):
			t.Fatalf("Heal(%q) = %q, and that heals to %q", body, got, Heal(got))
		}
	})
}

// TestHealIsLinear doubles bodies that are bad for whoever looks back.
func TestHealIsLinear(t *testing.T) {
	for _, part := range []string{"{", "[1,", "{]", ",  ", `{"a":[],},`, "```"} {
		small := []byte(strings.Repeat(part, 1<<14))
		large := []byte(strings.Repeat(part, 1<<18)) // 16 times as long
		begin := time.Now()
		Heal(small)
		one := max(time.Since(begin), 100*time.Microsecond)
		begin = time.Now()
		Heal(large)
		if all := time.Since(begin); all > 200*one {
			t.Errorf("%q: 16 times the body takes %s, after %s", part, all, one)
		}
	}
}
