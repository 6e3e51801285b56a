package tune

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// same demands equal outcomes, to the last bit of each figure.
func same(t *rapid.T, why string, want, got *Outcome) {
	t.Helper()
	if d := gocmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
		t.Fatalf("%s: -want +got\n%s", why, d)
	}
}

func TestLawSearchIsTheSameForAnyWorkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, plan := drawToy(t), drawPlan(t)
		want, err := y.search(t, plan, nil)
		plan.Workers = rapid.IntRange(2, 9).Draw(t, "workers")
		got, again := y.again().search(t, plan, nil)
		if !errors.Is(again, err) {
			t.Fatalf("%v, with one worker %v", again, err)
		}
		same(t, "several workers", want, got)
	})
}

func TestLawShardsMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, plan := drawToy(t), drawPlan(t)
		want, err := y.search(t, plan, nil)
		of, log := rapid.IntRange(1, 5).Draw(t, "shards"), notes{}
		for i := range of {
			part := plan
			part.Shard = Shard{i + 1, of}
			for p := range y.again().screened(t, part, nil).Plays() {
				if _, twice := log.Find(p.Point, p.Replication); twice && p.Point != Outside {
					t.Fatalf("point %d is played by two shards", p.Point)
				}
				log.Record(p.Point, p.Replication, p.Figures)
			}
		}
		whole := y.again()
		s := whole.screened(t, plan, log)
		if len(whole.played) > 0 {
			t.Fatalf("the shards left %d points to be played", len(whole.played))
		}
		got, again := concluded(t, s)
		if !errors.Is(again, err) {
			t.Fatalf("%v, by one machine %v", again, err)
		}
		same(t, "shards", want, got)
	})
}

// A search that is cut short anywhere says what it knows, and the next one goes on
// from its log to the same outcome. No play is played twice.
func TestLawSearchGoesOnFromItsLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, plan := drawToy(t), drawPlan(t)
		want, err := y.search(t, plan, nil)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		first, log, left := y.again(), notes{}, rapid.IntRange(0, 300).Draw(t, "plays")
		first.before = func(Point, int) error {
			if left--; left < 0 {
				cancel()
			}
			return nil
		}
		s, e := New(first.Problem, plan, log, nil)
		if e != nil {
			t.Fatal(e)
		}
		if e := s.Screen(ctx); e != nil && !errors.Is(e, context.Canceled) {
			t.Fatal(e)
		}
		partial, e := s.Conclude(ctx)
		switch {
		case ctx.Err() == nil:
			same(t, "never cut short", want, partial)
		case e == nil && (!partial.Partial || partial.Held != nil):
			t.Fatalf("cut short, and the outcome does not say so: %+v", partial)
		case e != nil && !errors.Is(e, ErrNothing) && !errors.Is(e, ErrInvalid):
			t.Fatal(e)
		}
		second := y.again()
		got, again := second.search(t, plan, log)
		if !errors.Is(again, err) {
			t.Fatalf("%v, left alone %v", again, err)
		}
		same(t, "resumed", want, got)
		for p, byReplication := range second.played {
			for r, n := range byReplication {
				if cut := first.played[p][r]; n > 1 || n+cut > 1 && !y.nonsense(p) && left >= 0 {
					t.Fatalf("point %d, replication %d was played %d times, %d of them before", p, r, n+cut, cut)
				}
			}
		}
	})
}

// The front is who nobody beats by interval among those played to the end that keep
// the requirements; the winner is on it.
func TestLawFrontOfASearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, plan := drawToy(t), drawPlan(t)
		s := y.screened(t, plan, nil)
		table := tableOf(y, s, plan.Replications)
		o, err := concluded(t, s)
		if err != nil {
			return // no settings go together
		}
		if o.Feasible != (len(table.eligible) > 0) {
			t.Fatalf("feasible: %v, and %d points keep the requirements", o.Feasible, len(table.eligible))
		}
		if !o.Feasible {
			return
		}
		all := map[Point][][]float64{}
		for _, p := range table.eligible {
			all[p] = table.series(p)
		}
		var want, got []Point
		for _, p := range table.eligible {
			if !slices.ContainsFunc(table.eligible, func(other Point) bool { return beats(all[other], all[p]) }) {
				want = append(want, p)
			}
		}
		for _, f := range o.Front {
			got = append(append(got, f.Point), f.Alike...)
		}
		slices.Sort(got)
		if d := gocmp.Diff(want, got); d != "" {
			t.Fatalf("the front: -want +got\n%s", d)
		}
	})
}

