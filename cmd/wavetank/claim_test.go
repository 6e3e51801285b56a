package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var everySpelling = flag.Bool("every-spelling", false, "try every name of a file with every command, not every third")

// inputFiles are one of each kind of file that commands read.
var inputFiles = map[string]string{
	"strategy.yaml": "preset: five-provider\n",
	"schema.json":   `{"type": "object", "required": ["answer"]}`,
	"trace.csv":     "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:50.9951690,396,109\n",
	"chain.yaml":    "providers:\n  a: {latency: 500ms}\n  b: {latency: 900ms}\nstrategies:\n  mine: {preset: naive}\n",
	"space.yaml":    "vary:\n  breaker.open.base: [4s, 8s]\n",
	"p99.csv":       "name,median,p99\nopenai/gpt-4o,700ms,4s\n",
	"litellm.yaml": "model_list:\n  - model_name: chat\n    litellm_params: {model: openai/gpt-4o, timeout: 60}\n" +
		"  - model_name: spare\n    litellm_params: {model: groq/llama-3.3-70b, timeout: 60}\nlitellm_settings:\n  fallbacks: [{chat: [spare]}]\n",
	"t.yaml": "schema_version: 1\nname: t\nduration: 80s\noutput: {schema: schema.json}\nworkload:\n  arrivals: {kind: trace, file: trace.csv}\n" +
		"providers:\n  a: {latency: 500ms}\n  b: {latency: 1s}\ntimeline:\n  - {at: 0s, for: 60s, provider: a, kind: status, code: 503}\n" +
		"strategies:\n  single: {preset: naive}\n  retry: {preset: naive-retry}\n",
}

