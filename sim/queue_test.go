package sim

import (
	"slices"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"wavetank/chain"
)

// BenchmarkHold is the classic hold model: one pop and one push at a steady
// number of pending events, exponential increments. It is the yardstick for
// BenchmarkModel on a noisy machine.
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(map[int]string{100: "100", 10_000: "10k"}[n], func(b *testing.B) {
			var q queue
			l := chain.NewLuck(1)
			seq := uint64(0)
			gap := func() chain.Instant { return chain.Instant(l.Draw(seq) >> 34) }
			for range n {
				q.push(event{gap(), seq << slotBits})
				seq++
			}
			b.ResetTimer()
			for range b.N {
				e := q.pop()
				q.push(event{e.at + gap(), seq << slotBits})
				seq++
			}
		})
	}
}

func TestQueueIsSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var want []event
		seq := uint64(0)
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			if len(want) > 0 && rapid.Bool().Draw(t, "pop") {
				if got := q.pop(); got != want[0] {
					t.Fatalf("popped %+v, want %+v", got, want[0])
				}
				want = want[1:]
				continue
			}
			e := event{chain.Instant(rapid.Int64Range(-3, 3).Draw(t, "at")),
				rapid.Uint64Range(0, 2).Draw(t, "class")<<classShift | seq<<slotBits}
			seq++
			q.push(e)
			k := sort.Search(len(want), func(i int) bool { return e.before(want[i]) })
			want = slices.Insert(want, k, e)
		}
	})
}
