package scenarios

import (
	"fmt"
	"testing"
	"time"

	"wavetank/chain"
)

// counts are attempts on the primary and on the fallback.
type counts [2]int

// published is a row of failoverbench's scorecard. NB: recoveries were measured
// with milliseconds of overhead, which virtual time has not.
type published struct {
	name     string
	served   int // of asked, in the outage
	asked    int
	primary  int    // attempts on it in the outage
	recovery string // from the outage's end to the first attempt on the primary that is answered well
	whole    counts // attempts in the whole run
	s04, s12 counts
	s06      counts
	least    time.Duration // that S06 takes, by the rules: limits and waits
	most     time.Duration
	measured time.Duration // that it took; within a quarter of a second of the rules
}

const sec = time.Second

// publishedRows are exact: every seed gives them.
var publishedRows = []published{
	{"direct", 0, 15, 15, "0s", counts{20, 0}, counts{1, 0}, counts{1, 0}, counts{1, 0}, 30 * sec, 30 * sec, 30 * sec},
	{"openai-python", 0, 15, 45, "0s", counts{50, 0}, counts{3, 0}, counts{1, 0}, counts{3, 0}, 91125 * ms, 91500 * ms, 91600 * ms},
	{"langchain", 15, 15, 45, "0s", counts{50, 15}, counts{3, 1}, counts{1, 1}, counts{3, 1}, 92110 * ms, 92485 * ms, 92300 * ms},
	{"bifrost", 15, 15, 45, "0s", counts{50, 15}, counts{3, 1}, counts{1, 1}, counts{1, 1}, 30985 * ms, 30985 * ms, 0},
	{"reference", 15, 15, 45, "0s", counts{50, 15}, counts{3, 1}, counts{1, 1}, counts{1, 1}, 10985 * ms, 10985 * ms, 11 * sec},
	{"portkey", 15, 15, 45, "0s", counts{50, 15}, counts{3, 1}, counts{1, 1}, counts{1, 1}, 30985 * ms, 30985 * ms, 31 * sec},
	{"dsh", 15, 15, 15, "0s", counts{20, 15}, counts{1, 1}, counts{1, 1}, counts{1, 1}, 30985 * ms, 30985 * ms, 0}, // 31.9 s: 0.9 s of its own start
	{"pinned", 15, 15, 1, "never", counts{1, 20}, counts{1, 1}, counts{1, 1}, counts{1, 1}, 30985 * ms, 30985 * ms, 0},
	{"litellm-tuned", 15, 15, 4, "4s", counts{8, 16}, counts{2, 1}, counts{1, 1}, counts{3, 1}, 94485 * ms, 96735 * ms, 96800 * ms},
	{"litellm-router", 0, 0, 0, "", counts{}, counts{3, 1}, counts{1, 1}, counts{3, 1}, 94485 * ms, 96735 * ms, 96200 * ms}, // S15: a band
}

const ms = time.Millisecond

