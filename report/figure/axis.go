package figure

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"wavetank/report/measure"
	"wavetank/report/words"
)

// Axis is a plot's axis for figures of one unit, between ends that need not
// be round. It is logarithmic where the figures span much.
type Axis struct {
	Unit      measure.Unit
	Low, High float64
	Log       bool
	signed    bool // of differences
}

// What decides how an axis looks; all chosen.
const (
	logSpan   = 10   // the largest figure by the least, from which on the scale is logarithmic
	leastCore = 0.35 // of the axis, that those keep whom it is about; who lies too far off stands at its edge
	AxisRoom  = 0.07 // of what is shown, left free at both ends
)

// NewAxis makes an axis that holds all of core with the ends of its
// intervals, and of the others whoever leaves the core its room.
func NewAxis(u measure.Unit, core, ends, others []float64) Axis {
	core, ends, others = finite(core), finite(ends), finite(others)
	if len(core) == 0 {
		core, others = others, nil
	}
	if len(core) == 0 {
		return Axis{Unit: u, High: 1}
	}
	a := newScale(u, core, others)
	others = a.near(append(a.trimmed(core, ends), core...), others)
	a = newScale(u, core, others) // without those far off it may not need to be logarithmic
	core = append(a.trimmed(core, ends), core...)
	all := append(slices.Clone(core), a.near(core, others)...)
	from, to := a.Scale(slices.Min(all)), a.Scale(slices.Max(all))
	room := AxisRoom * (to - from)
	switch {
	case room > 0:
	case a.Log || from == 0:
		room = 1
	default:
		room = math.Abs(from) / 10
	}
	a.Low, a.High = a.Unscale(from-room), a.Unscale(to+room)
	return *a
}

// newScale is an axis without ends.
func newScale(u measure.Unit, core, others []float64) *Axis {
	all := append(slices.Clone(core), others...)
	least, most := slices.Min(all), slices.Max(all)
	return &Axis{Unit: u, Log: least > 0 && most >= logSpan*least}
}

