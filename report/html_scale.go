package report

import (
	"math"
	"strconv"
	"time"
)

// tick is a labelled place on an axis.
type tick struct {
	At    float64 // percent of the axis: from the left, or from the top
	Label string
	Wide  bool // there is no room for its label on a phone
}

// timeSteps are the distances that the labels of a time axis may have.
var timeSteps = []time.Duration{
	time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
	10 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute,
	10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour,
	12 * time.Hour, 24 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour, 28 * 24 * time.Hour,
}

// timeLabels is how many labels a time axis has at most: more would touch on a
// phone.
const timeLabels = 5

// timeTicks are the labels of a run's time. The last one says the unit.
func timeTicks(length time.Duration) []tick {
	step := timeSteps[len(timeSteps)-1]
	for _, s := range timeSteps {
		if length <= timeLabels*s {
			step = s
			break
		}
	}
	step = max(step, (length+timeLabels-1)/timeLabels)
	var out []tick
	for at := time.Duration(0); at <= length; at += step {
		out = append(out, tick{At: place(float64(at)/float64(length), 2), Label: span(at)})
	}
	if len(out) > 0 {
		out[0].Label = "0"
	}
	return out
}

// place is a share as a percentage with so many decimals: what is finer than a
// pixel is not worth its bytes.
func place(share float64, decimals int) float64 {
	k := math.Pow(10, float64(decimals))
	return math.Round(share*100*k) / k
}

// linear is an axis from 0 to a round number.
type linear struct{ top float64 }

// niceSteps are round parts of a power of ten.
var niceSteps = []float64{0.1, 0.12, 0.16, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1}

// newLinear finds the axis for values up to a largest one.
func newLinear(largest float64) linear {
	if !(largest > 0) || bad(largest) {
		return linear{1}
	}
	ten := math.Pow(10, math.Ceil(math.Log10(largest)))
	for _, s := range niceSteps {
		if largest <= s*ten*1.0001 {
			return linear{s * ten}
		}
	}
	return linear{ten}
}

// y is where a value stands, as a share of the height from the top.
func (l linear) y(v float64) float64 { return 1 - min(max(v/l.top, 0), 1) }

func (l linear) ticks(label func(float64) string) []tick {
	return []tick{{At: 0, Label: label(l.top)}, {At: 50, Label: label(l.top / 2)}, {At: 100, Label: label(0)}}
}

// logarithmic is an axis of times, between two of latencyMarks.
type logarithmic struct{ low, high float64 } // seconds

// latencyMarks are where an axis of latencies may begin, end and have a label:
// the times that people set timeouts to, and powers of ten below them.
var latencyMarks = []float64{1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600, 1800,
	3600, 3 * 3600, 10 * 3600, 24 * 3600}

// headroom is what an axis leaves above its largest value, so that a line does not
// run along its edge.
const headroom = 1.05

// longestAxis is how many times its lowest value an axis reaches at most: what ends
// at once lies on its edge, and leaves the rest its room.
const longestAxis = 3000

// newLogarithmic finds the axis for values from a smallest to a largest one.
func newLogarithmic(least, most float64) logarithmic {
	if !(least > 0) || !(most >= least) || bad(most) {
		return logarithmic{0.1, 10}
	}
	l := logarithmic{latencyMarks[0], latencyMarks[len(latencyMarks)-1]}
	for _, m := range latencyMarks {
		if m <= max(least, most/longestAxis) {
			l.low = m
		}
	}
	for i := len(latencyMarks) - 1; i >= 0; i-- {
		if m := latencyMarks[i]; m >= most*headroom && m > l.low {
			l.high = m
		}
	}
	return l
}

// share is how far along the axis a value lies, 0 to 1.
func (l logarithmic) share(v float64) float64 {
	if !(v > l.low) {
		return 0
	}
	return min(1, math.Log(v/l.low)/math.Log(l.high/l.low))
}

// value is what stands at a share of the axis.
func (l logarithmic) value(share float64) float64 {
	return l.low * math.Pow(l.high/l.low, share)
}

// phoneRoom is the part of an axis that a label takes on a phone.
const phoneRoom = 0.22

// ticks are the marks on the axis, at most so many and with room between them,
// those of its ends first.
func (l logarithmic) ticks(room float64) []tick {
	out := []tick{{At: 0, Label: markLabel(l.low)}}
	last, lastNarrow := 0.0, 0.0
	for _, m := range latencyMarks {
		at := l.share(m)
		if m <= l.low || m >= l.high || at-last < room || 1-at < room {
			continue
		}
		wide := at-lastNarrow < phoneRoom || 1-at < phoneRoom
		out, last = append(out, tick{place(at, 2), markLabel(m), wide}), at
		if !wide {
			lastNarrow = at
		}
	}
	return append(out, tick{At: 100, Label: markLabel(l.high)})
}

// flipped turns places from the left into places from the top.
func flipped(ticks []tick) []tick {
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
