package simtest_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/chain"
	"wavetank/report/measure"
	"wavetank/scenarios/simtest"
	"wavetank/sim"
)

// agreement are chains written by hand to do what a document says.
var agreement = map[string]struct {
	make     simtest.New
	document string // as --strategy takes it
}{
	"ours":     {naive, "naive"},
	"streamed": {streamed, "naive"},
	"timed":    {timed, "naive"},
	"guarded":  {guarded, "gobreaker"},
	"at-once":  {retrying(0), "once=naive,retry={kind: constant, max: 1}"},
	"retrying": {retrying(700 * time.Millisecond), "retry=naive,retry={kind: constant, max: 1, base: 700ms}"},
	"careful":  {careful, "validate=naive,validate={kind: schema}"},
	"hedged":   {hedged, "hedge=naive,hedge={kind: delay, after: 3s}"},
}

// TestAgree plays the same chains twice, as documents that the event loop plays
// and as programs in bubbles, and wants the same figures to the last digit.
func TestAgree(t *testing.T) {
	for _, traffic := range []string{
		"workload.arrivals={kind: poisson, rate: 3}",
		"workload.arrivals={kind: poisson, rate: 0.3, serial: true}",
		"workload.arrivals={kind: closed, users: 5, think: {kind: lognormal, median: 1s, p99: 3s}}",
		"workload={arrivals: {kind: poisson, rate: 2}, patience: 25s}", // nobody sets a deadline, callers give up
	} {
		c := simtest.Config{Seeds: 1, Set: []string{traffic}}
		chains := map[string]simtest.New{}
		for name, a := range agreement {
			if name == "guarded" && strings.Contains(traffic, "patience") {
				continue // gobreaker blames a provider for a caller who gives up
			}
			chains[name] = a.make
			c.Presets = append(c.Presets, a.document)
		}
		c.Presets = unique(c.Presets)
		r, table, err := c.Try(t, "testdata/agree.yaml", chains)
		if err != nil {
			t.Fatal(err)
		}
		for name := range chains {
			same(t, r, name, agreement[name].document, traffic)
		}
		if t.Failed() {
			t.Fatal(table)
		}
	}
}

// TestRecords holds the two ways against each other question by question: what
// was sent, when, why, what came, when it ended and how the chain took it.
func TestRecords(t *testing.T) {
	questions, attempts, moves := 0, 0, 0
	for name, a := range agreement {
		program, document := simtest.Config{Presets: []string{a.document}, Seed: 7}.Records(t, "testdata/agree.yaml", a.make)
		if len(program.Requests) != len(document.Requests) {
			t.Fatalf("%s: %d questions, and %d of the document", name, len(program.Requests), len(document.Requests))
		}
		for i := range program.Requests {
			want, got := comparable(document.Requests[i]), comparable(program.Requests[i])
			if d := gocmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("%s, question %d (- document, + program):\n%s", name, i, d)
			}
			attempts += len(got.Attempts)
		}
		questions += len(program.Requests)
		if d := gocmp.Diff(noticed(document.Moves), noticed(program.Moves), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: breakers (- document, + program):\n%s", name, d)
		}
		moves += len(program.Moves)
	}
	if moves == 0 {
		t.Error("no breaker has moved")
	}
	t.Logf("%d questions with %d attempts and %d moves of breakers compared", questions, attempts, moves)
}

// noticed leaves out when cooldowns ended, how long they were and how many tests may
// be out: a program's breaker tells when it is asked, and nothing of its settings.
func noticed(moves []chain.Move) (out []chain.Move) {
	for _, m := range moves {
		if m.Open, m.Door = 0, (chain.Door{}); m.To == chain.HalfOpen {
			m.At = 0
		}
		out = append(out, m)
	}
	return out
}

// comparable leaves out what only the chain itself can know: what it told its
// breaker, and what it would have done next.
func comparable(r sim.Request) sim.Request {
	if r.Done.Reason == chain.Stopped {
		r.Done.Reason = chain.Exhausted
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		a.Counted, a.Verdict = false, chain.Verdict{Class: a.Verdict.Class}
		a.Reply.Outcome.Fit = 0
		a.Reply.Holds, a.Reply.Through = false, 0
	}
	return r
}

func same(t *testing.T, r simtest.Results, program, document, traffic string) {
	t.Helper()
	document, _, _ = cut(document)
	if err := r[program].Err(); err != nil {
		t.Error(err)
		return
	}
	for _, m := range measure.Catalogue {
		if m.Name == "over_hold" { // a cooldown that ends unwatched is seen only when the breaker is asked
			continue
		}
		ours, theirs := r[program].Figure(m.Name), r[document].Figure(m.Name)
		for i := range theirs.PerSeed {
			if a, b := ours.PerSeed[i], theirs.PerSeed[i]; a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
				t.Errorf("%s, %s, seed %d: %s = %v, and of %s %v", program, traffic, i, m.Name, a, document, b)
			}
		}
	}
}

func cut(document string) (name, rest string, found bool) { return strings.Cut(document, "=") }

func unique(all []string) []string { slices.Sort(all); return slices.Compact(all) }
