package foreign

import (
	"strings"
	"testing"
)

// TestShownOf holds what of a configuration a diff may show: | is where a line is
// masked, and the line after it how.
func TestShownOf(t *testing.T) {
	for what, row := range map[string][2]string{
		"a key of its own":     {"a: {b: 1}\nk:\n  api_key: PLANTED\n  c: 2\n", "a: {b: 1}\nk:\n  api_key: (hidden)\n  c: 2\n"},
		"in braces":            {"a: {b: 1, api_key: PLANTED, c: 2}\n", "a: {b: 1, api_key: (hidden), c: 2}\n"},
		"the last in braces":   {"a: {b: 1, api_key: 'PLANTED'}\n", "a: {b: 1, api_key: (hidden)\n"},
		"two in one line":      {"a: {token: PLANTED, b: 1, api_key: PLANTED}", "a: {token: (hidden), b: 1, api_key: (hidden)"},
		"a block":              {"api_key: |\n  PLANTED\n  PLANTED: b\n\nb: 1\n", "api_key: (hidden)\n  (hidden)\n  (hidden)\n\nb: 1\n"},
		"a map":                {"headers:\n  x: PLANTED\n  y: {z: PLANTED}\nb: 1\n", "headers: (hidden)\n  (hidden)\n  (hidden)\nb: 1\n"},
		"a map in braces":      {"a: {headers: {x: PLANTED, y: 2}, b: 1}\n", "a: {headers: (hidden), b: 1}\n"},
		"a list":               {"api_keys:\n- PLANTED\n- PLANTED\nb: 1\n", "api_keys: (hidden)\n(hidden)\n(hidden)\nb: 1\n"},
		"the value below":      {"a:\n- api_key:\n    PLANTED\n  b: 1\n", "a:\n- api_key: (hidden)\n    (hidden)\n  b: 1\n"},
		"before another key":   {"a: {api_key:\n  PLANTED, b: 1}\n", "a: {api_key: (hidden)\n  (hidden), b: 1}\n"},
		"a variable":           {"a:\n  api_key: os.environ/KEY # where it is\n  b: 1\n", "a:\n  api_key: os.environ/KEY # where it is\n  b: 1\n"},
		"more than a variable": {"a:\n  api_key: os.environ/KEY\n    PLANTED\n  b: 1\n", "a:\n  api_key: (hidden)\n    (hidden)\n  b: 1\n"},
		"an anchor":            {"x: &secret PLANTED\na: {api_key: *secret}\n", "x: (hidden)\na: {api_key: (hidden)\n"},
		"a comment":            {"# api_key: PLANTED\na: 1 # password=PLANTED\n", "# (hidden)\na: 1 # (hidden)\n"},
		"an address":           {"a: https://user:PLANTED@example.com\n", "a: https:(hidden)example.com\n"},
		"a shape":              {"a: sk-PLANTED0123456789abcdef\n", "a: (hidden)\n"},
		"JSON":                 {"{\n \"a\": [{\"b\": 1, \"virtual_key\": \"PLANTED\"},\n  {\"api_key\": \"PLANTED\",\n  \"c\": 2}]\n}", "{\n \"a\": [{\"b\": 1, \"virtual_key\": (hidden)\n  {\"api_key\": (hidden)\n  \"c\": 2}]\n}"},
	} {
		f := foreign{origin: "c"}
		text := strings.ReplaceAll(row[0], "PLANTED", "pl4nted")
		root, err := f.parse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var shown, whole strings.Builder
		lines, ok := shownOf(text, root)
		if !ok {
			t.Errorf("%s: a secret is not where it is", what)
		}
		for _, l := range lines {
			shown.WriteString(l.shown)
			whole.WriteString(l.text)
		}
		if shown.String() != row[1] || whole.String() != text {
			t.Errorf("%s:\n%q\nis shown as\n%q, want\n%q", what, text, shown.String(), row[1])
		}
	}
}
