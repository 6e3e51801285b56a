package tune

import (
	"context"
	"slices"
	"testing"
)

// found makes a search of a toy.
func found(t testing.TB, y *toy) *Outcome {
	t.Helper()
	s, err := New(y.Problem, Plan{Replications: 6, Most: 12, Held: 4}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Screen(context.Background()); err != nil {
		t.Fatal(err)
	}
	o, err := s.Conclude(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestWinnerKeepsWhatDoesNotMatter: of two axes one moves the figure and the other
// only luck; the winner has the best value of the first and, of the other, the one
// in force: whether points are alike, or luck tells them apart, by scores and by a
// decision.
func TestWinnerKeepsWhatDoesNotMatter(t *testing.T) {
	for _, luck := range []int{0, 3} {
		for _, decided := range []bool{false, true} {
			y := newToy(1, 1, 4, 5)
			y.InForce = []int{0, 3}
			y.value = func(p Point, r, _ int) float64 {
				at := y.Space.Settings(p)
				if at == nil {
					at = y.InForce
				}
				return 1000 - 50*float64(at[0]) + float64(luck)*y.draw(6, uint64(p), uint64(r))
			}
			if decided {
				y.Decide = func(points [][][]float64) (first []int, open bool) {
					best := 1e9
					for _, rows := range points {
						best = min(best, mean(column(rows, 0)))
					}
					for i, rows := range points {
						if mean(column(rows, 0)) <= best+5 {
							first = append(first, i)
						}
					}
					return first, false
				}
			}
			o := found(t, y)
			win := &o.Front[o.Winner]
			if !slices.Equal(win.Settings, []int{3, 3}) || o.Contest.Left[0] != o.Winner {
				t.Errorf("luck %d, by decision %v: the winner is %v of %v", luck, decided, win.Settings, o.Contest.Left)
			}
			for i := range o.Front {
				if i > 0 && o.Front[i].Values[0].Mean < o.Front[i-1].Values[0].Mean {
					t.Errorf("luck %d, by decision %v: the front is not in order at %d", luck, decided, i)
				}
			}
			if want := (How)(Only); decided && o.How != Decided || !decided && o.How != want {
				t.Errorf("by decision %v: %s", decided, o.How)
			}
			if o.Held.Rivals[0].Choice != map[bool]Sign{true: Better}[decided] {
				t.Errorf("by decision %v: held out it is %s", decided, o.Held.Rivals[0].Choice)
			}
		}
	}
}
