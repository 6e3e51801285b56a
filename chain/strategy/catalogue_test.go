package strategy

import (
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
)

// What the systems of the catalogue do, as its tables tell it and not as the
// presets have it.

// TestWhatEachDoesWithAnOutcome is the table of outcomes: R retries the same
// provider, F fails over; B counts against the provider, and ! at once; N says
// nothing; S counts for it. Neither R nor F stops the call. A small letter is
// added where a chain must go on that the system alone would not; . is not
// stated, and evidence means something only where there is a breaker.
func TestWhatEachDoesWithAnOutcome(t *testing.T) {
	columns := []chain.Class{chain.RateLimit, chain.Server, chain.Timeout, chain.Connect, chain.Auth, chain.BadRequest, chain.ContextLength}
	for name, want := range map[string]string{ //  429  5xx timeout connect 401 400 context
		"ai-memory":             "FB   FB   FB   FB   N    N    N",
		"litellm":               "RFB! RFB  RFB  RFN  RFB! FN   FN",
		"litellm-single":        "RFN  RFB  RFB  RFN  FB!  FN   FN", // 401 is retried if another deployment exists
		"litellm-allowed-fails": "RFB  RFB  RFB  RFN  FB   FN   FN",
		"bifrost":               "RF   RF   F    RF   F    -    -",
		"bifrost-keys":          "RF   RF   F    RF   F    -    -",
		"portkey-fallback":      "RF   RF   F    RF   F    F    F",
		"helicone":              "B!   RB   N    RN   .    .    .",
		"tensorzero":            "RF   RF   RF   RF   RF   RF   RF",
		"vercel-ai-sdk":         "R    R    R    R    -    -    -",
		"ai-fallback":           "F    F    F    F    F    -    -",
		"langchain-fallbacks":   "RF   RF   RF   RF   RF   RF   RF",
		"langchain-retry":       "RF   RF   RF   RF   RF   RF   RF",
		"openai-python":         "R    R    R    R    -    -    -",
		"openai-node":           "R    R    R    R    -    -    -",
		"anthropic-python":      "R    R    R    R    -    -    -",
		"anthropic-ts":          "R    R    R    R    -    -    -",
		"openrouter":            "F    F    F    F    F    F    F",
		"envoy-outlier":         "S    fB   fB   fB   S    S    S",
		"istio":                 "S    RB   B    RB   S    S    S",
		"gobreaker":             "fB   fB   fB   fB   fB   fB   fB",
		"failsafe-go":           "fB   fB   fB   fB   fB   fB   fB",
		"polly":                 "fB   fB   fB   fB   fB   fB   fB",
		"resilience4j":          "fB   fB   fB   fB   fB   fB   fB",
		"hystrix":               "fB   fB   fB   fB   fB   fB   fB",
	} {
		l, ps := Preset(name)
		if ps != nil {
			t.Errorf("%s: %v", name, ps)
			continue
		}
		cells := strings.Fields(want)
		for i, class := range columns {
			if got := letters(l, class, cells[i]); cells[i] != "." && got != cells[i] {
				t.Errorf("%s does %s with %s, the table says %s", name, got, class, cells[i])
			}
		}
	}
}

// letters writes a verdict as the table does.
func letters(l *Loaded, class chain.Class, cell string) string {
	v := l.Recipe.Classify.Classify(&chain.Outcome{Class: class})
	out := ""
	if v.Retry && strings.Contains(cell, "R") { // without a retry part it means nothing
		out += "R"
	} else if v.Retry && l.Recipe.Retry != nil {
		out += "R"
	}
	switch {
	case v.Failover && strings.Contains(cell, "f"):
		out += "f"
	case v.Failover:
		out += "F"
	}
	if l.Doc.Breaker != nil {
		out += [...]string{"N", "S", "B", "B!"}[v.Evidence]
	}
	if out == "" {
		return "-"
	}
	return out
}

// TestBrokenSchemas is the table's last column.
func TestBrokenSchemas(t *testing.T) {
	for name, want := range map[string]string{"ai-memory": "stops", "litellm": "delivers", "bifrost": "delivers", "helicone": "delivers", "tensorzero": "delivers",
		"vercel-ai-sdk": "delivers", "ai-fallback": "delivers", "ai-retry-schema": "fails over", "openai-python": "delivers", "openrouter": "delivers",
		"envoy-outlier": "delivers", "polly": "delivers", "recommended": "fails over"} {
		l, _ := Preset(name)
		got := "delivers"
		if l.Recipe.Validate != nil {
			got = "stops"
			if l.Recipe.Classify.Classify(&chain.Outcome{Class: chain.OKInvalid}).Failover {
				got = "fails over"
			}
		}
		if got != want {
			t.Errorf("%s %s what breaks the schema, the table says it %s it", name, got, want)
		}
	}
}

