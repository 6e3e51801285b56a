package selftest

import (
	"math/bits"

	"wavetank/chain"
)

// dice draws what a world is made of. Draws are keyed by the world's seed and
// their place, so that a world is the same on any machine.
type dice struct {
	luck chain.Luck
	n    uint64
}

// diceEntity keeps the dice away from what a run draws under the same seed.
const diceEntity = 1 << 41

func newDice(seed uint64) *dice { return &dice{luck: chain.NewLuck(seed).Of(diceEntity)} }

// roll draws one of 0 to k-1.
func (d *dice) roll(k int) int {
	hi, _ := bits.Mul64(d.luck.Draw(d.n), uint64(k))
	d.n++
	return int(hi)
}

// once in k times it is true.
func (d *dice) once(k int) bool { return d.roll(k) == 0 }

// pick draws one of a list.
func pick[T any](d *dice, from []T) T { return from[d.roll(len(from))] }

// shuffle draws an order.
func shuffle[T any](d *dice, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		k := d.roll(i + 1)
		list[i], list[k] = list[k], list[i]
	}
}
