package figure

import (
	"math"
	"strconv"
	"time"

	"wavetank/report/measure"
)

// clockSteps are the distances that the labels of a time axis may have, as people
// count.
var clockSteps = []time.Duration{
	time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
	10 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute,
	10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour,
	12 * time.Hour, 24 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour, 28 * 24 * time.Hour,
}

// The places in clockSteps of 20 seconds and of a minute.
const secondSteps, minuteSteps = 7, 9

// timeLabels is how many labels a time axis has at most: more would touch on a
// phone.
const timeLabels = 5

// TimeTicks are the labels of a run's time. The last one says the unit.
func TimeTicks(length time.Duration) []Tick {
	step := clockSteps[len(clockSteps)-1]
	for _, s := range clockSteps {
		if length <= timeLabels*s {
			step = s
			break
		}
	}
	step = max(step, (length+timeLabels-1)/timeLabels)
	var out []Tick
	for at := time.Duration(0); at <= length; at += step {
		out = append(out, Tick{At: Place(float64(at)/float64(length), 2), Label: measure.Span(at)})
	}
	if len(out) > 0 {
		out[0].Label = "0"
	}
	return out
}

// Place is a share as a percentage with so many decimals: what is finer than a
// pixel is not worth its bytes.
func Place(share float64, decimals int) float64 {
	k := math.Pow(10, float64(decimals))
	return math.Round(share*100*k) / k
}

// Halves label an axis that begins at zero at its ends and its middle, from the
// top.
func (a *Axis) Halves(label func(float64) string) []Tick {
	return []Tick{{At: 0, Label: label(a.High)}, {At: 50, Label: label(a.High / 2)}, {At: 100, Label: label(0)}}
}

// niceSteps are round parts of a power of ten.
var niceSteps = []float64{0.1, 0.12, 0.16, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1}

// NewLinear finds an axis from 0 to a round number for values up to a largest
// one.
func NewLinear(largest float64) Axis {
	if !(largest > 0) || measure.Bad(largest) {
		return Axis{High: 1}
	}
	ten := math.Pow(10, math.Ceil(math.Log10(largest)))
	for _, s := range niceSteps {
		if largest <= s*ten*1.0001 {
			return Axis{High: s * ten}
		}
	}
	return Axis{High: ten}
}

// latencyMarks are where an axis of latencies may begin, end and have a label:
// the times that people set timeouts to, and powers of ten below them.
var latencyMarks = []float64{1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600, 1800,
	3600, 3 * 3600, 10 * 3600, 24 * 3600}

// headroom is what an axis leaves above its largest value, so that a line does not
// run along its edge.
const headroom = 1.05

// LongestAxis is how many times its lowest value an axis reaches at most: what ends
// at once lies on its edge, and leaves the rest its room.
const LongestAxis = 3000

// NewLogarithmic finds an axis between two of latencyMarks for values from a
// smallest to a largest one.
func NewLogarithmic(least, most float64) Axis {
	a := Axis{Unit: measure.Seconds, Log: true, Low: latencyMarks[0], High: latencyMarks[len(latencyMarks)-1]}
	if !(least > 0) || !(most >= least) || measure.Bad(most) {
		a.Low, a.High = 0.1, 10
		return a
	}
	for _, m := range latencyMarks {
		if m <= max(least, most/LongestAxis) {
			a.Low = m
		}
	}
	for i := len(latencyMarks) - 1; i >= 0; i-- {
		if m := latencyMarks[i]; m >= most*headroom && m > a.Low {
			a.High = m
		}
	}
	return a
}

// phoneRoom is the part of an axis that a label takes on a phone.
const phoneRoom = 0.22

// Marks label latencyMarks that have room between them, those of its ends first.
func (a *Axis) Marks(room float64) []Tick {
	out := []Tick{a.tick(a.Low, markLabel(a.Low))}
	last, lastNarrow := 0.0, 0.0
	for _, m := range latencyMarks {
		at := a.Share(m)
		if m <= a.Low || m >= a.High || at-last < room || 1-at < room {
			continue
		}
		t := a.tick(m, markLabel(m))
		if t.Wide = at-lastNarrow < phoneRoom || 1-at < phoneRoom; !t.Wide {
			lastNarrow = at
		}
		out, last = append(out, t), at
	}
	return append(out, a.tick(a.High, markLabel(a.High)))
}

// Flipped turns places from the left into places from the top.
func Flipped(ticks []Tick) []Tick {
	for i := range ticks {
		ticks[i].At = 100 - ticks[i].At
	}
	return ticks
}

// markLabel writes a mark: its digits are few.
func markLabel(s float64) string {
	short := func(v float64, unit string) string { return strconv.FormatFloat(v, 'g', 4, 64) + " " + unit }
	switch {
	case s < 0.99e-3:
		return short(s*1e6, "µs")
	case s < 0.99:
		return short(s*1e3, "ms")
	case s < 60:
		return short(s, "s")
	case s < 3600:
		return short(s/60, "min")
	}
	return short(s/3600, "h")
}
