package faults

import (
	"math"
	"slices"
	"testing"
	"time"

	"wavetank/chain"
)

// TestFaultReplies: what each kind of fault says, and when, in a world whose
// answers take two seconds and cost 30.
func TestFaultReplies(t *testing.T) {
	const at = 10 * time.Second // ten seconds into a window of a minute
	for _, row := range []struct {
		name   string
		fault  Fault
		class  chain.Class
		status int16
		after  time.Duration
		hint   time.Duration
		billed int64
	}{
		{"refuse", &Refuse{Share: 1, After: soon(7)}, chain.Connect, 0, 7 * time.Millisecond, 0, 0},
		{"reset", &Reset{Share: 1, After: soon(8)}, chain.Connect, 0, 8 * time.Millisecond, 0, 0},
		{"status 503", &Status{Code: 503, Share: 1, After: soon(9)}, chain.Server, 503, 9 * time.Millisecond, 0, 0},
		{"status 503 at once, with a hint", &Status{Code: 503, Share: 1, After: soon(0), RetryAfter: FixedHint(time.Second)}, chain.Server, 503, 0, time.Second, 0},
		{"status 529 until the window ends", &Status{Code: 529, Share: 1, After: soon(9), RetryAfter: RemainingHint()}, chain.Overload, 529, 9 * time.Millisecond, 49991 * time.Millisecond, 0},
		{"status 401", &Status{Code: 401, Share: 1, After: soon(9)}, chain.Auth, 401, 9 * time.Millisecond, 0, 0},
		{"throttle", &Throttle{Share: 1, After: soon(5)}, chain.RateLimit, 429, 5 * time.Millisecond, 0, 0},
		{"throttle until the window ends", &Throttle{Share: 1, After: soon(5), RetryAfter: RemainingHint()}, chain.RateLimit, 429, 5 * time.Millisecond, 49995 * time.Millisecond, 0},
		{"errors", &Errors{Share: 1, Status: 502, After: soon(6)}, chain.Server, 502, 6 * time.Millisecond, 0, 0},
		{"latency", &Latency{Factor: 3, Shift: time.Second, Share: 1}, chain.OK, 200, 7 * time.Second, 0, 30},
		{"latency that makes faster", &Latency{Factor: 0.5, Share: 1}, chain.OK, 200, time.Second, 0, 30},
		{"flap down as status", &Flap{Down: Span{time.Minute, time.Minute}, Up: Span{time.Second, time.Second}, As: "status", Code: 500, After: soon(3)}, chain.Server, 500, 3 * time.Millisecond, 0, 0},
		{"flap down as refuse", &Flap{Down: Span{time.Minute, time.Minute}, Up: Span{time.Second, time.Second}, As: "refuse", After: soon(3)}, chain.Connect, 0, 3 * time.Millisecond, 0, 0},
		{"flap up", &Flap{Down: Span{time.Second, time.Second}, Up: Span{time.Minute, time.Minute}, As: "hang"}, chain.OK, 200, 2 * time.Second, 0, 30},
		{"cut", &Cut{At: 0.25, Share: 1}, chain.Truncated, 200, 500 * time.Millisecond, 0, 30},
		{"cut at the end", &Cut{At: 1, Share: 1}, chain.Truncated, 200, 2 * time.Second, 0, 30},
		{"nothing", &Hang{}, chain.OK, 200, 2 * time.Second, 0, 30},
	} {
		w := single(t, Provider{Latency: soon(2000), Price: Price{In: 0.001, Out: 0.002}}, func(s *Spec) {
			s.Timeline = []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: row.fault}}
		})
		r := ask(w, 1, 0, chain.Instant(at))
		if r.Outcome.Class != row.class || r.Outcome.Status != row.status || r.Outcome.Hint != row.hint {
			t.Errorf("%s: the outcome is %+v, want %s, status %d, hint %s", row.name, r.Outcome, row.class, row.status, row.hint)
		}
		if got := r.End.Sub(chain.Instant(at)); got != row.after || r.Billed != row.billed {
			t.Errorf("%s: it ends after %s and costs %d, want %s and %d", row.name, got, r.Billed, row.after, row.billed)
		}
		if r.Usable != (row.class == chain.OK) || (r.Source == 0) != (row.class != chain.OK) {
			t.Errorf("%s: usable %t, made by entry %d", row.name, r.Usable, r.Source)
		}
	}
	w := single(t, Provider{Latency: soon(2000)}, func(s *Spec) {
		s.Timeline = []Entry{{For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: &Hang{Share: 1}}}
	})
	if r := ask(w, 1, 0, 0); r.End != chain.Never || r.Usable || r.Billed != 0 {
		t.Errorf("hang: %+v", r)
	}
}

// TestStages: what comes before the limiter costs no permit, what comes after it
// does.
func TestStages(t *testing.T) {
	for _, row := range []struct {
		name  string
		fault Fault
		holds bool
	}{
		{"refuse", &Refuse{Share: 1, After: soon(1)}, false},
		{"throttle", &Throttle{Share: 1, After: soon(1)}, false},
		{"hang", &Hang{Share: 1}, true},
		{"status", &Status{Code: 500, Share: 1, After: soon(1)}, true},
		{"cut", &Cut{Share: 1}, true},
	} {
		w := single(t, Provider{Latency: soon(10), Limits: &Limits{RequestsPerMinute: 1}}, func(s *Spec) {
			s.Timeline = []Entry{{For: Span{time.Second, time.Second}, Provider: []string{"all"}, Fault: row.fault}}
		})
		r := ask(w, 1, 0, 0)
		after := ask(w, 2, 0, chain.Instant(time.Second))
		if throttled := after.Outcome.Class == chain.RateLimit; throttled != row.holds || r.Outcome.Class == chain.OK {
			t.Errorf("%s: it answers %s, and the permit is gone: %t, want %t", row.name, r.Outcome.Class, throttled, row.holds)
		}
	}
}

