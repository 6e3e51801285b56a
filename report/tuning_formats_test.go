package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/screen"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// tuningText are the formats that people and programs read as text.
var tuningText = []string{"table", "md", "csv", "json"}

// allTunings are those of the goldens, one that never began, and one in which
// every text means harm.
func allTunings() map[string]*judge.Tuning {
	out := tunings()
	out["nothing"] = &judge.Tuning{Outcome: &tune.Outcome{}}
	out["hostile"] = harmfulTuning()
	out["crowded"] = crowdedTuning()
	out["regret"] = tuningRegret()
	return out
}

func harmfulTuning() *judge.Tuning {
	t := syntheticTuning()
	t.Strategy.Name, t.Strategy.Preset = hostileText, hostileText
	for i := range t.Scenarios {
		t.Scenarios[i].Name += hostileText
	}
	for i := range t.Axes {
		t.Axes[i].Name += hostileText
		for k := range t.Axes[i].Labels {
			t.Axes[i].Labels[k] += hostileText
		}
	}
	for i := range t.Require {
		t.Require[i] += hostileText
	}
	for i := range t.Rivals {
		t.Rivals[i] += hostileText
	}
	for i, c := range t.Changes {
		t.Changes[i] = judge.TuningChange{Path: c.Path + hostileText, From: hostileText, To: c.To + hostileText}
	}
	t.Warnings = []judge.Warning{{File: hostileText, Text: hostileText}}
	t.Again = append(t.Again, hostileText)
	t.Products.GobreakerReason, t.Products.PatchReason = hostileText, hostileText
	t.Outcome.Held.Kept[0], t.Outcome.Held.Rivals[0].Kept[1] = false, false
	return t
}

// crowdedTuning has a long front, of which a screen shows a part, and points
// that do not fit a double.
func crowdedTuning() *judge.Tuning {
	t := syntheticTuning()
	o := t.Outcome
	a := o.Front[0]
	var crowd []tune.Finalist
	for i := range 40 {
		f := a
		f.Point = 1<<62 + 1 + tune.Point(i)
		f.Values = slices.Clone(a.Values)
		f.Values[0].Mean += 0.02 * float64(i)
		f.Values[1].Mean -= 0.01 * float64(i)
		crowd = append(crowd, f)
	}
	o.Front = append(crowd, o.Front[1:]...)
	o.Winner, o.Chord, o.Utopia, o.Contest.Left = o.Winner+39, 20, o.Utopia+39, []int{o.Winner + 39}
	return t
}

// tuningRegret measures regret, of a figure too of which more is better.
func tuningRegret() *judge.Tuning {
	t := tuningTwo()
	t.Over, t.Objectives[0].Metric = tune.Regret, measure.Catalogue[measure.Index["slo_rate"]]
	o := t.Outcome
	for i, f := range append(pointers(o.Front), &o.Current) {
		f.Values[0] = about([]float64{0.001, 0.002, 0.0025, 0.004, 0.006, 0.04, 0.2}[i], 0.05, 20)
		f.Mean[0], f.Worst[0], f.Regret[0] = 0.999-f.Values[0].Mean, 0.998-f.Values[0].Mean, f.Values[0].Mean
	}
	h := o.Held
	h.Winner[0], h.Optimism[0] = about(0.0042, 0.05, 20), about(0.0002, 2, 20)
	for i := range h.Rivals {
		h.Rivals[i].Values[0], h.Rivals[i].Diff[0] = about(0.2, 0.05, 20), about(-0.1958, 0.05, 20)
	}
	for i := range o.Sensitivity {
		for v := range o.Sensitivity[i].Steps[0] {
			o.Sensitivity[i].Steps[0][v] = about(0.004*effects[i][0][v], 0.02, 20)
		}
	}
	return t
}

