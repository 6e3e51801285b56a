package foreign

import "slices"

// maxDiffer bounds the work of a comparison: beyond it, what lies between the
// first and the last difference is taken for different as a whole.
const maxDiffer = 1000

// common returns the places at which two sequences, of n and m parts, are alike:
// pairs that rise in both, as many as there can be. It is Myers' greedy search
// (1986), whose cost is the length times the number of differences.
func common(n, m int, same func(i, j int) bool) (pairs [][2]int) {
	head, tail := 0, 0
	for head < min(n, m) && same(head, head) {
		pairs = append(pairs, [2]int{head, head})
		head++
	}
	for tail < min(n, m)-head && same(n-1-tail, m-1-tail) {
		tail++
	}
	for _, p := range middle(n-head-tail, m-head-tail, func(i, j int) bool { return same(head+i, head+j) }) {
		pairs = append(pairs, [2]int{head + p[0], head + p[1]})
	}
	for k := tail; k > 0; k-- {
		pairs = append(pairs, [2]int{n - k, m - k})
	}
	return pairs
}

// middle is common without what is alike at both ends.
func middle(n, m int, same func(i, j int) bool) [][2]int {
	most := min(n+m, maxDiffer)
	if n == 0 || m == 0 {
		return nil
	}
	reach := make([]int, 2*most+2) // by diagonal i-j, counted from most: the farthest i
	var trace [][]int
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			i := begin(reach, most, d, k)
			for i < n && i-k < m && same(i, i-k) {
				i++
			}
			reach[most+k] = i
			if i >= n && i-k >= m {
				return backwards(trace, n, m)
			}
		}
		trace = append(trace, slices.Clone(reach[most-d:most+d+1]))
	}
	return nil
}

// begin is where the search on diagonal k begins in round d, given where its
// neighbours ended in the round before.
func begin(reach []int, zero, d, k int) int {
	switch {
	case d == 0:
		return 0
	case k == -d || k != d && reach[zero+k-1] < reach[zero+k+1]:
		return reach[zero+k+1]
	}
	return reach[zero+k-1] + 1
}

// backwards walks from the ends to the beginnings, round by round, along what is
// alike.
func backwards(trace [][]int, i, j int) (pairs [][2]int) {
	alike := func(to int) {
		for ; i > to; i, j = i-1, j-1 {
			pairs = append(pairs, [2]int{i - 1, j - 1})
		}
	}
	for d := len(trace); d > 0; d-- {
		k, last, zero := i-j, trace[d-1], d-1
		from, step := k-1, 1
		if k == -d || k != d && last[zero+k-1] < last[zero+k+1] {
			from, step = k+1, 0
		}
		alike(last[zero+from] + step)
		i = last[zero+from]
		j = i - from
	}
	alike(0)
	slices.Reverse(pairs)
	return pairs
}