// TestFlapStretches: down and up in turn, down first, each as long as its range
// says, and of every length in it.
func TestFlapStretches(t *testing.T) {
	f := &Flap{Down: Span{time.Second, 3 * time.Second}, Up: Span{5 * time.Second, 7 * time.Second}, As: "hang"}
	w := single(t, Provider{Latency: soon(10)}, func(s *Spec) {
		s.Duration = time.Hour
		s.Timeline = []Entry{{For: Span{time.Hour, time.Hour}, Provider: []string{"all"}, Fault: f}}
	})
	var down, up []float64
	all := slices.Collect(w.Episodes(0))
	for i, e := range all {
		if i == 0 && e.From != 0 {
			t.Errorf("it first goes down at %s", e.From)
		}
		down = append(down, e.To.Sub(e.From).Seconds())
		if i > 0 {
			up = append(up, e.From.Sub(all[i-1].To).Seconds())
		}
	}
	for _, row := range []struct {
		name      string
		got       []float64
		low, high float64
	}{{"down", down[:len(down)-1], 1, 3}, {"up", up, 5, 7}} {
		sum := 0.0
		for _, v := range row.got {
			if v < row.low || v > row.high {
				t.Errorf("%s for %gs, want %g to %g", row.name, v, row.low, row.high)
			}
			sum += v
		}
		n, middle := float64(len(row.got)), (row.low+row.high)/2
		if n < 100 || math.Abs(sum/n-middle) > 4*(row.high-row.low)/math.Sqrt(12*n) {
			t.Errorf("%s %d times, for %gs on average, want %g", row.name, len(row.got), sum/n, middle)
		}
	}
}

// TestFlapIndependent: a long time down says nothing about the time up after it.
func TestFlapIndependent(t *testing.T) {
	f := &Flap{Down: Span{time.Second, 2 * time.Second}, Up: Span{time.Second, 2 * time.Second}, As: "hang"}
	w := single(t, Provider{Latency: soon(10)}, func(s *Spec) {
		s.Timeline = []Entry{{For: Span{time.Hour, time.Hour}, Provider: []string{"all"}, Fault: f}}
	})
	e, both := slices.Collect(w.Episodes(0)), 0
	n := len(e) - 1
	for i := range n {
		long := e[i].To.Sub(e[i].From) > 1500*time.Millisecond
		if long == (e[i+1].From.Sub(e[i].To) > 1500*time.Millisecond) {
			both++
		}
	}
	if got := float64(both) / float64(n); n < 500 || math.Abs(got-0.5) > 4*0.5/math.Sqrt(float64(n)) {
		t.Errorf("in %.3f of %d turns both or neither are long, want half", got, n)
	}
}

// TestForeseePatience: an answer within the limit beats an earlier provider's
// that comes after it; only where there is none will the late one do.
func TestForeseePatience(t *testing.T) {
	for _, row := range []struct {
		name     string
		second   int64 // milliseconds
		deadline time.Duration
		want     int16
		ok       bool
	}{
		{"the quick one", 100, time.Minute, 1, true},
		{"neither is quick", 50_000, time.Minute, 0, true},
		{"neither is in time", 50_000, 35 * time.Second, 0, false},
	} {
		b, err := Compile(Spec{Duration: time.Minute, Drain: time.Minute, Providers: []Provider{
			{Name: "a", Latency: soon(40_000)}, {Name: "b", Latency: soon(row.second)}}})
		if err != nil {
			t.Fatal(err)
		}
		w := b.NewWorld()
		w.Reset(1)
		f, ok := w.Foresee(0, &chain.Request{Deadline: chain.Instant(row.deadline)})
		if ok != row.ok || ok && f.Provider != row.want {
			t.Errorf("%s: Foresee() = %+v, %t, want provider %d, %t", row.name, f, ok, row.want, row.ok)
		}
	}
}

// TestPromptOnly: the published split of what diverges.
func TestPromptOnly(t *testing.T) {
	o := promptOnly(40)
	sum := 0.0
	for _, w := range o.weights() {
		sum += w
	}
	if math.Abs(sum-100) > 1e-9 || o.Valid != 60 || math.Abs(o.Fenced-32) > 1e-9 || math.Abs(o.Prose-4) > 1e-9 {
		t.Errorf("of 100 answers %g: valid %g, fenced %g, prose %g", sum, o.Valid, o.Fenced, o.Prose)
	}
}

// TestScaleFixed: factors are exact where they can be, and saturate.
func TestScaleFixed(t *testing.T) {
	for _, row := range []struct{ v, factor, want int64 }{
		{1000, 1 << 16, 1000}, {1000, 3 << 15, 1500}, {0, 1 << 20, 0}, {-5, 1 << 16, 0}, {5, 0, 0},
		{1 << 40, 1 << 36, 1 << 60}, {math.MaxInt64, 1 << 16, math.MaxInt64}, {1 << 62, 1 << 18, math.MaxInt64}, {math.MaxInt64, math.MaxInt64, math.MaxInt64},
	} {
		if got := scaleFixed(row.v, row.factor); got != row.want {
			t.Errorf("scaleFixed(%d, %d) = %d, want %d", row.v, row.factor, got, row.want)
		}
	}
}