// scorecard loads a scenario of failoverbench's with the scorecard's chains.
func scorecard(t *testing.T, name string) *Scenario {
	t.Helper()
	s, err := Load("testdata/published/"+name+".yaml", Options{Chain: "testdata/published/chain.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// recipe finds a chain by name.
func (s *Scenario) recipe(t *testing.T, name string) chain.Strategy {
	t.Helper()
	for _, r := range s.Recipes() {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no strategy %s", name)
	return chain.Strategy{}
}

// total counts the attempts of a run.
func (r *recording) total() (n counts) {
	for i := range r.attempts {
		n[r.attempts[i].Provider]++
	}
	return n
}

// outage counts what the scorecard counts of the first minute, and how long after
// it the primary was used well again.
func (r *recording) outage() (served, asked int, recovery string) {
	const end = chain.Instant(time.Minute)
	for _, q := range r.requests {
		if q.Arrived < end {
			asked++
			if q.Done.Reason == chain.Delivered {
				served++
			}
		}
	}
	for i := range r.attempts {
		if a := &r.attempts[i]; a.Provider == 0 && a.Verdict.Class == chain.OK {
			return served, asked, a.Sent.Sub(end).String()
		}
	}
	return served, asked, "never"
}

// TestPublishedRows holds the scorecard's rows against their presets: S15 under
// twenty seeds, and what S04, S06, S12 and S16 say of one request.
func TestPublishedRows(t *testing.T) {
	s15, s04, s06, s12 := scorecard(t, "s15"), scorecard(t, "s04"), scorecard(t, "s06"), scorecard(t, "s12")
	for _, row := range publishedRows {
		for seed := range uint64(20) {
			if row.recovery != "" {
				r := record(t, s15, s15.recipe(t, row.name), seed)
				served, asked, recovery := r.outage()
				got := published{name: row.name, served: served, asked: asked, primary: r.sent(0, chain.Instant(time.Minute)), recovery: recovery, whole: r.total()}
				want := published{name: row.name, served: row.served, asked: row.asked, primary: row.primary, recovery: row.recovery, whole: row.whole}
				if got != want {
					t.Errorf("S15, seed %d:\n got %+v\nwant %+v", seed, got, want)
				}
			}
			if got := record(t, s04, s04.recipe(t, row.name), seed).total(); got != row.s04 {
				t.Errorf("S04, %s: %v, want %v", row.name, got, row.s04)
			}
			if got := record(t, s12, s12.recipe(t, row.name), seed).total(); got != row.s12 {
				t.Errorf("S12, %s: %v, want %v", row.name, got, row.s12)
			}
			r := record(t, s06, s06.recipe(t, row.name), seed)
			took := r.requests[0].End.Sub(r.requests[0].Arrived)
			if got := r.total(); got != row.s06 || took < row.least || took > row.most {
				t.Errorf("S06, %s: %v in %s, want %v in %s to %s", row.name, got, took, row.s06, row.least, row.most)
			}
		}
		if m := row.measured; m > 0 && (m < row.least-250*ms || m > row.most+250*ms) {
			t.Errorf("S06, %s: measured %s, which the rules put at %s to %s", row.name, m, row.least, row.most)
		}
		t.Logf("%-14s served %2d/%2d  primary %2d  back after %-6s whole run %2d/%2d  S04 %v S12 %v S06 %v", row.name, row.served, row.asked, row.primary, row.recovery, row.whole[0], row.whole[1], row.s04, row.s12, row.s06)
	}
}

// TestPublishedTuned holds the one row with a breaker attempt by attempt, to the
// second: the cooldown begins with the second failure and lasts 30 s.
func TestPublishedTuned(t *testing.T) {
	s := scorecard(t, "s15")
	want := [2][]int{{0, 0, 32, 32, 64, 68, 72, 76}, {0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60}}
	for seed := range uint64(20) {
		var got [2][]int
		r := record(t, s, s.recipe(t, "litellm-tuned"), seed)
		for i := range r.attempts {
			a := &r.attempts[i]
			got[a.Provider] = append(got[a.Provider], int(r.arrived(a.Request)/chain.Instant(sec)))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

// arrived is when a request came.
func (r *recording) arrived(number int64) chain.Instant {
	for _, q := range r.requests {
		if q.Number == number {
			return q.Arrived
		}
	}
	return chain.Never
}

// TestPublishedBand holds the two rows of LiteLLM without a cooldown, which are
// draws of a law and no constants: asked, attempts on the primary in the outage,
// and attempts of the whole run come out as 2,000 draws of the law that was
// fitted to the logs did, and the primary is back as late.
func TestPublishedBand(t *testing.T) {
	s := scorecard(t, "s15")
	const draws = 1000
	seen, sum, worst := map[string]int{}, 0.0, time.Duration(0)
	for seed := range uint64(draws) {
		r := record(t, s, s.recipe(t, "litellm-router"), seed)
		_, asked, recovery := r.outage()
		seen[fmt.Sprint(asked, " ", r.sent(0, chain.Instant(time.Minute)), " ", r.total())]++
		late, err := time.ParseDuration(recovery)
		if err != nil {
			t.Fatalf("seed %d: recovery %s", seed, recovery)
		}
		sum, worst = sum+late.Seconds(), max(worst, late)
	}
	t.Logf("asked, on the primary, whole run: %v; back after %.2f s in the mean, %s at most", seen, sum/draws, worst)
	for key, want := range map[string]float64{"11 33 [42 11]": 0.82, "11 32 [42 10]": 0.09} {
		if got := float64(seen[key]) / draws; got < want-0.05 || got > want+0.05 {
			t.Errorf("%s: %.3f of the draws, want %.2f within 0.05", key, got, want)
		}
	}
	if mean := sum / draws; mean < 1.2 || mean > 1.8 || worst > 3800*ms {
		t.Errorf("back after %.2f s in the mean and %s at most, want 1.5 s within 0.3 and 3.7 s", mean, worst)
	}
	for _, published := range []float64{2.166, 0.193} { // the Router's row and the proxy's
		if published > worst.Seconds() {
			t.Errorf("the published %.3f s is no draw: all are below %s", published, worst)
		}
	}
}

// TestPublishedGaps holds the waits between attempts of one request against the
// ranges that the logs show: what was seen lies within what is drawn. The last
// one is the pause before the fallback.
func TestPublishedGaps(t *testing.T) {
	const overhead = 25 * ms // of a real client and its socket
	s := scorecard(t, "s04")
	for _, row := range []struct {
		name string
		seen [3][2]time.Duration
	}{
		{"litellm-router", [3][2]time.Duration{{530 * ms, 1150 * ms}, {1040 * ms, 1720 * ms}, {2020 * ms, 2750 * ms}}}, // and the proxy
		{"bifrost", [3][2]time.Duration{{410 * ms, 600 * ms}, {810 * ms, 1170 * ms}, {}}},
		{"langchain", [3][2]time.Duration{{390 * ms, 490 * ms}, {780 * ms, 990 * ms}, {}}},
		{"openai-python", [3][2]time.Duration{{390 * ms, 490 * ms}, {780 * ms, 990 * ms}, {}}},
		{"reference", [3][2]time.Duration{{500 * ms, 520 * ms}, {890 * ms, 1160 * ms}, {}}},
		{"portkey", [3][2]time.Duration{{1000 * ms, 1020 * ms}, {2000 * ms, 2020 * ms}, {}}},
	} {
		var drawn [3][2]time.Duration
		for seed := range uint64(300) {
			r := record(t, s, s.recipe(t, row.name), seed)
			for k := 1; k < len(r.attempts); k++ {
				gap, d := r.attempts[k].Sent.Sub(r.attempts[k-1].End), &drawn[k-1]
				if seed == 0 {
					d[0] = gap
				}
				d[0], d[1] = min(d[0], gap), max(d[1], gap)
			}
		}
		for k, d := range drawn {
			if seen := row.seen[k]; seen[0] < d[0]-overhead || seen[1] > d[1]+overhead {
				t.Errorf("%s, gap %d: the logs show %s to %s, drawn are %s to %s", row.name, k+1, seen[0], seen[1], d[0], d[1])
			}
		}
	}
}
