package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var secretConfigs = flag.Int("secrets", 30, "how many configurations with keys in them are tried")

// leakTest is one configuration with keys in it, and all that commands say of it.
type leakTest struct {
	*testing.T
	luck     *rand.Rand
	dir      string
	planted  []string
	commands int
	well     int // of them, that had no fault to find
}

// TestSecretsStayHidden plants keys of every vendor's shape in fields of every kind of
// configuration, whole and broken, and wants none of them in what any command prints or
// writes, nor a longer piece of one.
func TestSecretsStayHidden(t *testing.T) {
	sources := secretSources(t)
	commands, well := 0, 0
	for i := range *secretConfigs {
		x := &leakTest{T: t, luck: rand.New(rand.NewPCG(7, uint64(i))), dir: t.TempDir()}
		x.try(sources[i%len(sources)], i)
		commands, well = commands+x.commands, well+x.well
	}
	t.Logf("%d configurations, %d commands, %d of them well", *secretConfigs, commands, well)
	if 10*well < commands {
		t.Error("hardly any was played: this says nothing of formats")
	}
}

// secretSource is a configuration that commands take: a product's, or one of ours.
type secretSource struct{ kind, file, text string }

// secretSources are the importers' own samples, and a document of each kind of ours.
func secretSources(t *testing.T) (out []secretSource) {
	dir := filepath.Join("..", "..", "scenarios", "foreign", "systems", "testdata", "import")
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		system, _, _ := strings.Cut(f.Name(), "-")
		if ext := filepath.Ext(f.Name()); ext != ".yaml" && ext != ".json" || !slices.Contains([]string{"litellm", "portkey", "envoy"}, system) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, secretSource{system, "config" + filepath.Ext(f.Name()), string(text)})
	}
	show := func(name string) string {
		var b bytes.Buffer
		if code := run(context.Background(), system{args: []string{"show", name}, stdout: &b, stderr: &b, env: noEnv}); code != exitOK {
			t.Fatalf("show %s: %s", name, b.String())
		}
		return b.String()
	}
	chain := "providers:\n  sambanova: {model: llama, latency: {kind: lognormal, median: 600ms, p99: 2s}}\n  openai: {model: gpt, latency: {kind: lognormal, median: 900ms, p99: 3s}}\n" +
		"strategies:\n  ours: {preset: five-provider, summary: ours, version: \"2026-01-01\"}\n"
	return append(out,
		secretSource{"scenario", "s.yaml", show("hang-primary")}, secretSource{"scenario", "s.yaml", show("rate-limit-20m")},
		secretSource{"scenario", "s.yaml", show("bad-prompt-storm")}, secretSource{"chain", "c.yaml", chain},
		secretSource{"strategy", "t.yaml", show("five-provider")}, secretSource{"strategy", "t.yaml", show("ai-memory")},
		secretSource{"space", "p.yaml", "vary: {breaker.open.base: 5s..5m log 3}\nminimize: [latency_p99]\nrequire: ['success_rate >= 50%']\n"})
}

func noEnv(string) (string, bool) { return "", false }

// fieldValue is a key with a value on one line, in YAML or JSON.
var fieldValue = regexp.MustCompile(`(?m)((?:^|[{,])\s*(?:- )?)("?[A-Za-z_][\w.-]*"?):( +)("[^"\n]*"|'[^'\n]*'|[^\s{}\[\]&*|>,#][^\n,{}\[\]#]*)`)

// freeText is a field that takes any text.
var freeText = regexp.MustCompile(`["\s](why|summary|source|version|title|api_base|api_version|model_info|base_model|base_url|custom_host|description)"?:`)

// try plants keys in a configuration, breaks it perhaps, and tells all commands of it.
func (x *leakTest) try(s secretSource, i int) {
	places := fieldValue.FindAllStringIndex(s.text, -1)
	some := map[int]bool{}
	for range 1 + i%4 {
		some[x.luck.IntN(len(places))] = true
	}
	if i%4 > 1 { // what holds any text, so that it is played
		some = map[int]bool{}
		for n, at := range places {
			some[n] = freeText.MatchString(s.text[at[0]:at[1]])
		}
	}
	n := -1
	text := fieldValue.ReplaceAllStringFunc(s.text, func(found string) string {
		n++
		if !some[n] {
			return found
		}
		m := fieldValue.FindStringSubmatch(found)
		switch quoted := strings.HasSuffix(s.file, ".json"); {
		case i%4 < 2 && x.luck.IntN(4) == 0:
			return found + x.beside(m[1], quoted)
		default:
			return m[1] + m[2] + ":" + m[3] + `"` + x.key() + `"`
		}
	})
	if i%2 == 1 {
		text = x.broken(text)
	} else if strings.HasSuffix(s.file, ".yaml") {
		text = "# api_key: " + x.key() + "\n" + text
	}
	file := filepath.Join(x.dir, s.file)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		x.Fatal(err)
	}
	for _, args := range x.commandsFor(s.kind, file) {
		x.says(text, args...)
	}
}