func TestTuningFormats(t *testing.T) {
	for _, kind := range tuningText {
		e, err := TuningFormats.Lookup(kind)
		if err != nil || e.Summary == "" {
			t.Fatal(kind, err)
		}
		for about, tuning := range allTunings() {
			for _, v := range []words.View{{}, {Wide: true}} {
				first := renderTuning(t, kind, tuning, v)
				for _, word := range []string{"NaN", "Inf", "%!"} {
					if bytes.Contains(first, []byte(word)) {
						t.Errorf("%s of %s holds %s", kind, about, word)
					}
				}
				if !bytes.Equal(first, renderTuning(t, kind, tuning, v)) {
					t.Errorf("%s of %s: other bytes the second time", kind, about)
				}
				for _, room := range []int{0, len(first) - 1} {
					if err := e.Write(&broken{room}, tuning, v); !errors.Is(err, errBroken) {
						t.Errorf("%s of %s on a writer that takes %d of %d bytes: %v", kind, about, room, len(first), err)
					}
				}
			}
		}
	}
}

// TestTuningHostile wants no character that a terminal obeys, and a Markdown
// document whose tables stay tables.
func TestTuningHostile(t *testing.T) {
	for _, kind := range []string{"table", "md", "csv"} {
		for _, wide := range []bool{false, true} {
			text := string(renderTuning(t, kind, harmfulTuning(), words.View{Wide: wide}))
			if !utf8.ValidString(text) {
				t.Errorf("%s is no UTF-8", kind)
			}
			for _, c := range text {
				if !unicode.IsPrint(c) && c != '\n' {
					t.Errorf("%s holds %q", kind, c)
				}
			}
			if kind == "md" {
				checkMarkdown(t, text)
			}
		}
	}
}

var unescapedBar = regexp.MustCompile(`(^|[^\\])\|`)

// checkMarkdown wants every table to keep its number of columns.
func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	if _, after, _ := strings.Cut(text, "**SHIP"); strings.Contains(strings.SplitN(after, "\n", 2)[0], "<b>") {
		t.Errorf("the headline is read as markup: %s", after)
	}
	columns := 0
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := len(unescapedBar.FindAllString(strings.ReplaceAll(line, "||", "| |"), -1))
		if columns == 0 {
			columns = n
		}
		if n != columns {
			t.Errorf("a row of %d bars under a head of %d: %s", n, columns, line)
		}
	}
}

// TestTuningFits wants the screen to keep to its width, where no single word of
// the user's is wider.
func TestTuningFits(t *testing.T) {
	for about, tuning := range allTunings() {
		if about == "hostile" {
			continue
		}
		for _, v := range []words.View{{}, {Width: 80}, {Width: 60}, {Width: 60, Wide: true}, {Width: 1}, {Wide: true}} {
			width := max(v.Width, screen.LeastWidth)
			if v.Width == 0 {
				width = screen.DefaultWidth
			}
			for line := range strings.SplitSeq(string(renderTuning(t, "table", tuning, v)), "\n") {
				if n := utf8.RuneCountInString(line); n > width {
					t.Errorf("%s at %d: %d columns: %s", about, width, n, line)
				}
			}
		}
	}
}

// TestTuningColor takes the colours out and wants the plain screen.
func TestTuningColor(t *testing.T) {
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for about, tuning := range allTunings() {
		colored := string(renderTuning(t, "table", tuning, words.View{Color: true}))
		if got, want := sequence.ReplaceAllString(colored, ""), string(renderTuning(t, "table", tuning, words.View{})); got != want {
			t.Errorf("%s: without its colours the screen is\n%s\nwant\n%s", about, got, want)
		}
		if !strings.Contains(colored, "\x1b") {
			t.Errorf("%s: no colour", about)
		}
	}
}

