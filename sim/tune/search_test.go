package tune

import (
	"math"
	"slices"
	"testing"
)

// won is where a search's winner has its values.
func won(o *Outcome) []int { return o.Front[o.Winner].Settings }

// whole is a search that must have an outcome.
func (y *toy) whole(t *testing.T, plan Plan) *Outcome {
	t.Helper()
	o, err := y.search(t, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Three points, each the best by one of the ways to see two scenarios: of a the
// mean is least (5), of b the worst (5.6), c lies nearest behind the best
// everywhere (3 and 2.4).
func TestSearchOverASuite(t *testing.T) {
	members := [][]float64{{0, 10}, {5.6, 5.6}, {3, 8}}
	for over, c := range []struct {
		won   int
		value float64
	}{Mean: {0, 5}, Worst: {1, 5.6}, Regret: {2, 3}} {
		y := newToy(1, 2, len(members))
		y.Over = Over(over)
		y.value = func(p Point, _, column int) float64 {
			if !p.Inside() {
				return 10
			}
			return members[p][column]
		}
		o := y.whole(t, Plan{})
		f := o.Front[o.Winner]
		if won(o)[0] != c.won || math.Abs(f.Values[0].Mean-c.value) > 1e-9 {
			t.Errorf("%s: found %v with %v, want %d with %v", y.Over, won(o), f.Values[0].Mean, c.won, c.value)
		}
		here := members[c.won]
		regret := max(here[0]-0, here[1]-5.6)
		if math.Abs(f.Mean[0]-(here[0]+here[1])/2) > 1e-9 || math.Abs(f.Worst[0]-max(here[0], here[1])) > 1e-9 || y.Over == Regret && math.Abs(f.Regret[0]-regret) > 1e-9 {
			t.Errorf("%s: mean %v, worst %v, regret %v of %v", y.Over, f.Mean, f.Worst, f.Regret, here)
		}
	}
}

// One scenario or the other goes badly each time, but neither does in the mean: the
// worst mean is 5, though the mean of the worst is 10. The contest of finalists
// must not confuse the two.
func TestSearchOverTheWorstIsNotTheMeanOfTheWorst(t *testing.T) {
	y := newToy(1, 2, 2)
	y.Over = Worst
	y.value = func(p Point, replication, column int) float64 {
		if p == 0 {
			return 10 * float64((replication/2+column)%2)
		}
		return 6 + 0.1*float64(replication%3)
	}
	if o := y.whole(t, Plan{Replications: 6, Most: 200}); won(o)[0] != 0 || o.Contest.Replications <= 6 {
		t.Errorf("found %v, contest %+v", won(o), o.Contest)
	}
}

// slope is a toy whose first objective is least where the second figure, of a
// requirement, is least too.
func slope(sizes ...int) *toy {
	y := newToy(2, 1, sizes...)
	y.Objectives = y.Objectives[:1]
	y.value = func(p Point, replication, column int) float64 {
		at := 4.5
		if p.Inside() {
			at = float64(p)
		}
		if column == 1 {
			at += 10 * math.Sin(float64(replication)) // luck that all have in common
		}
		return at
	}
	return y
}

func TestSearchKeepsRequirements(t *testing.T) {
	for _, c := range []struct {
		why      string
		q        Requirement
		won      int
		feasible bool
	}{
		{"half of the points keep it", Requirement{AtLeast: true, Limit: 1, Current: true}, 5, true},
		{"so much that one keeps it", Requirement{AtLeast: true, Limit: 14.5, Strict: true}, 15, true},
		{"everybody does", Requirement{Limit: 100}, 0, true},
		{"nobody does, and the nearest counts", Requirement{AtLeast: true, Limit: 100}, 6, false},
	} {
		for _, affordable := range []int{10_000, 16} {
			y := slope(16)
			c.q.Columns = []int{1}
			y.Requirements = []Requirement{c.q}
			o := y.whole(t, Plan{Affordable: affordable})
			want := c.won
			if !c.feasible && affordable == 16 {
				want = 15 // of the ten that break it least only one was played to the end
			}
			if won(o)[0] != want || o.Feasible != c.feasible {
				t.Errorf("%s: found %v of %v, feasible: %v", c.why, won(o), o.Rungs, o.Feasible)
			}
			if kept := o.Held.Kept[0]; kept != c.feasible {
				t.Errorf("%s: held out, the winner keeps it: %v", c.why, kept)
			}
			if current := o.Current.Feasible; c.q.Current && !current || o.Held.Rivals[0].Kept[0] != current {
				t.Errorf("%s: the setting in force keeps it: %v, held out %v", c.why, current, o.Held.Rivals[0].Kept)
			}
			if c.feasible != (len(o.Broken) == 0) || !c.feasible && o.Broken[0].Point != 15 {
				t.Errorf("%s: who comes nearest: %+v", c.why, o.Broken)
			}
		}
	}
}

// Settings that do not go together are counted and left alone.
func TestSearchWithoutSomePoints(t *testing.T) {
	y := newToy(1, 1, 8, 8)
	y.invalid, y.Outside = 0.5, 4
	o := y.whole(t, Plan{})
	nonsense := 0
	for p := range Point(64) {
		if y.nonsense(p) {
			nonsense++
		}
	}
	if o.Invalid != nonsense || nonsense == 0 || o.Rungs[0].Points != 64-nonsense || y.nonsense(o.Front[o.Winner].Point) {
		t.Errorf("%d invalid, want %d; %v", o.Invalid, nonsense, o.Rungs)
	}
	for k, r := range o.Held.Rivals {
		if none := math.IsNaN(r.Values[0].Mean); none != y.nonsense(r.Point) || r.Point != Outside+Point(k) {
			t.Errorf("rival %d: %+v", k, r)
		}
	}
	for v, row := range o.Heat.Values[0] {
		for u, cell := range row {
			at := []int{u, v}
			if o.Heat.X == 1 {
				at = []int{v, u}
			}
			if y.nonsense(y.Space.Point(at)) != math.IsNaN(cell) {
				t.Errorf("the map shows %v at %v", cell, at)
			}
		}
	}
}

func TestSearchWithoutAnyPoint(t *testing.T) {
	y := newToy(1, 1, 8)
	y.invalid = 1
	if o, err := y.search(t, Plan{}, nil); err != ErrInvalid || o != nil {
		t.Errorf("%v, %v", o, err)
	}
}

// A figure that does not exist is worse than any, but where the setting in force
// has none either, nothing is measured.
func TestSearchWithoutSomeFigures(t *testing.T) {
	y := newToy(1, 2, 6)
	y.value = func(p Point, replication, column int) float64 {
		switch {
		case column == 1 && p != 3, p == 0, p == 1 && replication%2 == 0:
			return math.NaN()
		case !p.Inside():
			return 9
		}
		return float64(p)
	}
	o := y.whole(t, Plan{})
	if won(o)[0] != 2 || o.Front[o.Winner].Values[0].N != 20 {
		t.Errorf("found %v: %+v", won(o), o.Front[o.Winner])
	}
	if slices.ContainsFunc(o.Front, func(f Finalist) bool { return f.Point == 0 }) {
		t.Error("a point without figures is on the front")
	}
}
