package sim

import (
	"context"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// order watches how requests follow each other.
type order struct {
	last    chain.Instant // end of the request before
	early   int           // requests that arrived before it
	n       int
	counted int
	answers []chain.Instant
}

func (o *order) Begin(*faults.World, uint64) {}
func (o *order) Ended(*Attempt)              {}
func (o *order) Moved(*chain.Move)           {}
func (o *order) Close(chain.Instant)         {}

func (o *order) Finished(r *Request) {
	if r.Arrived < o.last {
		o.early++
	}
	o.last = r.End
	o.n++
	if r.Counted {
		o.counted++
	}
	o.answers = append(o.answers, r.Arrived, r.End)
}

func watch(t *testing.T, a Arrivals) *order { return watchTaking(t, a, 700*time.Millisecond, 0) }

func watchTaking(t *testing.T, a Arrivals, answer, warmup time.Duration) *order {
	t.Helper()
	b, err := faults.Compile(faults.Spec{Duration: 2 * time.Minute, Warmup: warmup,
		Providers: []faults.Provider{{Name: "a", Latency: &faults.Constant{Value: faults.Time(answer)}}}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSetup(b, Workload{Arrivals: a})
	if err != nil {
		t.Fatal(err)
	}
	var o order
	if err := NewRunner(s).Run(context.Background(), chain.Strategy{Name: "plain"}, 1, &o); err != nil {
		t.Fatal(err)
	}
	return &o
}

// TestSerial holds that a serial request waits for the end of the one before,
// whatever its kind of arrivals, and that others do not.
func TestSerial(t *testing.T) {
	kinds := func(one bool) []Arrivals {
		l := Loop{One: one}
		trace := traceOf(t, &Trace{Loop: l}, "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,1,1\n2023-11-16 18:15:46.1,1,1\n2023-11-16 18:15:46.2,1,1\n")
		return []Arrivals{&Constant{Rate: 5, Loop: l}, &Poisson{Rate: 5, Loop: l}, &Gamma{Rate: 5, CV: 3, Loop: l},
			&Steps{Steps: []Step{{Rate: 5}}, Loop: l}, &Ramp{From: 5, To: 9, Over: time.Minute, Loop: l},
			&Bursts{Rate: 5, BurstRate: 9, Every: time.Minute, For: time.Second, Loop: l}, trace}
	}
	for _, a := range kinds(true) {
		if o := watch(t, a); o.early > 0 || o.n < 3 {
			t.Errorf("%T: %d of %d requests did not wait", a, o.early, o.n)
		}
	}
	for _, a := range kinds(false) {
		if o := watch(t, a); o.early == 0 {
			t.Errorf("%T: requests wait for each other though they are not serial", a)
		}
	}
}

// TestSerialCountsAll: the same requests count however slow the answers are, and
// each of them is played: those that came in time, and none of the warm-up.
func TestSerialCountsAll(t *testing.T) {
	for _, answer := range []time.Duration{time.Millisecond, 7 * time.Second, 9 * time.Minute} {
		if o := watchTaking(t, &Constant{Every: time.Second, Loop: Loop{One: true}}, answer, 5*time.Second); o.counted != 120 || o.n != 125 {
			t.Errorf("answers of %s: %d of %d requests count, want 120 of 125", answer, o.counted, o.n)
		}
	}
}

// TestClosedLoop holds that a user thinks after each answer: of two users with
// one second of thought and 0.7 s of waiting, each asks every 1.7 s.
func TestClosedLoop(t *testing.T) {
	o := watch(t, &Closed{Users: 2, Think: &faults.Constant{Value: faults.Time(time.Second)}})
	if want := 2 * 70; o.n != want { // questions at 1 s, 2.7 s, … before 120 s
		t.Errorf("%d questions in two minutes, want %d", o.n, want)
	}
	for i := 0; i < len(o.answers); i += 2 {
		if gap := o.answers[i+1].Sub(o.answers[i]); gap != 700*time.Millisecond {
			t.Fatalf("question %d waited %s", i/2, gap)
		}
	}
}
