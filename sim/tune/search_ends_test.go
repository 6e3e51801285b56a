package tune

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestSearchThatNeverBegins(t *testing.T) {
	defer goleak.VerifyNone(t)
	y := newToy(1, 1, 8, 8)
	s, err := New(y.Problem, Plan{Workers: 4}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Screen(ctx); !errors.Is(err, context.Canceled) || len(y.played) > 0 {
		t.Errorf("%v, after %d points", err, len(y.played))
	}
	if o, err := s.Conclude(ctx); !errors.Is(err, ErrNothing) || o != nil {
		t.Errorf("%v, %v", o, err)
	}
}

// A halved search that ends within a rung tells of the last rung that was played
// whole: the few points beyond came first by their number, not by what they are.
func TestSearchThatEndsWithinARung(t *testing.T) {
	defer goleak.VerifyNone(t)
	y := newToy(1, 1, 64)
	y.value = func(p Point, _, _ int) float64 { return math.Abs(float64(p) - 57) }
	ctx, cancel := context.WithCancel(context.Background())
	inFull := map[Point]bool{}
	y.before = func(p Point, replication int) error {
		if p.Inside() && replication == 15 {
			inFull[p] = true
		}
		if len(inFull) > 0 { // this play is the last
			cancel()
		}
		return nil
	}
	s, err := New(y.Problem, Plan{Replications: 16, Affordable: 64, Workers: 1}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Screen(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	o, err := s.Conclude(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !o.Partial || o.Held != nil || won(o)[0] != 57 || o.Front[o.Winner].Values[0].N != 4 {
		t.Errorf("found %v by %+v, partial: %v", won(o), o.Front[o.Winner].Values, o.Partial)
	}
	if last := o.Rungs[len(o.Rungs)-1]; inFull[57] || last.Points != 1 {
		t.Errorf("it ended elsewhere: %v", o.Rungs)
	}
}

// A setting that makes a part panic ends the search with an error that names it.
func TestSearchThatPanics(t *testing.T) {
	defer goleak.VerifyNone(t)
	y := newToy(1, 1, 8, 8)
	y.before = func(p Point, replication int) error {
		if p == 42 && replication == 7 {
			panic("index out of range")
		}
		return nil
	}
	s, err := New(y.Problem, Plan{Workers: 3}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Screen(context.Background())
	if err == nil || !strings.Contains(err.Error(), "point 42, replication 7") || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("the error is %v", err)
	}
}

// refusing is a log that cannot be written.
type refusing struct{ notes }

var errFull = errors.New("the disk is full")

func (refusing) Record(Point, int, []float64) error { return errFull }

func TestSearchThatFails(t *testing.T) {
	defer goleak.VerifyNone(t)
	broken := errors.New("broken")
	for _, c := range []struct {
		why    string
		change func(y *toy)
		log    Log
		want   error
	}{
		{"a play fails", func(y *toy) { y.before = func(Point, int) error { return broken } }, nil, broken},
		{"the log cannot be written", func(*toy) {}, refusing{}, errFull},
	} {
		y := newToy(1, 1, 8)
		c.change(y)
		s, err := New(y.Problem, Plan{Workers: 4}, c.log, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Screen(context.Background()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	y := newToy(1, 1, 8)
	y.before = func(p Point, _ int) error {
		if p == Outside {
			return ErrInvalid
		}
		return nil
	}
	s, err := New(y.Problem, Plan{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Screen(context.Background()); err == nil || !strings.Contains(err.Error(), "in force is no strategy") {
		t.Errorf("the setting in force is no strategy: %v", err)
	}
}

func TestSearchThatCannotBe(t *testing.T) {
	for why, change := range map[string]func(*Problem){
		"no axis":          func(p *Problem) { p.Space.Axes = nil },
		"no objective":     func(p *Problem) { p.Objectives = nil },
		"nothing in force": func(p *Problem) { p.Outside = 0 },
		"a vast space": func(p *Problem) {
			for len(p.Space.Axes) < 64 {
				p.Space.Axes = append(p.Space.Axes, p.Space.Axes[0])
			}
		},
	} {
		y := newToy(1, 1, 8)
		change(&y.Problem)
		if _, err := New(y.Problem, Plan{}, nil, nil); err == nil {
			t.Errorf("%s is searched", why)
		}
	}
}

// Progress never goes back, and at the end there is nothing left to do.
func TestSearchTellsItsProgress(t *testing.T) {
	for _, plan := range []Plan{{}, {Affordable: 100}, {Candidates: 20}, {Most: 20}} {
		y := newToy(2, 1, 5, 4, 3)
		y.luck = 6
		at, of := 0, 0
		s, err := New(y.Problem, plan, nil, func(done, total int) {
			if done < at || done > total {
				t.Errorf("%d of %d after %d of %d", done, total, at, of)
			}
			at, of = done, total
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Screen(context.Background()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Conclude(context.Background()); err != nil {
			t.Fatal(err)
		}
		plays := 0
		for _, n := range y.played {
			plays += len(n)
		}
		if at != plays || of != plays {
			t.Errorf("%+v: %d of %d, and there were %d plays", plan, at, of, plays)
		}
	}
}
