package simtest

import (
	"fmt"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// rehearsal is what every chain plays before the scenario, to find out whether it
// can be judged at all: a world in which all is well, one in which every provider
// fails, and the first one again, each in a bubble of its own with a chain of its
// own. The third is as the first, unless something has outlived its bubble.
type rehearsal struct{ well, ill *sim.Setup }

// The rehearsal's worlds: long enough for breakers that want a minute's worth of
// calls, and over before cooldowns of the ill one's end would be.
const (
	rehearsalSeed = 1
	wellQuestions = 20
	wellEvery     = time.Second
	illFor        = 3 * time.Minute
	illEvery      = 2 * time.Second
	rehearsalTime = 137 * time.Millisecond // of an answer
)

// rehearsals say what each of them is like.
var rehearsals = [3]string{"all is well", "every provider answers 503", "all is well again"}

// newRehearsal makes the worlds of a scenario's providers.
func newRehearsal(of *sim.Setup) (out rehearsal, err error) {
	if out.well, err = rehearsalOf(of, wellQuestions*wellEvery, wellEvery, true, nil); err != nil {
		return out, err
	}
	down, err := faults.Kinds.Lookup("status") // 503, unless told otherwise
	if err != nil {
		return out, err
	}
	outage := []faults.Entry{{For: faults.Span{Min: illFor, Max: illFor}, Provider: []string{"all"}, Fault: down.New()}}
	out.ill, err = rehearsalOf(of, illFor, illEvery, false, outage)
	return out, err
}

func rehearsalOf(of *sim.Setup, long, every time.Duration, serial bool, timeline []faults.Entry) (*sim.Setup, error) {
	w := of.World.Spec()
	spec := faults.Spec{Schema: w.Schema, Timeline: timeline, Duration: long, Drain: of.Workload.Patience}
	for _, p := range w.Providers {
		spec.Providers = append(spec.Providers, faults.Provider{Name: p.Name, Dialect: p.Dialect, ContextWindow: p.ContextWindow,
			Latency: &faults.Constant{Value: faults.Time(rehearsalTime)}})
	}
	b, err := faults.Compile(spec)
	if err != nil {
		return nil, err
	}
	return sim.NewSetup(b, sim.Workload{Arrivals: &sim.Constant{Every: every, Loop: sim.Loop{One: serial}},
		Requests: sim.Requests{Kinds: sim.KindWeights{Chat: 1}}, Deadline: of.Workload.Deadline, Patience: of.Workload.Patience})
}

// rehearse finds out whether a chain can be judged.
func (p *play) rehearse(c *contestant, of rehearsal) error {
	var seen [3]tally
	for i, setup := range []*sim.Setup{of.well, of.ill, of.well} {
		seen[i] = tally{asked: make([]int, len(setup.World.Names()))}
		r := p.run(c, setup, &seen[i], rehearsalSeed)
		err := p.live(r)
		if err != nil {
			return fmt.Errorf("%s is not judged: in a rehearsal where %s, %w", c.name, rehearsals[i], err)
		}
		seen[i].first, seen[i].requests = r.records.first, r.records.requests
		c.told = c.told || r.records.told
		if err := seen[0].well(); i == 0 && err != nil {
			return fmt.Errorf("%s is not judged: %w", c.name, err)
		}
	}
	c.needs = seen[1].needs
	if err := seen[0].outlived(&seen[2], of.well.World.Names()); err != nil {
		return fmt.Errorf("%s is not judged: %w", c.name, err)
	}
	return nil
}

// tally is the sim.Sink of a rehearsal.
type tally struct {
	questions int
	asked     []int // questions for which each provider was asked
	unasked   int   // questions for which nobody was
	answered  int
	requests  int64
	needs     int   // failures before a breaker opened first, 0 if none did
	first     error // with which a question ended
	failed    []int // attempts on each provider
}

// Begin implements sim.Sink.
func (t *tally) Begin(*faults.World, uint64) { t.failed = make([]int, len(t.asked)) }

// Ended implements sim.Sink.
func (t *tally) Ended(a *sim.Attempt) {
	if a.Verdict.Evidence == chain.Bad {
		t.failed[a.Provider]++
	}
}

// Moved implements sim.Sink.
func (t *tally) Moved(m *chain.Move) {
	if n := t.failed[m.Provider]; m.To == chain.Open && m.From == chain.Closed && n > 0 && (t.needs == 0 || n < t.needs) {
		t.needs = n
	}
}

// Finished implements sim.Sink.
func (t *tally) Finished(r *sim.Request) {
	t.questions++
	if len(r.Attempts) == 0 {
		t.unasked++
	}
	if r.Done.Reason == chain.Delivered {
		t.answered++
	}
	seen := make([]bool, len(t.asked))
	for i := range r.Attempts {
		if p := r.Attempts[i].Provider; !seen[p] {
			seen[p] = true
			t.asked[p]++
		}
	}
}

// Close implements sim.Sink.
func (t *tally) Close(chain.Instant) {}

// well says what is wrong with a chain that cannot be told from a broken one
// where nothing is broken.
func (t *tally) well() error {
	last := ""
	if t.first != nil {
		last = ": " + strings.Join(strings.Fields(t.first.Error()), " ")
	}
	switch {
	case t.requests == 0:
		return fmt.Errorf("none of %d questions sent a request through Env.Client: build the HTTP client of each provider on it, an SDK's too%s", t.questions, last)
	case t.answered == 0:
		return fmt.Errorf("none of %d questions was answered while all providers were well%s", t.questions, last)
	}
	return nil
}

// outlived compares two plays of the same world by two chains of the same make.
func (t *tally) outlived(again *tally, names []string) error {
	const cure = "a breaker, a cache or a client that is made outside the constructor outlives its bubble and keeps another clock: make it inside"
	for p, name := range names {
		if 2*t.asked[p] >= t.questions && again.asked[p] == 0 {
			return fmt.Errorf("a new chain asked %s for %d of %d questions, and the next new chain, after a world in which every provider failed, never did: %s",
				name, t.asked[p], t.questions, cure)
		}
	}
	if again.unasked > t.unasked {
		return fmt.Errorf("a new chain sent requests for %d of %d questions, and the next new chain, after a world in which every provider failed, for %d: %s",
			t.questions-t.unasked, t.questions, again.questions-again.unasked, cure)
	}
	return nil
}
