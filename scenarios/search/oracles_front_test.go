package search

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/sim/tune"
)

// siegeTime is how long the siege of testdata/tune lasts: the 1200 s of the rows
// E6a to E6f, and a little more, since a probe at exactly 1200 s fails there.
const siegeTime = 1200500 * time.Millisecond

// openings are by kind of cooldown how many of its bases lie between the trip and
// the k-th probe: each probe fails at once and opens the breaker anew.
var openings = []struct {
	kind   string
	probe  func(k int) int
	probes string // rows
	lag    string
}{
	{"constant", func(k int) int { return k }, "E6d", ""},
	{"linear", func(k int) int { return k * (k + 1) / 2 }, "E6f", ""},
	{"exponential", func(k int) int { return 1<<k - 1 }, "E6a", "E6b"},
}

// besieged is how many probes fail during the siege, and how long after its end
// the next one comes.
func besieged(probe func(k int) int, base time.Duration) (failed int, lag time.Duration) {
	for time.Duration(probe(failed+1))*base < siegeTime {
		failed++
	}
	return failed, time.Duration(probe(failed+1))*base - siegeTime
}

func TestSiegeIsThatOfTheRows(t *testing.T) {
	for _, o := range openings {
		failed, lag := besieged(o.probe, 30*time.Second)
		if want := oracleRow(t, o.probes); float64(failed) != want {
			t.Errorf("%s: %d probes, want %v", o.probes, failed, want)
		}
		if late := siegeTime - 1200*time.Second; o.lag != "" && (lag+late).Seconds() != oracleRow(t, o.lag) {
			t.Errorf("%s: %s, want %v", o.lag, lag+late, oracleRow(t, o.lag))
		}
	}
}

// standing is what a siege costs: probes, the one that succeeds among them, and the
// microseconds until the breaker closes, one of which that probe takes.
type standing struct{ probes, back int64 }

// knownFront are the standings that no other beats, by the closed form, each with
// its points.
func knownFront(space *tune.Space, bases []time.Duration) map[standing][]tune.Point {
	all := map[standing][]tune.Point{}
	for k := range openings {
		for i, base := range bases {
			failed, lag := besieged(openings[k].probe, base)
			s := standing{int64(failed) + 1, lag.Microseconds() + 1}
			all[s] = append(all[s], space.Point([]int{k, i}))
		}
	}
	front := map[standing][]tune.Point{}
	for s, points := range all {
		beaten := false
		for o := range all {
			beaten = beaten || o != s && o.probes <= s.probes && o.back <= s.back
		}
		if !beaten {
			front[s] = points
		}
	}
	return front
}

// E6, probes against recovery lag: whoever probes often hears soon. The front is
// the closed form's, point by point, and all its luck is known: there is none.
func TestTuneFindsTheFrontOfProbesAgainstLag(t *testing.T) {
	t.Parallel()
	var bases []time.Duration
	var kinds, values []string
	for _, s := range []time.Duration{5, 10, 15, 20, 24, 30, 40, 48, 60, 75, 80, 100, 120, 150, 200, 240, 300, 400, 600} {
		bases = append(bases, s*time.Second)
		// At its last instant a breaker is open yet: it must end before a request comes.
		values = append(values, (s*time.Second - time.Millisecond).String())
	}
	for _, o := range openings {
		kinds = append(kinds, o.kind)
	}
	tuning, o := tuned(t, "siege", TuneOptions{Minimize: []string{"probes,time_to_recover"}, Plan: exactly(2),
		Vary: []string{"breaker.open.kind=" + strings.Join(kinds, ","), "breaker.open.base=" + strings.Join(values, ",")}})
	known := knownFront(tuning.space(), bases)
	if len(known) < 8 || len(o.Front) != len(known) {
		t.Errorf("a front of %d points, the closed form has %d", len(o.Front), len(known))
	}
	for _, m := range o.Front {
		s := standing{int64(m.Values[0].Mean), int64(math.Round(m.Values[1].Mean * 1e6))}
		points := slices.Sorted(slices.Values(append([]tune.Point{m.Point}, m.Alike...)))
		t.Logf("%3d probes, back after %5.1f s: %v", s.probes, float64(s.back)/1e6, points)
		if !slices.Equal(points, known[s]) {
			t.Errorf("%+v at %v, the closed form has %v there", s, points, known[s])
		}
		if !m.Estimated || m.Values[0].Low != m.Values[0].High || m.Values[1].Low != m.Values[1].High {
			t.Errorf("%+v is not certain", m)
		}
	}
}
