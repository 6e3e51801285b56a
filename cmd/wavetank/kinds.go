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
// alone say what it is. One is compiled when it is asked for: most processes ask for
// none.
var marks = map[string]string{
	"attempts":    `^\{"scenario":`,
	"bench":       `^(Unit [a-z0-9-]+-sec |goos: |pkg: |Benchmark)`,
	"csv":         `^(scenario,strategy,metric,|part,name,)`,
	"github":      `^::(error|warning|notice) `,
	"gobreaker":   `^// Package breakers `,
	"golden-md":   "^# .*\n\n(?s:.*)\n(```sh\nwavetank |scenario [0-9a-f]{12}, model )",
	"hdr":         `^#\[Strategy = `,
	"html":        `(?i)^<!doctype html>(?s:.{0,1000})<meta name="generator" content="wavetank`,
	"json":        `^\{\s*"schema_version": ?[0-9]`,
	"junit":       `^<\?xml (?s:.{0,200})<testsuites name="wavetank"`,
	"md":          "^#+ .*\n\n(?s:.*)\n```sh\nwavetank ",
	"openmetrics": `^# TYPE wavetank_`,
	"patch":       `^# (Apply it|.*there is nothing to apply)`,
	"png":         `(?s)^.PNG\r\n\x1a\n`,
	"strategy":    `^# Found by wavetank tune `,
	"svg":         `^(<\?xml (?s:.{0,500}))?<svg`,
	"table":       `^([0-9]+ scenarios? +what to ship|.* under seed [0-9]+: )|\n(why|again) +wavetank `,
	kindPart:      `^\[\{"kind":"` + search.PartKind + `"`,
	kindBroken:    `^# Breaks a law of wavetank's own`,
	kindChain:     `^# The chain of .*\n# Written by wavetank import `,
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
	mark, known := marks[kind]
	return err == nil && known && regexp.MustCompile(mark).Match(start)
}