// spellings are names of one file in the working folder, by what makes them. A name
// that the system does not have is left out.
func spellings(t *testing.T, file string) map[string]string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	fd := fmt.Sprint(f.Fd())
	dir := "names-" + file
	must(t, os.MkdirAll(dir, 0o755), os.Symlink(here, filepath.Join(dir, "back")), os.Symlink(filepath.Join(here, file), filepath.Join(dir, "absolute")),
		os.Symlink(filepath.Join("..", file), filepath.Join(dir, "relative")), os.Symlink("relative", filepath.Join(dir, "twice")),
		os.Symlink(filepath.Join("back", "names-"+file, "..", file), filepath.Join(dir, "winding")), os.Link(file, filepath.Join(dir, "hard")))
	out := map[string]string{
		"plain": file, "dot": "./" + file, "dots": "././/" + file, "up and down": "../" + filepath.Base(here) + "/" + file, "down and up": dir + "/../" + file,
		"absolute": filepath.Join(here, file), "a link": dir + "/relative", "an absolute link": dir + "/absolute", "a link to a link": dir + "/twice",
		"a folder that is a link": dir + "/back/" + file, "a link through one": dir + "/winding", "a hard link": dir + "/hard",
	}
	if runtime.GOOS == "linux" {
		out["the process's folder"] = "/proc/self/cwd/" + file
		out["a descriptor"], out["another name of it"] = "/dev/fd/"+fd, "/proc/self/fd/"+fd
		out["a link to it"] = dir + "/descriptor"
		out["a thread's"] = "/proc/thread-self/fd/" + fd
		must(t, os.Symlink("/proc/self/fd/"+fd, out["a link to it"]))
	}
	if _, err := os.Stat(strings.ToUpper(file)); err == nil {
		out["capitals"] = strings.ToUpper(file)
	}
	return out
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// workIn writes files into a new working folder.
func workIn(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

// TestOutputIsInput names each file that a command reads as its output, by each of
// its names: all of them are refused before anything is played, and the file stays.
func TestOutputIsInput(t *testing.T) {
	workIn(t, inputFiles)
	for _, args := range [][]string{
		{"run", "./t.yaml", "--seeds", "1", "-q", "-o", "json=result.json"}, {"run", "./t.yaml", "--seeds", "1", "-q", "-o", "json=base.json"},
		{"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--seeds", "1", "-q", "--shard", "1/2", "-o", "json=1.json"},
		{"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--seeds", "1", "-q", "--shard", "2/2", "-o", "json=2.json"},
	} {
		if code, _, said := wavetank(t.Context(), args...); code != exitOK {
			t.Fatalf("%q: exit %d, %s", args, code, said)
		}
	}
	tune := []string{"tune", "t.yaml", "--strategy", "strategy.yaml", "--vary", "attempt.total=4s,8s"}
	tried := 0
	for row, c := range []struct {
		file string
		args []string // the output stands behind
	}{
		{"t.yaml", []string{"run", "./t.yaml", "-o", "json="}},
		{"t.yaml", []string{"run", "t.yaml", "--save-baseline", ""}},
		{"t.yaml", []string{"explain", "t.yaml", "--strategy", "naive", "-o", "html="}},
		{"t.yaml", with(tune, "-o", "json=")},
		{"t.yaml", with(tune, "--checkpoint", "")},
		{"t.yaml", with(tune, "--shard", "1/2", "-o", "json=")},
		{"schema.json", []string{"run", "t.yaml", "-o", "json="}},
		{"trace.csv", []string{"run", "t.yaml", "-o", "csv="}},
		{"trace.csv", []string{"explain", "t.yaml", "--strategy", "naive", "-o", "json="}},
		{"trace.csv", []string{"run", "hang-primary", "--set", "workload.arrivals={kind: trace, file: trace.csv}", "-o", "csv="}},
		{"strategy.yaml", []string{"run", "t.yaml", "--strategy", "x=./strategy.yaml", "-o", "json="}},
		{"strategy.yaml", with(tune, "-o", "strategy=")},
		{"strategy.yaml", []string{"run", "t.yaml", "--strategy", "naive", "--against", "naive=strategy.yaml", "-o", "json="}},
		{"chain.yaml", []string{"run", "hang-primary", "--chain", "chain.yaml", "-o", "md="}},
		{"chain.yaml", []string{"tune", "hang-primary", "--chain", "chain.yaml", "--vary", "attempt.total=4s,8s", "--checkpoint", ""}},
		{"space.yaml", []string{"tune", "published-60s-outage", "--strategy", "ai-memory", "--space", "space.yaml", "-o", "csv="}},
		{"base.json", []string{"run", "t.yaml", "--seeds", "1", "--baseline", "base.json", "-o", "json="}},
		{"base.json", []string{"run", "t.yaml", "--seeds", "1", "--baseline", "base.json", "--save-baseline", ""}},
		{"base.json", []string{"check", "result.json", "--baseline", "base.json", "-o", "json="}},
		{"result.json", []string{"check", "result.json", "-o", "json="}},
		{"1.json", []string{"merge", "1.json", "2.json", "-o", "json="}},
		{"2.json", []string{"merge", "1.json", "2.json", "-o", "strategy="}},
		{"litellm.yaml", []string{"import", "litellm", "litellm.yaml", "-o", ""}},
		{"p99.csv", []string{"import", "litellm", "litellm.yaml", "--latency", "p99.csv", "-o", ""}},
	} {
		before, err := os.ReadFile(c.file)
		must(t, err)
		os.RemoveAll("names-" + c.file)
		names := spellings(t, c.file)
		for i, about := range slices.Sorted(maps.Keys(names)) {
			if row > 0 && (i+row)%3 > 0 && !*everySpelling {
				continue
			}
			name := names[about]
			args := append(c.args[:len(c.args)-1:len(c.args)-1], c.args[len(c.args)-1]+name)
			code, stdout, said := wavetank(t.Context(), args...)
			after, err := os.ReadFile(c.file)
			if code != exitInput || !strings.Contains(said, "is read") || stdout != "" || err != nil || !bytes.Equal(before, after) {
				t.Errorf("%s: %q: exit %d, %q; the file is changed: %v, %v", about, args, code, said, !bytes.Equal(before, after), err)
			}
			tried++
		}
	}
	noStray(t, ".")
	t.Log(tried, "spellings")
}

// noStray demands that nothing was left behind in a folder.
func noStray(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".partial") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// TestOutputIsOther: a file is replaced by what it held before, or was empty, and by
// nothing else.
func TestOutputIsOther(t *testing.T) {
	workIn(t, map[string]string{"data.csv": "a,b\n1,2\n", "data.json": "[1, 2, 3]", "page.html": "<!doctype html><title>mine</title>", "doc.md": "# Mine\n\ntext\n",
		"key.pem": "-----BEGIN PRIVATE KEY-----\n", "own.yaml": "# mine\n\nname: x\n", "own.go": "package breakers\n", "nul": "\x00\x01", "empty": ""})
	run := []string{"run", "published-60s-outage", "--seeds", "1", "-q"}
	for _, c := range []struct{ kind, file string }{{"html", "data.csv"}, {"csv", "data.csv"}, {"json", "data.json"}, {"html", "page.html"}, {"md", "doc.md"}, {"golden-md", "doc.md"},
		{"table", "key.pem"}, {"md", "own.yaml"}, {"table", "own.yaml"}, {"png", "nul"}, {"hdr", "own.go"}, {"attempts", "data.json"}, {"openmetrics", "own.yaml"}} {
		before, _ := os.ReadFile(c.file)
		code, _, said := wavetank(t.Context(), with(run, "-o", c.kind+"="+c.file)...)
		after, _ := os.ReadFile(c.file)
		if code != exitInput || !strings.Contains(said, c.file+": there is something else in this file: give another name, or remove it first") || !bytes.Equal(before, after) {
			t.Errorf("%s over %s: exit %d, %q", c.kind, c.file, code, said)
		}
	}
	for _, file := range []string{"data.json", "data.csv", "own.yaml"} {
		before, _ := os.ReadFile(file)
		code, _, said := wavetank(t.Context(), with(small, "--checkpoint", file)...)
		after, _ := os.ReadFile(file)
		if code != exitInput || !strings.Contains(said, "it is no checkpoint of a search") || !bytes.Equal(before, after) {
			t.Errorf("a checkpoint over %s: exit %d, %q", file, code, said)
		}
	}
	if code, _, said := wavetank(t.Context(), with(run, "-o", "json=empty")...); code != exitOK {
		t.Errorf("an empty file: exit %d, %q", code, said)
	}
}

// TestOutputAgain: what every command writes in every kind is replaced by the same
// command.
func TestOutputAgain(t *testing.T) {
	workIn(t, inputFiles)
	two := with([]string{"run", "published-60s-outage", "single-blip", "--seeds", "1", "-q"}, kindsOf("again-", "attempts", "bench", "csv", "github", "golden-md", "hdr", "html", "json", "junit", "md", "openmetrics", "png", "svg", "table")...)
	for _, args := range [][]string{
		with([]string{"run", "published-60s-outage", "--seeds", "1", "-q", "--expect", "single.trips == 3"}, kindsOf("run-", "attempts", "bench", "csv", "github", "golden-md", "hdr", "html", "json", "junit", "md", "openmetrics", "png", "svg", "table")...),
		two,
		with([]string{"tune", "published-60s-outage", "--strategy", "gobreaker", "--vary", "breaker.trip.failures=2,3", "--seeds", "2", "--held", "2", "-q", "--checkpoint", "log"},
			kindsOf("tune-", "csv", "gobreaker", "html", "json", "md", "png", "strategy", "svg", "table")...),
		with([]string{"tune", "published-60s-outage", "--strategy", "gobreaker", "--vary", "breaker.trip.failures=2,3", "--seeds", "2", "-q", "--shard", "1/2"}, kindsOf("part-", "json")...),
		with([]string{"explain", "published-60s-outage", "--strategy", "naive", "-q"}, kindsOf("explain-", "html", "json", "table")...),
		{"import", "litellm", "litellm.yaml", "-q", "-o", "imported.yaml"},
	} {
		first, _, said := wavetank(t.Context(), args...)
		if code, _, said := wavetank(t.Context(), args...); code != first || first > exitFailed || strings.Contains(said, "something else") {
			t.Errorf("%q: exit %d, then %d: %s", args[:3], first, code, said)
		}
		_ = said
	}
	noStray(t, ".")
}

// kindsOf are outputs of kinds into files of their names.
func kindsOf(prefix string, kinds ...string) (out []string) {
	for _, k := range kinds {
		out = append(out, "-o", k+"="+prefix+k)
	}
	return out
}

// TestOutputsMeet: two outputs to one file by two names are refused.
func TestOutputsMeet(t *testing.T) {
	workIn(t, map[string]string{"there": "", "second.json": ""})
	must(t, os.Mkdir("d", 0o755), os.Symlink("there", "link"), os.Link("there", "hard"), os.Symlink(".", "here"), os.Symlink("later", "dangling"))
	for _, pair := range [][2]string{{"new", "./new"}, {"new", "d/../new"}, {"new", "here/new"}, {"there", "link"}, {"there", "hard"}, {"link", "hard"}, {"new", "NEW"}, {"later", "dangling"}, {"here/here/new", "d/../here/new"}} {
		for _, args := range [][]string{{"-o", "json=" + pair[0], "-o", "csv=" + pair[1]}, {"-o", "json=" + pair[0], "--save-baseline", pair[1]}} {
			code, _, said := wavetank(t.Context(), append([]string{"run", "published-60s-outage", "--seeds", "1", "-q"}, args...)...)
			if code != exitInput || !strings.Contains(said, "write to the same file") {
				t.Errorf("%q: exit %d, %q", args, code, said)
			}
		}
	}
	code, _, said := wavetank(t.Context(), with(small, "--checkpoint", "a.log", "-o", "json=./a.log")...)
	if code != exitInput || !strings.Contains(said, "write to the same file") {
		t.Errorf("a checkpoint and a result: exit %d, %q", code, said)
	}
	if code, _, said := wavetank(t.Context(), "run", "published-60s-outage", "--seeds", "1", "-q", "-o", "json="+os.DevNull, "-o", "csv="+os.DevNull); code != exitOK {
		t.Errorf("nothing twice: exit %d, %q", code, said)
	}
}
