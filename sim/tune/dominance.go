package tune

import (
	"cmp"
	"math"
	"slices"
)

// layers gives each point, a row of minimised means, its layer: 0 for those that
// no other dominates, 1 for those that no other dominates once layer 0 is gone,
// and so on. A point dominates another if it is nowhere worse and somewhere
// better; equal points share a layer.
//
// It is the efficient non-dominated sort of Zhang et al. (2015): in
// lexicographic order a point can only be dominated by those before it, and who
// is dominated by one of a layer is so by one of each layer above, so a binary
// search finds the place.
func layers(values [][]float64) []int {
	ranks := ranksOf(values)
	order := lexicographic(ranks)
	out := make([]int, len(values))
	var found []layer
	for n, p := range order {
		if n > 0 && slices.Equal(ranks[p], ranks[order[n-1]]) {
			out[p] = out[order[n-1]]
			continue
		}
		at := searchLayers(found, ranks[p])
		if at == len(found) {
			found = append(found, newLayer(len(ranks[p])))
		}
		found[at].add(ranks[p])
		out[p] = at
	}
	return out
}

// searchLayers is the first layer of which nobody dominates a point.
func searchLayers(found []layer, rank []int32) int {
	low, high := 0, len(found)
	for low < high {
		if middle := (low + high) / 2; found[middle].dominates(rank) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// layer is what must be remembered of a layer's points to tell whether one of
// them dominates a point that comes later in lexicographic order and equals none.
type layer interface {
	dominates(rank []int32) bool
	add(rank []int32)
}

func newLayer(objectives int) layer {
	if objectives <= 3 {
		return &stairs{}
	}
	return &heap{others: objectives - 1}
}

// stairs are a layer of up to three objectives. The order takes care of the
// first; of the other two only the points count that have the least third one
// among those with no greater second one. From step to step the second rises
// and the third falls.
type stairs struct{ steps [][2]int32 }

// stepOf is a point's place on stairs; objectives that are not there count 0.
func stepOf(rank []int32) (step [2]int32) {
	if len(rank) > 1 {
		copy(step[:], rank[1:])
	}
	return step
}

func bySecond(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) }

func (s *stairs) dominates(rank []int32) bool {
	step := stepOf(rank)
	at, found := slices.BinarySearchFunc(s.steps, step, bySecond)
	if !found {
		at--
	}
	return at >= 0 && s.steps[at][1] <= step[1]
}

func (s *stairs) add(rank []int32) {
	step := stepOf(rank)
	from, _ := slices.BinarySearchFunc(s.steps, step, bySecond)
	to := from
	for to < len(s.steps) && s.steps[to][1] >= step[1] {
		to++
	}
	s.steps = slices.Replace(s.steps, from, to, step)
}

// heap is a layer of more objectives: all its points, asked one after another,
// the newest first, which is the likeliest to be near. They lie in a row without
// their first rank, which the order takes care of.
type heap struct {
	others int
	ranks  []int32
}

func (h *heap) dominates(rank []int32) bool {
	rank = rank[1:]
	for from := len(h.ranks) - h.others; from >= 0; from -= h.others {
		if nowhereWorse(h.ranks[from:from+h.others], rank) {
			return true
		}
	}
	return false
}

func (h *heap) add(rank []int32) { h.ranks = append(h.ranks, rank[1:]...) }

func nowhereWorse(a, b []int32) bool {
	for i, r := range a {
		if r > b[i] {
			return false
		}
	}
	return true
}

// ranksOf gives each value its rank among those of its objective, equal ones the
// same. What does not exist comes last.
func ranksOf(values [][]float64) [][]int32 {
	if len(values) == 0 {
		return nil
	}
	objectives := len(values[0])
	flat := make([]int32, len(values)*objectives)
	out := make([][]int32, len(values))
	for i := range out {
		out[i] = flat[i*objectives : (i+1)*objectives : (i+1)*objectives]
	}
	order := make([]int, len(values))
	for j := range objectives {
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return compare(values[a][j], values[b][j]) })
		rank := int32(0)
		for n, p := range order {
			if n > 0 && compare(values[order[n-1]][j], values[p][j]) != 0 {
				rank++
			}
			out[p][j] = rank
		}
	}
	return out
}

// compare orders minimised figures, the best first: NaN comes last.
func compare(a, b float64) int {
	if x, y := math.IsNaN(a), math.IsNaN(b); x || y {
		switch {
		case x && y:
			return 0
		case x:
			return 1
		}
		return -1
	}
	return cmp.Compare(a, b)
}

// lexicographic orders points by their ranks, equal ones by index.
func lexicographic(ranks [][]int32) []int {
	order := make([]int, len(ranks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(slices.Compare(ranks[a], ranks[b]), cmp.Compare(a, b))
	})
	return order
}
