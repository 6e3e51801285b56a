package tune

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"pgregory.net/rapid"
)

// toy is a problem whose figures are made up: whole numbers, so that ties abound
// and sums are exact, from a part that each setting brings, a part of the point's
// own, and luck of which half is common to all points.
type toy struct {
	Problem
	seed    uint64
	luck    int     // most that it adds
	missing float64 // share of the figures that do not exist
	invalid float64 // share of the points inside whose settings do not go together

	before func(p Point, replication int) error           // nil: nothing happens before a play
	value  func(p Point, replication, column int) float64 // nil: as above

	mu     sync.Mutex
	played map[Point]map[int]int // times that a replication was asked for
}

// toyPlayer plays it; the problem keeps what the plays have in common. It pays no
// heed to its context.
type toyPlayer struct{ *toy }

func (y toyPlayer) Play(_ context.Context, p Point, replication int, figures []float64) error {
	y.mu.Lock()
	if y.played[p] == nil {
		y.played[p] = map[int]int{}
	}
	y.played[p][replication]++
	y.mu.Unlock()
	if y.before != nil {
		if err := y.before(p, replication); err != nil {
			return err
		}
	}
	if y.nonsense(p) {
		return ErrInvalid
	}
	value := y.value
	if value == nil {
		value = y.figure
	}
	for c := range figures {
		figures[c] = value(p, replication, c)
	}
	return nil
}

// draw is uniform on [0, 1), by what it is for.
func (y *toy) draw(key ...uint64) float64 {
	h := y.seed
	for _, k := range key {
		h = mix(h ^ mix(k))
	}
	return float64(h>>11) / (1 << 53)
}

func (y *toy) nonsense(p Point) bool {
	return p != Outside && y.draw(1, uint64(p)) < y.invalid
}

func (y *toy) figure(p Point, replication, column int) float64 {
	at, r, c := uint64(p), uint64(replication), uint64(column)
	if none := y.draw(2, at, r, c); none < y.missing/4 {
		return math.Inf(1)
	} else if none < y.missing {
		return math.NaN()
	}
	v := math.Floor(4 * y.draw(3, at, c))
	for a, setting := range y.Space.Settings(p) {
		v += math.Floor(8 * y.draw(4, uint64(a), uint64(setting), c))
	}
	luck := float64(y.luck + 1)
	return v + math.Floor(luck*y.draw(5, r, c)) + math.Floor(luck*y.draw(6, at, r, c))
}

// newToy is a toy over a grid, with a column for each objective and member.
func newToy(objectives, suite int, sizes ...int) *toy {
	y := &toy{seed: 1, played: map[Point]map[int]int{}}
	y.Problem = Problem{Space: *grid(sizes...), Outside: 1, Suite: suite, Columns: objectives * suite,
		NewPlayer: func() Player { return toyPlayer{y} }}
	for o := range objectives {
		x := Objective{Name: string(rune('a' + o))}
		for m := range suite {
			x.Columns = append(x.Columns, o*suite+m)
		}
		y.Objectives = append(y.Objectives, x)
	}
	return y
}

// again is the same problem, of which nothing was played.
func (y *toy) again() *toy {
	z := newToy(len(y.Objectives), y.Suite)
	p := y.Problem
	p.NewPlayer = z.NewPlayer
	z.Problem, z.seed, z.luck, z.missing, z.invalid = p, y.seed, y.luck, y.missing, y.invalid
	return z
}

// drawToy draws a problem.
func drawToy(t *rapid.T) *toy {
	y := newToy(rapid.IntRange(1, 3).Draw(t, "objectives"), rapid.IntRange(1, 3).Draw(t, "suite"),
		rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "axes")...)
	y.seed = rapid.Uint64().Draw(t, "seed")
	y.luck = rapid.IntRange(0, 8).Draw(t, "luck")
	y.missing = rapid.SampledFrom([]float64{0, 0, 0, 0.05, 0.4}).Draw(t, "missing")
	y.invalid = rapid.SampledFrom([]float64{0, 0, 0.3, 0.9}).Draw(t, "invalid")
	y.Outside = rapid.IntRange(1, 3).Draw(t, "outside")
	y.Over = Over(rapid.IntRange(0, len(Overs)-1).Draw(t, "over"))
	weighted := rapid.Bool().Draw(t, "weighted")
	for o := range y.Objectives {
		y.Objectives[o].Higher = rapid.Bool().Draw(t, "higher")
		if weighted {
			y.Objectives[o].Weight = rapid.Float64Range(0.1, 9).Draw(t, "weight")
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "requirements") {
		y.Requirements = append(y.Requirements, drawRequirement(t, y.Columns))
	}
	return y
}

func drawRequirement(t *rapid.T, columns int) Requirement {
	q := Requirement{AtLeast: rapid.Bool().Draw(t, "at least"), Strict: rapid.Bool().Draw(t, "strict"),
		Columns: []int{rapid.IntRange(0, columns-1).Draw(t, "column")}}
	if q.Current = rapid.Bool().Draw(t, "current"); q.Current {
		q.Limit = rapid.SampledFrom([]float64{0.8, 1, 1.2}).Draw(t, "factor")
	} else {
		q.Limit = float64(rapid.IntRange(0, 30).Draw(t, "limit"))
	}
	return q
}

// drawPlan draws a plan that plays everything, halves, or samples.
func drawPlan(t *rapid.T) Plan {
	return Plan{
		Candidates:   rapid.SampledFrom([]int{1000, 1000, 10, 40}).Draw(t, "candidates"),
		Replications: rapid.IntRange(2, 9).Draw(t, "replications"),
		Affordable:   rapid.SampledFrom([]int{5000, 1, 60, 200}).Draw(t, "affordable"),
		Most:         rapid.IntRange(2, 25).Draw(t, "most"),
		Held:         rapid.IntRange(2, 5).Draw(t, "held"),
		Indifference: rapid.SampledFrom([]float64{0.001, 0.02, 0.2}).Draw(t, "indifference"),
		Workers:      1,
	}
}

// notes is a Log in memory. It takes whatever is no finite number for the same, as a
// file may.
type notes map[Point]map[int][]float64

func (n notes) Find(p Point, replication int) ([]float64, bool) {
	figures, ok := n[p][replication]
	return figures, ok
}

func (n notes) Record(p Point, replication int, figures []float64) error {
	if n[p] == nil {
		n[p] = map[int][]float64{}
	}
	figures = slices.Clone(figures)
	for c, v := range figures {
		if !exists(v) {
			figures[c] = math.NaN()
		}
	}
	n[p][replication] = figures
	return nil
}

// failer is a test, by itself or drawn.
type failer interface {
	Helper()
	Fatal(...any)
}

// screened is a search of which the candidates are played.
func (y *toy) screened(t failer, plan Plan, log Log) *Search {
	t.Helper()
	s, err := New(y.Problem, plan, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Screen(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

// concluded is its end; the only error that it may have is that no settings go
// together.
func concluded(t failer, s *Search) (*Outcome, error) {
	t.Helper()
	o, err := s.Conclude(context.Background())
	if err != nil && !errors.Is(err, ErrInvalid) {
		t.Fatal(err)
	}
	return o, err
}

// search is a whole search.
func (y *toy) search(t failer, plan Plan, log Log) (*Outcome, error) {
	t.Helper()
	return concluded(t, y.screened(t, plan, log))
}
