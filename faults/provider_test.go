package faults

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// single makes a world of one provider, without faults unless given.
func single(t testing.TB, p Provider, change ...func(*Spec)) *World {
	t.Helper()
	p.Name = "a"
	s := Spec{Duration: 10 * time.Minute, Drain: time.Minute, Providers: []Provider{p}}
	for _, f := range change {
		f(&s)
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(1)
	return w
}

// TestRejected: a provider that rejects schemas answers 400 to all of a scenario
// that has one, by its own fault; without one it is like any other.
func TestRejected(t *testing.T) {
	p := Provider{Latency: soon(10), Structured: Rejected}
	w := single(t, p, func(s *Spec) { s.Schema = compileSchema(t, testSchema) })
	r := ask(w, 1, 0, 5)
	if r.Outcome.Class != chain.BadRequest || r.Outcome.Status != 400 || r.Futile || r.Usable || r.Billed != 0 {
		t.Errorf("with a schema it answers %+v", r)
	}
	if bad, sick := w.Truth(0, 5); bad != 1 || !sick {
		t.Errorf("Truth() = %g, %t, want 1, true", bad, sick)
	}
	if w.b.Servable(chain.Chat, 1) {
		t.Error("a request is servable that the only provider rejects")
	}
	var malformed Reply
	w.Arrive(0, &Ask{Kind: chain.Malformed}, 5, &malformed)
	if !malformed.Futile {
		t.Error("a malformed request is refused for its own sake there too")
	}
	w = single(t, p)
	if r := ask(w, 1, 0, 5); !r.Usable {
		t.Errorf("without a schema it answers %+v", r)
	}
}

// TestRefusals: what is wrong with the request itself.
func TestRefusals(t *testing.T) {
	w := single(t, Provider{Latency: soon(10), ContextWindow: 100, Price: Price{1, 1}})
	for _, row := range []struct {
		name string
		ask  Ask
		want chain.Class
	}{
		{"a chat", Ask{TokensIn: 100}, chain.OK},
		{"one too long", Ask{Kind: chain.Overlong, TokensIn: 101}, chain.ContextLength},
		{"a malformed one", Ask{Kind: chain.Malformed}, chain.BadRequest},
		{"a disallowed one", Ask{Kind: chain.Disallowed}, chain.ContentPolicy},
	} {
		var r Reply
		w.Arrive(0, &row.ask, 0, &r)
		if r.Outcome.Class != row.want || r.Futile != (row.want != chain.OK) || r.Usable == r.Futile {
			t.Errorf("%s: %+v, want %s", row.name, r, row.want)
		}
		if billed := r.Billed != 0; billed != (row.want == chain.OK && row.ask.TokensIn > 0) {
			t.Errorf("%s is billed %d", row.name, r.Billed)
		}
	}
}

// TestLeave: an attempt holds its slot until it leaves, and no refused one holds
// any.
func TestLeave(t *testing.T) {
	w := single(t, Provider{Latency: soon(1000), Limits: &Limits{Concurrency: 2}})
	var a, b, c Reply
	w.Arrive(0, &Ask{Request: 1}, 0, &a)
	w.Arrive(0, &Ask{Request: 2}, 0, &b)
	w.Arrive(0, &Ask{Request: 3}, 0, &c)
	if !a.Holds || !b.Holds || c.Holds || c.Outcome.Class != chain.RateLimit || c.Outcome.Hint != 0 {
		t.Fatalf("of three attempts at two slots the third is %+v", c)
	}
	w.Leave(0, &c, 1)
	w.Arrive(0, &Ask{Request: 4}, 1, &c)
	if c.Holds {
		t.Error("leaving a refused attempt freed a slot")
	}
	w.Leave(0, &a, 2)
	w.Arrive(0, &Ask{Request: 5}, 2, &c)
	if !c.Holds {
		t.Error("leaving an admitted attempt freed no slot")
	}
	w.Reset(2)
	w.Arrive(0, &Ask{Request: 6}, 0, &c)
	if !c.Holds {
		t.Error("a new run begins with slots taken")
	}
}

// TestLimiterTruth: a limiter of any kind makes a provider sick while it would
// refuse what is sent.
func TestLimiterTruth(t *testing.T) {
	for _, row := range []struct {
		name   string
		limits Limits
		calls  int
		want   bool
	}{
		{"an empty bucket", Limits{RequestsPerMinute: 2}, 5, true},
		{"a bucket that is not", Limits{RequestsPerMinute: 6}, 5, false},
		{"no tokens left", Limits{TokensPerMinute: 100}, 5, true},
		{"tokens left", Limits{TokensPerMinute: 121}, 5, false},
		{"full slots", Limits{Concurrency: 2}, 5, true},
		{"a free slot", Limits{Concurrency: 6}, 5, false},
		{"a fixed minute used up", Limits{RequestsPerMinute: 2, Counting: CountFixed}, 2, true},
		{"a fixed minute not used up", Limits{RequestsPerMinute: 3, Counting: CountFixed}, 2, false},
		{"a penalty", Limits{RequestsPerMinute: 2, Penalty: Penalty{For: time.Minute}}, 3, true},
		{"no penalty yet", Limits{RequestsPerMinute: 3, Penalty: Penalty{For: time.Minute}}, 2, false},
	} {
		tokens := func(s *Spec) { s.TokensIn, s.TokensOut = fixedTokens(10), fixedTokens(10) }
		w := single(t, Provider{Latency: soon(10), Limits: &row.limits}, tokens)
		replies := make([]Reply, row.calls)
		for i := range replies {
			w.Arrive(0, &Ask{Request: int64(i), TokensIn: 10, TokensOut: 10}, 10e9, &replies[i])
		}
		if bad, sick := w.Truth(0, 10e9+1); sick != row.want || sick != (bad == 1) {
			t.Errorf("%s: Truth() = %g, %t, want sick %t", row.name, bad, sick, row.want)
		}
		for i := range replies {
			w.Leave(0, &replies[i], 11e9)
		}
		if bad, sick := w.Truth(0, 120e9); sick {
			t.Errorf("%s: two minutes later Truth() = %g, %t", row.name, bad, sick)
		}
	}
}

func fixedTokens(n int64) Law { return &Constant{Value: Amount{Nanos: n * 1e9, Counted: true}} }

// TestStreamTruth: where the time grows with the tokens, so does the share of
// answers that come after the limit.
func TestStreamTruth(t *testing.T) {
	tokens := &Exponential{Amount{Nanos: 200e9, Counted: true}}
	w := single(t, Provider{Latency: &Stream{TTFT: &Exponential{Time(time.Second)}, TokensPerSecond: 50}}, func(s *Spec) {
		s.TokensOut, s.Truth.Limit = tokens, 10*time.Second
	})
	table, err := tokens.Table()
	if err != nil {
		t.Fatal(err)
	}
	const n = 100_000
	late, l := 0, chain.NewLuck(4)
	for i := range int64(n) {
		var r Reply
		out := int32(table.Draw(l.Draw(uint64(i))).Seconds())
		w.Arrive(0, &Ask{Request: i, TokensOut: out}, 0, &r)
		if r.End > chain.Instant(10*time.Second) {
			late++
		}
	}
	bad, _ := w.Truth(0, 0)
	// 64 quantiles stand for all sizes of answers: that is good to a few percent.
	if got := float64(late) / n; math.Abs(got-bad) > 0.05*bad {
		t.Errorf("%.4f come late, the badness is %.4f", got, bad)
	}
}

// TestGilbertElliottWorld: spells follow the provider's clock, the same for
// whoever calls, and the truth of each is its own law's.
func TestGilbertElliottWorld(t *testing.T) {
	law := &GilbertElliott{Good: soon(100), Bad: &Exponential{Time(20 * time.Second)}, ToBad: 0.05, ToGood: 0.2, Every: time.Second}
	w := single(t, Provider{Latency: law}, func(s *Spec) { s.Duration, s.Truth.Limit = 20*time.Hour, 20*time.Second })
	checkTruth(t, w)
	bad, n := 0, 0
	for at := chain.Instant(0); at < chain.Instant(20*time.Hour); at = at.Add(time.Second) {
		switch b, _ := w.Truth(0, at); {
		case math.Abs(b-math.Exp(-1)) < 1e-3:
			bad++
		case b != 0:
			t.Fatalf("at %s the badness is %g, want 0 or 1/e", at, b)
		}
		n++
	}
	// A fifth of the time; spells are long, so the share is good to some percent.
	if got := float64(bad) / float64(n); math.Abs(got-0.2) > 0.02 {
		t.Errorf("%.3f of the time is bad, want 0.2", got)
	}
	spans := len(segmentsOf(w, 0))
	w.Reset(1)
	if again := len(segmentsOf(w, 0)); again != spans {
		t.Errorf("the same seed gives %d segments, then %d", spans, again)
	}
}

// TestBurstsLongRun: the share of time in the bad state and the share of errors
// (oracle rows G1a, G1b), with one call a tick.
func TestBurstsLongRun(t *testing.T) {
	f := &Errors{Status: 500, After: soon(1), Bursts: Bursts{ToBad: 0.002, ToGood: 0.1, ShareGood: 0.001, ShareBad: 0.6, Every: time.Second}}
	w := single(t, Provider{Latency: soon(10), Errors: f}, func(s *Spec) { s.Duration = 50_000 * time.Second })
	var inBad, failed []float64
	for seed := range uint64(40) {
		w.Reset(seed)
		bad, fail := 0, 0
		const n = 50_000
		for i := range int64(n) {
			r := ask(w, i, 0, chain.Instant(i*1e9))
			if r.Bad > 0.5 {
				bad++
			}
			if r.Outcome.Class == chain.Server {
				fail++
			}
		}
		inBad, failed = append(inBad, float64(bad)/n), append(failed, float64(fail)/n)
	}
	within(t, "G1a", inBad, 0.0196078431372549)
	within(t, "G1b", failed, 0.012745098039215686)
}

// TestBurstsBegin: a window begins in the state of the long run, not always well.
func TestBurstsBegin(t *testing.T) {
	f := &Errors{Status: 500, After: soon(1), Bursts: Bursts{ToBad: 0.1, ToGood: 0.3, ShareBad: 1, Every: time.Second}}
	w := single(t, Provider{Latency: soon(10)}, func(s *Spec) {
		s.Timeline = []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: f}}
	})
	const n = 2000
	begins := 0
	for seed := range uint64(n) {
		w.Reset(seed)
		if _, sick := w.Truth(0, 0); sick {
			begins++
		}
	}
	if got := float64(begins) / n; math.Abs(got-0.25) > 4*math.Sqrt(0.25*0.75/n) {
		t.Errorf("%.3f of the windows begin badly, want 0.25", got)
	}
}

