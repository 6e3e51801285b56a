package systems

import (
	"regexp"
	"strings"
	"testing"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// TestImportTwice writes numbers of every configuration twice, wrong ones first:
// the last counts, and a warning names the key.
func TestImportTwice(t *testing.T) {
	tried := map[string]int{}
	for file, text := range configs(t) {
		pattern, twice := regexp.MustCompile(`(?m)^( +)(\w+): (\d+)$`), "${1}${2}: 7\n${1}${2}: ${3}"
		if strings.HasSuffix(file, ".json") {
			pattern, twice = regexp.MustCompile(`()"(\w+)": (\d+)\b`), `"${2}": 7, "${2}": ${3}`
		}
		want := withoutPlaces(t, imported(t, systemOf(file), file, text, foreign.ImportOptions{}).Chain)
		for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
			key := text[at[4]:at[5]]
			changed := text[:at[0]] + pattern.ReplaceAllString(text[at[0]:at[1]], twice) + text[at[1]:]
			im := imported(t, systemOf(file), file, changed, foreign.ImportOptions{})
			if got := withoutPlaces(t, im.Chain); got != want {
				t.Errorf("%s: with %s twice\n%s\nwant\n%s", file, key, got, want)
			}
			said := 0
			for _, n := range im.Notes {
				if n.Kind == foreign.NoteWarning && strings.HasPrefix(n.Text, key+" stands twice") {
					said++
				}
			}
			if said != 1 {
				t.Errorf("%s: %d warnings name %s, want one: %v", file, said, key, im.Notes)
			}
			tried[systemOf(file)]++
		}
	}
	for _, system := range []string{"litellm", "portkey", "envoy"} {
		if tried[system] < 3 {
			t.Errorf("%s: %d keys were tried", system, tried[system])
		}
	}
}

// withoutPlaces is a chain without its comments.
func withoutPlaces(t *testing.T, chain []byte) string {
	t.Helper()
	root, ps := yamldoc.Parse("chain", chain)
	if ps != nil {
		t.Fatal(ps)
	}
	return string(yamldoc.Format(root))
}

// TestNamesOfSettings demands that what is named in words is shown, and what looks
// like a key is not.
func TestNamesOfSettings(t *testing.T) {
	for _, name := range []string{"InternalServerErrorAllowedFails", "ContentPolicyViolationErrorRetries", "enforcingConsecutiveLocalOriginFailure"} {
		if got := printable.Scrub(name + " 3"); got != name+" 3" {
			t.Errorf("%s is shown as %s", name, got)
		}
	}
	for _, secret := range []string{"sk-InternalServerErrorAllowed", "pk_LiveServerErrorAllowedFails", "abcdefghijklmnopqrstuvwxyzabcdefgh", "QxYzAbCdEfGhIjKlMnOpQrStUvWxYzAb", "InternalServerErrorAllowedFails1"} {
		if got := printable.Scrub(secret); strings.Contains(got, secret) {
			t.Errorf("%s is shown", got)
		}
	}
}
