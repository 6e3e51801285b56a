package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// hostileTexts are what somebody would put where a part has a name or a value.
var hostileTexts = []string{"", "-", "--help", "--output=json=owned", "-o", "--checkpoint=owned", "/etc/passwd", "../../etc/passwd", "./t.yaml", "t.yaml", "owned", "library", ".", "/dev/stdin", "/dev/zero", "/proc/self/environ",
	"\x1b[31m", "::error::x", "a\nb", "naive", "naive,clairvoyant", "presets", "litellm=/etc/passwd", "litellm=litellm.yaml", "x=strategy.yaml,attempt.total=1s", "order", "order=a > b,b", "attempt.total=1ns..1h", "breaker.open.base=4s,8s",
	"workload.arrivals={kind: trace, file: /etc/passwd}", "expect[0]=x", "duration=1h", "latency_p99=1", "success_rate >= 0%", "best", "mean", "regret", "2%", "-1%", "1e999", strings.Repeat("x", 3000)}

// drawRequest changes a request as somebody would who knows the format.
func drawRequest(t *rapid.T, r *search.Request) {
	text := rapid.SampledFrom(hostileTexts)
	texts := rapid.SliceOfN(text, 0, 3)
	number := rapid.SampledFrom([]int{-1, 0, 1, 2, 20, 1 << 20, 1 << 40, -1 << 63})
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		switch rapid.IntRange(0, 16).Draw(t, "field") {
		case 0:
			r.Scenarios = texts.Draw(t, "scenarios")
		case 1:
			r.Strategy = text.Draw(t, "strategy")
		case 2:
			r.Vary = texts.Draw(t, "vary")
		case 3:
			r.Minimize = texts.Draw(t, "minimize")
		case 4:
			r.Maximize = texts.Draw(t, "maximize")
		case 5:
			r.Require = texts.Draw(t, "require")
		case 6:
			r.Over = text.Draw(t, "over")
		case 7:
			r.Rivals = texts.Draw(t, "rivals")
		case 8:
			r.Imported = text.Draw(t, "imported")
		case 9:
			r.Chain = text.Draw(t, "chain")
		case 10:
			r.Set = texts.Draw(t, "set")
		case 11:
			r.Duration = rapid.SampledFrom([]time.Duration{-1, 0, 1, time.Minute}).Draw(t, "duration")
		case 12:
			r.Seeds = number.Draw(t, "seeds")
		case 13:
			r.MaxSeeds = number.Draw(t, "max_seeds")
		case 14:
			r.Held = number.Draw(t, "held")
		case 15:
			r.Candidates, r.Budget = number.Draw(t, "candidates"), number.Draw(t, "budget")
		case 16:
			r.Indifference = text.Draw(t, "indifference")
		}
	}
}

// TestMergeHostile gives merge parts that say anything in the right shape, with right
// checksums: it is an exit code that the help names, without a panic, and no file is
// made or changed.
func TestMergeHostile(t *testing.T) {
	workIn(t, inputFiles)
	args := []string{"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--seeds", "1", "--held", "2", "-q"}
	if code, _, said := wavetank(t.Context(), with(args, "--shard", "1/1", "-o", "json=part.json")...); code != exitOK {
		t.Fatal(said)
	}
	text, err := os.ReadFile("part.json")
	must(t, err)
	g, err := search.ReadHead("part.json", search.PartKind, bytes.NewReader(text))
	must(t, err)
	before := folder(t)
	rapid.Check(t, func(t *rapid.T) {
		head := g.Head
		drawRequest(t, &head.Request)
		plays := []tune.Play{{Point: tune.Point(rapid.Uint64().Draw(t, "point")), Replication: rapid.Int().Draw(t, "replication"), Figures: rapid.SliceOfN(rapid.Float64(), 0, 6).Draw(t, "figures")}}
		var b bytes.Buffer
		if err := search.WritePart(&b, head, slices.Values(plays)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("part.json", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		code, stdout, said := wavetank(t.Context(), "merge", "part.json", "-q", "-o", "csv")
		if code != exitInput || stdout != "" || said == "" || strings.Contains(said, "internal error") {
			t.Fatalf("%+v: exit %d, %.80q, %s", head.Request, code, stdout, said)
		}
		if after := folder(t); after != before {
			t.Fatalf("%+v: the folder holds %s", head.Request, after)
		}
	})
}

// folder tells what the working folder holds, but for the part.
func folder(t interface{ Fatal(...any) }) string {
	var b strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == "part.json" || strings.HasPrefix(path, "testdata") {
			return err
		}
		text, err := os.ReadFile(path)
		b.WriteString(path + "\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAgainIsDerived: the command that a merged search shows is made from what was
// searched, and finds the same.
func TestAgainIsDerived(t *testing.T) {
	workIn(t, map[string]string{"space.yaml": "vary:\n  breaker.open.base: [4s, 8s]\nrivals: [naive]\nminimize: [wasted_per_1k]\n"})
	args := []string{"tune", "published-60s-outage", "--strategy", "ai-memory", "--space", "space.yaml", "--seeds", "2", "--held", "2", "--indifference", "3%", "-q"}
	want := found(t, args...)
	for _, shard := range []string{"1/2", "2/2"} {
		if code, _, said := wavetank(t.Context(), with(args, "--shard", shard, "-o", "json="+shard[:1]+".json")...); code != exitOK {
			t.Fatal(said)
		}
	}
	must(t, os.Remove("space.yaml"))
	if got := found(t, "merge", "1.json", "2.json"); got != want {
		t.Errorf("merged, it is\n%s\nwant\n%s", got, want)
	}
	again := found(t, "tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--minimize", "wasted_per_1k", "--rivals", "naive", "--seeds", "2", "--held", "2", "--indifference", "3%", "-q")
	if again != want {
		t.Error("what it says to do again finds something else")
	}
}
