package figure

import (
	"context"
	"image/color"
	"math"
	"slices"
	"strconv"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// runRoom is the size of each of the two plots of a run.
var runRoom = FigureRoom{Width: pictureWidth/2 - margin, Height: 259, Letter: legendSize, ticks: 6}

// RunsFigure is the picture of runs, a row for each scenario. It plays them again
// for what figures do not hold.
func RunsFigure(r *words.Report) (*Drawing, error) {
	f := &Drawing{Width: pictureWidth}
	for _, one := range r.Results {
		if one.Replay == nil && len(one.Strategies)*len(one.Seeds) > 0 {
			return nil, judge.ErrNoReplay
		}
		tapes, err := Tapes(context.Background(), one)
		if err != nil {
			return nil, err
		}
		f.run(one, tapes)
	}
	f.Height = max(f.Height, titleHeight)
	return f, nil
}

// run draws one scenario below what there is.
func (f *Drawing) run(r *judge.Result, tapes []*Tape) {
	rank := r.Rank()
	h := words.ResultHeadline(r, &rank)
	title := r.Scenario.Name + ":  " + h.Word
	if h.Who != "" {
		title += " " + h.Who
	}
	f.title(title)
	var entries []LegendEntry
	for i := range r.Strategies {
		entries = append(entries, LegendEntry{LineClass(r, &rank, &r.Strategies[i]), r.Strategies[i].Name})
	}
	title, stretch := measure.WordOf("success_rate")+": requests with a usable answer", 0
	if len(r.Scenario.Timeline) > 0 && WasAsked(tapes, 1) {
		subject, _, state := words.Illness(&r.Scenario)
		title, stretch = title+" while "+subject+" "+state, 1
		entries = append(entries, LegendEntry{"fault", subject + " " + state})
	}
	f.legend(entries)
	top := Xy{margin / 2, f.Height}
	f.add(OverTime(r, &rank, tapes), top)
	f.add(distribution(r, &rank, tapes, stretch, title), top.plus(runRoom.Width+margin, 0))
	f.Height += runRoom.Height + margin
}

// leastDrawn is the least end of an axis of latencies, in seconds.
const leastDrawn = 1e-3

// OverTime is the plot of the 99th percentile by arrival: what a caller meets who
// comes just then.
func OverTime(r *judge.Result, rank *judge.Ranking, tapes []*Tape) *Drawing {
	var x []Tick
	if r.Scenario.Duration > 0 {
		x = TimeTicks(r.Scenario.Duration)
	}
	least, most := math.Inf(1), leastDrawn
	all := make([][]float64, len(tapes))
	for i, t := range tapes {
		for k := range t.Points {
			v := At(t.Points[k].Latency, 0.99)
			all[i] = append(all[i], v)
			if !measure.Bad(v) {
				least, most = min(least, v), max(most, v)
			}
		}
	}
	y := NewAxis(measure.Seconds, []float64{max(least, most/LongestAxis), most}, nil, nil)
	f, in := newChart(&runRoom, x, y.Ticks(runRoom.ticks), "since the run began", measure.WordOf("latency_p99")+" of the latency until an answer or an error, by arrival")
	for _, s := range Coverage(r, Acted) {
		from, to := in.at(float64(s.From)/float64(r.Scenario.Duration), 1), in.at(float64(s.To)/float64(r.Scenario.Duration), 0)
		f.box("fault", faultColor(s.Share), Rect{from.X, from.Y, to.X, to.Y})
	}
	for _, s := range slices.Backward(rank.Order) { // the best over the others
		var line []Xy
		i, class := indexOf(r, s), LineClass(r, rank, s)
		width := float64(tapes[i].Width) / float64(r.Scenario.Duration)
		for k, v := range all[i] {
			if measure.Bad(v) {
				f.line(class, line...)
				line = nil
				continue
			}
			from, to := float64(k)*width, min(float64(k+1)*width, 1)
			line = append(line, in.at(from, y.Share(v)), in.at(to, y.Share(v)))
		}
		f.line(class, line...)
	}
	return f
}

// distribution is the plot of how many requests had an answer by when.
func distribution(r *judge.Result, rank *judge.Ranking, tapes []*Tape, stretch int, title string) *Drawing {
	x, y := WaitsAxis(r, tapes), Axis{Unit: measure.Rate, High: 1}
	f, in := newChart(&runRoom, x.Marks(0.08), y.Ticks(5), "time until the answer", title)
	for _, s := range slices.Backward(rank.Order) {
		var line []Xy
		for k, share := range tapes[indexOf(r, s)].Soon[stretch].Shares(&x) {
			line = append(line, in.at((float64(k)+0.5)/CurvePoints, share))
		}
		f.line(LineClass(r, rank, s), line...)
	}
	return f
}

// Colours and dashes of lines: together they tell 24 strategies apart, and any
// eight of them that follow each other by colour alone.
const (
	lineColours = 8
	LineDashes  = 3
)

// LineClass is the colour and the dashes of a strategy, by its place in the file,
// and whether it is the one to ship or the bound.
func LineClass(r *judge.Result, rank *judge.Ranking, s *measure.Strategy) string {
	if s.Ideal {
		return "ideal ideal"
	}
	n := indexOf(r, s)
	class := "c" + strconv.Itoa(n%lineColours) + " d" + strconv.Itoa(n%LineDashes) + " "
	if len(rank.First) > 0 && rank.First[0] == s {
		class += "first"
	}
	return class
}

// indexOf is the place of one of the strategies.
func indexOf(r *judge.Result, s *measure.Strategy) int {
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

// CurvePoints is how many points a distribution is drawn from.
const CurvePoints = 200

// Shares are the parts of the requests that had a usable answer by each of so many
// points along an axis.
func (w *Waits) Shares(x *Axis) []float64 {
	out := make([]float64, CurvePoints)
	for i, n := range upTo(w.Usable, x, CurvePoints) {
		if w.Asked > 0 {
			out[i] = float64(n) / float64(w.Asked)
		}
	}
	return out
}

// WasAsked reports whether anybody had a request in a stretch.
func WasAsked(tapes []*Tape, stretch int) bool {
	for _, t := range tapes {
		if t.Soon[stretch].Asked > 0 {
			return true
		}
	}
	return false
}

// WaitsAxis holds the fastest and the slowest usable answer of all.
func WaitsAxis(r *judge.Result, tapes []*Tape) Axis {
	least, most := 0.0, 0.0
	for _, t := range tapes {
		l := t.Soon[0].Usable
		if l.N == 0 {
			continue
		}
		if v := At(l, 0.001); least == 0 || v < least {
			least = v
		}
		most = max(most, At(l, 1))
	}
	return NewLogarithmic(least, max(most, r.Scenario.SLO.Seconds()))
}

// At is the latency in seconds below which a share of the counted ones lies.
func At(l *measure.Latencies, share float64) float64 {
	rank := max(1, int64(float64(share*float64(l.N))+0.5))
	for k, c := range l.Counts {
		if rank -= int64(c); c > 0 && rank <= 0 {
			return float64(l.Lowest(k)+l.Lowest(k+1)) / 2 / 1e6
		}
	}
	return measure.None
}

// upTo counts, for points in equal distances along an axis, the latencies that
// are no longer than the middle of each point.
func upTo(l *measure.Latencies, x *Axis, points int) []int64 {
	out := make([]int64, points)
	k, sum := 0, int64(0)
	for i := range out {
		limit := x.value((float64(i)+0.5)/float64(points)) * 1e6
		for ; k < len(l.Counts) && float64(l.Lowest(k)) <= limit; k++ {
			sum += int64(l.Counts[k])
		}
		out[i] = sum
	}
	out[points-1] = l.N
	return out
}
