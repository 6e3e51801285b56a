package tune

import "math"

// Estimate is a mean over replications and its 95 % interval; NaN where there is
// none.
type Estimate struct {
	Mean float64 `json:"mean" doc:"over the replications that have a value"`
	Low  float64 `json:"low" doc:"lower end of the 95 % interval; null with one replication"`
	High float64 `json:"high" doc:"upper end"`
	N    int     `json:"n" doc:"replications that have a value"`
}

// Exists reports whether any replication has a value.
func (e *Estimate) Exists() bool { return !math.IsNaN(e.Mean) && !math.IsInf(e.Mean, 0) }

// Sign says what an interval of a difference shows.
type Sign uint8

// What it shows.
const (
	Unclear Sign = iota // it holds zero
	Better
	Same // no replication differs
	Behind
)

var signs = []string{"unclear", "better", "same", "worse"}

// String returns the sign as it is written in files.
func (s Sign) String() string { return signs[s] }

// How is by what the winner was chosen from the front.
type How uint8

// The ways.
const (
	Only    How = iota // there is one objective
	Weights            // the smallest weighted sum of the objectives, each measured by the front's width
	Knee               // the same without weights: the farthest from the plane through the front's ends
	Decided            // whom the problem's own decision prefers
)

var hows = []string{"only", "weights", "knee", "decision"}

// String returns the way as it is written in files.
func (h How) String() string { return hows[h] }

// Outcome is what a search found.
type Outcome struct {
	Size       float64 `json:"size" null:"never" doc:"points in the space"`
	Candidates int     `json:"candidates" doc:"points looked at"`
	Sampled    bool    `json:"sampled" doc:"they are a Latin hypercube, not the whole space"`
	Invalid    int     `json:"invalid" doc:"candidates whose settings do not go together"`
	Infeasible int     `json:"infeasible" doc:"candidates that break a requirement"`
	Rungs      []Rung  `json:"rungs" doc:"the steps of the halving"`
	Partial    bool    `json:"partial" doc:"interrupted: nothing was held out"` // cut short: what was played by then

	Feasible bool      `json:"feasible" doc:"some candidate keeps every requirement; if none does, the front is of those that break them least"`
	Broken   []Closest `json:"broken" doc:"requirements that nobody keeps"` // where not: how near anybody came

	Front   []Finalist `json:"front" layout:"block" doc:"by the first objective, best first"`
	Winner  int        `json:"winner" doc:"into front"`
	Chord   int        `json:"chord" doc:"into front: the farthest from the plane through its ends"` // Branke's knee
	Utopia  int        `json:"utopia" doc:"into front: the nearest to the best of every objective at once"`
	How     How        `json:"how" words:"how" doc:"by what the winner was chosen"`
	Contest Contest    `json:"contest" doc:"How the winner was told from the other finalists (Kim and Nelson, 2001)."`
	Current Finalist   `json:"current" layout:"block"` // the setting that is in force

	Held        *Held         `json:"held_out" layout:"block" doc:"What replications say that no choice has seen; null: not played."`
	Sensitivity []Sensitivity `json:"sensitivity" layout:"block" doc:"by axis / What one axis does to the objectives."`
	Heat        *Heat         `json:"heat" layout:"block" doc:"The objectives over two axes, everything else as the winner has it; null: fewer than two axes."`
}

// Rung is a step of the halving.
type Rung struct {
	Points       int `json:"points" doc:"that were played"`
	Replications int `json:"replications" doc:"of each"`
}

// Closest is how near the candidates came to a requirement.
type Closest struct {
	Requirement int     `json:"requirement" doc:"into requirements"`
	Member      int     `json:"scenario" doc:"into scenarios"` // of the suite
	Best        float64 `json:"best" doc:"how near anybody came"`
	Point       Point   `json:"point" doc:"who did"`
}

// Finalist is a point with its figures over the search's replications.
type Finalist struct {
	Point     Point        `json:"point" doc:"its place in the space"`
	Settings  []int        `json:"settings" null:"list" doc:"places of the axes' values; null outside the space"`
	Values    []Estimate   `json:"values" doc:"by objective"`
	Members   [][]Estimate `json:"members" null:"list" doc:"by objective, by scenario; null for one scenario"`
	Mean      []float64    `json:"mean" doc:"by objective: over the scenarios / null: none"`
	Worst     []float64    `json:"worst" doc:"by objective: of the scenario where it is worst / null: none"`
	Regret    []float64    `json:"regret" doc:"by objective: the farthest behind the best point of a scenario / null: none"`
	Score     float64      `json:"score" doc:"weighted sum of the objectives, each 0 at the front's best and 1 at its worst"`
	Estimated bool         `json:"estimated" doc:"no other point has better means; else only its intervals keep it on the front"`
	Feasible  bool         `json:"feasible" doc:"it keeps every requirement"`
	Bend      float64      `json:"bend" doc:"of two objectives, degrees by which the front turns here"` // 0 at its ends
	Alike     []Point      `json:"alike" doc:"others with the same figures in every replication / a point"`
}

// Contest is how the winner was told from the other finalists: the procedure of
// Kim and Nelson (2001) on common replications.
type Contest struct {
	Finalists    int     `json:"finalists" doc:"that took part"`
	Replications int     `json:"replications" doc:"at its end"`
	Delta        float64 `json:"delta" null:"never" doc:"a difference of score that does not matter"`
	Left         []int   `json:"left" doc:"who was not told apart, the winner first / into front"`
	Settled      bool    `json:"settled" doc:"one is left, or the rest differ by less than matters"`
}

// Held is what replications say that no choice has seen.
type Held struct {
	Replications int        `json:"replications" doc:"of each"`
	Winner       []Estimate `json:"winner" doc:"by objective"`
	Optimism     []Estimate `json:"optimism" doc:"by objective: by how much the search's estimate was better"` // intervals of Welch
	Rivals       []Rival    `json:"rivals" layout:"block" doc:"the setting in force first"`
	Kept         []bool     `json:"kept" doc:"by requirement: the winner keeps it here too"`
}

// Rival is somebody that the winner is held against.
type Rival struct {
	Point  Point      `json:"point" doc:"outside the space"`
	Values []Estimate `json:"values" doc:"by objective"`
	Diff   []Estimate `json:"difference" doc:"by objective: the winner's less this one's, paired"`
	Sign   []Sign     `json:"verdict" words:"sign" doc:"by objective: what the difference shows / of the winner"`
	Kept   []bool     `json:"kept" doc:"by requirement"`
	Choice Sign       `json:"choice" words:"sign" doc:"what the decision says of the winner against this one; unclear where the winner was chosen by objectives"`
}

// Sensitivity is what one axis does to the objectives.
type Sensitivity struct {
	Axis   int          `json:"axis" doc:"into axes"`
	Shares []float64    `json:"shares" doc:"by objective: of the variance over the candidates that this axis alone explains / null: nothing varies"`
	Steps  [][]Estimate `json:"steps" doc:"by objective: with everything else as the winner has it / by value"`
	Signs  [][]Sign     `json:"verdicts" words:"sign" doc:"by objective: against the winner's own value / by value / of the value"`
}

// Heat is the objectives over two axes, everything else as the winner has it.
type Heat struct {
	X            int           `json:"x" doc:"into axes"`
	Y            int           `json:"y" doc:"into axes"`
	Replications int           `json:"replications" doc:"of each pair"`
	Values       [][][]float64 `json:"values" doc:"by objective / by y / by x / null: no strategy"`
}
