package tune

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestCrowding(t *testing.T) {
	inf := math.Inf(1)
	values := [][]float64{{9, 9}, {0, 10}, {1, 6}, {4, 5}, {10, 0}, {nan, nan}}
	for _, c := range []struct {
		why  string
		of   []int
		want []float64
	}{
		{"none", nil, []float64{}},
		{"one does not differ from itself", []int{2}, []float64{0}},
		{"two are both ends", []int{1, 4}, []float64{inf, inf}},
		// (4-0)/10 + (10-5)/10 and (10-1)/10 + (6-0)/10
		{"between the ends, in any order", []int{4, 3, 1, 2}, []float64{inf, 1.5, inf, 0.9}},
		{"no value, no room", []int{1, 2, 3, 4, 5}, []float64{inf, 0.9, 1.5, inf, 0}},
	} {
		if d := cmp.Diff(c.want, crowding(values, c.of), near); d != "" {
			t.Errorf("%s: -want +got\n%s", c.why, d)
		}
	}
	still := [][]float64{{1, 5}, {2, 5}, {4, 5}}
	if d := cmp.Diff([]float64{inf, 1, inf}, crowding(still, []int{0, 1, 2})); d != "" {
		t.Errorf("an objective that does not differ adds: %s", d)
	}
}

func TestSurvivors(t *testing.T) {
	// Layer 0: 0, 1, 2, 3; layer 1: 4, 5, 6; layer 2: 7.
	values := [][]float64{{0, 10}, {1, 6}, {4, 5}, {10, 0}, {1, 11}, {8, 8}, {11, 1}, {12, 12}}
	none := make([]float64, len(values))
	for _, c := range []struct {
		why       string
		violation []float64
		keep      int
		want      []int
	}{
		{"the first layer stays whole", none, 2, []int{0, 1, 2, 3}},
		{"even if none is to be kept", none, 0, []int{0, 1, 2, 3}},
		{"of the second the ends have most room", none, 6, []int{0, 1, 2, 3, 4, 6}},
		{"a layer that fits whole", none, 7, []int{0, 1, 2, 3, 4, 5, 6}},
		{"all", none, 8, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{"more than there are", none, 99, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{"whoever breaks a rule makes room", []float64{1, 1, 1, 1, 0, 0, 0, 0}, 3, []int{4, 5, 6}},
		{"those that break least fill up", []float64{4, 3, 2, 1, 9, 0, 5, 2}, 3, []int{2, 3, 5}},
		{"ties go by index", []float64{2, 2, 2, 2, 2, 2, 2, 1}, 3, []int{0, 1, 7}},
		{"a violation without value is the worst", []float64{nan, 9, nan, 9, 9, 9, 9, math.Inf(1)}, 6, []int{1, 3, 4, 5, 6, 7}},
		{"nobody keeps the rules, nobody is to be kept", []float64{1, 1, 1, 1, 1, 1, 1, 1}, 0, nil},
	} {
		got := survivors(values, c.violation, c.keep)
		if d := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: -want +got\n%s", c.why, d)
		}
	}
	if got := survivors(nil, nil, 3); len(got) != 0 {
		t.Errorf("of nobody %v", got)
	}
}