func TestTuningSchema(t *testing.T) {
	s := strict(t, "tuning")
	for about, tuning := range allTunings() {
		validate(t, s, about, renderTuning(t, "json", tuning, words.View{}))
	}
	text := renderTuning(t, "json", syntheticTuning(), words.View{})
	for _, c := range [][2]string{
		{`"kind": "tuning"`, `"kind": "tunings"`},
		{`"verdict": "SHIP"`, `"verdict": "GO"`},
		{`"how": "knee"`, `"how": "bend"`},
		{`"point": "560"`, `"point": 560`},
		{`"unit": "seconds"`, `"unit": "s"`},
		{`"n": 20`, `"n": 20.5`},
	} {
		refuses(t, s, text, c[0], c[1])
	}
}

// TestTuningJSON reads figures back, and a point that fits no double.
func TestTuningJSON(t *testing.T) {
	var doc struct {
		Outcome struct {
			Front []struct {
				Point  string
				Values []struct{ Mean, Low, High float64 }
			}
			Heat struct{ Values [][][]*float64 }
		}
	}
	tuning := crowdedTuning()
	if err := json.Unmarshal(renderTuning(t, "json", tuning, words.View{}), &doc); err != nil {
		t.Fatal(err)
	}
	front := doc.Outcome.Front
	if len(front) != len(tuning.Outcome.Front) || front[0].Point != "4611686018427387905" {
		t.Errorf("%d points, the first is %s", len(front), front[0].Point)
	}
	if got, want := front[0].Values[0].High, tuning.Outcome.Front[0].Values[0].High; got != measure.AsWritten(want) {
		t.Errorf("high %v, want %v", got, want)
	}
	if v := doc.Outcome.Heat.Values[0]; v[4][0] != nil || v[4][1] == nil {
		t.Error("no strategy is not null, or a strategy is")
	}
}

func TestTuningCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(renderTuning(t, "csv", syntheticTuning(), words.View{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]int{}
	for _, row := range rows[1:] {
		parts[row[0]]++
		if row[0] == "current" && (row[20] != "30s" || row[22] != "" || row[18] != "") {
			t.Errorf("the setting in force: %q", row)
		}
	}
	// 7 points of 3 objectives over the suite and in 2 scenarios; 5 chains held out
	for part, want := range map[string]int{"front": 63, "current": 9, "held_out": 15, "difference": 12, "optimism": 3} {
		if parts[part] != want {
			t.Errorf("%d lines of %s, want %d", parts[part], part, want)
		}
	}
	winners := 0
	for _, row := range rows[1:] {
		if row[13] == "true" {
			winners++
			if row[1] != "#4" {
				t.Errorf("the winner is %q", row)
			}
		}
	}
	if winners != 9 {
		t.Errorf("%d lines of the winner", winners)
	}
}

// TestTuningProducts wants the products as they are, and the reason where there
// is none.
func TestTuningProducts(t *testing.T) {
	tuning := syntheticTuning()
	tuning.Products.Patch, tuning.Products.PatchReason = []byte("--- a\n+++ b\n"), ""
	for kind, want := range map[string]string{"strategy": string(tuning.Products.Strategy), "patch": "--- a\n+++ b\n"} {
		if got := string(renderTuning(t, kind, tuning, words.View{})); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	e, err := TuningFormats.Lookup("gobreaker")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = e.Write(&b, tuning, words.View{})
	if !errors.Is(err, feeds.ErrNoProduct) || !strings.Contains(err.Error(), "cooldown does not grow") || b.Len() > 0 {
		t.Errorf("%v, and %d bytes", err, b.Len())
	}
}

// TestTuningMaps: values that are parts of a document are shown without what
// every one of them has.
func TestTuningMaps(t *testing.T) {
	tuning := &judge.Tuning{Axes: []tune.Axis{{Labels: []string{"{kind: none}", "{kind: delay, after: 6s}", "null", "{a: {b: c}}"}}}}
	var got []string
	for _, label := range tuning.Axes[0].Labels {
		got = append(got, words.AxisInitials(tuning, 0)(label))
	}
	if want := []string{"none", "delay, after: 6s", "null", "{a: {b: c}}"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if words.InitialsLegend(tuning, []int{0}) != nil {
		t.Error("a legend of names that nobody shortened")
	}
}
