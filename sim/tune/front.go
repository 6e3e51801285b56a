package tune

import (
	"encoding/binary"
	"math"
	"slices"
)

// beats reports whether a point is better than another, by its paired interval
// in every objective; both are given as minimised figures by objective, by
// replication. An objective in which no replication differs is no hindrance,
// but one at least must be better.
//
// A figure that does not exist is worse than any: who lacks one that the other
// has does not beat it. Nor does who has the worse mean, if pairs and means should
// disagree because the other lacks some figures.
func beats(a, b [][]float64) bool { return beatsBy(a, b, meansOf(a), meansOf(b)) }

// beatsBy is beats with the means of each.
func beatsBy(a, b [][]float64, meansA, meansB []float64) bool {
	for j := range meansA {
		if compare(meansA[j], meansB[j]) > 0 {
			return false
		}
	}
	better := false
	for j := range a {
		switch held(a[j], b[j]) {
		case Better:
			better = better || compare(meansA[j], meansB[j]) < 0
		case Same:
		default:
			return false
		}
	}
	return better
}

// held is what the figures of one objective show of a against b: Better, Same if
// they do not differ where both exist and a lacks none, or Unclear for all else. It runs for millions of pairs, so it looks at sums
// before anything that costs more.
func held(a, b []float64) Sign {
	n, alone, sum, differ := 0, 0, 0.0, false
	for r := range min(len(a), len(b)) {
		switch x, y := exists(a[r]), exists(b[r]); {
		case x && y:
			n++
			sum += a[r] - b[r]
			differ = differ || a[r] != b[r]
		case y:
			return Unclear
		case x:
			alone++
		}
	}
	switch {
	case n == 0 && alone > 1:
		return Better
	case !differ:
		return Same
	case n > 1 && sum < 0 && below(a, b, sum/float64(n), n):
		return Better
	}
	return Unclear
}

// below reports whether the interval of n differences with that mean, which is
// below zero, lies wholly below zero.
func below(a, b []float64, mean float64, n int) bool {
	squares := 0.0
	for r := range min(len(a), len(b)) {
		if exists(a[r]) && exists(b[r]) {
			d := a[r] - b[r] - mean
			squares += float64(d * d)
		}
	}
	return mean+float64(StudentT(n-1)*math.Sqrt(squares/float64(n-1)/float64(n))) < 0
}

// meansOf are the means of the figures that exist, NaN where none does.
func meansOf(figures [][]float64) []float64 {
	out := make([]float64, len(figures))
	for j := range figures {
		out[j] = momentsOf(figures[j]).mean
	}
	return out
}

// frontOf finds the points, given as minimised figures by objective, by
// replication, that nobody beats, as rising indices. By member, it also says
// whether no point's means dominate its own. All points of which that is true
// are members, since who beats a point has the better means.
//
// Beating is not transitive, so the beaten are held against the others as well;
// but those with good means are tried first, and one that beats is enough.
func frontOf(values [][][]float64) (members []int, estimated []bool) {
	means := make([][]float64, len(values))
	for i := range values {
		means[i] = meansOf(values[i])
	}
	likely := byRankSum(means)
	for i, layer := range layers(means) {
		beaten := layer > 0 && slices.ContainsFunc(likely, func(l int) bool {
			return beatsBy(values[l], values[i], means[l], means[i])
		})
		if !beaten {
			members, estimated = append(members, i), append(estimated, layer == 0)
		}
	}
	return members, estimated
}

// byRankSum orders points by the sum of their ranks, the best all-rounder first.
func byRankSum(means [][]float64) []int {
	sums := make([]int, len(means))
	for i, ranks := range ranksOf(means) {
		for _, r := range ranks {
			sums[i] += int(r)
		}
	}
	order := make([]int, len(means))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return sums[a] - sums[b] })
	return order
}

// alike is by point the lowest index of one that has exactly its figures, in
// every objective and replication.
func alike(values [][][]float64) (first []int) {
	first = make([]int, len(values))
	seen := map[string]int{}
	var key []byte
	for i := range values {
		key = key[:0]
		for _, figures := range values[i] {
			key = binary.LittleEndian.AppendUint64(key, uint64(len(figures)))
			for _, v := range figures {
				key = binary.LittleEndian.AppendUint64(key, bitsOf(v))
			}
		}
		if at, ok := seen[string(key)]; ok {
			first[i] = at
			continue
		}
		first[i], seen[string(key)] = i, i
	}
	return first
}

// bitsOf is the same for equal figures, and for all that do not exist.
func bitsOf(v float64) uint64 {
	switch {
	case math.IsNaN(v):
		return math.Float64bits(math.NaN())
	case v == 0: // of either sign
		return 0
	}
	return math.Float64bits(v)
}
