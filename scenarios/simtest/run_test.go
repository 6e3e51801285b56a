package simtest_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/chain"
	"wavetank/report"
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
	"retrying": {retrying, "retry=naive,retry={kind: constant, max: 1, base: 700ms}"},
	"careful":  {careful, "validate=naive,validate={kind: schema}"},
	"hedged":   {hedged, "hedge=naive,hedge={kind: delay, after: 3s}"},
}

// TestAgree plays the same chains twice, as documents that the event loop plays
// and as programs in bubbles, and wants the same figures to the last digit.
func TestAgree(t *testing.T) {
	for _, traffic := range []string{
		"{kind: poisson, rate: 3}",
		"{kind: poisson, rate: 0.3, serial: true}",
		"{kind: closed, users: 5, think: {kind: lognormal, median: 1s, p99: 3s}}",
	} {
		c := simtest.Config{Seeds: 2, Set: []string{"workload.arrivals=" + traffic}}
		chains := map[string]simtest.New{}
		for name, a := range agreement {
			chains[name] = a.make
			c.Presets = append(c.Presets, a.document)
		}
		c.Presets = unique(c.Presets)
		r, table, err := c.Try(t, "testdata/agree.yaml", chains)
		if err != nil {
			t.Fatal(err)
		}
		for name, a := range agreement {
			same(t, r, name, a.document, traffic)
		}
		if t.Failed() {
			t.Fatal(table)
		}
	}
}

// TestRecords holds the two ways against each other question by question: what
// was sent, when, why, what came, when it ended and how the chain took it.
func TestRecords(t *testing.T) {
	questions, attempts := 0, 0
	for name, a := range agreement {
		for seed := uint64(7); seed < 9; seed++ {
			program, document := simtest.Config{Presets: []string{a.document}, Seed: seed}.Records(t, "testdata/agree.yaml", a.make)
			if len(program) != len(document) {
				t.Fatalf("%s, seed %d: %d questions, and %d of the document", name, seed, len(program), len(document))
			}
			for i := range program {
				if d := gocmp.Diff(comparable(document[i]), comparable(program[i]), cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("%s, seed %d, question %d (- document, + program):\n%s", name, seed, i, d)
				}
				attempts += len(program[i].Attempts)
			}
			questions += len(program)
		}
	}
	t.Logf("%d questions with %d attempts compared", questions, attempts)
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
	for _, m := range report.Metrics() {
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
