package search

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestValuesAxis(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"5s..5m log 8", "5s 9s 16s 29s 52s 1m33s 2m50s 5m"},
		{"5s..5m", "5s 9s 16s 29s 52s 1m33s 2m50s 5m"}, // sixty times: by ratios
		{"2s..10s 5", "2s 4s 6s 8s 10s"},
		{"2s..10s log 3", "2s 4.5s 10s"},
		{"100ms..1m lin 3", "100ms 30s 1m"},
		{"2..8 4", "2 4 6 8"},
		{"1..4 8", "1 2 3 4"}, // whole numbers do not repeat
		{"0..10 3", "0 5 10"}, // from zero: by differences
		{"10%..90% 3", "10% 50% 90%"},
		{"0.5..1.5 3", "0.5 1 1.5"},
		{"1..1.5 3", "1 1.2 1.5"},
		{"2,3,5,8", "2 3 5 8"},
		{"{kind: none},{kind: delay, after: 2s}", "{kind: none} {kind: delay, after: 2s}"},
	} {
		a, err := valuesAxis("x", c.text)
		if got := strings.Join(a.Labels, " "); err != nil || got != c.want {
			t.Errorf("%s is %s, %v, want %s", c.text, got, err, c.want)
		}
		if a.At != nil && (len(a.At) != len(a.Labels) || !slices.IsSorted(a.At)) {
			t.Errorf("%s lies at %v", c.text, a.At)
		}
	}
	for _, text := range []string{"", "5s..", "5s..1s", "5s..5s", "5..5s", "a..b", "5s..9s 1", "5s..9s linear", "0..9 log", "2,,3", "2,2"} {
		if a, err := valuesAxis("x", text); err == nil {
			t.Errorf("%q gives %v", text, a.Labels)
		}
	}
}

func TestOrderAxis(t *testing.T) {
	names := []string{"a", "b", "c"}
	all, err := orderAxis(names, false)
	if want := "a > b > c, a > c > b, b > a > c, b > c > a, c > a > b, c > b > a"; err != nil || strings.Join(all.Labels, ", ") != want {
		t.Errorf("%q, %v", all.Labels, err)
	}
	parts, err := orderAxis(names, true)
	if err != nil || len(parts.Labels) != 15 || parts.Labels[14] != "c" { // 3! + 3*2 + 3
		t.Errorf("%q, %v", parts.Labels, err)
	}
	five, err := orderAxis([]string{"a", "b", "c", "d", "e"}, true)
	if err != nil || len(five.Labels) != 325 {
		t.Errorf("%d orders of five and their parts, %v, want 325", len(five.Labels), err)
	}
	if _, err := orderAxis(strings.Split("abcdefghi", ""), false); err == nil || !strings.Contains(err.Error(), "list those that are worth it") {
		t.Errorf("nine providers: %v", err)
	}
}

// TestRangeLaw: a range has its ends, rises, and has no more values than asked.
func TestRangeLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(0, 10_000).Draw(t, "low")
		high := low + rapid.IntRange(1, 100_000).Draw(t, "more")
		r := valueRange{low: spell(float64(low), wholeNumber), high: spell(float64(high), wholeNumber), steps: rapid.IntRange(2, 40).Draw(t, "steps")}
		if rapid.Bool().Draw(t, "times") {
			r.low, r.high = r.low+"ms", r.high+"ms"
		}
		if r.layout = rapid.SampledFrom([]string{"", "lin", "log"}).Draw(t, "layout"); r.layout == "log" && low == 0 {
			return
		}
		a, err := r.axis("x")
		if err != nil {
			t.Fatal(err)
		}
		n := len(a.Labels)
		if n < 2 || n > r.steps || a.Labels[0] != r.low || a.Labels[n-1] != r.high || !slices.IsSorted(a.At) || a.At[0] == a.At[n-1] {
			t.Fatalf("%s..%s %s %d: %v at %v", r.low, r.high, r.layout, r.steps, a.Labels, a.At)
		}
	})
}
