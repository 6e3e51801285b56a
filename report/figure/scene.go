package figure

import (
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// Scene is a plot of two objectives, before anybody knows how large it
// will be.
type Scene struct {
	X, Y   int // objectives
	x, y   Axis
	dots   []sceneDot   // those drawn last come last
	Stairs [][2]float64 // of those that nobody on the front beats in both
	quiet  bool         // there are too many on the front for their intervals and labels
	arrow  [2]int       // of dots: from the setting in force to the winner; equal: none
}

// sceneDot is somebody on it.
type sceneDot struct {
	Class    string // winner, held, current, rival, front or faint
	x, y     tune.Estimate
	name     []string // in bold; none: nothing is written beside it
	lines    []string // below the name
	optional bool     // its label is left out where there is no room beside it
	Title    string
	hint     string // what is said of it on demand
}

// Scenes are the front's plots: each objective against the first one.
func Scenes(t *judge.Tuning) (out []*Scene) {
	if Winner(t) == nil {
		return nil
	}
	for x := 1; x < len(t.Objectives); x++ {
		s := &Scene{X: x}
		s.add(t)
		if len(s.dots) == 0 {
			continue
		}
		s.thin()
		s.setAxes(t)
		s.setStairs(t)
		out = append(out, s)
	}
	return out
}

// add gathers who is on it, the winner after the others. Who has no value in one
// of the two objectives has no place.
func (s *Scene) add(t *judge.Tuning) {
	add := func(d sceneDot) {
		if !measure.Bad(d.x.Mean) && !measure.Bad(d.y.Mean) {
			s.dots = append(s.dots, d)
		}
	}
	for i := range t.Outcome.Front {
		if f := &t.Outcome.Front[i]; !f.Estimated && i != t.Outcome.Winner {
			add(s.front(t, i, "faint"))
		}
	}
	for _, i := range t.Front() {
		if i != t.Outcome.Winner {
			add(s.front(t, i, "front"))
		}
	}
	h := t.Outcome.Held
	for _, i := range drawnRivals(t) {
		add(s.rival(t, &h.Rivals[i], words.RivalName(t, i)))
	}
	add(s.current(t))
	add(s.front(t, t.Outcome.Winner, "winner"))
	if h != nil {
		add(s.held(t, h))
	}
	from, to := s.find("current"), s.find("winner")
	if from >= 0 && to >= 0 {
		s.arrow = [2]int{from, to}
	}
}

// find is the place of a class that one has; -1: nobody.
func (s *Scene) find(class string) int {
	return slices.IndexFunc(s.dots, func(d sceneDot) bool { return d.Class == class })
}

// crowd is how many unnamed points of a front have intervals and labels, and
// spokesmen how many of a larger one keep a label: chosen.
const (
	crowd     = 16
	spokesmen = 6
)

// thin keeps a long front readable: its intervals would cover each other, and
// only some of its points are named.
func (s *Scene) thin() {
	n := 0
	for i := range s.dots {
		if s.dots[i].optional {
			n++
		}
	}
	if s.quiet = n > crowd; !s.quiet {
		return
	}
	every, k := (n+spokesmen-1)/spokesmen, 0
	for i := range s.dots {
		if d := &s.dots[i]; d.optional {
			if k++; k%every != 0 || s.X > 1 {
				d.name, d.lines = nil, nil
			}
		}
	}
}

// front is a point of the front.
func (s *Scene) front(t *judge.Tuning, i int, class string) sceneDot {
	f := &t.Outcome.Front[i]
	d := sceneDot{Class: class, x: f.Values[s.X], y: f.Values[s.Y], Title: words.FrontNumber(i) + " on the front"}
	roles, rows := roles(t, i), rows(t, f.Values)
	switch {
	case class == "winner":
		d.name, d.lines = roles, labelSettings(t, f, nil)
	case class == "faint":
		d.Title, roles = words.FrontNumber(i)+", kept only by its intervals", nil
	case len(roles) > 0:
		d.name, d.lines = roles, labelSettings(t, f, Winner(t))
	default:
		d.name, d.lines, d.optional = []string{words.FrontNumber(i)}, labelSettings(t, f, Winner(t)), true
	}
	if len(roles) > 0 {
		d.Title = listed(roles)
	}
	if s.X > 1 {
		d.lines = nil // the first plot says what the points are
	}
	for k := range t.Axes {
		rows = append(rows, [2]string{axisWord(t, k), t.Label(f, k)})
	}
	d.hint = hint(d.Title, rows)
	return d
}

// rows are the values of somebody, by the names of the objectives.
func rows(t *judge.Tuning, values []tune.Estimate) (out [][2]string) {
	for k, v := range values {
		out = append(out, [2]string{words.ObjectiveShort(&t.Objectives[k]), WithInterval(t.Objectives[k].Unit, &v)})
	}
	return out
}

func (s *Scene) rival(t *judge.Tuning, r *tune.Rival, name string) sceneDot {
	title := name + ", on held-out seeds"
	return sceneDot{Class: "rival", x: r.Values[s.X], y: r.Values[s.Y], name: []string{name}, Title: title, hint: hint(title, rows(t, r.Values))}
}

// held is the winner once more, on seeds that no choice has seen.
func (s *Scene) held(t *judge.Tuning, h *tune.Held) sceneDot {
	title := winnerWord(t) + " " + words.FrontNumber(t.Outcome.Winner) + ", on held-out seeds"
	return sceneDot{Class: "held", x: h.Winner[s.X], y: h.Winner[s.Y], Title: title, hint: hint(title, rows(t, h.Winner))}
}

// current is the setting in force, on the search's seeds where it was played on
// them.
func (s *Scene) current(t *judge.Tuning) sceneDot {
	values, where := t.Outcome.Current.Values, ""
	if h := t.Outcome.Held; len(values) <= s.X && h != nil && len(h.Rivals) > 0 {
		values, where = h.Rivals[0].Values, ", on held-out seeds"
	}
	if len(values) <= s.X {
		return sceneDot{x: tune.Estimate{Mean: measure.None}}
	}
	name := listed([]string{"now: " + t.Strategy.Name})
	return sceneDot{Class: "current", x: values[s.X], y: values[s.Y], name: []string{name},
		Title: name + where, hint: hint(name+where, rows(t, values))}
}

// setAxes makes axes for the front, and for the others where that leaves it
// room.
func (s *Scene) setAxes(t *judge.Tuning) {
	axis := func(objective int, of func(*sceneDot) tune.Estimate) Axis {
		var means, ends, others []float64
		for i := range s.dots {
			switch e := of(&s.dots[i]); s.dots[i].Class {
			case "front", "winner":
				means, ends = append(means, e.Mean), append(ends, e.Low, e.High)
			case "held", "faint":
				ends = append(ends, e.Mean)
			default:
				others = append(others, e.Mean)
			}
		}
		means = finite(means)
		if len(means) > 0 && slices.Min(means) == slices.Max(means) {
			means, others = append(means, others...), nil // one point is in nobody's way
		}
		return NewAxis(t.Objectives[objective].Unit, means, ends, others)
	}
	s.x = axis(s.X, func(d *sceneDot) tune.Estimate { return d.x })
	s.y = axis(s.Y, func(d *sceneDot) tune.Estimate { return d.y })
}

// setStairs finds the line below which nobody on the front is in both of these
// objectives.
func (s *Scene) setStairs(t *judge.Tuning) {
	var all [][2]float64
	for i := range s.dots {
		if d := &s.dots[i]; (d.Class == "front" || d.Class == "winner") && !measure.Bad(d.x.Mean) && !measure.Bad(d.y.Mean) {
			all = append(all, [2]float64{d.x.Mean, d.y.Mean})
		}
	}
	slices.SortStableFunc(all, func(a, b [2]float64) int {
		switch {
		case a == b:
			return 0
		case t.Ahead(s.Y, a[1], b[1]) || a[1] == b[1] && t.Ahead(s.X, a[0], b[0]):
			return -1
		}
		return 1
	})
	for _, p := range all {
		if n := len(s.Stairs); n == 0 || t.Ahead(s.X, p[0], s.Stairs[n-1][0]) {
			if n > 0 {
				s.Stairs = append(s.Stairs, [2]float64{s.Stairs[n-1][0], p[1]}) // no better than both
			}
			s.Stairs = append(s.Stairs, p)
		}
	}
}