const everybody = 40 // more than any test admits

// TestTripsOpensTests is the table of breakers: how many failures after how many
// successes open one, for how long the first and the second time, and how many
// attempts are let through when that is over.
func TestTripsOpensTests(t *testing.T) {
	s := time.Second
	for _, row := range []struct {
		preset        string
		good, bad     int           // the last of the failures opens it
		every         time.Duration // between two results
		poll          time.Duration // within which the opening is noticed
		first, second [2]time.Duration
		admits        int
		hint          time.Duration
	}{
		{"ai-memory", 0, 1, s, 0, [2]time.Duration{30 * s, 30 * s}, [2]time.Duration{30 * s, 30 * s}, everybody, 0},
		{"litellm", 3, 4, s, 0, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{5 * s, 5 * s}, everybody, 0},               // 4 of 7 are over half, of 5 or more
		{"litellm", 0, 5, s, 0, [2]time.Duration{700 * s, 700 * s}, [2]time.Duration{700 * s, 700 * s}, everybody, 700 * s}, // the header, uncapped
		{"litellm-single", 0, 1000, s / 100, 0, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{5 * s, 5 * s}, everybody, 0},
		{"litellm-allowed-fails", 9, 4, s, 0, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{5 * s, 5 * s}, everybody, 0},
		{"kong-ai-cb", 9, 3, s, 0, [2]time.Duration{10 * s, 10 * s}, [2]time.Duration{10 * s, 10 * s}, everybody, 0},
		{"helicone", 17, 3, s / 10, 5 * s, [2]time.Duration{s, 60 * s}, [2]time.Duration{s, 60 * s}, everybody, 0}, // 3 of 20 are over a tenth
		{"gobreaker", 9, 6, s, 0, [2]time.Duration{60 * s, 60 * s}, [2]time.Duration{60 * s, 60 * s}, 1, 0},
		{"failsafe-go", 9, 1, s, 0, [2]time.Duration{60 * s, 60 * s}, [2]time.Duration{60 * s, 60 * s}, 1, 0},
		{"resilience4j", 50, 50, s, 0, [2]time.Duration{60 * s, 60 * s}, [2]time.Duration{60 * s, 60 * s}, 10, 0},
		{"polly", 90, 10, s / 10, 0, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{5 * s, 5 * s}, 1, 0},
		{"dotnet-standard", 90, 10, s / 10, 0, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{5 * s, 5 * s}, 1, 0},
		{"hystrix", 10, 10, s / 10, s / 2, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{5 * s, 5 * s}, 1, 0},
		{"envoy-outlier", 0, 5, s, 0, [2]time.Duration{30 * s, 30 * s}, [2]time.Duration{60 * s, 60 * s}, everybody, 0},
		{"istio", 0, 5, s, 0, [2]time.Duration{30 * s, 30 * s}, [2]time.Duration{60 * s, 60 * s}, everybody, 0},
		{"finagle", 90, 5, s / 100, 0, [2]time.Duration{5 * s / 2, 5 * s}, [2]time.Duration{5 * s, 10 * s}, 1, 0},
		{"azure-apim", 9, 5, s, 0, [2]time.Duration{7 * s, 7 * s}, [2]time.Duration{7 * s, 7 * s}, everybody, 7 * s}, // accepts Retry-After
		{"bifrost-ent-header", 9, 1, s, 0, [2]time.Duration{7 * s, 7 * s}, [2]time.Duration{7 * s, 7 * s}, everybody, 7 * s},
		{"envoy-ai-passive", 0, 1, s, 0, [2]time.Duration{5 * s, 5 * s}, [2]time.Duration{10 * s, 10 * s}, everybody, 0},
		{"recommended", 90, 5, s / 100, 0, [2]time.Duration{5 * s / 2, 5 * s}, [2]time.Duration{5 * s, 10 * s}, 1, 0},
	} {
		less := guard(t, row.preset)
		less.feed(row.good, row.bad-1, row.every, row.hint)
		if less.openBy(row.poll) {
			t.Errorf("%s opens after %d failures and %d successes already, the table says %d", row.preset, row.bad-1, row.good, row.bad)
		}
		g := guard(t, row.preset)
		g.feed(row.good, row.bad, row.every, row.hint)
		if !g.openBy(row.poll) {
			t.Errorf("%s is closed after %d failures and %d successes", row.preset, row.bad, row.good)
			continue
		}
		if d := g.opened[0]; d < row.first[0] || d > row.first[1] {
			t.Errorf("%s opens for %s, the table says %s to %s", row.preset, d, row.first[0], row.first[1])
		}
		if n := g.admitted(); n != row.admits {
			t.Errorf("%s lets %d through when that is over, the table says %d", row.preset, n, row.admits)
		}
		g.feed(row.good*min(1, row.admits/everybody), row.bad, row.every, row.hint) // a test is lost at once, a closed one counts anew
		if !g.openBy(row.poll) || len(g.opened) != 2 {
			t.Errorf("%s has opened %d times", row.preset, len(g.opened))
		} else if d := g.opened[1]; d < row.second[0] || d > row.second[1] {
			t.Errorf("%s opens again for %s, the table says %s to %s", row.preset, d, row.second[0], row.second[1])
		}
	}
}

