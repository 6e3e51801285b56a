package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"
)

// axis is a plot's axis for figures of one unit, between ends that need not
// be round. It is logarithmic where the figures span much.
type axis struct {
	unit      Unit
	low, high float64
	log       bool
	signed    bool // of differences
}

// What decides how an axis looks; all chosen.
const (
	logSpan   = 10   // the largest figure by the least, from which on the scale is logarithmic
	leastCore = 0.35 // of the axis, that those keep whom it is about; who lies too far off stands at its edge
	axisRoom  = 0.07 // of what is shown, left free at both ends
)

// newAxis makes an axis that holds all of core with the ends of its
// intervals, and of the others whoever leaves the core its room.
func newAxis(u Unit, core, ends, others []float64) axis {
	core, ends, others = finite(core), finite(ends), finite(others)
	if len(core) == 0 {
		core, others = others, nil
	}
	if len(core) == 0 {
		return axis{unit: u, high: 1}
	}
	a := newScale(u, core, others)
	others = a.near(append(a.trimmed(core, ends), core...), others)
	a = newScale(u, core, others) // without those far off it may not need to be logarithmic
	core = append(a.trimmed(core, ends), core...)
	all := append(slices.Clone(core), a.near(core, others)...)
	from, to := a.scale(slices.Min(all)), a.scale(slices.Max(all))
	room := axisRoom * (to - from)
	switch {
	case room > 0:
	case a.log || from == 0:
		room = 1
	default:
		room = math.Abs(from) / 10
	}
	a.low, a.high = a.unscale(from-room), a.unscale(to+room)
	return *a
}

// newScale is an axis without ends.
func newScale(u Unit, core, others []float64) *axis {
	all := append(slices.Clone(core), others...)
	least, most := slices.Min(all), slices.Max(all)
	return &axis{unit: u, log: least > 0 && most >= logSpan*least}
}

// trimmed are the ends of intervals that are drawn in full: no figure whose like
// are none is below zero, and a log scale is not for what lies near it.
func (a *axis) trimmed(core, ends []float64) []float64 {
	const deepest = 4 // how many times smaller than the least
	least, floor := slices.Min(core), math.Inf(-1)
	switch {
	case a.log:
		floor = least / deepest
	case least >= 0:
		floor = 0
	}
	out := make([]float64, len(ends))
	for i, v := range ends {
		out[i] = max(v, floor)
	}
	return out
}

// near are those of the others that leave the core its room, the nearest first.
func (a *axis) near(core, others []float64) (out []float64) {
	from, to := a.scale(slices.Min(core)), a.scale(slices.Max(core))
	width := to - from
	off := func(v float64) float64 { return max(from-a.scale(v), a.scale(v)-to) }
	all := slices.Clone(others)
	slices.SortStableFunc(all, func(x, y float64) int { return cmp.Compare(off(x), off(y)) })
	low, high := from, to
	for _, v := range all {
		l, h := min(low, a.scale(v)), max(high, a.scale(v))
		if width < leastCore*(h-l) {
			continue
		}
		low, high, out = l, h, append(out, v)
	}
	return out
}

func finite(all []float64) (out []float64) {
	for _, v := range all {
		if !bad(v) {
			out = append(out, v)
		}
	}
	return out
}

func (a *axis) scale(v float64) float64 {
	if a.log {
		return math.Log(max(v, math.SmallestNonzeroFloat64))
	}
	return v
}

func (a *axis) unscale(s float64) float64 {
	if a.log {
		return math.Exp(s)
	}
	return s
}

// share is how far along the axis a value lies, 0 to 1; who lies beyond an end
// stands there.
func (a *axis) share(v float64) float64 {
	if a.log && v <= 0 {
		return 0
	}
	s := (a.scale(v) - a.scale(a.low)) / (a.scale(a.high) - a.scale(a.low))
	return min(max(s, 0), 1)
}

