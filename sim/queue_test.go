package sim

import (
	"testing"

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
