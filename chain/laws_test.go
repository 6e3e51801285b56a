package chain_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"wavetank/chain"
)

// Laws hold for any strategy and any history. A history is random in the calls
// and in the world's answers; durations are often whole seconds, so that
// answers, timeouts, waits and deadlines fall together.

func drawScript(t *rapid.T) script {
	names := []string{"a", "b", "c", "d"}[:rapid.IntRange(1, 4).Draw(t, "providers")]
	s := script{strategy: drawStrategy(t, names), providers: names, labels: names, seed: rapid.Uint64().Draw(t, "seed")}
	at := time.Duration(0)
	for range rapid.IntRange(1, 30).Draw(t, "calls") {
		at += rapid.SampledFrom([]time.Duration{0, 1, 100 * time.Millisecond, time.Second, 7 * time.Second}).Draw(t, "gap")
		s.calls = append(s.calls, plan{
			begin:    at,
			deadline: rapid.SampledFrom([]time.Duration{0, 0, time.Second, 10 * time.Second}).Draw(t, "deadline"),
			patience: rapid.SampledFrom([]time.Duration{3 * time.Second, 10 * time.Minute, 10 * time.Minute}).Draw(t, "patience"),
		})
	}
	return s
}

// drawStrategy chooses a line or none for each slot.
func drawStrategy(t *rapid.T, names []string) string {
	some := rapid.Permutation(names).Draw(t, "order")[:rapid.IntRange(1, len(names)).Draw(t, "listed")]
	var lines []string
	for _, choices := range [][]string{
		{"", "", "order listed providers=" + strings.Join(some, "+"), "order clairvoyant"},
		{"", "availability skip_open"},
		{"", "attempt total=2s", "attempt total=5s"},
		{"", "classify preset=by-cause", "classify preset=transient-only", "classify preset=by-cause rules.quota.evidence=trip rules.auth.retry=true rules.server.failover=false"},
		{"", "retry constant max=2", "retry constant max=1 base=1s hint=honour hint_cap=1m", "retry linear max=3 base=1s cap=2s jitter=equal",
			"retry exponential max=2 base=500ms jitter=full", "retry exponential max=300 base=1ms jitter=decorrelated"},
		{"", drawBreaker(t), drawBreaker(t)},
		{"", "", "hedge delay after=1s", "hedge delay after=2s max_extra=3"},
		{"", "", "budget token_ratio ratio=20% burst=2", "budget token_ratio ratio=0 burst=1 covers=retry+failover+hedge"},
		{"", "validate schema"},
		{"", "", "deadline total=5s", "deadline attempts=2", "deadline total=30s attempts=5"},
		{"", "exhausted first", "exhausted primary", "exhausted aggregate", "exhausted synthetic"},
	} {
		if line := rapid.SampledFrom(choices).Draw(t, "slot"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "max=300", "max=254")
}

func drawBreaker(t *rapid.T) string {
	trip := rapid.SampledFrom([]string{"never", "immediate", "consecutive failures=2", "consecutive failures=3"}).Draw(t, "trip")
	open := rapid.SampledFrom([]string{"constant base=1s", "linear base=2s max=5s", "exponential base=1s max=10s jitter=equal"}).Draw(t, "open")
	half := rapid.SampledFrom([]string{"none", "single", "permits permits=2"}).Draw(t, "half_open")
	clears := rapid.Bool().Draw(t, "clears")
	return fmt.Sprintf("breaker success_clears=%v trip %s open %s half_open %s", clears, trip, open, half)
}

// obey plays a script and fails on the first law that it breaks.
func obey(t *rapid.T, s script) string {
	transcript, broken := play(s)
	if len(broken) > 0 {
		t.Fatalf("%s\n\n%s\n\n%s", strings.Join(broken, "\n"), s.strategy, transcript)
	}
	return transcript
}

// marks are what some of the random runs must reach, so that the laws are known
// to be tried.
var marks = []string{
	": first", ": retry", ": failover", ": hedge", "probe", "cancel", "timeout", "ok_invalid", "trip, counted",
	"closed to open", "open to half-open", "half-open to closed", "half-open to open", "open to closed",
	"delivered", "exhausted", "exhausted, local_reject", "stopped", "deadline", "gave up", "attempt 4 there",
}

// TestLaws holds the books of any run; ledger_test.go has the laws.
func TestLaws(t *testing.T) {
	reached := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		transcript := obey(t, drawScript(t))
		for _, mark := range marks {
			reached[mark] += strings.Count(transcript, mark)
		}
	})
	for _, mark := range marks {
		if reached[mark] == 0 {
			t.Errorf("no run reached %q", mark)
		}
	}
}

