package report

import (
	"context"
	"image/color"
	"math"
	"slices"
	"strconv"
)

// runRoom is the size of each of the two plots of a run.
var runRoom = figureRoom{width: pictureWidth/2 - margin, height: 259, letter: legendSize, ticks: 6}

// runsFigure is the picture of runs, a row for each scenario. It plays them again
// for what figures do not hold.
func runsFigure(r *Report) (*drawing, error) {
	f := &drawing{Width: pictureWidth}
	for _, one := range r.Results {
		if one.Replay == nil && len(one.Strategies)*len(one.Seeds) > 0 {
			return nil, ErrNoReplay
		}
		tapes, err := one.tapes(context.Background())
		if err != nil {
			return nil, err
		}
		f.run(one, tapes)
	}
	f.Height = max(f.Height, titleHeight)
	return f, nil
}

// run draws one scenario below what there is.
func (f *drawing) run(r *Result, tapes []*tape) {
	rank := r.Rank()
	h := resultHeadline(r, &rank)
	title := r.Scenario.Name + ":  " + h.word
	if h.who != "" {
		title += " " + h.who
	}
	f.title(title)
	var entries []legendEntry
	for i := range r.Strategies {
		entries = append(entries, legendEntry{lineClass(r, &rank, &r.Strategies[i]), r.Strategies[i].Name})
	}
	title, stretch := "share of requests with a usable answer", 0
	if len(r.Scenario.Timeline) > 0 && wasAsked(tapes, 1) {
		subject, _, state := illness(&r.Scenario)
		title, stretch = title+" while "+subject+" "+state, 1
		entries = append(entries, legendEntry{"fault", subject + " " + state})
	}
	f.legend(entries)
	top := xy{margin / 2, f.Height}
	f.add(overTime(r, &rank, tapes), top)
	f.add(distribution(r, &rank, tapes, stretch, title), top.plus(runRoom.width+margin, 0))
	f.Height += runRoom.height + margin
}

// leastDrawn is the least end of an axis of latencies, in seconds.
const leastDrawn = 1e-3

// overTime is the plot of the 99th percentile by arrival: what a caller meets who
// comes just then.
func overTime(r *Result, rank *Ranking, tapes []*tape) *drawing {
	var x []tick
	if r.Scenario.Duration > 0 {
		x = timeTicks(r.Scenario.Duration)
	}
	least, most := math.Inf(1), leastDrawn
	all := make([][]float64, len(tapes))
	for i, t := range tapes {
		for k := range t.points {
			v := t.points[k].latency.at(0.99)
			all[i] = append(all[i], v)
			if !bad(v) {
				least, most = min(least, v), max(most, v)
			}
		}
	}
	y := newAxis(Seconds, []float64{max(least, most/longestAxis), most}, nil, nil)
	f, in := newChart(&runRoom, x, y.ticks(runRoom.ticks), "since the run began", "p99 of the latency until an answer or an error, by arrival")
	for _, s := range coverage(r, acted) {
		from, to := in.at(float64(s.from)/float64(r.Scenario.Duration), 1), in.at(float64(s.to)/float64(r.Scenario.Duration), 0)
		f.box("fault", faultColor(s.share), rect{from.X, from.Y, to.X, to.Y})
	}
	for _, s := range slices.Backward(rank.Order) { // the best over the others
		var line []xy
		i, class := indexOf(r, s), lineClass(r, rank, s)
		width := float64(tapes[i].width) / float64(r.Scenario.Duration)
		for k, v := range all[i] {
			if bad(v) {
				f.line(class, line...)
				line = nil
				continue
			}
			from, to := float64(k)*width, min(float64(k+1)*width, 1)
			line = append(line, in.at(from, y.share(v)), in.at(to, y.share(v)))
		}
		f.line(class, line...)
	}
	return f
}

// distribution is the plot of how many requests had an answer by when.
func distribution(r *Result, rank *Ranking, tapes []*tape, stretch int, title string) *drawing {
	x, y := waitsAxis(r, tapes), axis{unit: Rate, high: 1}
	f, in := newChart(&runRoom, x.marks(0.08), y.ticks(5), "time until the answer", title)
	for _, s := range slices.Backward(rank.Order) {
		var line []xy
		for k, share := range tapes[indexOf(r, s)].soon[stretch].shares(&x) {
			line = append(line, in.at((float64(k)+0.5)/curvePoints, share))
		}
		f.line(lineClass(r, rank, s), line...)
	}
	return f
}

// Colours and dashes of lines: together they tell 24 strategies apart, and any
// eight of them that follow each other by colour alone.
const (
	lineColours = 8
	lineDashes  = 3
)

// lineClass is the colour and the dashes of a strategy, by its place in the file,
// and whether it is the one to ship or the bound.
func lineClass(r *Result, rank *Ranking, s *Strategy) string {
	if s.Ideal {
		return "ideal ideal"
	}
	n := indexOf(r, s)
	class := "c" + strconv.Itoa(n%lineColours) + " d" + strconv.Itoa(n%lineDashes) + " "
	if len(rank.First) > 0 && rank.First[0] == s {
		class += "first"
	}
	return class
}

// indexOf is the place of one of the strategies.
func indexOf(r *Result, s *Strategy) int {
	for i := range r.Strategies {
		if &r.Strategies[i] == s {
			return i
		}
	}
	return -1
}

// faultColor is the shade of a share of the runs.
func faultColor(share float64) color.NRGBA {
	return color.NRGBA{R: 0x88, G: 0x88, B: 0x88, A: uint8(math.Round(70 * share))}
}

// curvePoints is how many points a distribution is drawn from.
const curvePoints = 200

// shares are the parts of the requests that had a usable answer by each of so many
// points along an axis.
func (w *waits) shares(x *axis) []float64 {
	out := make([]float64, curvePoints)
	for i, n := range w.usable.upTo(x, curvePoints) {
		if w.asked > 0 {
			out[i] = float64(n) / float64(w.asked)
		}
	}
	return out
}

// wasAsked reports whether anybody had a request in a stretch.
func wasAsked(tapes []*tape, stretch int) bool {
	for _, t := range tapes {
		if t.soon[stretch].asked > 0 {
			return true
		}
	}
	return false
}

// waitsAxis holds the fastest and the slowest usable answer of all.
func waitsAxis(r *Result, tapes []*tape) axis {
	least, most := 0.0, 0.0
	for _, t := range tapes {
		l := t.soon[0].usable
		if l.n == 0 {
			continue
		}
		if v := l.at(0.001); least == 0 || v < least {
			least = v
		}
		most = max(most, l.at(1))
	}
	return newLogarithmic(least, max(most, r.Scenario.SLO.Seconds()))
}

// at is the latency in seconds below which a share of the counted ones lies.
func (l *latencies) at(share float64) float64 {
	rank := max(1, int64(share*float64(l.n)+0.5))
	for k, c := range l.counts {
		if rank -= int64(c); c > 0 && rank <= 0 {
			return float64(l.lowest(k)+l.lowest(k+1)) / 2 / 1e6
		}
	}
	return none
}

// upTo counts, for points in equal distances along an axis, the latencies that
// are no longer than the middle of each point.
func (l *latencies) upTo(x *axis, points int) []int64 {
	out := make([]int64, points)
	k, sum := 0, int64(0)
	for i := range out {
		limit := x.value((float64(i)+0.5)/float64(points)) * 1e6
		for ; k < len(l.counts) && float64(l.lowest(k)) <= limit; k++ {
			sum += int64(l.counts[k])
		}
		out[i] = sum
	}
	out[points-1] = l.n
	return out
}
