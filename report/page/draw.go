package page

import (
	"math"
	"strconv"
)

// Plots are drawn in a box that is as many units wide as they have points and
// plotUnits high, and that the page stretches over whatever room it has; lines
// keep their width. So a step to the next point is h1, and a plot of 120 points
// takes about a kilobyte.
const plotUnits = 1000

// steppedPath is the d of a path, written with relative steps in whole units.
type steppedPath struct {
	d    []byte
	y    int
	drew bool // a line is begun
	run  float64
}

// height is a share of the plot's height, from the top, in units.
func height(share float64) int { return int(math.Round(share * plotUnits)) }

// flush writes the level stretch that is pending.
func (p *steppedPath) flush() {
	if p.run != 0 {
		p.d = append(p.d, 'h')
		p.d = strconv.AppendFloat(p.d, p.run, 'g', 6, 64)
		p.run = 0
	}
}

// moveTo begins a line.
func (p *steppedPath) moveTo(x float64, y int) {
	p.flush()
	p.d = append(p.d, 'M')
	p.d = strconv.AppendFloat(p.d, x, 'g', 6, 64)
	p.d = append(p.d, ' ')
	p.d = strconv.AppendInt(p.d, int64(y), 10)
	p.y, p.drew = y, true
}

// levelTo goes up or down to a height.
func (p *steppedPath) levelTo(y int) {
	if y == p.y {
		return
	}
	p.flush()
	p.d = append(p.d, 'v')
	p.d = strconv.AppendInt(p.d, int64(y-p.y), 10)
	p.y = y
}

// along goes on at the same height; a negative length goes back.
func (p *steppedPath) along(length float64) { p.run += length }

func (p *steppedPath) close() {
	p.flush()
	p.d = append(p.d, 'Z')
}

func (p *steppedPath) String() string {
	p.flush()
	return string(p.d)
}

// Stairs draws a line that is level over each point; NaN leaves a gap. The
// heights are shares from the top; the last point is only as wide as last says.
func Stairs(heights []float64, last float64) string {
	var p steppedPath
	for i, h := range heights {
		if math.IsNaN(h) {
			p.flush()
			p.drew = false
			continue
		}
		if y := height(h); p.drew {
			p.levelTo(y)
		} else {
			p.moveTo(float64(i), y)
		}
		p.along(step(i, len(heights), last))
	}
	return p.String()
}

// step is how wide a point is.
func step(i, n int, last float64) float64 {
	if i == n-1 {
		return last
	}
	return 1
}

// Band draws the area between two stairs, from the top's first point to its last
// and back along the bottom. It is empty where they never part.
func Band(top, bottom []float64, last float64) string {
	var p steppedPath
	n := len(top)
	for i := 0; i < n; i++ {
		if height(top[i]) == height(bottom[i]) {
			continue
		}
		from := i
		p.moveTo(float64(from), height(top[i]))
		for ; i < n && height(top[i]) != height(bottom[i]); i++ {
			p.levelTo(height(top[i]))
			p.along(step(i, n, last))
		}
		for k := i - 1; k >= from; k-- {
			p.levelTo(height(bottom[k]))
			p.along(-step(k, n, last))
		}
		p.close()
	}
	return p.String()
}
