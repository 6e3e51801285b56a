package chain_test

import (
	"flag"
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
	at, patience := time.Duration(0), 10*time.Minute
	if strings.Contains(s.strategy, "skip_open") { // whose waits are short
		patience = time.Minute
	}
	for range rapid.IntRange(1, 30).Draw(t, "calls") {
		at += rapid.SampledFrom([]time.Duration{0, 1, 100 * time.Millisecond, time.Second, 7 * time.Second}).Draw(t, "gap")
		s.calls = append(s.calls, plan{
			begin:    at,
			deadline: rapid.SampledFrom([]time.Duration{0, 0, time.Second, 10 * time.Second}).Draw(t, "deadline"),
			patience: rapid.SampledFrom([]time.Duration{3 * time.Second, patience, patience}).Draw(t, "patience"),
		})
	}
	return s
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
func alter(t *testing.T, change func(t *rapid.T, s *script)) { alterDrawn(t, drawScript, change) }

func alterDrawn(t *testing.T, draw func(t *rapid.T) script, change func(t *rapid.T, s *script)) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t)
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
		shifts := []chain.Instant{chain.Instant(24 * time.Hour), -chain.Instant(time.Hour)}
		if !calendar(s.strategy) {
			shifts = append(shifts, 1, 12_345_678_901_234_567)
		}
		s.shift = rapid.SampledFrom(shifts).Draw(t, "shift")
	})
}

func TestRenamedProvidersChangeNothingElse(t *testing.T) {
	alter(t, func(_ *rapid.T, s *script) {
		s.providers = slices.Clone(s.providers)
		for i, name := range s.providers {
			s.providers[i] = "provider-" + strings.Repeat("x", 9-i)
			s.strategy = rename(strings.ReplaceAll("\n"+s.strategy, "\nown "+name+" ", "\nown "+s.providers[i]+" "), name, s.providers[i])
		}
	})
}

// rename replaces a name where it stands alone in a value.
func rename(text, name, by string) string {
	const ends = "=+:/,\n "
	for i := 1; i < len(text); i++ {
		end := i + len(name)
		if text[i:min(end, len(text))] != name || !strings.ContainsRune("=+:/,", rune(text[i-1])) || end < len(text) && !strings.ContainsRune(ends, rune(text[end])) {
			continue
		}
		text = text[:i] + by + text[end:]
		i += len(by)
	}
	return text
}

// neutral is the line of each slot that must be the same as none.
var neutral = []string{
	"order listed", "availability ignore", "admission none", "classify preset=any-error", "retry none", "hedge none",
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

// TestPartsThatBindNothing adds parts that have a say and say nothing: the paths
// that only they make the machine take must come out where the plain ones do.
func TestPartsThatBindNothing(t *testing.T) {
	alter(t, func(_ *rapid.T, s *script) {
		if !strings.Contains("\n"+s.strategy, "\ndeadline ") {
			s.strategy += "\ndeadline failovers=255"
		}
		if !strings.Contains("\n"+s.strategy, "\nadmission ") {
			s.strategy += "\nadmission concurrency initial=1000"
		}
		if !strings.Contains("\n"+s.strategy, "\nbudget ") {
			s.strategy += "\nbudget token_ratio ratio=1 burst=100000"
		}
		if !strings.Contains("\n"+s.strategy, "\navailability ") && !strings.Contains(s.strategy, "breaker") {
			s.strategy += "\navailability skip_open"
		}
		if !strings.Contains(s.strategy, "max_open") {
			s.strategy = strings.Replace(s.strategy, "breaker ", "breaker max_open=100% ", 1)
		}
	})
}

// TestOwnPartsAlike gives some providers the strategy's parts as their own, which
// is to say nothing.
func TestOwnPartsAlike(t *testing.T) {
	alter(t, func(t *rapid.T, s *script) {
		if strings.Contains(s.strategy, "reselect=") || strings.Contains(s.strategy, "\nown ") {
			return // whose retries are the chain's, or that has some already
		}
		for line := range strings.Lines(s.strategy) {
			slot, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			if slot != "retry" && slot != "breaker" {
				continue
			}
			for _, name := range s.providers {
				if slot == "breaker" { // all or none, as they may share it
					s.strategy += "\nown " + name + " breaker " + rest[strings.Index(rest, "trip "):]
				} else if rapid.Bool().Draw(t, "own") {
					s.strategy += "\nown " + name + " retry " + rest
				}
			}
		}
	})
}

// TestEnginesChangeNothing swaps the breaker's engine under a whole chain.
func TestEnginesChangeNothing(t *testing.T) {
	alterDrawn(t, drawForBoth, func(_ *rapid.T, s *script) {
		s.strategy = strings.Replace(s.strategy, "breaker ", "breaker engine=gobreaker ", 1)
	})
}

// drawForBoth draws a script with a breaker that gobreaker has too.
func drawForBoth(t *rapid.T) script {
	s := drawScript(t)
	lines := slices.DeleteFunc(strings.Split(s.strategy, "\n"), func(line string) bool { return strings.HasPrefix(line, "breaker ") })
	b := strings.Join([]string{"breaker trip", rapid.SampledFrom([]string{"never", "immediate", "consecutive failures=2", "consecutive failures=3"}).Draw(t, "trip"),
		"open", rapid.SampledFrom(opens).Draw(t, "open"), "half_open", rapid.SampledFrom([]string{"single", "permits permits=2"}).Draw(t, "half_open")}, " ")
	s.strategy = strings.Join(append(lines, b), "\n")
	return s
}
