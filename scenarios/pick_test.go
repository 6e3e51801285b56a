package scenarios

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain/strategy"
)

func TestParsePick(t *testing.T) {
	for _, row := range []struct {
		why, text string
		want      pick
	}{
		{"a name", "naive", pick{name: "naive", Source: "naive"}},
		{"a path is called by its file", "../mine/ours.yaml", pick{name: "ours", Source: "../mine/ours.yaml"}},
		{"another name", "faster=five-provider", pick{name: "faster", Source: "five-provider"}},
		{"a variant", "faster=five-provider,attempt.total=5s,retry={kind: none}",
			pick{"faster", "five-provider", []strategy.Setting{{Path: "attempt.total", Value: "5s"}, {Path: "retry", Value: "{kind: none}"}}}},
		{"commas inside a value", "x=naive,order.providers=[groq, openai],attempt.total=5s",
			pick{"x", "naive", []strategy.Setting{{Path: "order.providers", Value: "[groq, openai]"}, {Path: "attempt.total", Value: "5s"}}}},
		{"commas in quotes", `x=naive,a='b,c',d="e,f"`, pick{"x", "naive", []strategy.Setting{{Path: "a", Value: "'b,c'"}, {Path: "d", Value: `"e,f"`}}}},
		{"a value with an equals sign", "x=naive,a=b=c", pick{"x", "naive", []strategy.Setting{{Path: "a", Value: "b=c"}}}},
	} {
		got, err := ParsePick(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.why, err)
		} else if d := cmp.Diff(row.want, got, cmp.AllowUnexported(pick{})); d != "" {
			t.Errorf("%s (-want +got):\n%s", row.why, d)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"naive,attempt.total=5s", "a variant needs a name: NAME=naive,attempt.total=5s"},
		{"Faster=naive", `"Faster" is no name: ` + nameRule},
		{"faster=", `"faster=" names no strategy to start from: write NAME=PRESET,path=value`},
		{"faster=naive,total", `"total" is no path=value`},
	} {
		if _, err := ParsePick(row.text); err == nil || err.Error() != row.want {
			t.Errorf("parsePick(%q) = %v, want %q", row.text, err, row.want)
		}
	}
}

// TestLongNames: a name is refused by a rule that it breaks, which says how long names
// may be.
func TestLongNames(t *testing.T) {
	most := strings.Repeat("a", nameMost)
	if _, err := ParsePick(most + "=naive"); err != nil {
		t.Errorf("a name of %d characters: %v", nameMost, err)
	}
	if _, err := ParsePick(most + "a=naive"); err == nil || !strings.Contains(err.Error(), "at most 64 characters") {
		t.Errorf("a name of %d characters: %v", nameMost+1, err)
	}
}
