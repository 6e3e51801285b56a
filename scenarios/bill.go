package scenarios

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// What a scenario will cost is reckoned before it is compiled, over the whole
// document, and refused beyond a budget. There are three purses: what keeps the
// machine busy without a look at an interrupt, what one seed takes to play, and what
// lies in memory at one time. Figures are about;
// what was played is held against them in a test.
type purse uint8

const (
	blocking purse = iota // nanoseconds that an interrupt may have to wait for
	playing               // nanoseconds of one core, for every strategy under one seed
	keeping               // bytes
	numPurses
)

// The budgets: a file of strangers must neither fill a machine nor hold it. Every
// scenario of the library takes less than a hundredth of each, 100 requests a second
// for a day a tenth. --max-work multiplies them.
var budgets = [numPurses]float64{2e9, 300e9, 1e9}

// charge is a part of a cost, and where in the document it comes from.
type charge struct {
	purse  purse
	amount float64
	path   string // of the document; "" is the root
	what   string // as "80 gamma laws"
	hint   string // what makes it less
}

// bill is what a scenario costs.
type bill []charge

func (b *bill) add(c charge) {
	if c.amount > 0 {
		*b = append(*b, c)
	}
}

// total sums up a purse.
func (b bill) total(p purse) (sum float64) {
	for _, c := range b {
		if c.purse == p {
			sum += c.amount
		}
	}
	return sum
}

// largest is the largest charge of a purse; charges with the same words at the same
// place count together.
func (b bill) largest(p purse) (out charge) {
	type place struct{ path, what string }
	sums := map[place]float64{}
	for _, c := range b {
		if c.purse != p {
			continue
		}
		at := place{c.path, c.what}
		if sums[at] += c.amount; sums[at] > out.amount {
			out = c
			out.amount = sums[at]
		}
	}
	return out
}

// refusal says in one line that a bill is too high, "" where it is not, and which
// charge is to blame: of the purse that is farthest over its budget, so that the factor
// which it names is enough.
func (b bill) refusal(factor float64) (text, hint string, most charge) {
	worst := factor
	for p, budget := range budgets {
		sum := b.total(purse(p))
		if sum <= budget*worst {
			continue
		}
		worst = sum / budget
		most = b.largest(purse(p))
		part := "most"
		if most.amount < sum/2 {
			part = "the largest part"
		}
		text = fmt.Sprintf("%s, more than the %s that a scenario may, %s of it for %s",
			purse(p).spell(sum, true), purse(p).spell(budget*factor, false), part, most.what)
		hint = fmt.Sprintf("%s, or allow it with --max-work %s", most.hint, upTo(worst))
	}
	return text, hint, most
}

// spell writes an amount of a purse.
func (p purse) spell(v float64, sentence bool) string {
	if p == keeping {
		text := bytesText(v)
		if sentence {
			return "this would keep about " + text + " in memory"
		}
		return text
	}
	text := timeText(v)
	switch {
	case !sentence:
		return text
	case p == blocking:
		return "this would take about " + text + " that nothing could interrupt"
	}
	return "one seed would take about " + text
}

// upTo is a number with one digit that is no smaller.
func upTo(v float64) string {
	if math.IsInf(v, 0) || v > 1e15 {
		return "1e15"
	}
	step := math.Pow(10, math.Floor(math.Log10(v)))
	return strconv.FormatFloat(math.Ceil(v/step)*step, 'f', -1, 64)
}

func bytesText(v float64) string {
	switch {
	case v < 1e9:
		return strconv.FormatFloat(math.Ceil(v/1e6), 'f', -1, 64) + " MB"
	case v < 1e13:
		return strconv.FormatFloat(v/1e9, 'g', 3, 64) + " GB"
	}
	return strconv.FormatFloat(v/1e9, 'g', 1, 64) + " GB"
}

func timeText(v float64) string {
	const year = 365 * 24 * float64(time.Hour)
	switch d := time.Duration(v); {
	case v > year:
		return strconv.FormatFloat(v/year, 'g', 2, 64) + " years"
	case d >= 10*time.Minute:
		return spelt(d.Round(time.Minute))
	case d >= 10*time.Second:
		return spelt(d.Round(time.Second))
	}
	return spelt(time.Duration(v).Round(10 * time.Millisecond))
}
