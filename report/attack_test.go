package report

import (
	"bytes"
	"flag"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/printable"
	"wavetank/faults"
	"wavetank/report/explain"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
	"wavetank/sim"
)

var attackAll = flag.Bool("attack", false, "try every hostile text, not one of six")

// attacks are texts that mean harm to somebody who reads them: a runner, a terminal,
// GitHub, a spreadsheet, a parser. They hold no letters that a check takes for ours.
var attacks = []string{
	"::stop-commands::x", "::add-mask::e", strings.Repeat(" ", 130) + "::add-mask::e", "\n::warning::w", "\r::error::e", "##[add-mask]e", "x ##[error]y",
	"\u2028::error::e", "\u00a0::add-mask::e", "%0A::error::e", "%250A::e", "::error file=a,line=1::x", "x,line=9::y",
	"\x1b[31m", "\x1b]0;t\x07", "\x1b]8;;http://e.example\x1b\\l", "\u009b31m", "\x9b31m", "\x07\x08\x7f", "\x00", "a\rb", "\t\v\f", "\u202eevil", "\u2066x\u2069y",
	"a\u200b\u200d\ufeffb", "a\u00adb", "\u115f\u3164", "\U000e0041", "\xff\xfe", "\xed\xa0\x80", "\ufffe\uffff",
	"@everyone", "@org/team", "a@b.example", "[x](http://e.example)", "![x](http://e.example/i.png)", "<img src=x onerror=a()>", "<!-- x", "<https://e.example>",
	"https://e.example/x", "www.e.example", "#123", "GH-12", "org/repo#5", "`x` ```\n```", "| a | b |", "**b** _i_ ~~s~~", "# head", "> quote", "- item", "1. one",
	"---", "$x^2$", ":octocat:", "&lt;img&gt; &#64;everyone", "[ref]: http://e.example", `\[x](y)`, "<details><summary>", "mailto:a@b.example",
	"=cmd|' /C calc'!A0", "+1+1", "-2+3|x", "@SUM(1)", "\t=1", "\"=1\"", "\uff1d1", ",;=1",
	"</script><script>a()</script>", "]]>", "<![CDATA[x]]>", "&amp;&bogus;", `" onload="a()`, "' x='", "{{.}}", "javascript:a()",
	"\"} 1\n# EOF", `\`, "x\nwavetank_y 1",
}

// tried are the texts that a run of the tests tries.
func tried() []string {
	if *attackAll {
		return attacks
	}
	var out []string
	for i := time.Now().Nanosecond() % 6; i < len(attacks); i += 6 {
		out = append(out, attacks[i])
	}
	return out
}

// wordOfOurs are texts of a result that are words of the program, which looks them up.
func wordOfOurs(s string) bool {
	for i := range measure.Catalogue {
		if m := &measure.Catalogue[i]; s == m.Name || s == m.Word || s == m.Summary || s == m.Absent {
			return true
		}
	}
	for _, all := range stored.Vocabularies {
		if slices.Contains(all, s) {
			return true
		}
	}
	return s == "" || strings.HasPrefix(s, "·") || s == "hang" || slices.Contains(measure.ProviderCatalogue, s)
}

// attacked is a value with a hostile text before each text that is not ours.
func attacked[T any](v T, attack string) T {
	return printable.Copy(v, func(s string) string {
		if wordOfOurs(s) {
			return s
		}
		return attack + " " + s
	})
}

// victims are what formats write, with every field of text filled.
func victims() (*words.Report, *judge.Tuning, *explain.Explanation) {
	r := gated()
	r.Scenario.File = "./mine.yaml"
	for i := range r.Strategies {
		s := &r.Strategies[i]
		s.Preset, s.Summary, s.Version, s.Hash = "naive", "a summary", "2026-07-11", "aaaaaaaaaaaa"
		s.File, s.Line = r.Scenario.File, 7
		for k := range s.Runs {
			for n := range s.Runs[k].Trips {
				s.Runs[k].Trips[n].Reason = "noise"
			}
		}
	}
	for i := range r.Expectations {
		e := &r.Expectations[i]
		e.Detail, e.Why, e.File, e.Line, e.Text = "a detail", "a reason", r.Scenario.File, 40+i, "no value"
	}
	for i := range r.Regressions {
		r.Regressions[i].Text = "it has no value any more"
	}
	r.Warnings = []judge.Warning{{File: r.Scenario.File, Line: 3, Text: "a warning"}}
	r.Imprecise, r.Tried, r.Why = []string{"a clause"}, []string{"what was tried"}, []string{"wavetank", "explain", "mine"}
	r.Scenario.LimitOf, r.Reference = "slo", "naive"
	r.Scenario.Decide = []measure.Decide{{Metric: "latency_p99", Part: 0.05}}
	r.Complaint = &judge.Complaint{Strategy: "five-provider", Metric: "latency_p99", Reason: "noise", Against: "naive"}
	r.Trial = &judge.Trial{Arg: "faster=five-provider,attempt.total=5s", Base: "five-provider", Change: "attempt.total=5s", Own: "timeout: 5"}
	t := syntheticTuning()
	t.Products.Patch, t.Products.Gobreaker = nil, nil
	return &words.Report{Results: []*judge.Result{r}}, t, told(r)
}

// told is the story of a request that had one attempt.
func told(r *judge.Result) *explain.Explanation {
	story := explain.Story{Labels: []measure.Label{measure.Useful}, Ill: make([][]faults.Episode, len(r.Scenario.Providers))}
	story.Attempts, story.Done = []sim.Attempt{{Sent: 1, End: 2, Answered: true}}, chain.Done{Reason: chain.Delivered}
	story.Steps = []explain.Step{{Kind: explain.StepSend}, {Kind: explain.StepEnd}}
	ideal := story
	story.Ideal = &ideal
	e := &explain.Explanation{Scenario: r.Scenario, Strategy: r.Strategies[2], Seed: 1, Chosen: "it took longest", P99: 30, Story: &story}
	e.Strategy.Runs = e.Strategy.Runs[:1]
	e.Moves = []explain.BreakerMove{{Trip: &measure.Trip{Reason: "noise"}}}
	return e
}

// TestAttack sends hostile texts in every field through every format, to the parsers of
// those who read it.
func TestAttack(t *testing.T) {
	r, tuning, story := victims()
	failed, done := 0, 0
	try := func(about, format, attack string, write func(w io.Writer, attack string) error) {
		check := readers[format]
		if check == nil {
			return
		}
		var calm, got bytes.Buffer
		if err := write(&calm, "harmless"); err != nil {
			t.Fatalf("%s as %s: %v", about, format, err)
		}
		if err := write(&got, attack); err != nil {
			t.Fatalf("%s as %s: %v", about, format, err)
		}
		done++
		if err := check(got.Bytes(), calm.Bytes()); err != nil {
			failed++
			t.Errorf("%s as %s with %q: %v", about, format, attack, err)
		}
	}
	for _, attack := range tried() {
		for _, f := range Formats {
			try("a report", f.Name, attack, func(w io.Writer, attack string) error {
				hurt := attacked(r, attack)
				hurt.View.Wide = true
				return f.Write(w, hurt)
			})
		}
		for _, f := range TuningFormats {
			try("a search", f.Name, attack, func(w io.Writer, attack string) error {
				return f.Write(w, attacked(tuning, attack), words.View{Wide: true})
			})
		}
		for _, f := range ExplanationFormats {
			try("an explanation", f.Name, attack, func(w io.Writer, attack string) error {
				return f.Write(w, attacked(story, attack), words.View{}, false)
			})
		}
	}
	t.Logf("%d of %d were obeyed", failed, done)
}

// TestVictimsAreWhole holds that the attack fills every field of text that there is, so
// that a new one is attacked too.
func TestVictimsAreWhole(t *testing.T) {
	filled, fields := map[string]bool{}, map[string]bool{}
	var look func(v reflect.Value, name string)
	look = func(v reflect.Value, name string) {
		switch v.Kind() {
		case reflect.String:
			filled[name] = filled[name] || v.Len() > 0
		case reflect.Pointer:
			if !v.IsNil() {
				look(v.Elem(), name)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				look(v.Index(i), name)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					look(v.Field(i), v.Type().String()+"."+f.Name)
				}
			}
		}
	}
	seen := map[reflect.Type]bool{}
	var list func(typ reflect.Type, name string)
	list = func(typ reflect.Type, name string) {
		switch typ.Kind() {
		case reflect.String:
			fields[name] = true
		case reflect.Pointer, reflect.Slice, reflect.Array:
			list(typ.Elem(), name)
		case reflect.Struct:
			if seen[typ] {
				return
			}
			seen[typ] = true
			for i := range typ.NumField() {
				if f := typ.Field(i); f.IsExported() {
					list(f.Type, typ.String()+"."+f.Name)
				}
			}
		}
	}
	r, tuning, story := victims()
	for _, v := range []any{r, tuning, story} {
		look(reflect.ValueOf(v), "")
		list(reflect.TypeOf(v), "")
	}
	for name := range fields {
		if !filled[name] {
			t.Errorf("%s is attacked nowhere: victims leaves it empty", name)
		}
	}
}

// TestEveryTextIsCopied holds that no text of what formats write stands where a copy
// does not reach it: in a field that is not exported, or behind an interface.
func TestEveryTextIsCopied(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(path string, typ reflect.Type)
	walk = func(path string, typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		if typ == reflect.TypeFor[measure.Seen]() {
			return // figures alone are taken from it
		}
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(path+"[]", typ.Elem())
		case reflect.Map:
			walk(path+".key", typ.Key())
			walk(path+"[]", typ.Elem())
		case reflect.Interface:
			if typ != reflect.TypeFor[judge.Replay]() { // figures alone come of it
				t.Errorf("%s: what is behind an interface is not cleaned", path)
			}
		case reflect.Struct:
			for i := range typ.NumField() {
				f := typ.Field(i)
				if !f.IsExported() && textual(f.Type, map[reflect.Type]bool{}) && !strings.HasPrefix(typ.String(), "sync.") {
					t.Errorf("%s.%s: a text that is not exported is not cleaned", path, f.Name)
					continue
				}
				if f.IsExported() {
					walk(path+"."+f.Name, f.Type)
				}
			}
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[words.Report](), reflect.TypeFor[judge.Tuning](), reflect.TypeFor[explain.Explanation]()} {
		walk(typ.String(), typ)
	}
}

func textual(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.String:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return textual(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if textual(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
