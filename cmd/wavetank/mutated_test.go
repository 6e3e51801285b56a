//go:build linux

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var (
	mutated     = flag.Int("mutated", 240, "mutated documents to give to the commands")
	mutatedFrom = flag.Int("mutated-from", 0, "the first mutated document, to look at one again")
	mutatedFor  = flag.Duration("mutated-for", time.Hour, "when to stop, whatever is left")
	mutatedKeep = flag.String("mutated-keep", "", "a folder for the mutated documents that break a law")
)

// What a command may take for a document. A run is interrupted after its patience, and
// what took longer or more in the company of others is tried again alone.
const (
	mutatedPatience = 300 * time.Millisecond
	mutatedSlow     = time.Second // on the wall
	mutatedTime     = 2 * time.Second
	mutatedMemory   = 512 << 20
	mutatedHung     = 30 * time.Second
)

// mutatedPlace is the beginning of what a command says of a document: the file and the
// line, behind the flag that names it and how it does; or the variable.
var mutatedPlace = regexp.MustCompile(`^(--[a-z]+( \S+)?:? )?(\S+):\d+(:\d+)?: |^AI_MEMORY_LLM_[A-Z_]+[: ]`)

// placed reports whether what is said begins with a place in the folder of the document,
// or in the scenario of the library that is played with it.
func (o *mutatedOutcome) placed() bool {
	at := mutatedPlace.FindStringSubmatch(o.said)
	return at != nil && (at[3] == "" || filepath.Dir(at[3]) == o.dir || strings.HasPrefix(at[3], "library:"))
}

// TestMutated gives mutated documents of all kinds to the commands that read them. No
// command panics, takes long or much, ends with an exit code that help does not name,
// or refuses a document without saying where.
func TestMutated(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays documents for seconds")
	}
	grounds := mutatedGrounds(t)
	b := &mutatedBook{t: t, codes: map[string]map[int]int{}, faults: map[string]int{}}
	const players = 2
	slots := make([]mutatedSlot, players)
	var next atomic.Int64
	next.Store(int64(*mutatedFrom))
	var all sync.WaitGroup
	end := time.Now().Add(*mutatedFor)
	for k := range slots {
		s := &slots[k]
		s.dirs = mutatedFolders(t, grounds)
		all.Go(func() {
			for n := next.Add(1) - 1; n < int64(*mutatedFrom+*mutated) && !b.full() && time.Now().Before(end); n = next.Add(1) - 1 {
				m := newMutant(grounds, int(n))
				if n > int64(*mutatedFrom) && n%10_000 == 0 {
					t.Logf("%d mutants", n)
				}
				o := s.play(m)
				b.enter(m, o)
				b.again(m, o)
			}
		})
	}
	watch(t, slots, &all)
	b.report()
}

// mutant is a document that was changed, and the command that gets it.
type mutant struct {
	number  int
	ground  *ground
	command []string // DOC stands for the document
	text    string
}

// newMutant makes the mutant of a number, always the same.
func newMutant(grounds []*ground, number int) *mutant {
	r := rand.New(rand.NewPCG(8, uint64(number)))
	g := grounds[number%len(grounds)]
	m := &mutant{number: number, ground: g, command: g.commands[r.IntN(len(g.commands))]}
	other := grounds[r.IntN(len(grounds))]
	m.text = mutate(r, g.kind, g.texts[r.IntN(len(g.texts))], other.texts[r.IntN(len(other.texts))])
	return m
}

// mutatedOutcome is what a command made of a mutant.
type mutatedOutcome struct {
	code    int
	said    string
	args    []string
	dir     string // the document's
	ended   bool   // by its context
	took    time.Duration
	largest uint64 // bytes that were allocated meanwhile, by others too
}

// mutatedSlot plays one mutant after another.
type mutatedSlot struct {
	dirs  map[*ground]string
	since atomic.Pointer[time.Time] // nil: idle
	at    atomic.Pointer[mutant]
}

// play gives a mutant to its command, inside the test.
func (s *mutatedSlot) play(m *mutant) (o mutatedOutcome) {
	dir := s.dirs[m.ground]
	o.dir = dir
	o.args = slices.Clone(m.command)
	for i, a := range o.args {
		a = strings.ReplaceAll(a, "DOC", filepath.Join(dir, m.ground.file))
		o.args[i] = strings.ReplaceAll(a, "DIR", dir)
	}
	env := func(string) (string, bool) { return "", false }
	if m.ground.variables {
		env = environmentOf(m.text)
	} else if err := os.WriteFile(filepath.Join(dir, m.ground.file), []byte(m.text), 0o600); err != nil {
		panic(err)
	}
	began := time.Now()
	s.at.Store(m)
	before := allocated()
	s.since.Store(&began)
	ctx, stop := context.WithTimeout(context.Background(), mutatedPatience)
	defer stop()
	var out, said bytes.Buffer
	o.code = run(ctx, system{args: o.args, stdin: strings.NewReader(""), stdout: &out, stderr: &said, env: env})
	s.since.Store(nil)
	o.took, o.said, o.ended, o.largest = time.Since(began), said.String(), ctx.Err() != nil, allocated()-before
	return o
}

// environmentOf is an environment of lines NAME=VALUE.
func environmentOf(text string) func(string) (string, bool) {
	all := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		if name, value, ok := strings.Cut(line, "="); ok {
			all[name] = value
		}
	}
	return func(name string) (string, bool) { v, ok := all[name]; return v, ok }
}

// watch waits for the players, and gives up on a command that does not end.
func watch(t *testing.T, slots []mutatedSlot, all *sync.WaitGroup) {
	t.Helper()
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		for k := range slots {
			s := &slots[k]
			if began := s.since.Load(); began != nil && time.Since(*began) > mutatedHung {
				m := s.at.Load()
				keepMutant(m)
				t.Fatalf("mutant %d, %q, does not end:\n%.3000q", m.number, m.command, m.text)
			}
		}
	}
}

// keepMutant keeps a mutant where somebody asked for it.
func keepMutant(m *mutant) {
	if *mutatedKeep != "" {
		_ = os.WriteFile(filepath.Join(*mutatedKeep, fmt.Sprintf("%d-%s", m.number, m.ground.file)), []byte(m.text), 0o600)
	}
}