// beside is one more field, under a name that says what it holds: of any shape, or none.
func (x *leakTest) beside(before string, quoted bool) string {
	name := []string{"api_key", "Authorization", "virtual_key", "aws_secret_access_key", "password", "token"}[x.luck.IntN(6)]
	value := x.key()
	if x.luck.IntN(2) == 0 {
		value = "Quite" + fmt.Sprint(x.luck.IntN(1e9)) + " plain words"
		x.planted = append(x.planted, value)
	}
	if quoted {
		return fmt.Sprintf(`, %q: %q`, name, value)
	}
	if strings.ContainsAny(before, "{,") {
		return fmt.Sprintf(`, %s: "%s"`, name, value)
	}
	return "\n" + strings.Repeat(" ", len(strings.TrimLeft(before, "\n"))) + name + ": \"" + value + `"`
}

const base62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// drawn is a text of so many of the first characters of an alphabet.
func (x *leakTest) drawn(length, of int) string {
	out := make([]byte, length)
	for i := range out {
		out[i] = base62[x.luck.IntN(of)]
	}
	return string(out)
}

// key is a key of some vendor's shape.
func (x *leakTest) key() string {
	shapes := []func() string{
		func() string { return "sk-" + x.drawn(20+x.luck.IntN(28), 62) },
		func() string { return "sk-proj-" + x.drawn(48, 62) }, func() string { return "sk-ant-api03-" + x.drawn(40, 62) },
		func() string { return "AIza" + x.drawn(35, 62) }, func() string { return "xai-" + x.drawn(80, 62) }, func() string { return "gsk_" + x.drawn(52, 62) },
		func() string { return "hf_" + x.drawn(34, 62) }, func() string { return "pplx-" + x.drawn(48, 36) }, func() string { return "AKIA" + strings.ToUpper(x.drawn(16, 36)) },
		func() string { return x.drawn(32, 16) },
		func() string {
			return x.drawn(8, 16) + "-" + x.drawn(4, 16) + "-" + x.drawn(4, 16) + "-" + x.drawn(4, 16) + "-" + x.drawn(12, 16)
		},
		func() string { return base64.StdEncoding.EncodeToString([]byte(x.drawn(30, 62))) },
		func() string { return "eyJhbGciOiJIUzI1NiJ9." + x.drawn(30, 62) + "." + x.drawn(43, 62) },
		func() string { return "https://user:" + x.drawn(14, 62) + "@host.example/v1" },
		func() string { return "Bearer " + x.drawn(24, 62) },
	}
	k := shapes[x.luck.IntN(len(shapes))]()
	secret := k
	if _, rest, ok := strings.Cut(k, "user:"); ok {
		secret, _, _ = strings.Cut(rest, "@")
	}
	x.planted = append(x.planted, secret)
	return k
}

// broken breaks a document as people do.
func (x *leakTest) broken(text string) string {
	lines := strings.SplitAfter(text, "\n")
	at := x.luck.IntN(len(lines))
	for i, l := range lines { // beside a key, rather than anywhere
		if slices.ContainsFunc(x.planted, func(k string) bool { return strings.Contains(l, k) }) && x.luck.IntN(2) == 0 {
			at = i
		}
	}
	switch x.luck.IntN(6) {
	case 0: // cut off
		cut := strings.Join(lines[:at+1], "")
		return cut[:len(cut)-min(len(cut)-1, x.luck.IntN(8))]
	case 1:
		lines[at] = "   " + lines[at]
	case 2:
		lines[at] += lines[at] // a key twice
	case 3:
		lines[at] = "\t" + lines[at]
	case 4: // another type
		lines[at] = strings.Replace(lines[at], ": ", ": [", 1)
	case 5:
		lines[at] = strings.Replace(lines[at], ": ", ": : ", 1)
	}
	return strings.Join(lines, "")
}