// value is what stands at a share of the axis.
func (a *axis) value(share float64) float64 {
	from, to := a.scale(a.low), a.scale(a.high)
	return a.unscale(from + share*(to-from))
}

// y is where a value stands, as a share of the height from the top.
func (a *axis) y(v float64) float64 { return 1 - a.share(v) }

// beyond says at which end a value lies off the axis: -1, 1, and 0 where it does
// not.
func (a *axis) beyond(v float64) int {
	switch {
	case v < a.low:
		return -1
	case v > a.high:
		return 1
	}
	return 0
}

// tick labels a value.
func (a *axis) tick(v float64, label string) tick {
	return tick{At: place(a.share(v), 2), Label: label}
}

// ticks label some round values on the axis, about as many as asked for.
func (a *axis) ticks(n int) (out []tick) {
	if a.log {
		out = a.logTicks()
	}
	if len(out) >= 3 {
		return out
	}
	return a.linearTicks(n)
}

// linearTicks lie at equal distances. Where figures are none below zero, nor
// shares above one, there is no tick either.
func (a *axis) linearTicks(n int) (out []tick) {
	step := roundStep((a.high - a.low) / float64(max(n, 1)))
	if a.unit == Seconds && a.high > 60 && step > 10 {
		for _, s := range slices.Backward(clockSteps[secondSteps:]) {
			if s.Seconds()*float64(n) >= a.high-a.low {
				step = s.Seconds()
			}
		}
	}
	for k := math.Ceil(a.low / step); k*step <= a.high && len(out) < 100; k++ {
		switch v := k * step; {
		case a.signed:
			out = append(out, a.tick(v, sign(math.Round(k))+points(a.unit, a.unit.tick(math.Abs(v), step))))
		case v < -step/2 && a.high > 0, a.unit == Rate && v > 1.0001:
		default:
			out = append(out, a.tick(v, a.unit.tick(v, step)))
		}
	}
	return out
}

// roundStep is the next of 1, 2, 5, 10 and so on.
func roundStep(v float64) float64 {
	if !(v > 0) || bad(v) {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*ten >= v*0.9999 {
			return m * ten
		}
	}
	return 10 * ten
}

// logTicks are 1, 2, 5 and 10 of a power of ten, from a minute on those of clocks.
func (a *axis) logTicks() (out []tick) {
	add := func(v float64) {
		if v >= a.low && v <= a.high {
			out = append(out, a.tick(v, a.unit.tick(v, v)))
		}
	}
	for k := math.Floor(math.Log10(a.low)); k <= math.Log10(a.high); k++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, k); a.unit != Seconds || v < 60 {
				add(v)
			}
		}
	}
	if a.unit == Seconds {
		for _, s := range clockSteps[minuteSteps:] {
			add(s.Seconds())
		}
	}
	return out
}

// tick writes a round value of an axis whose values are that far apart.
func (u Unit) tick(v, step float64) string {
	switch {
	case math.Abs(v) > 1e12:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case u == Rate:
		return tickNumber(v*100, step*100) + " %"
	case u == Seconds && v == 0:
		return "0"
	case u == Seconds && math.Abs(v) >= 60:
		return span(time.Duration(math.Round(v)) * time.Second)
	case u == Seconds && math.Abs(v) < 0.0995:
		return tickNumber(v*1000, step*1000) + " ms"
	case u == Seconds:
		return tickNumber(v, step) + " s"
	case u == Dollars && v < 0:
		return "-$" + tickNumber(-v, step)
	case u == Dollars:
		return "$" + tickNumber(v, step)
	}
	return tickNumber(v, step)
}

// tickNumber writes a number to the digit of its step.
func tickNumber(v, step float64) string {
	decimals := 0
	if step > 0 {
		decimals = min(max(0, int(math.Ceil(-math.Log10(step)-1e-9))), 9)
	}
	return fixed(v+0, decimals)
}
