package sim

import (
	"math"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// play collects the arrivals of one run.
func play(t *testing.T, a Arrivals, seed uint64, from, until time.Duration) []chain.Instant {
	t.Helper()
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	c, err := a.Clock(newLucks(seed).arrival, chain.Instant(from), chain.Instant(until))
	if err != nil {
		t.Fatal(err)
	}
	var out []chain.Instant
	for n := int64(0); ; n++ {
		at, ok := c.Next(n)
		if !ok || at >= chain.Instant(until) {
			return out
		}
		if len(out) > 0 && at < out[len(out)-1] {
			t.Fatalf("arrival %d at %s lies before the one before it, %s", n, at, out[len(out)-1])
		}
		out = append(out, at)
	}
}

// count returns how many arrivals lie in [from, to).
func count(at []chain.Instant, from, to time.Duration) (n int) {
	for _, t := range at {
		if t >= chain.Instant(from) && t < chain.Instant(to) {
			n++
		}
	}
	return n
}

// TestMeanCounts holds each stretch of each kind to its rate: the mean over
// seeds within four standard errors, for Poisson traffic.
func TestMeanCounts(t *testing.T) {
	const seeds = 400
	type span struct {
		from, to time.Duration
		want     float64
	}
	for _, row := range []struct {
		why   string
		a     Arrivals
		spans []span
	}{
		{"gamma with cv 1 is poisson", &Gamma{Rate: 5, CV: 1}, []span{{0, time.Minute, 300}}},
		{"steps hold the first rate in the warm-up and the last to the end",
			&Steps{Steps: []Step{{Rate: 2, For: 20 * time.Second}, {Rate: 0, For: 10 * time.Second}, {Rate: 9}}},
			[]span{{-10 * time.Second, 0, 20}, {0, 20 * time.Second, 40}, {20 * time.Second, 30 * time.Second, 0}, {30 * time.Second, time.Minute, 270}}},
		{"steps begin anew", &Steps{Repeat: true, Steps: []Step{{Rate: 1, For: 10 * time.Second}, {Rate: 7, For: 10 * time.Second}}},
			[]span{{20 * time.Second, 30 * time.Second, 10}, {30 * time.Second, 40 * time.Second, 70}, {50 * time.Second, time.Minute, 70}}},
		{"a ramp rises evenly, then holds", &Ramp{From: 0, To: 10, Over: 40 * time.Second},
			[]span{{-10 * time.Second, 0, 0}, {0, 20 * time.Second, 50}, {20 * time.Second, 40 * time.Second, 150}, {40 * time.Second, time.Minute, 200}}},
		{"a ramp falls to nothing", &Ramp{From: 8, To: 0, Over: 40 * time.Second},
			[]span{{-10 * time.Second, 0, 80}, {0, 20 * time.Second, 120}, {20 * time.Second, 40 * time.Second, 40}, {40 * time.Second, time.Minute, 0}}},
		{"bursts begin after the first interval", &Bursts{Rate: 1, BurstRate: 20, Every: 20 * time.Second, For: 5 * time.Second},
			[]span{{0, 20 * time.Second, 20}, {20 * time.Second, 25 * time.Second, 100}, {25 * time.Second, 40 * time.Second, 15}, {40 * time.Second, 45 * time.Second, 100}}},
	} {
		sums := make([]float64, len(row.spans))
		for seed := range uint64(seeds) {
			at := play(t, row.a, seed, -10*time.Second, time.Minute)
			for i, s := range row.spans {
				sums[i] += float64(count(at, s.from, s.to))
			}
		}
		for i, s := range row.spans {
			mean, tolerance := sums[i]/seeds, 4*math.Sqrt(s.want/seeds)
			if math.Abs(mean-s.want) > tolerance {
				t.Errorf("%s: mean count in [%s, %s) = %.3f, want %.3f ± %.3f", row.why, s.from, s.to, mean, s.want, tolerance)
			}
		}
	}
}

// TestCV measures the gaps' coefficient of variation.
func TestCV(t *testing.T) {
	for _, row := range []struct {
		cv, tolerance float64
	}{{0.25, 0.01}, {1, 0.02}, {3, 0.15}, {10, 1.5}} {
		for _, a := range []Arrivals{&Gamma{Rate: 10, CV: row.cv}, &Steps{Steps: []Step{{Rate: 10}}, CV: row.cv}} {
			var sum, squares, n float64
			for seed := range uint64(8) {
				at := play(t, a, seed, 0, time.Hour)
				for i := 1; i < len(at); i++ {
					g := at[i].Sub(at[i-1]).Seconds()
					sum, squares, n = sum+g, squares+g*g, n+1
				}
			}
			mean := sum / n
			if got := math.Sqrt(squares/n-mean*mean) / mean; math.Abs(got-row.cv) > row.tolerance {
				t.Errorf("%T with cv %g: measured %.3f", a, row.cv, got)
			}
			if want := 0.1; math.Abs(mean-want) > 4*want*row.cv/math.Sqrt(n) {
				t.Errorf("%T with cv %g: mean gap %.5f, want %.5f", a, row.cv, mean, want)
			}
		}
	}
}

// TestKeyed demands the same arrivals for the same seed, others for another,
// and the same beginning whatever the end.
func TestKeyed(t *testing.T) {
	for _, a := range []Arrivals{
		&Gamma{Rate: 5, CV: 2}, &Ramp{From: 1, To: 9, Over: time.Minute},
		&Steps{Steps: []Step{{Rate: 3, For: time.Second}, {Rate: 8, For: time.Second}}, Repeat: true},
		&Bursts{Rate: 2, BurstRate: 30, Every: 10 * time.Second, For: time.Second},
	} {
		one, again := play(t, a, 1, 0, time.Minute), play(t, a, 1, 0, 2*time.Minute)
		other := play(t, a, 2, 0, time.Minute)
		same := len(one) == len(other)
		for i := range one {
			if one[i] != again[i] {
				t.Fatalf("%T: arrival %d at %s, with a longer run at %s", a, i, one[i], again[i])
			}
			same = same && one[i] == other[i]
		}
		if same {
			t.Errorf("%T: seeds 1 and 2 give the same arrivals", a)
		}
	}
}

func TestArrivalChecks(t *testing.T) {
	think := &faults.Constant{Value: faults.Time(time.Second)}
	for _, row := range []struct {
		a    Arrivals
		want string
	}{
		{&Gamma{Rate: 0}, "rate 0 is not in"},
		{&Gamma{Rate: 1, CV: -1}, "cv: -1"},
		{&Gamma{Rate: 1, CV: math.NaN()}, "cv: NaN"},
		{&Steps{}, "1 to 1000 steps, got 0"},
		{&Steps{Steps: []Step{{Rate: 1}, {Rate: 2}}}, "steps[0]: for 0s"},
		{&Steps{Steps: []Step{{Rate: 1}}, Repeat: true}, "steps[0]: for 0s"},
		{&Steps{Steps: []Step{{Rate: -1}}}, "steps[0]: rate -1"},
		{&Steps{Steps: []Step{{Rate: 0}}}, "nothing ever arrives"},
		{&Ramp{Over: time.Second}, "nothing ever arrives"},
		{&Ramp{From: 1, To: -1, Over: time.Second}, "rate -1"},
		{&Ramp{From: 1, To: 2}, "over: 0s"},
		{&Bursts{BurstRate: 0}, "burst_rate: rate 0"},
		{&Bursts{BurstRate: 1, Every: time.Second, For: time.Second}, "for < every"},
		{&Closed{Users: 0, Think: think}, "users: 0"},
		{&Closed{Users: 2, Think: think, Loop: Loop{One: true}}, "users: 1"},
		{&Closed{Users: 2}, "think: is missing"},
		{&Closed{Users: 2, Think: &faults.Constant{Value: faults.Amount{Nanos: 1e9, Counted: true}}}, "has no unit"},
		{&Trace{}, "file: is missing"},
		{&Trace{File: "x.csv"}, "holds no requests"},
		{&Trace{File: "x.csv", Scale: -1}, "scale: -1"},
		{&Trace{File: "x.csv", Limit: -1}, "limit: -1"},
	} {
		err := row.a.Check()
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("Check(%+v) = %v, want it to say %q", row.a, err, row.want)
		}
	}
}

func TestThink(t *testing.T) {
	a := &Closed{Users: 3, Think: &faults.Constant{}}
	if err := a.Compile(); err != nil {
		t.Fatal(err)
	}
	c, err := a.Clock(newLucks(1).arrival, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	u := c.(Users)
	if u.Users() != 3 || u.Think(0, 0) != minThink {
		t.Errorf("users %d, think %s; want 3 and %s", u.Users(), u.Think(0, 0), minThink)
	}
	if _, ok := c.Next(0); ok {
		t.Error("a closed loop has an arrival of its own")
	}
}
