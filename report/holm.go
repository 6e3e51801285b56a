package report

import (
	"cmp"
	"math"
	"slices"
)

// holm adjusts the p values of one family for their number (Holm 1979): the
// smallest is multiplied by how many there are, the next by one less, and none
// falls below one before it. A difference is shown at level alpha where its
// adjusted value is at most alpha; the chance that any of those shown is none is
// then at most alpha, however they depend on each other. Values that do not
// exist stay so, and count for nothing.
func holm(p []float64) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	least := 0.0
	for rank, i := range order {
		least = min(1, max(least, float64(len(order)-rank)*p[i]))
		out[i] = least
	}
	return out
}