// commandsFor are the commands that may be told of a configuration.
func (x *leakTest) commandsFor(kind, file string) (out [][]string) {
	in := func(name string) string { return filepath.Join(x.dir, name) }
	short := []string{"--seeds", "1", "--duration", "1m"}
	with := func(args ...string) { out = append(out, args) }
	formats := []string{"-v", "-o", "table"}
	for _, f := range []string{"json", "csv", "md", "golden-md", "github", "junit", "openmetrics", "bench", "hdr", "html", "svg", "attempts"} {
		formats = append(formats, "-o", f+"="+in("out."+f))
	}
	tuned := []string{"tune", "hang-primary", "--seeds", "1", "--budget", "4", "--vary", "breaker.open.base=5s,30s"}
	for _, f := range []string{"table", "json", "csv", "md", "html", "strategy"} {
		tuned = append(tuned, "-o", f+"="+in("tuned."+f))
	}
	with("validate", file)
	with("show", file)
	with(append([]string{"explain", file, "--strategy", "five-provider", "--duration", "1m"}, "-v", "-o", "table", "-o", "json="+in("why.json"), "-o", "html="+in("why.html"))...)
	switch kind {
	case "litellm", "portkey", "envoy":
		chain := in("chain.yaml")
		with("import", kind, file)
		with("import", kind, file, "-o", chain)
		with(slices.Concat([]string{"run", "hang-primary", "--chain", chain}, short, formats)...)
		with(slices.Concat([]string{"run", "hang-primary", "--chain", file}, short)...)
		if x.luck.IntN(4) == 0 {
			with(slices.Concat(tuned, []string{"--chain", chain, "--imported", kind + "=" + file, "-o", "patch"})...)
		}
	case "scenario":
		with(slices.Concat([]string{"run", file, "--save-baseline", in("base.json")}, short, formats)...)
		with(slices.Concat([]string{"run", file, "--baseline", in("base.json"), "--against", file}, short)...)
		with("check", in("out.json"), "-v")
	case "chain":
		with(slices.Concat([]string{"run", "hang-primary", "--chain", file, "--against", file}, short, formats)...)
		with("validate", "--chain", file, file)
	case "strategy":
		with(slices.Concat([]string{"run", "hang-primary", "--strategy", file, "--strategy", "naive"}, short, formats)...)
		with(slices.Concat(tuned, []string{"--strategy", file})...)
	case "space":
		with("tune", "hang-primary", "--strategy", "five-provider", "--space", file, "--seeds", "1", "--budget", "4")
	}
	return out
}

// says runs a command and looks for keys in all that it prints and writes.
func (x *leakTest) says(text string, args ...string) {
	x.commands++
	var out, errs bytes.Buffer
	code := run(context.Background(), system{args: args, stdin: strings.NewReader(""), stdout: &out, stderr: &errs, env: noEnv})
	if code == exitOK {
		x.well++
	}
	if code == exitInternal {
		x.Errorf("%v: %s", args, errs.String())
	}
	x.clean("standard output", out.Bytes(), text, args)
	x.clean("standard error", errs.Bytes(), text, args)
	given := []string{"config.yaml", "config.json", "s.yaml", "c.yaml", "t.yaml", "p.yaml"}
	err := filepath.WalkDir(x.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains(given, d.Name()) {
			return err
		}
		data, err := os.ReadFile(path)
		x.clean(d.Name(), data, text, args)
		return err
	})
	if err != nil {
		x.Fatal(err)
	}
}

// clean wants no key in a text, nor half of one.
func (x *leakTest) clean(where string, got []byte, text string, args []string) {
	for _, k := range x.planted {
		part := k[len(k)-min(len(k), max(10, len(k)/2)):]
		if at := bytes.Index(got, []byte(part)); at >= 0 {
			line := got[bytes.LastIndexByte(got[:at], '\n')+1:]
			line, _, _ = bytes.Cut(line, []byte("\n"))
			planted := ""
			for l := range strings.SplitSeq(text, "\n") {
				if strings.Contains(l, part) {
					planted += l + "\n"
				}
			}
			x.Errorf("%v: %s tells a key:\n%.300s\nplanted in\n%.300s", args[:min(3, len(args))], where, line, planted)
			return
		}
	}
}
