package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"wavetank/chain"
)

// A small search that halves, competes, looks around and holds out.
var small = []string{"tune", "hang-primary", "--duration", "8m", "--vary", "attempt.total=2s..60s 6",
	"--vary", "order=sambanova > groq,groq > gemini,openai > groq > gemini", "--vary", "breaker.trip.failures=2,3,5,8",
	"--seeds", "8", "--budget", "100", "--max-seeds", "12", "--held", "4", "--rivals", "naive"}

// wavetank runs the command inside the test, and returns its exit code and what
// it printed.
func wavetank(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, said bytes.Buffer
	code = run(ctx, system{args: args, stdin: strings.NewReader(""), stdout: &out, stderr: &said,
		env: func(string) (string, bool) { return "", false }})
	return code, out.String(), said.String()
}

// found returns what a search prints as JSON.
func found(t *testing.T, args ...string) string {
	t.Helper()
	code, out, said := wavetank(t.Context(), append(args, "-o", "json")...)
	if code != exitOK {
		t.Fatalf("%q: exit %d: %s", args, code, said)
	}
	return out
}

func with(args []string, more ...string) []string { return append(args[:len(args):len(args)], more...) }

// TestTuneSameBytes: neither the number of workers nor how the search was divided
// shows in what it finds.
func TestTuneSameBytes(t *testing.T) {
	t.Parallel()
	want := found(t, small...)
	for _, n := range []string{"1", "2", "5"} {
		if got := found(t, with(small, "--workers", n)...); got != want {
			t.Errorf("%s workers find something else", n)
		}
	}
	for _, n := range []int{1, 2, 3, 7} {
		dir := t.TempDir()
		merge := []string{"merge"}
		for i := n; i >= 1; i-- {
			part := filepath.Join(dir, fmt.Sprintf("part-%d.json", i))
			code, _, said := wavetank(t.Context(), with(small, "--shard", fmt.Sprintf("%d/%d", i, n), "-o", "json="+part)...)
			if code != exitOK {
				t.Fatalf("shard %d of %d: exit %d: %s", i, n, code, said)
			}
			merge = append(merge, part)
		}
		if got := found(t, merge...); got != want {
			t.Errorf("%d shards find something else", n)
		}
	}
}

// TestTuneKilled kills a search at twenty points, without warning, and goes on
// each time: the end is the same as that of one that was left alone.
func TestTuneKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts twenty processes")
	}
	want := found(t, small...)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.log")
	found(t, with(small, "--checkpoint", whole)...)
	full, err := os.Stat(whole)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "killed.log")
	luck := chain.NewLuck(20)
	const kills = 20
	for k := range kills {
		share := (float64(k) + float64(luck.Draw(uint64(k))>>11)/(1<<53)) / kills
		killAt(t, log, int64(share*float64(full.Size())))
	}
	if got := found(t, with(small, "--checkpoint", log)...); got != want {
		t.Error("a search that was killed finds something else")
	}
	if got := found(t, with(small, "--checkpoint", log)...); got != want {
		t.Error("a search that has nothing left to play finds something else")
	}
}

// killAt starts the search as a process of its own and kills it when its
// checkpoint has so many bytes.
func killAt(t *testing.T, log string, size int64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = append([]string{"wavetank"}, with(small, "--checkpoint", log, "-q")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	look := time.NewTicker(time.Millisecond) // another process' file tells nobody that it grows
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the search ended by itself: %v", err)
			}
			return
		case <-look.C:
			if st, err := os.Stat(log); err == nil && st.Size() >= size {
				cmd.Process.Kill()
				<-ended
				return
			}
		}
	}
}

// TestTuneTorn cuts a checkpoint at any byte: what is whole is taken over, the
// rest is played again.
func TestTuneTorn(t *testing.T) {
	t.Parallel()
	want := found(t, small...)
	log := filepath.Join(t.TempDir(), "search.log")
	found(t, with(small, "--checkpoint", log)...)
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	luck := chain.NewLuck(21)
	for k := range uint64(8) {
		cut := int(luck.Draw(k) % uint64(len(text)))
		if k == 0 {
			cut = 10 // inside the first line
		}
		if err := os.WriteFile(log, text[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if got := found(t, with(small, "--checkpoint", log)...); got != want {
			t.Fatalf("cut after %d of %d bytes, it finds something else", cut, len(text))
		}
	}
}

// TestTuneInterrupted: what was played is reported, the exit code says why it
// stopped, and the checkpoint goes on.
func TestTuneInterrupted(t *testing.T) {
	defer goleak.VerifyNone(t)
	want := found(t, small...)
	log := filepath.Join(t.TempDir(), "search.log")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	said := &interrupter{cancel: cancel}
	code := run(ctx, system{args: with(small, "--checkpoint", log, "-o", "json"), stdin: strings.NewReader(""), stdout: &out, stderr: said,
		progress: true, env: func(string) (string, bool) { return "", false }})
	if code != exitInterrupted || !strings.Contains(said.said.String(), "goes on from") {
		t.Fatalf("exit %d, %q", code, said.said.String())
	}
	if out.Len() > 0 && !strings.Contains(out.String(), `"partial": true`) {
		t.Errorf("what was found is not said to be partial: %.300s", out.String())
	}
	if got := found(t, with(small, "--checkpoint", log)...); got != want {
		t.Error("a search that was interrupted finds something else")
	}
}

// TestTuneCheckpointInUse refuses a file that another search writes to.
func TestTuneCheckpointInUse(t *testing.T) {
	log := filepath.Join(t.TempDir(), "search.log")
	f, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !lock(f) || lock(reopened(t, log)) {
		t.Skip("this system keeps no file for one process")
	}
	code, _, said := wavetank(t.Context(), with(small, "--checkpoint", log)...)
	if code != exitInput || !strings.Contains(said, "another wavetank writes to it") {
		t.Errorf("exit %d, %q", code, said)
	}
}

func reopened(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
