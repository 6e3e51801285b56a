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
			q.clear()
			l := chain.NewLuck(1)
			seq := uint64(0)
			gap := func() chain.Instant { return chain.Instant(l.Draw(seq) >> 34) }
			for range n {
				q.push(event{gap(), seq << slotBits})
				seq++
			}
			b.ResetTimer()
			for range b.N {
				e, _ := q.next()
				q.pop()
				q.push(event{e.at + gap(), seq << slotBits})
				seq++
			}
		})
	}
}

// TestQueueIsSorted holds the ladder against a sorted list: at once and after
// each step, over spacings from one instant for all to hours, with pushes before
// what was popped last as well as after.
func TestQueueIsSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		q.clear()
		var want []event
		seq := uint64(0)
		scale := rapid.SampledFrom([]int64{0, 3, 100, 1e6, 1e12, 1 << 60}).Draw(t, "scale")
		from := rapid.SampledFrom([]int64{0, -1e9, 1e15}).Draw(t, "from")
		pops := rapid.IntRange(1, 9).Draw(t, "pops in ten")
		for range rapid.IntRange(1, 600).Draw(t, "steps") {
			if len(want) > 0 && rapid.IntRange(1, 10).Draw(t, "step") <= pops {
				got, ok := q.next()
				if !ok || got != want[0] {
					t.Fatalf("next is %+v, want %+v", got, want[0])
				}
				q.pop()
				want = want[1:]
				continue
			}
			at := chain.Instant(rapid.Int64Range(from, from+scale).Draw(t, "at"))
			e := event{at, rapid.Uint64Range(0, 2).Draw(t, "class")<<classShift | seq<<slotBits}
			seq++
			q.push(e)
			k := sort.Search(len(want), func(i int) bool { return e.before(want[i]) })
			want = slices.Insert(want, k, e)
		}
		for _, w := range want {
			if got, ok := q.next(); !ok || got != w {
				t.Fatalf("draining: next is %+v, want %+v", got, w)
			}
			q.pop()
		}
		if e, ok := q.next(); ok {
			t.Fatalf("an empty queue has %+v", e)
		}
	})
}

// TestQueueHoldsManyOfOneInstant is what a closed loop of many users begins with.
func TestQueueHoldsManyOfOneInstant(t *testing.T) {
	const n = 200_000
	var q queue
	q.clear()
	for i := range uint64(n) {
		q.push(event{7, i << slotBits})
	}
	for i := range uint64(n) {
		if e, ok := q.next(); !ok || e.key != i<<slotBits {
			t.Fatalf("event %d is %+v", i, e)
		}
		q.pop()
	}
}
