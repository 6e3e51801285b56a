package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// hostileText is all that some format gives a meaning to, a control character,
// and bytes that are no UTF-8.
const hostileText = "<b>&\"'`|*_~,:;%#{}[]()=\\/ \r\n::error::\x00\x1b[31m\t\xff\u2028 é"

// hostile is a report in which every text means harm.
func hostile() *words.Report {
	r := gated()
	r.Scenario.Name += hostileText
	r.Scenario.Hash += hostileText
	r.Scenario.File = "./" + hostileText + ".yaml"
	r.Scenario.Title, r.Scenario.Rate = hostileText, hostileText
	r.Scenario.Providers = []string{"one" + hostileText, "two" + hostileText}
	r.Scenario.Timeline[0].Kind = hostileText
	for i := range r.Strategies {
		s := &r.Strategies[i]
		s.Name += hostileText
		s.Preset, s.Summary, s.Version, s.Hash = hostileText, hostileText, hostileText, hostileText
		s.File, s.Line = r.Scenario.File, 7
	}
	for i := range r.Expectations {
		e := &r.Expectations[i]
		e.Rule += hostileText
		e.Detail, e.Why, e.File = hostileText, hostileText, r.Scenario.File
	}
	for i := range r.Regressions {
		r.Regressions[i].Strategy += hostileText
		r.Regressions[i].Text = hostileText
	}
	r.BaselineName = hostileText
	r.Warnings = []judge.Warning{{File: r.Scenario.File, Line: 3, Text: hostileText}}
	r.Again = append(r.Again, hostileText)
	return &words.Report{Results: []*judge.Result{r}}
}

// TestHostileText wants each format to stay what it is, whatever names are in it.
func TestHostileText(t *testing.T) {
	for _, e := range Formats {
		r := hostile()
		text := render(t, e.Name, r)
		if !bytes.Equal(text, render(t, e.Name, r)) {
			t.Errorf("%s: other bytes the second time", e.Name)
		}
		check := wellFormed[e.Name]
		if check == nil {
			continue // prose for people, whose tests are elsewhere
		}
		if err := check(text); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// wellFormed checks the formats that programs read as far as their syntax goes;
// foreign readers have tests of their own.
var wellFormed = map[string]func([]byte) error{
	"json":        func(text []byte) error { return json.Unmarshal(text, new(any)) },
	"junit":       isXML,
	"svg":         isXML,
	"attempts":    eachLine(func(line string) bool { return json.Valid([]byte(line)) }),
	"bench":       eachLine(isBenchLine),
	"openmetrics": eachLine(func(line string) bool { return strings.HasPrefix(line, "wavetank_") || strings.HasPrefix(line, "# ") }),
	"hdr": eachLine(func(line string) bool {
		return line == "" || strings.HasPrefix(line, "#[") || len(strings.Fields(line)) == 4
	}),
	"github": eachLine(func(line string) bool { return strings.HasPrefix(line, "::") }),
}

// eachLine wants every line to be well-formed, and the text to be plain UTF-8.
func eachLine(ok func(string) bool) func([]byte) error {
	return func(text []byte) error {
		if !utf8.Valid(text) || bytes.ContainsAny(text, "\x00\x1b\r") {
			return errors.New("bytes that no text holds")
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
			if !ok(line) {
				return errors.New("the line " + judge.Quoted(line))
			}
		}
		return nil
	}
}

func isXML(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func isBenchLine(line string) bool {
	words := strings.Fields(line)
	switch {
	case line == "", strings.HasPrefix(line, "Unit "):
		return true
	case strings.HasPrefix(line, "Benchmark"):
		return len(words)%2 == 0 && words[1] == "1"
	}
	key, _, ok := strings.Cut(line, ": ")
	return ok && strings.TrimLeft(key, "abcdefghijklmnopqrstuvwxyz") == ""
}