// TestMain asks for more histories than rapid's hundred: one takes 100 µs.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		must(flag.Set("rapid.checks", "500"))
	}
	m.Run()
}

// alter plays a script as it is and altered, and demands the same transcript.
func alter(t *testing.T, change func(t *rapid.T, s *script)) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		want := obey(t, s)
		s.calls, s.providers = slices.Clone(s.calls), slices.Clone(s.providers)
		before := s.strategy
		change(t, &s)
		if diff := cmp.Diff(want, obey(t, s)); diff != "" {
			t.Fatalf("altered (+):\n%s\n\nas it is:\n%s\n\naltered:\n%s", diff, before, s.strategy)
		}
	})
}

func TestAgainIsTheSame(t *testing.T) { alter(t, func(*rapid.T, *script) {}) }

func TestEarlyWakesChangeNothing(t *testing.T) {
	alter(t, func(_ *rapid.T, s *script) { s.early = true })
}

func TestReusedCallsAreLikeNew(t *testing.T) {
	alter(t, func(_ *rapid.T, s *script) { s.reuse = true })
}

func TestShiftedTimeChangesNothingElse(t *testing.T) {
	alter(t, func(t *rapid.T, s *script) {
		s.shift = rapid.SampledFrom([]chain.Instant{1, -chain.Instant(time.Hour), 12_345_678_901_234_567}).Draw(t, "shift")
	})
}

func TestRenamedProvidersChangeNothingElse(t *testing.T) {
	alter(t, func(_ *rapid.T, s *script) {
		lines := strings.Split(s.strategy, "\n")
		for i, name := range s.providers {
			s.providers[i] = "provider-" + strings.Repeat("x", 9-i)
			for j, line := range lines {
				if names, ok := strings.CutPrefix(line, "order listed providers="); ok {
					list := strings.Split(names, "+")
					if k := slices.Index(list, name); k >= 0 {
						list[k] = s.providers[i]
					}
					lines[j] = "order listed providers=" + strings.Join(list, "+")
				}
			}
		}
		s.strategy = strings.Join(lines, "\n")
	})
}

// neutral is the line of each slot that must be the same as none.
var neutral = []string{
	"order listed", "availability ignore", "classify preset=any-error", "retry none", "hedge none",
	"budget none", "validate none", "exhausted last",
}

func TestNeutralPartsChangeNothing(t *testing.T) {
	alter(t, func(_ *rapid.T, s *script) {
		for _, line := range neutral {
			slot, _, _ := strings.Cut(line, " ")
			if !strings.Contains("\n"+s.strategy, "\n"+slot+" ") {
				s.strategy += "\n" + line
			}
		}
	})
}

// TestEnginesChangeNothing swaps the breaker's engine under a whole chain.
func TestEnginesChangeNothing(t *testing.T) {
	alter(t, func(t *rapid.T, s *script) {
		if !strings.Contains(s.strategy, "breaker") || strings.Contains(s.strategy, "success_clears=true") || strings.Contains(s.strategy, "half_open none") {
			t.Skip("nothing that gobreaker has")
		}
		s.strategy = strings.Replace(s.strategy, "breaker ", "breaker engine=gobreaker ", 1)
	})
}
