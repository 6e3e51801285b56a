//go:build linux

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// attacks is how many scenarios that ask for too much are played.
var attacks = flag.Int("attacks", 6, "scenarios that ask for too much")

// What a scenario of a stranger may take, as the kernel counts it.
const (
	attackMemory = 1 << 30
	attackTime   = 5 * time.Second // of processors
)

// tooMuch is what refusals say.
var tooMuch = regexp.MustCompile(`--max-work|over and over|looks more than|ticks in|1ms`)

// TestAttack plays scenarios of under 2 KB that ask for too much, as processes of
// their own: each is refused, or ends within a moment of an interrupt, and none takes a
// gigabyte.
func TestAttack(t *testing.T) {
	program, err := exec.LookPath("wavetank") // as scripts run it: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	refused := 0
	for k := range *attacks {
		text := hungry(rand.New(rand.NewPCG(1, uint64(k))))
		if len(text) > 2000 {
			t.Fatalf("attack %d has %d bytes", k, len(text))
		}
		path := filepath.Join(dir, fmt.Sprintf("attack-%d.yaml", k))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, said, usage := underAttack(t, program, path)
		if code == exitInput {
			refused++
			if !tooMuch.MatchString(said) {
				t.Errorf("attack %d is refused for something else: %s", k, said)
			}
		}
		memory, took := usage.Maxrss<<10, time.Duration(usage.Utime.Nano()+usage.Stime.Nano())
		if code != exitInput && code != exitInterrupted && code != exitOK && code != exitFailed || memory > attackMemory || took > attackTime {
			t.Errorf("attack %d: exit %d, %d MB, %s: %s\n%s", k, code, memory>>20, took, said, text)
		}
	}
	t.Logf("%d of %d refused, the others ended when they were asked to", refused, *attacks)
}

// underAttack plays a scenario, interrupts it after two seconds, and kills what has not
// ended two later: one is what an interrupt may take, and this machine may be busy.
func underAttack(t *testing.T, program, path string) (code int, said string, usage *syscall.Rusage) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, "timeout", "--signal=INT", "--kill-after=2", "2", program, "run", path, "-q")
	c.Env = append(os.Environ(), "GOMEMLIMIT=900MiB")
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	usage = c.ProcessState.SysUsage().(*syscall.Rusage)
	text := strings.TrimSpace(out.String())
	if code = c.ProcessState.ExitCode(); code == 124 { // timeout has interrupted it, and it has ended
		code = exitInterrupted
	} else if err != nil && code < 0 {
		t.Errorf("%s: %v", path, err)
	}
	return code, text[:min(len(text), 600)], usage
}

// hungry is a scenario that asks for too much in one way or several.
func hungry(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	arrivals, rows, providers, strategies, more := "{kind: poisson, rate: 1}", "", 2, "", ""
	deadline := pick("30s", "1h", "8760h")
	duration := pick("10m", "24h", "744h")
	for range 1 + r.IntN(3) {
		switch r.IntN(7) {
		case 0:
			providers = 20
			for range 1 + r.IntN(5) {
				rows += "\n  - {at: 0s, for: 744h, provider: all, kind: flap, down: " + pick("1s", "1ms", "100ms") + ", up: " + pick("1s", "1ms") + "}"
			}
		case 1:
			arrivals = pick("{kind: constant, every: 1ns}", "{kind: constant, every: 1us}", "{kind: poisson, rate: 1000000}", "{kind: ramp, from: 1, to: 1000000, over: 1m}",
				"{kind: closed, users: 100000, think: 1ns}", "{kind: bursts, burst_rate: 1000000, every: 2s, for: 1s}", "{kind: bursts, burst_rate: 0.001, every: 2ms, for: 1ms}",
				"{kind: steps, repeat: true, steps: [{rate: 1000000, for: 1h}, {rate: 0, for: 1ms}]}", "{kind: gamma, rate: 1000, cv: 20}", "{kind: poisson, rate: 100}")
		case 2:
			trip := pick("{kind: ratio, ratio: 0.5, window: 10s, every: 1ns}", "{kind: ratio, ratio: 0.5, window: 65s, every: 1ms, buckets: 4096}", "{kind: n_of_m, n: 1, m: 65536}",
				"{kind: count, failures: 65536, window: 744h}", "{kind: any_of, of: ["+strings.Repeat("{kind: n_of_m, n: 1, m: 65536}, ", 9)+"{kind: immediate}]}")
			strategies += "\n  s" + fmt.Sprint(len(strategies)) + ": {breaker: {trip: " + trip + ", open: {kind: constant, base: 1s}, half_open: {kind: single}}}"
			more = pick("", "\nfleet: {replicas: 1024, sync_lag: 1h}")
		case 3:
			strategies += "\n  r" + fmt.Sprint(len(strategies)) + ": {retry: {kind: constant, max: 254, base: 0s}, hedge: {kind: quantile, quantile: 0.5, window: 65536}}"
			rows += "\n  - {at: 0s, for: 744h, provider: all, kind: status, code: 500}"
		case 4:
			rows += "\n  - {at: 0s, for: 744h, provider: all, kind: errors, every: " + pick("1ns", "1ms", "1s") + ", to_bad: 1, to_good: 1, share_bad: 1}"
		case 5:
			rows += strings.Repeat("\n  - {at: 0s, for: 1m, provider: all, kind: errors, share: 0.1, after: {kind: gamma, mean: 1s, cv: 3}}", 6)
		case 6:
			more += "\noutput: {schema: {$ref: '#/$defs/a', $defs: {a: {allOf: [{$ref: '#/$defs/b'}, {$ref: '#/$defs/b'}]}, b: {type: object, required: [n], properties: {n: {allOf: [{$ref: '#/$defs/a'}, {$ref: '#/$defs/a'}]}}}}}}"
			if strings.Count(more, "output:") > 1 {
				more = more[:strings.LastIndex(more, "\noutput:")]
			}
		}
	}
	text := "schema_version: 1\nname: attack\nduration: " + duration + more + "\nworkload: {deadline: " + deadline + ", arrivals: " + arrivals + "}\nproviders:"
	for k := range providers {
		text += fmt.Sprintf("\n  p%d: {latency: %s}", k, pick("1ms", "600ms"))
	}
	if rows != "" {
		text += "\ntimeline:" + rows
	}
	if strategies != "" {
		text += "\nstrategies:" + strategies
	}
	return text[:min(len(text), 2000)] + "\n"
}