// Whoever has one objective and plays everything in full finds the best mean of
// all; who halves finds none that is better.
func TestLawHalvingFindsNothingBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, plan := drawToy(t), drawPlan(t)
		y.Objectives, y.missing = y.Objectives[:1], 0
		y.Over = Over(rapid.IntRange(0, 1).Draw(t, "over")) // a regret counts from another best each
		plan.Candidates, plan.Affordable, plan.Most = 1000, 100_000, plan.Replications
		s := y.screened(t, plan, nil)
		table := tableOf(y, s, plan.Replications)
		full, err := concluded(t, s)
		if err != nil {
			return // no settings go together
		}
		plan.Affordable = rapid.IntRange(1, 100).Draw(t, "affordable")
		halved, err := y.again().search(t, plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		if halved.Feasible && !full.Feasible {
			t.Fatal("halving keeps a requirement that nobody keeps")
		}
		if !full.Feasible || !halved.Feasible {
			return
		}
		worth := func(p Point) float64 { return mean(table.series(p)[0]) }
		best := math.Inf(1)
		for _, p := range table.eligible {
			best = min(best, worth(p))
		}
		if won := worth(full.Front[full.Winner].Point); won != best {
			t.Fatalf("the winner has %v, the best is %v", won, best)
		}
		if won := worth(halved.Front[halved.Winner].Point); won < best {
			t.Fatalf("halving finds %v, better than the best, %v", won, best)
		}
	})
}

// What an outcome says in several places it says alike.
func TestLawOutcomeHangsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, plan := drawToy(t), drawPlan(t)
		o, err := y.search(t, plan, nil)
		if err != nil {
			return // no settings go together
		}
		if o.Winner >= len(o.Front) || o.Contest.Left[0] != o.Winner || o.Partial || o.Held == nil {
			t.Fatalf("winner %d of %d, left %v, partial %v", o.Winner, len(o.Front), o.Contest.Left, o.Partial)
		}
		seen := map[Point]bool{}
		for _, f := range o.Front {
			for _, p := range append([]Point{f.Point}, f.Alike...) {
				if seen[p] || !p.Inside() || y.nonsense(p) {
					t.Fatalf("point %d stands twice on the front, or should not", p)
				}
				seen[p] = true
			}
			if f.Feasible != o.Feasible {
				t.Fatalf("a point of the front is feasible: %v, the front: %v", f.Feasible, o.Feasible)
			}
			if !slices.Equal(f.Settings, y.Space.Settings(f.Point)) || len(f.Values) != len(y.Objectives) {
				t.Fatalf("%+v", f)
			}
		}
		if size, _ := y.Space.Size(); float64(size) != o.Size || o.Candidates != min(int(size), plan.Candidates) || o.Sampled != (int(size) > plan.Candidates) {
			t.Fatalf("%v points, %d candidates, sampled %v", o.Size, o.Candidates, o.Sampled)
		}
		if len(o.Held.Rivals) != y.Outside || len(o.Sensitivity) != len(y.Space.Axes) || (o.Heat != nil) != (len(y.Space.Axes) > 1) {
			t.Fatalf("%d rivals, %d axes, heat %v", len(o.Held.Rivals), len(o.Sensitivity), o.Heat != nil)
		}
		hold(t, y, o, plan)
	})
}

// hold demands that the lines through the winner show the winner where it is.
func hold(t *rapid.T, y *toy, o *Outcome, plan Plan) {
	labels := 0
	for _, a := range y.Space.Axes {
		labels += len(a.Labels)
	}
	inFull := plan.Affordable/aside/labels >= plan.Replications
	won := o.Front[o.Winner]
	for _, s := range o.Sensitivity {
		for obj := range y.Objectives {
			if len(s.Steps[obj]) != len(y.Space.Axes[s.Axis].Labels) || len(s.Signs[obj]) != len(s.Steps[obj]) {
				t.Fatalf("axis %d has %d values: %+v", s.Axis, len(y.Space.Axes[s.Axis].Labels), s)
			}
			here := s.Steps[obj][won.Settings[s.Axis]]
			if inFull && gocmp.Diff(here, won.Values[obj], cmpopts.EquateNaNs()) != "" {
				t.Fatalf("the winner has %+v, on its line %+v", won.Values[obj], here)
			}
			if sign := s.Signs[obj][won.Settings[s.Axis]]; here.N > 1 && sign != Same {
				t.Fatalf("the winner is %s against itself", sign)
			}
		}
	}
}

// Machines share blocks, and there may be more machines than blocks.
func TestShardsOfManyBlocks(t *testing.T) {
	y := newToy(2, 1, 12, 12, 12)
	y.luck = 4
	plan := Plan{Replications: 4, Affordable: 2000, Most: 4, Held: 2}
	want, err := y.search(t, plan, nil)
	if err != nil || len(want.Rungs) < 2 || len(blocks(want.Candidates)) < 5 {
		t.Fatalf("%v, rungs %v", err, want.Rungs)
	}
	for _, of := range []int{3, 8} {
		log, idle := notes{}, 0
		for i := range of {
			part, mine := plan, y.again()
			part.Shard = Shard{i + 1, of}
			for p := range mine.screened(t, part, nil).Plays() {
				log.Record(p.Point, p.Replication, p.Figures)
			}
			if len(mine.played) == 1 { // the setting in force
				idle++
			}
		}
		if want := max(0, of-len(blocks(want.Candidates))); idle != want {
			t.Errorf("%d of %d machines had nothing to do, want %d", idle, of, want)
		}
		got, err := y.again().search(t, plan, log)
		if d := gocmp.Diff(want, got, cmpopts.EquateNaNs()); err != nil || d != "" {
			t.Errorf("%d shards: %v, -want +got\n%s", of, err, d)
		}
	}
}
