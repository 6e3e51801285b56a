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

// TestExplanationFits: whatever is explained, no line is wider than the screen, be it
// a terminal or a pipe whose reader says how wide it is; a line of the run that is to be
// copied is the exception.
func TestExplanationFits(t *testing.T) {
	ask := func(width int, columns string, args ...string) (out, said string) {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), system{args: args, stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, width: width,
			env: func(name string) (string, bool) {
				return map[string]string{"COLUMNS": columns, "NO_COLOR": "1"}[name], true
			}})
		if code != exitOK {
			t.Fatalf("%v: exit %d: %s", args, code, stderr.String())
		}
		return stdout.String(), stderr.String()
	}
	for _, scenario := range []string{"hang-primary", "bad-prompt-storm", "rate-limit-20m", "published-60s-outage"} {
		for _, strategy := range []string{"naive", "five-provider", "hystrix", "tail-at-scale"} {
			args := []string{"explain", scenario, "--strategy", strategy, "-v"}
			for width, columns := range map[int]string{60: "60", 80: "80"} {
				terminal, _ := ask(width, "", args...)
				pipe, _ := ask(0, columns, args...)
				if terminal != pipe {
					t.Errorf("%v: a pipe of COLUMNS=%s differs from a terminal of %d", args, columns, width)
				}
				for line := range strings.Lines(pipe) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
						t.Errorf("%v: %d columns of %d: %s", args, n, width, line)
					}
				}
			}
		}
	}
	narrow, _ := ask(0, "60", "run", "hang-primary", "--seeds", "2")
	if !strings.Contains(narrow, "no room for in time since") || strings.Contains(narrow, "\x1b[") {
		t.Errorf("what has no room is not said, or a pipe is coloured:\n%s", narrow)
	}
	for line := range strings.Lines(narrow) {
		command := strings.Contains(line, "wavetank ") || strings.HasPrefix(line, "TRY")
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 60 && !command {
			t.Errorf("%d columns of 60: %s", n, line)
		}
	}
}

// TestExplainsWhatShips: without a name it is the strategy that run ships, and both say
// so alike; -q says nothing beside what is asked for.
func TestExplainsWhatShips(t *testing.T) {
	code, screen, _ := wavetank(t.Context(), "run", "hang-primary")
	if code != exitOK || !strings.Contains(screen, "SHIP  five-provider") {
		t.Fatalf("exit %d:\n%s", code, screen)
	}
	code, named, _ := wavetank(t.Context(), "explain", "hang-primary", "--strategy", "five-provider")
	if code != exitOK {
		t.Fatalf("exit %d", code)
	}
	code, out, said := wavetank(t.Context(), "explain", "hang-primary")
	if code != exitOK || out != named || !strings.Contains(said, "explaining five-provider: SHIP five-provider, by ") || !strings.Contains(said, "--strategy NAME explains another") {
		t.Errorf("exit %d, %q, and what is explained is not what ships:\n%s", code, said, out)
	}
	if code, out, said := wavetank(t.Context(), "explain", "hang-primary", "-q", "-o", "table"); code != exitOK || out != named || said != "" {
		t.Errorf("-q: exit %d, %q, %q", code, out, said)
	}
	if code, out, said := wavetank(t.Context(), "explain", "hang-primary", "--strategy", "naive", "-q"); code != exitOK || out+said != "" {
		t.Errorf("-q without -o: exit %d, %q, %q", code, out, said)
	}
}
