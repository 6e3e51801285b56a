package feeds

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// The elements of JUnit XML, as far as Jenkins's schema has them in all its
// versions: what is skipped says why in its text, for the older ones know no
// attribute of it. No time is a wall clock's, so that equal runs are equal bytes.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Skipped *junitText    `xml:"skipped"`
		Error   *junitProblem `xml:"error"`
		Failure *junitProblem `xml:"failure"`
		Out     *junitText    `xml:"system-out"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitText struct {
		Text string `xml:",chardata"`
	}
)

// WriteJUnit writes a suite per scenario: a case that the run is complete, one
// per rule under the strategy that it is about, and one per figure against a
// baseline. What is only told, as an advisory rule that is broken, is skipped
// and says why: consumers count and list that, and hide what passed cases say.
func WriteJUnit(w io.Writer, r *words.Report) error {
	doc := junitSuites{Name: "wavetank"}
	names := words.ScenarioNames(r)
	for i, one := range r.Results {
		s := junitSuiteOf(names[i], one)
		doc.Tests, doc.Failures, doc.Errors = doc.Tests+s.Tests, doc.Failures+s.Failures, doc.Errors+s.Errors
		doc.Suites = append(doc.Suites, s)
	}
	body, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.Write(body)
	b.WriteString("\n")
	_, err = w.Write(b.Bytes())
	return err
}

func junitSuiteOf(name string, r *judge.Result) junitSuite {
	s := junitSuite{Name: name, Time: "0", Properties: junitProperties(r)}
	s.add(junitCompleted(name, r))
	for _, f := range findings(r) {
		s.add(f.junit(name))
	}
	return s
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junitCompleted is the case that fails where an interrupt left seeds out.
func junitCompleted(name string, r *judge.Result) junitCase {
	c := junitCase{Class: name, Name: "run completed", Time: "0"}
	if r.Partial {
		c.Error = &junitProblem{"interrupted: " + words.FinishedRuns(r), "partial", strings.Join(words.ResultRemarks(r), "\n")}
	}
	return c
}

// junit is a finding as a case. The class is the scenario and the strategy, by
// which consumers group.
func (f *finding) junit(scenario string) junitCase {
	c := junitCase{Class: scenario, Name: f.name, Time: "0"}
	if f.strategy != "" {
		c.Class += "." + f.strategy
	}
	if f.metric != "" {
		c.Name = f.metric + " against the baseline" // whose name is another each time
	}
	where := f.text
	if f.line > 0 {
		where += "\n" + f.file + ":" + strconv.Itoa(f.line)
	}
	switch f.state {
	case judge.Failed:
		c.Failure = &junitProblem{f.name + ": " + f.text, f.word, where}
	case judge.Told:
		c.Skipped = &junitText{f.word + ": " + f.text}
	default:
		c.Out = &junitText{f.text}
	}
	return c
}

// junitProperties say what was run, and every figure's mean that exists.
func junitProperties(r *judge.Result) []junitProperty {
	seeds := make([]string, len(r.Seeds))
	for i, seed := range r.Seeds {
		seeds[i] = strconv.FormatUint(seed, 10)
	}
	out := []junitProperty{
		{"scenario", r.Scenario.Name}, {"file", r.Scenario.File}, {"hash", r.Scenario.Hash}, {"model", strconv.Itoa(judge.Model)},
		{"seeds", strings.Join(seeds, " ")}, {"partial", strconv.FormatBool(r.Partial)}, {"again", words.Shell(r.Again)},
	}
	for i := range r.Strategies {
		s := &r.Strategies[i]
		out = append(out, junitProperty{s.Name + ".hash", s.Hash})
		for _, m := range measure.Catalogue {
			if f := s.Figure(m.Name); f.Exists() && !measure.Bad(f.Mean) {
				out = append(out, junitProperty{fmt.Sprintf("%s.%s", s.Name, m.Name), string(measure.Number(f.Mean).Append(nil))})
			}
		}
	}
	return out
}
