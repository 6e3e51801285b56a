package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTerminal: colours and the terminal's width are for the terminal alone, and
// only where nobody said no.
func TestTerminal(t *testing.T) {
	play := func(noColor string, more ...string) string {
		var stdout, stderr bytes.Buffer
		args := append([]string{"run", "hang-primary", "--seeds", "1"}, more...)
		code := run(context.Background(), system{args: args, stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, width: 80,
			env: func(name string) (string, bool) { return noColor, name == "NO_COLOR" }})
		if code != exitOK {
			t.Fatalf("%v: exit %d: %s", args, code, stderr.String())
		}
		return stdout.String()
	}
	const escape = "\x1b["
	if out := play(""); !strings.Contains(out, escape) {
		t.Error("a terminal gets no colours")
	}
	for _, out := range []string{play("1"), play("", "--no-color")} {
		if strings.Contains(out, escape) {
			t.Error("there are colours, and somebody said no")
		}
		for line := range strings.Lines(out) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%d columns on a terminal of 80: %s", n, line)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "screen.txt")
	if out := play("", "-o", "table="+file); out != "" {
		t.Errorf("the screen went to a file, and this to standard output: %s", out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), escape) {
		t.Error("colours in a file")
	}
}

// TestTerminalTakesText: pixels are for files and pipes.
func TestTerminalTakesText(t *testing.T) {
	for width, want := range map[int]int{80: exitInput, 0: exitOK} {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), system{args: []string{"run", "published-60s-outage", "--seeds", "1", "-o", "png"},
			stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, width: width, env: func(string) (string, bool) { return "", false }})
		if code != want || (stdout.Len() > 0) != (want == exitOK) || (stderr.Len() > 0) != (want == exitInput) {
			t.Errorf("a png to a terminal of %d columns: exit %d, %d bytes, %s", width, code, stdout.Len(), stderr.String())
		}
	}
}