// TestCorrelated: one fault on several providers has its states in common, but
// strikes each one's attempts on their own.
func TestCorrelated(t *testing.T) {
	s := Spec{Duration: time.Minute, Providers: []Provider{{Name: "a", Latency: soon(10)}, {Name: "b", Latency: soon(10)}},
		Timeline: []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: severity(SeverityPartial)}}}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	shares := map[float64]bool{}
	for seed := range uint64(20) {
		w.Reset(seed)
		x, _ := w.Truth(0, 0)
		y, _ := w.Truth(1, 0)
		if x != y || x < 0.08 || x > 0.70 {
			t.Errorf("a partial outage fails %g of the one's attempts and %g of the other's", x, y)
		}
		shares[x] = true
		same := 0
		for i := range int64(1000) {
			var p, q Reply
			w.Arrive(0, &Ask{Request: i}, 0, &p)
			w.Arrive(1, &Ask{Request: i}, 0, &q)
			if p.Usable == q.Usable {
				same++
			}
		}
		if same > 980 {
			t.Errorf("seed %d: %d of 1000 attempts fare the same on both", seed, same)
		}
	}
	if len(shares) < 20 {
		t.Errorf("20 seeds draw %d severities", len(shares))
	}
}

// TestOutageSeverity: windows are partial as often as asked.
func TestOutageSeverity(t *testing.T) {
	w := single(t, Provider{Latency: soon(10)}, func(s *Spec) {
		s.Timeline = []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: severity(SeverityDrawn)}}
	})
	const n = 2000
	full := 0
	for seed := range uint64(n) {
		w.Reset(seed)
		if bad, _ := w.Truth(0, 0); bad == 1 {
			full++
		}
	}
	if got := float64(full) / n; math.Abs(got-0.15) > 4*math.Sqrt(0.15*0.85/n) {
		t.Errorf("%.3f of the outages are full, want 0.15", got)
	}
}

