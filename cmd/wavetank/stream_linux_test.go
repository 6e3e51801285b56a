package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestStreams: devices and pipes are written to as they are, and are there after it.
func TestStreams(t *testing.T) {
	workIn(t, map[string]string{"log": "before\n"})
	if code, out, said := wavetank(t.Context(), with(quick, "-o", "json=/dev/stdout")...); code != exitOK || !json.Valid([]byte(out)) {
		t.Errorf("/dev/stdout: exit %d, %.40q, %s", code, out, said)
	}
	if code, out, said := wavetank(t.Context(), with(quick, "-o", "json=-")...); code != exitOK || !json.Valid([]byte(out)) {
		t.Errorf("-: exit %d, %.40q, %s", code, out, said)
	}
	if code, _, said := wavetank(t.Context(), with(quick, "-o", "json=/dev/stdout", "-o", "csv")...); code != exitInput || !strings.Contains(said, "write to the same file") {
		t.Errorf("standard output twice: exit %d, %s", code, said)
	}
	f, err := os.OpenFile("log", os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	defer f.Close()
	cmd := program(t, with(quick, "-o", "json=/dev/stdout", "-o", "csv=/proc/self/fd/3")...)
	cmd.Stdout = f
	r, w, err := os.Pipe()
	must(t, err)
	cmd.ExtraFiles = []*os.File{w}
	exits(t, cmd, exitOK)
	w.Close()
	csv, _ := io.ReadAll(r)
	text, _ := os.ReadFile("log")
	if after, ok := bytes.CutPrefix(text, []byte("before\n")); !ok || !json.Valid(after) || !bytes.HasPrefix(csv, []byte("scenario,")) {
		t.Errorf("the redirected file holds %.60q, the descriptor %.40q", text, csv)
	}
	for _, c := range []struct {
		name string
		kind os.FileMode
	}{{"/dev/stdout", os.ModeSymlink}, {os.DevNull, os.ModeDevice | os.ModeCharDevice}} {
		if st, err := os.Lstat(c.name); err == nil && st.Mode().Type() != c.kind {
			t.Errorf("%s has become %v", c.name, st.Mode())
		}
	}
	must(t, syscall.Mkfifo("pipe", 0o600))
	if code, _, said := wavetank(t.Context(), with(quick, "-o", "json=pipe")...); code != exitInternal || !strings.Contains(said, "-o json=pipe: it is a pipe that nobody reads") {
		t.Errorf("a pipe without a reader: exit %d, %q", code, said)
	}
	reader, err := os.OpenFile("pipe", os.O_RDONLY|syscall.O_NONBLOCK, 0)
	must(t, err)
	defer reader.Close()
	got := make(chan []byte)
	go func() { text, _ := io.ReadAll(reader); got <- text }()
	// The reader may see the end of the pipe before the writer has come: it is held open.
	holder, err := os.OpenFile("pipe", os.O_WRONLY, 0)
	must(t, err)
	code, _, said := wavetank(t.Context(), with(quick, "-o", "json=pipe")...)
	holder.Close()
	if text := <-got; code != exitOK || !json.Valid(text) {
		t.Errorf("a pipe: exit %d, %.40q, %s", code, text, said)
	}
	if os.Geteuid() == 0 && syscall.Mknod("disk", syscall.S_IFBLK|0o600, 7<<8|250) == nil {
		if code, _, said := wavetank(t.Context(), with(quick, "-o", "json=disk")...); code != exitInternal || !strings.Contains(said, "a device, a socket or the like") {
			t.Errorf("a disk: exit %d, %q", code, said)
		}
	}
}

// TestRedirectedInput: standard streams that are one file with an input or an output
// are refused too.
func TestRedirectedInput(t *testing.T) {
	workIn(t, inputFiles)
	for _, c := range []struct {
		args []string
		file string // standard output
		mode int
	}{
		{[]string{"run", "./t.yaml", "--seeds", "1"}, "t.yaml", os.O_APPEND},
		{[]string{"run", "./t.yaml", "--seeds", "1", "-o", "json=/dev/stdout"}, "t.yaml", 0},
		{[]string{"run", "./t.yaml", "--seeds", "1", "-o", "table", "-o", "json=p99.csv"}, "p99.csv", os.O_APPEND},
	} {
		before, _ := os.ReadFile(c.file)
		f, err := os.OpenFile(c.file, os.O_WRONLY|c.mode, 0)
		must(t, err)
		cmd := program(t, c.args...)
		cmd.Stdout = f
		exits(t, cmd, exitInput)
		f.Close()
		if after, _ := os.ReadFile(c.file); !bytes.Equal(before, after) {
			t.Errorf("%q changes %s", c.args, c.file)
		}
	}
	f, err := os.Open("t.yaml")
	must(t, err)
	defer f.Close()
	cmd := program(t, "run", "-", "--set", "output={}", "--seeds", "1", "-q", "-o", "json=t.yaml")
	cmd.Stdin = f
	if said := exits(t, cmd, exitInput); !strings.Contains(said, "written over standard input, which is read") {
		t.Errorf("standard input: %q", said)
	}
}

// TestBrokenPipe: files are there though standard output is read by nobody, in
// whatever order they were asked for, and the process ends as others do.
func TestBrokenPipe(t *testing.T) {
	workIn(t, inputFiles)
	for i, args := range [][]string{with(quick, "-o", "table", "-o", "json=0.json"), with(quick, "-o", "csv=/dev/stdout", "-o", "json=1.json"), with(quick, "-o", "table", "--save-baseline", "2.json"),
		{"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--seeds", "1", "--held", "2", "-q", "-o", "table", "-o", "json=3.json"},
		{"explain", "published-60s-outage", "--strategy", "naive", "-q", "-o", "table", "-o", "json=4.json"}} {
		r, w, err := os.Pipe()
		must(t, err)
		r.Close()
		cmd := program(t, args...)
		cmd.Stdout = w
		var said bytes.Buffer
		cmd.Stderr = &said
		_ = cmd.Run()
		w.Close()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !status.Signaled() || status.Signal() != syscall.SIGPIPE || said.Len() > 0 {
			t.Errorf("%q: %v, %q", args, cmd.ProcessState, &said)
		}
		if text, err := os.ReadFile(string(rune('0'+i)) + ".json"); err != nil || !json.Valid(text) {
			t.Errorf("%q: the file: %v, %d bytes", args, err, len(text))
		}
	}
	noStray(t, ".")
}
