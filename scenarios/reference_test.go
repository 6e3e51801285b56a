package scenarios

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/scenarios/internal/fixture"
)

// TestReference holds the page against the code.
func TestReference(t *testing.T) {
	fixture.Golden(t, "REFERENCE.md", string(Reference()))
	for _, name := range Kinds() {
		_, kind, _ := strings.Cut(name, ":")
		if !bytes.Contains(Reference(), []byte("\n### "+kind+"\n")) {
			t.Errorf("%s is not in the reference", name)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, name := range Kinds() {
		if s, err := Describe(name); err != nil || !strings.HasPrefix(s, name) {
			t.Errorf("Describe(%s) = %q, %v", name, s, err)
		}
	}
	got, err := Describe("fault:hang")
	if err != nil {
		t.Fatal(err)
	}
	fixture.Golden(t, "testdata/describe-hang.golden", got)
	if _, err := Describe("fault:hung"); err == nil || !strings.Contains(err.Error(), `did you mean "fault:hang"?`) {
		t.Errorf("Describe(fault:hung) = %v", err)
	}
}

// Reference returns the language as one Markdown page, from the structs and the
// registries.
func Reference() []byte {
	var b bytes.Buffer
	b.WriteString(referenceIntro)
	section(&b, "A scenario", "", newFile())
	section(&b, "A provider", "What stands under a name in `providers`.", &faults.Provider{Quality: 1, Errors: everyday()})
	section(&b, "A line of the timeline", "Beside the keys of its `kind`, which stand in the same map.", &faults.Entry{})
	section(&b, "Outputs", "Exclusive weights of the forms that answers take; they need not sum to anything.", &faults.Outputs{})
	section(&b, "A rule", aboutRules, &ruleMap{})
	section(&b, "A strategy", "What stands under a name in `strategies`, and in a strategy file. An absent slot is neutral. `preset` names another document to start from: a strategy of the same file (or chain file), or else a preset; a strategy that names itself means the preset.", &policy.Document{})
	section(&b, "A rule of classify", "What stands under a class in `classify.rules`: "+classes()+".", &policy.ClassRule{})
	referenceClasses(&b)
	for _, s := range sorts() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.title, s.about)
		for _, k := range s.kinds {
			fmt.Fprintf(&b, "\n### %s\n\n%s.\n", k.kind, sentence(k.summary))
			table(&b, k.value)
		}
	}
	referenceMetrics(&b)
	referenceDecision(&b)
	return b.Bytes()
}

// classes names the classes of outcomes.
func classes() string { return "`" + strings.Join(chain.ClassNames(), "`, `") + "`" }

// everyday are background errors with their defaults.
func everyday() *faults.Errors {
	e := &faults.Errors{}
	e.SetDefaults()
	return e
}

const aboutRules = "An item of `expect`: the rule's text alone, or a map. A `baseline` in a rule is what the figure on its left was in the\n" +
	"baseline of the run (`--baseline`, `--against`), and `baseline.ours.latency_p99` a certain figure there; without a baseline\n" +
	"such a rule is skipped.\n\n" +
	"```text\n" +
	"rule     = expr ( \"<\" | \"<=\" | \">\" | \">=\" | \"==\" ) expr\n" +
	"expr     = term { ( \" + \" | \" - \" ) term }\n" +
	"term     = factor { ( \" * \" | \" / \" ) factor }\n" +
	"factor   = number | duration | percent | \"$\" number | quantity | ( \"max\" | \"min\" ) \"(\" expr \",\" expr \")\" | \"(\" expr \")\"\n" +
	"quantity = [ \"baseline.\" ] figure | \"baseline\"\n" +
	"figure   = strategy \".\" metric [ \".\" phase ] | strategy \".\" provider \"/\" metric\n" +
	"```"

var referenceIntro = `# The language of scenario files

Generated from the code; ` + "`go test ./scenarios -run TestReference -update`" + ` writes it. ` + "`wavetank schema`" + ` prints the same
as a JSON Schema for editors, ` + "`wavetank show fault:hang`" + ` prints one entry.

| value | written |
| --- | --- |
| duration | a number and a unit: ` + "`250ms`, `2.4s`, `15m`, `1h30m`" + ` |
| range | ` + "`15m..25m`" + `: each seed draws one value between the two |
| share | ` + "`0.2%`" + `, or a number from 0 to 1; a bare number over 1 is refused |
| weight | a number of 0 or more; the weights of one list exclude each other and need not sum to anything |
| count | a bare number: tokens |
| law | a map with a ` + "`kind`" + `, or an amount, which is constant |
| name | a to z, 0 to 9 and ` + "`-`" + `, no ` + "`-`" + ` at the beginning, at most ` + strconv.Itoa(nameMost) + ` characters |
| rule | ` + "`ours.latency_p99.during <= 0.5 * naive.latency_p99.during`" + ` |

Not part of the language: anchors, aliases, merge keys, tags, a second document. A file has at most 1 MiB and 64 levels.
`

func section(b *bytes.Buffer, title, about string, value any) {
	fmt.Fprintf(b, "\n## %s\n", title)
	if about != "" {
		fmt.Fprintf(b, "\n%s\n", about)
	}
	table(b, value)
}

// table lists the keys of a struct.
func table(b *bytes.Buffer, value any) {
	rows := keysOf(value)
	if len(rows) == 0 {
		return
	}
	b.WriteString("\n| key | value | default | |\n| --- | --- | --- | --- |\n")
	for _, r := range rows {
		standing := ""
		switch {
		case r.required:
			standing = "required"
		case r.def != "" && !strings.Contains(r.doc, "default "):
			standing = "`" + r.def + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", r.name, r.unit, standing, strings.ReplaceAll(r.doc, "|", "\\|"))
	}
}

// sentence begins with a capital.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