// TestOutageWays: attempts fail in the ways of the mix, as often as their weights
// say.
func TestOutageWays(t *testing.T) {
	w := single(t, Provider{Latency: soon(1000)}, func(s *Spec) {
		s.Timeline = []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: severity(SeverityFull)}}
	})
	const n = 20_000
	count := map[string]int{}
	for i := range int64(n) {
		r := ask(w, i, 0, 0)
		switch {
		case r.End == chain.Never:
			count["hang"]++
		case r.Outcome.Class == chain.Connect:
			count["reset"]++
		case r.Outcome.Class == chain.Truncated:
			count["stream"]++
		default:
			count[r.Outcome.Class.String()+" "+time.Duration(r.End).String()]++
		}
		if r.Source != 0 {
			t.Fatalf("a reply of the outage has source %d", r.Source)
		}
	}
	for way, p := range map[string]float64{"server 200ms": 0.65, "server 1m0s": 0.2, "hang": 0.05, "reset": 0.05, "stream": 0.05} {
		if got := float64(count[way]) / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%s has share %.4f, want %g; all are %v", way, got, p, count)
		}
	}
}

func TestTargets(t *testing.T) {
	providers := []Provider{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	for _, row := range []struct {
		names, unknown string
		want           []int
	}{
		{"primary", "", []int{0}}, {"second", "", []int{1}}, {"last", "", []int{2}}, {"all", "", []int{0, 1, 2}},
		{"c a", "", []int{0, 2}}, {"b second", "", []int{1}}, {"a d", "d", []int{0}}, {"", "", nil},
	} {
		got, unknown := Targets(strings.Fields(row.names), providers)
		if !slices.Equal(got, row.want) || strings.Join(unknown, " ") != row.unknown {
			t.Errorf("Targets(%q) = %v, %v, want %v, %q", row.names, got, unknown, row.want, row.unknown)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	good := Provider{Name: "a", Latency: soon(10)}
	entry := func(f Fault) []Entry {
		return []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"a"}, Fault: f}}
	}
	for _, row := range []struct {
		name string
		spec Spec
		want string
	}{
		{"no latency", Spec{Providers: []Provider{{Name: "a"}}}, "provider a: has no latency"},
		{"latency without a unit", Spec{Providers: []Provider{{Name: "a", Latency: &Constant{Amount{Nanos: 5e9, Counted: true}}}}}, "5 has no unit"},
		{"limits that limit nothing", Spec{Providers: []Provider{{Name: "a", Latency: soon(1), Limits: &Limits{}}}}, "limit nothing"},
		{"outputs without weight", Spec{Providers: []Provider{{Name: "a", Latency: soon(1), Outputs: &Outputs{}}}}, "sum to nothing"},
		{"an unknown target", Spec{Providers: []Provider{good}, Timeline: []Entry{{Provider: []string{"b"}, Fault: &Hang{Share: 1}}}}, "timeline[0]: unknown provider b"},
		{"a bad status", Spec{Providers: []Provider{good}, Timeline: entry(&Status{Code: 200, Share: 1, After: soon(1)})}, "timeline[0]: code 200"},
		{"a status without after", Spec{Providers: []Provider{good}, Timeline: entry(&Status{Code: 500, Share: 1})}, "after needs"},
		{"no factor", Spec{Providers: []Provider{good}, Timeline: entry(&Latency{Share: 1})}, "factor 0"},
		{"a shift back", Spec{Providers: []Provider{good}, Timeline: entry(&Latency{Factor: 2, Shift: -1})}, "below zero"},
		{"a slowdown that slows nothing", Spec{Providers: []Provider{good}, Timeline: entry(&Latency{Factor: 1})}, "changes nothing"},
		{"a flap of no length", Spec{Providers: []Provider{good}, Timeline: entry(&Flap{As: "hang"})}, "at least 1ms"},
		{"a flap in an unknown manner", Spec{Providers: []Provider{good}, Timeline: entry(&Flap{As: "sulk"})}, "hang, refuse, status"},
		{"a clock too fast", Spec{Duration: 24 * time.Hour, Providers: []Provider{good}, Timeline: entry(&Errors{Status: 500, After: soon(1), Bursts: Bursts{ToBad: 1, ToGood: 1, Every: time.Millisecond}})}, "tick more slowly"},
		{"two mixes at once", Spec{Providers: []Provider{good}, Timeline: entry(&Diverge{Outputs: &Outputs{Valid: 1}, Structured: pointer(Ignored)})}, "exclude each other"},
		{"a rejection as a mix", Spec{Providers: []Provider{good}, Timeline: entry(&Diverge{Structured: pointer(Rejected)})}, "kind: status"},
		{"bursts without a clock", Spec{Providers: []Provider{good}, Timeline: entry(&Errors{Status: 500, After: soon(1), Bursts: Bursts{ToBad: 1}})}, "need every"},
		{"a clock that runs backwards", Spec{Providers: []Provider{good}, Timeline: entry(&Errors{Status: 500, After: soon(1), Bursts: Bursts{Every: -1}})}, "below zero"},
		{"bursts and a share", Spec{Providers: []Provider{good}, Timeline: entry(&Errors{Share: 1, Status: 500, After: soon(1), Bursts: Bursts{ToBad: 1, Every: time.Second}})}, "exclude each other"},
		{"bursts that never change", Spec{Providers: []Provider{good}, Timeline: entry(&Errors{Status: 500, After: soon(1), Bursts: Bursts{ShareBad: 1, Every: time.Second}})}, "never changes"},
		{"errors that are none", Spec{Providers: []Provider{{Name: "a", Latency: soon(1), Errors: &Errors{Share: 1, Status: 200, After: soon(1)}}}}, "status 200"},
		{"an outage from most to least", Spec{Providers: []Provider{good}, Timeline: entry(&Outage{Least: 1, Kinds: OutageKinds{Hang: 1}, After: soon(1), TimeoutAfter: soon(1)})}, "is over most"},
		{"an outage without a timeout", Spec{Providers: []Provider{good}, Timeline: entry(&Outage{Kinds: OutageKinds{Hang: 1}, After: soon(1)})}, "timeout_after needs"},
		{"a weight below zero", Spec{Providers: []Provider{good}, Timeline: entry(&Outage{Kinds: OutageKinds{Hang: -1}, After: soon(1), TimeoutAfter: soon(1)})}, "weights are numbers"},
		{"an outage that fails in no way", Spec{Providers: []Provider{good}, Timeline: entry(&Outage{After: soon(1), TimeoutAfter: soon(1)})}, "sum to nothing"},
	} {
		_, err := Compile(row.spec)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: Compile() = %v, want an error with %q", row.name, err, row.want)
		}
	}
}
