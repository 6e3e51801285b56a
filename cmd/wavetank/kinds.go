package main

import (
	"io"
	"os"
	"regexp"

	"wavetank/scenarios/search"
)

// The kinds of output that no format of report is.
const (
	kindPart   = "part"   // a part of a search
	kindChain  = "chain"  // what an importer writes
	kindBroken = "broken" // a scenario that breaks a law, of selftest
)

// marks are what tells each kind of output, in the first bytes of a file or, for
// texts that people read, in any of its lines. They are as wide as keeps what
// earlier versions wrote, and other tools' files of the same kind where the bytes
// alone say what it is.
var marks = map[string]*regexp.Regexp{
	"attempts":    regexp.MustCompile(`^\{"scenario":`),
	"bench":       regexp.MustCompile(`^(Unit [a-z0-9-]+-sec |goos: |pkg: |Benchmark)`),
	"csv":         regexp.MustCompile(`^(scenario,strategy,metric,|part,name,)`),
	"github":      regexp.MustCompile(`^::(error|warning|notice) `),
	"gobreaker":   regexp.MustCompile(`^// Package breakers `),
	"golden-md":   regexp.MustCompile("^# .*\n\n(?s:.*)\n(```sh\nwavetank |scenario [0-9a-f]{12}, model )"),
	"hdr":         regexp.MustCompile(`^#\[Strategy = `),
	"html":        regexp.MustCompile(`(?i)^<!doctype html>(?s:.{0,1000})<meta name="generator" content="wavetank`),
	"json":        regexp.MustCompile(`^\{\s*"schema_version": ?[0-9]`),
	"junit":       regexp.MustCompile(`^<\?xml (?s:.{0,200})<testsuites name="wavetank"`),
	"md":          regexp.MustCompile("^#+ .*\n\n(?s:.*)\n```sh\nwavetank "),
	"openmetrics": regexp.MustCompile(`^# TYPE wavetank_`),
	"patch":       regexp.MustCompile(`^# (Apply it|.*there is nothing to apply)`),
	"png":         regexp.MustCompile(`(?s)^.PNG\r\n\x1a\n`),
	"strategy":    regexp.MustCompile(`^# Found by wavetank tune `),
	"svg":         regexp.MustCompile(`^(<\?xml (?s:.{0,500}))?<svg`),
	"table":       regexp.MustCompile(`^([0-9]+ scenarios? +what to ship|.* under seed [0-9]+: )|\n(why|again) +wavetank `),
	kindPart:      regexp.MustCompile(`^\[\{"kind":"` + search.PartKind + `"`),
	kindBroken:    regexp.MustCompile(`^# Breaks a law of wavetank's own`),
	kindChain:     regexp.MustCompile(`^# The chain of .*\n# Written by wavetank import `),
}

// looked is how much of a file is looked at.
const looked = 1 << 20

// holdsKind tells whether a file holds what a kind of output is. One that nobody can
// read does not.
func holdsKind(kind, path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	start, err := io.ReadAll(io.LimitReader(f, looked))
	mark := marks[kind]
	return err == nil && mark != nil && mark.Match(start)
}
