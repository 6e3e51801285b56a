package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var quick = []string{"run", "published-60s-outage", "--seeds", "1", "-q"}

// program is the command as a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = append([]string{"wavetank"}, args...)
	return cmd
}

// exits runs a program and demands its exit code.
func exits(t *testing.T, cmd *exec.Cmd, want int) (said string) {
	t.Helper()
	var b bytes.Buffer
	cmd.Stderr = &b
	_ = cmd.Run()
	if got := cmd.ProcessState.ExitCode(); got != want {
		t.Errorf("%q: exit %d, want %d: %s", cmd.Args, got, want, &b)
	}
	return b.String()
}

// TestReplaceKeeps: the mode of a file stays, a link stays and what it means is
// replaced, and a new file has the mode that umask leaves.
func TestReplaceKeeps(t *testing.T) {
	workIn(t, map[string]string{"secret": "", "shared": "", "aim": ""})
	must(t, os.Chmod("secret", 0o600), os.Chmod("shared", 0o666), os.Mkdir("d", 0o755), os.Symlink("../aim", "d/link"), os.Symlink("d/link", "link"), os.Symlink("new-aim", "dangling"))
	for _, name := range []string{"secret", "shared", "link", "dangling", "fresh"} {
		if code, _, said := wavetank(t.Context(), with(quick, "-o", "json="+name)...); code != exitOK {
			t.Fatalf("%s: exit %d, %s", name, code, said)
		}
	}
	for name, want := range map[string]os.FileMode{"secret": 0o600, "shared": 0o666, "aim": 0o644, "new-aim": 0o644 &^ umask(t), "fresh": 0o644 &^ umask(t)} {
		st, err := os.Lstat(name)
		if err != nil || !st.Mode().IsRegular() || st.Mode().Perm() != want || st.Size() == 0 {
			t.Errorf("%s is %v, %v, want mode %o", name, st, err, want)
		}
	}
	for _, name := range []string{"link", "d/link", "dangling"} {
		if st, err := os.Lstat(name); err != nil || st.Mode().Type() != os.ModeSymlink {
			t.Errorf("%s is no link any more", name)
		}
	}
	noStray(t, ".")
}

// umask is what new files are denied here.
func umask(t *testing.T) os.FileMode {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "x"), os.O_CREATE|os.O_WRONLY, 0o777)
	must(t, err)
	defer f.Close()
	st, err := f.Stat()
	must(t, err)
	return 0o777 &^ st.Mode().Perm()
}

// TestReplaceFollowsNoPlant: a link at a name that a temporary file might have is not
// followed, since nobody knows the name.
func TestReplaceFollowsNoPlant(t *testing.T) {
	workIn(t, map[string]string{"victim": "precious"})
	must(t, os.Symlink("victim", "out.json.partial"), os.Symlink("victim", ".wavetank-.partial"))
	if code, _, said := wavetank(t.Context(), with(quick, "-o", "json=out.json")...); code != exitOK {
		t.Fatal(said)
	}
	if text, _ := os.ReadFile("victim"); string(text) != "precious" {
		t.Errorf("the victim holds %.40q", text)
	}
}

// TestManyWriters: processes that write to one file at once leave it whole at any
// moment.
func TestManyWriters(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "out.json")
	const writers = 25
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			if cmd := program(t, with(quick, "-o", "json="+out)...); cmd.Run() != nil {
				t.Error("a writer fails")
			}
		})
	}
	ended := make(chan struct{})
	go func() { all.Wait(); close(ended) }()
	for looked := 0; ; looked++ {
		select {
		case <-ended:
			t.Log("looked", looked, "times")
			noStray(t, filepath.Dir(out))
			return
		default:
		}
		text, err := os.ReadFile(out)
		if err == nil && !json.Valid(text) {
			t.Fatalf("it is torn, of %d bytes", len(text))
		}
	}
}

