//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// mutatedFaults is how many different faults are told before the rest is left.
const mutatedFaults = 40

// mutatedBook counts what became of mutants.
type mutatedBook struct {
	t     *testing.T
	mu    sync.Mutex
	codes map[string]map[int]int // kind, exit code

	faults           map[string]int // by what they say, in general
	alone            int            // tried again alone
	slowest, largest mutatedRecord
	slowestAlone     mutatedRecord
	largestAlone     mutatedRecord
}

// mutatedRecord is the most of something, and whose it is.
type mutatedRecord struct {
	value  float64
	number int
	kind   string
}

func (r *mutatedRecord) enter(v float64, m *mutant) {
	if v > r.value {
		*r = mutatedRecord{v, m.number, strings.Join(m.command[:1], "") + " " + m.ground.kind}
	}
}

func (b *mutatedBook) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.faults) >= mutatedFaults
}

// enter counts an outcome and holds the laws against it.
func (b *mutatedBook) enter(m *mutant, o mutatedOutcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.codes[m.ground.kind] == nil {
		b.codes[m.ground.kind] = map[int]int{}
	}
	b.codes[m.ground.kind][o.code]++
	b.slowest.enter(o.took.Seconds(), m)
	b.largest.enter(float64(o.largest>>20), m)
	switch {
	case strings.Contains(o.said, "internal error"), strings.Contains(o.said, "goroutine "):
		b.fault(m, o, "panics")
	case !slices.Contains([]int{exitOK, exitFailed, exitInput, exitInconclusive, exitInterrupted}, o.code):
		b.fault(m, o, fmt.Sprintf("exit %d", o.code))
	case o.code == exitInterrupted && !o.ended:
		b.fault(m, o, "interrupted by nobody")
	case o.code == exitInput && !o.placed():
		b.fault(m, o, "no place")
	}
}

// varying are the parts of a message that differ from document to document.
var varying = regexp.MustCompile(`"(\\.|[^"\\])*"|/\S+|[0-9][\w.%+-]*`)

// fault tells of a broken law once for each thing that is said.
func (b *mutatedBook) fault(m *mutant, o mutatedOutcome, what string) {
	first, _, _ := strings.Cut(o.said, "\n")
	shape := what + " " + m.command[0] + " " + varying.ReplaceAllString(first[:min(len(first), 200)], "_")
	if b.faults[shape]++; b.faults[shape] == 1 {
		keepMutant(m)
		b.t.Errorf("mutant %d (%s), %q, exit %d: %s: %.600s", m.number, m.ground.kind, m.command, o.code, what, o.said)
	}
}

// again gives a mutant that took long or much to a process of its own, which is ended as people do it
// where the command plays, and counts what the kernel says that it took.
func (b *mutatedBook) again(m *mutant, o mutatedOutcome) {
	if o.took < mutatedSlow && o.largest < mutatedMemory/2 {
		return
	}
	took, memory, err := underWatch(m, o.args)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alone++
	b.slowestAlone.enter(took.Seconds(), m)
	b.largestAlone.enter(float64(memory>>20), m)
	if err != nil || took > mutatedTime || memory > mutatedMemory {
		b.fault(m, o, fmt.Sprintf("alone it takes %.1f s of processors and %d MB (%v)", took.Seconds(), memory>>20, err))
	}
}

// underWatch runs a command alone. The most memory is read while it runs: what the
// kernel says at the end is also that of the process which has started it.
func underWatch(m *mutant, args []string) (took time.Duration, memory int64, err error) {
	program, err := exec.LookPath("wavetank") // as scripts run it: see TestMain
	if err != nil {
		return 0, 0, err
	}
	ctx, stop := context.WithTimeout(context.Background(), mutatedHung)
	defer stop()
	c := exec.CommandContext(ctx, program, args...)
	c.Env = os.Environ()
	if m.ground.variables {
		c.Env = append(c.Env, strings.Split(strings.ReplaceAll(m.text, "\x00", ""), "\n")...)
	}
	if err := c.Start(); err != nil {
		return 0, 0, err
	}
	if slices.Contains([]string{"run", "tune", "merge", "explain"}, m.command[0]) {
		defer time.AfterFunc(mutatedPatience, func() { _ = c.Process.Signal(syscall.SIGTERM) }).Stop() // it may have ended
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err = <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				err = ctx.Err() // nil: it has ended by itself, or when it was told to
			}
			return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), memory, err
		case <-tick.C:
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid)) // it may have ended
			if at := highWater.FindSubmatch(status); at != nil {
				kilobytes, _ := strconv.ParseInt(string(at[1]), 10, 64)
				memory = max(memory, kilobytes<<10)
			}
		}
	}
}

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// allocated is how many bytes of heap there ever were, which bounds from above what a
// command may have had at one time. What the heap holds tells less: cobra keeps the flags
// of all commands that ever ran.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// report tells the counts, by kind and exit code.
func (b *mutatedBook) report() {
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(b.codes)) {
		line := ""
		for _, code := range slices.Sorted(maps.Keys(b.codes[kind])) {
			n := b.codes[kind][code]
			line += fmt.Sprintf("  exit %d: %d", code, n)
			total += n
		}
		b.t.Logf("%-12s%s", kind, line)
	}
	for shape, n := range b.faults {
		b.t.Logf("%d times: %s", n, shape)
	}
	b.t.Logf("%d mutants; slowest %.2f s on the wall (%s, %d), most allocated %.0f MB (%s, %d); %d tried again alone: most %.2f s of processors (%s, %d), %.0f MB (%s, %d)", total,
		b.slowest.value, b.slowest.kind, b.slowest.number, b.largest.value, b.largest.kind, b.largest.number, b.alone,
		b.slowestAlone.value, b.slowestAlone.kind, b.slowestAlone.number, b.largestAlone.value, b.largestAlone.kind, b.largestAlone.number)
	if total == 0 {
		b.t.Error("nothing was played")
	}
}