// guarded is a preset's breaker on its own, one of five.
type guarded struct {
	chain.Breaker
	now    chain.Instant
	ticket chain.Ticket // of the newest admission
	opened []time.Duration
}

func guard(t *testing.T, name string) *guarded {
	t.Helper()
	l, ps := Preset(name)
	if ps != nil {
		t.Fatal(ps)
	}
	g := &guarded{now: chain.Instant(time.Minute)} // a window that tumbles begins
	g.Breaker = l.Recipe.Breaker.MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(4), Peers: func(chain.Instant) (int, int) { return 0, 10 },
		Moved: func(m chain.Move) {
			if m.To == chain.Open {
				g.opened = append(g.opened, m.Open)
			}
		}})
	return g
}

// feed gives results until the breaker refuses to be asked.
func (g *guarded) feed(good, bad int, every, hint time.Duration) {
	for k := range good + bad {
		ticket, ok := g.Admit(g.now)
		if !ok {
			ticket = g.ticket
		}
		g.ticket = ticket
		r := chain.Result{Evidence: chain.Good, Class: chain.OK, Took: every / 2}
		if k >= good {
			r = chain.Result{Evidence: chain.Bad, Class: chain.Server, Took: every / 2, Hint: hint}
		}
		g.Record(g.now, ticket, &r)
		if g.State(g.now) == chain.Open {
			return
		}
		g.now = g.now.Add(every)
	}
}

// openBy lets the time pass in which an opening is noticed.
func (g *guarded) openBy(poll time.Duration) bool {
	if poll > 0 {
		g.now = g.now.Add(poll)
		if g.State(g.now) == chain.Open {
			g.Admit(g.now) // which notices
		}
	}
	return g.State(g.now) == chain.Open
}

// admitted counts what is let through at once when a cooldown is over, and notes
// it as sent.
func (g *guarded) admitted() (n int) {
	for at := g.Until() + 1; n < everybody; n++ {
		g.now = at
		ticket, ok := g.Admit(at)
		if !ok {
			break
		}
		g.ticket = ticket
	}
	return n
}

// TestAllOpen is the table's last column: what a call does with all breakers open.
func TestAllOpen(t *testing.T) {
	for name, want := range map[string]policy.SkipOpen{
		"portkey-cb":    {AllOpen: policy.AskAll},
		"helicone":      {AllOpen: policy.Pend},
		"envoy-outlier": {Panic: 500},
		"istio":         {},
		"finagle":       {AllOpen: policy.AskAll},
		"agentcore":     {AllOpen: policy.AskLast},
		"recommended":   {AllOpen: policy.WaitEarliest},
	} {
		l, _ := Preset(name)
		if got, ok := l.Doc.Availability.(*policy.SkipOpen); !ok || *got != want {
			t.Errorf("%s has %+v for when all are open, want %+v", name, l.Doc.Availability, want)
		}
	}
	for _, name := range []string{"litellm", "gobreaker", "failsafe-go", "resilience4j", "polly"} {
		if l, _ := Preset(name); l.Doc.Availability != nil {
			t.Errorf("%s has %+v for when all are open, the table says it fails", name, l.Doc.Availability)
		}
	}
}
