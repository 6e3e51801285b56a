package tune

import (
	"cmp"
	"math"
	"slices"
)

// survivors are the points that go on, as rising indices: first those without
// violation, layer by layer of their minimised means, then those with the least
// of it. The layer that does not fit whole gives its least crowded points. The
// whole first layer without violation always goes on, even if that is more than
// were to be kept, so that the halving never thins out the front.
func survivors(values [][]float64, violation []float64, keep int) []int {
	var kept, others []int
	for i := range values {
		if violation[i] <= 0 {
			kept = append(kept, i)
		} else {
			others = append(others, i)
		}
	}
	if len(kept) > keep {
		kept = bestLayers(values, kept, keep)
	} else {
		slices.SortStableFunc(others, func(a, b int) int { return compare(violation[a], violation[b]) })
		kept = append(kept, others[:min(len(others), max(0, keep-len(kept)))]...)
	}
	slices.Sort(kept)
	return kept
}

// bestLayers are as many of the points as are to be kept, or the whole first layer.
func bestLayers(values [][]float64, of []int, keep int) (kept []int) {
	rows := make([][]float64, len(of))
	for i, p := range of {
		rows[i] = values[p]
	}
	byLayer := [][]int{}
	for i, l := range layers(rows) {
		for len(byLayer) <= l {
			byLayer = append(byLayer, nil)
		}
		byLayer[l] = append(byLayer[l], of[i])
	}
	for n, members := range byLayer {
		if room := keep - len(kept); n > 0 && len(members) > room {
			return append(kept, leastCrowded(values, members, max(0, room))...)
		}
		kept = append(kept, members...)
	}
	return kept
}

// leastCrowded are the n points of a layer that have the most room; ties go by index.
func leastCrowded(values [][]float64, of []int, n int) []int {
	room := crowding(values, of)
	order := make([]int, len(of))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(room[b], room[a]) })
	out := make([]int, n)
	for i := range out {
		out[i] = of[order[i]]
	}
	return out
}

// crowding is the room that each of a layer's points has among the others, by
// the order of the layer: the crowding distance of NSGA-II (Deb et al. 2002), the
// sum over the objectives of how far its two neighbours lie apart against the
// layer's width, and infinite at an end. A figure that does not exist, or does
// not differ in the layer, adds nothing.
func crowding(values [][]float64, of []int) []float64 {
	out := make([]float64, len(of))
	if len(of) == 0 {
		return out
	}
	for j := range values[of[0]] {
		order := make([]int, 0, len(of))
		for i, p := range of {
			if exists(values[p][j]) {
				order = append(order, i)
			}
		}
		// Ties in this objective go by the others, so that the order of the rows
		// matters to equal points only.
		slices.SortStableFunc(order, func(a, b int) int {
			x, y := values[of[a]], values[of[b]]
			return cmp.Or(compare(x[j], y[j]), slices.CompareFunc(x, y, compare))
		})
		addRoom(out, order, func(i int) float64 { return values[of[i]][j] })
	}
	return out
}

// addRoom adds one objective's room, given its order and figures.
func addRoom(out []float64, order []int, at func(int) float64) {
	if len(order) == 0 {
		return
	}
	last := len(order) - 1
	width := at(order[last]) - at(order[0])
	if width == 0 {
		return
	}
	out[order[0]], out[order[last]] = math.Inf(1), math.Inf(1)
	for n := 1; n < last; n++ {
		out[order[n]] += (at(order[n+1]) - at(order[n-1])) / width
	}
}