// TestFullDisk: whatever cannot be written is exit 3, and leaves what was there.
func TestFullDisk(t *testing.T) {
	workIn(t, inputFiles)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no full disk at hand")
	}
	search := []string{"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--seeds", "1", "--held", "2"}
	for _, args := range [][]string{{"run", "published-60s-outage", "--seeds", "1"}, with(quick, "-o", "json"), with(quick, "-o", "png"), {"list"}, {"show", "naive"}, {"schema"}, {"version"}, {"--help"}, {"run", "--help"},
		{"help", "tune"}, {"completion", "bash"}, {"completion", "zsh"}, {"init", "-"}, {"validate", "chain.yaml"}, {"import", "litellm", "litellm.yaml"}, {"explain", "published-60s-outage", "--strategy", "naive"}, search} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		must(t, err)
		cmd := program(t, args...)
		cmd.Stdout = full
		if said := exits(t, cmd, exitInternal); !strings.Contains(said, "no space left on device") {
			t.Errorf("%q says %q", args, said)
		}
		full.Close()
	}
	for _, args := range [][]string{with(quick, "-o", "json=/dev/full"), with(quick, "--save-baseline", "/dev/full"), {"init", "--force", "/dev/full"}, {"init", "/dev/full"},
		{"import", "litellm", "litellm.yaml", "-q", "-o", "/dev/full"}, with(search, "-q", "--checkpoint", "/dev/full"), with(search, "-q", "-o", "csv=/dev/full"), with(search, "-q", "--shard", "1/1", "-o", "json=/dev/full"),
		{"explain", "published-60s-outage", "--strategy", "naive", "-q", "-o", "html=/dev/full"}} {
		code, _, said := wavetank(t.Context(), args...)
		if code != exitInternal || !strings.Contains(said, "no space left on device") {
			t.Errorf("%q: exit %d, %q", args, code, said)
		}
	}
}

// TestDiskFills: a file that does not fit leaves the earlier one, and nothing beside.
func TestDiskFills(t *testing.T) {
	workIn(t, inputFiles)
	if code, _, said := wavetank(t.Context(), with(quick, "-o", "json=out.json")...); code != exitOK {
		t.Fatal(said)
	}
	before, _ := os.ReadFile("out.json")
	for _, args := range [][]string{with(quick, "-o", "json=out.json"), with(quick, "-o", "html=new.html"), with(quick, "--save-baseline", "new.json"), {"init", "deep/down/new.yaml"}, {"init", "new.yaml"},
		{"import", "litellm", "litellm.yaml", "-q", "-o", "new-chain.yaml"}, {"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "-q", "--checkpoint", "new.log"}} {
		// A process that may write 200 bytes to a file, and is told so by an error, not killed.
		cmd := program(t, args...)
		sh := exec.CommandContext(t.Context(), "bash", append([]string{"-c", `trap '' XFSZ; ulimit -f 0; exec -a wavetank "$0" "$@"`, cmd.Path}, args...)...)
		exits(t, sh, exitInternal)
		for _, name := range []string{"new.html", "new.json", "new.yaml", "deep", "new-chain.yaml", "new.log"} {
			if _, err := os.Lstat(name); err == nil {
				t.Errorf("%q leaves %s", args, name)
				os.RemoveAll(name)
			}
		}
	}
	if after, _ := os.ReadFile("out.json"); !bytes.Equal(before, after) {
		t.Error("the earlier file is not what it was")
	}
	noStray(t, ".")
}

// TestTerminated ends processes while they write: a signal to end leaves the old file
// or the new one, and nothing beside.
func TestTerminatedWrites(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 12 {
		out := filepath.Join(dir, "out.attempts")
		cmd := program(t, "run", "published-60s-outage", "--seeds", "3", "-q", "-o", "attempts="+out, "-o", "html="+out+".html")
		must(t, cmd.Start())
		begun := time.NewTicker(time.Millisecond)
		for range 20 + 12*i { // milliseconds until it is told to end: sooner than it plays, while it plays, while it writes
			<-begun.C
		}
		begun.Stop()
		must(t, ignoreEnded(cmd.Process.Signal(syscall.SIGTERM)))
		_ = cmd.Wait()
		noStray(t, dir)
	}
}

func ignoreEnded(err error) error {
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// TestRemoveTemporaries: what is being written when the process must end is removed,
// and nothing takes its place after it.
func TestRemoveTemporaries(t *testing.T) {
	workIn(t, map[string]string{"old": "old"})
	info, err := os.Stat("old")
	must(t, err)
	defer func() { temporaries.ended = false }()
	err = replace("old", info, false, func(w io.Writer) error {
		removeTemporaries()
		_, err := io.WriteString(w, "new")
		return err
	})
	if text, _ := os.ReadFile("old"); !errors.Is(err, errEnded) || string(text) != "old" {
		t.Errorf("%v, and the file holds %q", err, text)
	}
	if err := replace("late", nil, false, func(io.Writer) error { return nil }); !errors.Is(err, errEnded) {
		t.Errorf("a file is begun while the process ends: %v", err)
	}
	entries, _ := os.ReadDir(".")
	if len(entries) != 1 {
		t.Errorf("left: %v", entries)
	}
}
