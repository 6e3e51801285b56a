package tune

import "slices"

// halving is by how much each rung has fewer points and more replications than
// the one before.
const halving = 4

// schedule returns the replications of each rung, rising to the most, for so many
// candidates: as few rungs as let the first one cost no more than is affordable,
// or one replication of each.
func schedule(candidates, most, affordable int) []int {
	out := []int{most}
	for r := most; candidates*r > max(candidates, affordable) && r > 1; {
		r = max(1, r/halving)
		out = append(out, r)
	}
	slices.Reverse(out)
	return out
}

// A block holds its own halving, so that machines need not talk to each other:
// it has the same points however many there are.
const (
	blockSize  = 256 // points, about: enough for layers to mean something
	mostBlocks = 256 // and so the most machines that a halved search can keep busy
)

// blocks deals candidates out, by place. Neighbours in a space are alike, so
// they are shuffled first.
func blocks(candidates int) [][]int {
	n := min(max(candidates/blockSize, 1), mostBlocks)
	order := make([]int, candidates)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if mix(uint64(a)) < mix(uint64(b)) {
			return -1
		}
		return 1
	})
	out := make([][]int, n)
	for i, at := range order {
		out[i%n] = append(out[i%n], at)
	}
	for _, b := range out {
		slices.Sort(b)
	}
	return out
}

// mix is SplitMix64's finalizer (Steele, Lea and Flood 2014): a bijection, so that no
// two places have the same rank.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// share returns the blocks that a shard plays: those of its number, dealt out in
// turn. Where nobody is halved away each candidate is a block of its own.
func (s Shard) share(candidates int, halved bool) [][]int {
	var all [][]int
	if halved {
		all = blocks(candidates)
	} else {
		for i := range candidates {
			all = append(all, []int{i})
		}
	}
	if s.Of <= 1 {
		return all
	}
	var mine [][]int
	for i, b := range all {
		if i%s.Of == s.Index-1 {
			mine = append(mine, b)
		}
	}
	return mine
}