// trimmed are the ends of intervals that are drawn in full: no figure whose like
// are none is below zero, and a log scale is not for what lies near it.
func (a *Axis) trimmed(core, ends []float64) []float64 {
	const deepest = 4 // how many times smaller than the least
	least, floor := slices.Min(core), math.Inf(-1)
	switch {
	case a.Log:
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
func (a *Axis) near(core, others []float64) (out []float64) {
	from, to := a.Scale(slices.Min(core)), a.Scale(slices.Max(core))
	width := to - from
	off := func(v float64) float64 { return max(from-a.Scale(v), a.Scale(v)-to) }
	all := slices.Clone(others)
	slices.SortStableFunc(all, func(x, y float64) int { return cmp.Compare(off(x), off(y)) })
	low, high := from, to
	for _, v := range all {
		l, h := min(low, a.Scale(v)), max(high, a.Scale(v))
		if width < leastCore*(h-l) {
			continue
		}
		low, high, out = l, h, append(out, v)
	}
	return out
}

func finite(all []float64) (out []float64) {
	for _, v := range all {
		if !measure.Bad(v) {
			out = append(out, v)
		}
	}
	return out
}

// Scale is a value on the axis, before it is spread over a length.
func (a *Axis) Scale(v float64) float64 {
	if a.Log {
		return math.Log(max(v, math.SmallestNonzeroFloat64))
	}
	return v
}

// Unscale is the value at a place of Scale.
func (a *Axis) Unscale(s float64) float64 {
	if a.Log {
		return math.Exp(s)
	}
	return s
}

// Share is how far along the axis a value lies, 0 to 1; who lies beyond an end
// stands there.
func (a *Axis) Share(v float64) float64 {
	if a.Log && v <= 0 {
		return 0
	}
	s := (a.Scale(v) - a.Scale(a.Low)) / (a.Scale(a.High) - a.Scale(a.Low))
	return min(max(s, 0), 1)
}

// value is what stands at a share of the axis.
func (a *Axis) value(share float64) float64 {
	from, to := a.Scale(a.Low), a.Scale(a.High)
	return a.Unscale(from + float64(share*(to-from)))
}

// Y is where a value stands, as a share of the height from the top.
func (a *Axis) Y(v float64) float64 { return 1 - a.Share(v) }

// Beyond says at which end a value lies off the axis: -1, 1, and 0 where it does
// not.
func (a *Axis) Beyond(v float64) int {
	switch {
	case v < a.Low:
		return -1
	case v > a.High:
		return 1
	}
	return 0
}

// tick labels a value.
func (a *Axis) tick(v float64, label string) Tick {
	return Tick{At: Place(a.Share(v), 2), Label: label}
}

// Ticks label some round values on the axis, about as many as asked for.
func (a *Axis) Ticks(n int) (out []Tick) {
	if a.Log {
		out = a.logTicks()
	}
	if len(out) >= 3 {
		return out
	}
	return a.linearTicks(n)
}

// linearTicks lie at equal distances. Where figures are none below zero, nor
// shares above one, there is no tick either.
func (a *Axis) linearTicks(n int) (out []Tick) {
	step := roundStep((a.High - a.Low) / float64(max(n, 1)))
	if a.Unit == measure.Seconds && a.High > 60 && step > 10 {
		for _, s := range slices.Backward(clockSteps[secondSteps:]) {
			if s.Seconds()*float64(n) >= a.High-a.Low {
				step = s.Seconds()
			}
		}
	}
	for k := math.Ceil(a.Low / step); k*step <= a.High && len(out) < 100; k++ {
		switch v := k * step; {
		case a.signed:
			out = append(out, a.tick(v, words.Sign(math.Round(k))+words.Points(a.Unit, unitTick(a.Unit, math.Abs(v), step))))
		case v < -step/2 && a.High > 0, a.Unit == measure.Rate && v > 1.0001:
		default:
			out = append(out, a.tick(v, unitTick(a.Unit, v, step)))
		}
	}
	return out
}

// roundStep is the next of 1, 2, 5, 10 and so on.
func roundStep(v float64) float64 {
	if !(v > 0) || measure.Bad(v) {
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
func (a *Axis) logTicks() (out []Tick) {
	add := func(v float64) {
		if v >= a.Low && v <= a.High {
			out = append(out, a.tick(v, unitTick(a.Unit, v, v)))
		}
	}
	for k := math.Floor(math.Log10(a.Low)); k <= math.Log10(a.High); k++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, k); a.Unit != measure.Seconds || v < 60 {
				add(v)
			}
		}
	}
	if a.Unit == measure.Seconds {
		for _, s := range clockSteps[minuteSteps:] {
			add(s.Seconds())
		}
	}
	return out
}

// unitTick writes a round value of an axis whose values are that far apart.
func unitTick(u measure.Unit, v, step float64) string {
	switch {
	case math.Abs(v) > 1e12:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case u == measure.Rate:
		return tickNumber(v*100, step*100) + " %"
	case u == measure.Seconds && v == 0:
		return "0"
	case u == measure.Seconds && math.Abs(v) >= 60:
		return measure.Span(time.Duration(math.Round(v)) * time.Second)
	case u == measure.Seconds && math.Abs(v) < 0.0995:
		return tickNumber(v*1000, step*1000) + " ms"
	case u == measure.Seconds:
		return tickNumber(v, step) + " s"
	case u == measure.Dollars && v < 0:
		return "-$" + tickNumber(-v, step)
	case u == measure.Dollars:
		return "$" + tickNumber(v, step)
	}
	return tickNumber(v, step)
}

// tickNumber writes a number to the digit of its step.
func tickNumber(v, step float64) string {
	decimals := 0
	if step > 0 {
		decimals = min(max(0, int(math.Ceil(-float64(math.Log10(step))-1e-9))), 9)
	}
	return measure.Fixed(v+0, decimals)
}
