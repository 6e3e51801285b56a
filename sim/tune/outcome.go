package tune

// Estimate is a mean over replications and its 95 % interval; NaN where there is
// none.
type Estimate struct {
	Mean, Low, High float64
	N               int // replications that have a value
}

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
)

var hows = []string{"only", "weights", "knee"}

// String returns the way as it is written in files.
func (h How) String() string { return hows[h] }

// Outcome is what a search found.
type Outcome struct {
	Size       float64 // points in the space
	Candidates int     // points looked at
	Sampled    bool    // they are a Latin hypercube, not the whole space
	Invalid    int     // candidates whose settings do not go together
	Infeasible int     // candidates that break a requirement
	Rungs      []Rung
	Partial    bool // cut short: what was played by then, and nothing held out

	Feasible bool      // some candidate keeps every requirement; if none does, the front is of those that break them least
	Broken   []Closest // where not: how near anybody came to each requirement that nobody keeps

	Front   []Finalist // by the first objective, best first
	Winner  int        // into Front
	Chord   int        // of Front: the farthest from the plane through its ends (Branke's knee)
	Utopia  int        // of Front: the nearest to the best of every objective at once
	How     How
	Contest Contest
	Current Finalist // the setting that is in force

	Held        *Held // nil: not played
	Sensitivity []Sensitivity
	Heat        *Heat // nil: fewer than two axes
}

// Rung is a step of the halving.
type Rung struct{ Points, Replications int }

// Closest is how near the candidates came to a requirement.
type Closest struct {
	Requirement int
	Member      int // of the suite
	Best        float64
	Point       Point
}

// Finalist is a point with its figures over the search's replications.
type Finalist struct {
	Point     Point
	Settings  []int // places of the axes' values; nil outside the space
	Values    []Estimate
	Members   [][]Estimate // by objective, by member of the suite; nil for one member
	Mean      []float64    // by objective: over the suite
	Worst     []float64
	Regret    []float64
	Score     float64 // weighted sum of the objectives, each 0 at the front's best and 1 at its worst
	Estimated bool    // no other point has better means; else only its intervals keep it on the front
	Alike     []Point // others with the same figures in every replication
	Bend      float64 // of two objectives, degrees by which the front turns here; 0 at its ends
	Feasible  bool
}

// Contest is how the winner was told from the other finalists: the procedure of
// Kim and Nelson (2001) on common replications.
type Contest struct {
	Finalists    int
	Replications int     // at its end
	Delta        float64 // score that does not matter
	Left         []int   // into Front: who was not told apart when it ended, the winner first
	Settled      bool    // one is left, or the rest differ by less than matters
}

// Held is what replications say that no choice has seen.
type Held struct {
	Replications int
	Winner       []Estimate // by objective
	Optimism     []Estimate // by objective: by how much the search's estimate was better than this one; intervals of Welch
	Rivals       []Rival    // the current setting first
	Kept         []bool     // by requirement: the winner keeps it here too
}

// Rival is somebody that the winner is held against.
type Rival struct {
	Point  Point
	Values []Estimate
	Diff   []Estimate // by objective: the winner's less this one's, paired
	Sign   []Sign     // by objective: of the winner
	Kept   []bool     // by requirement
}

// Sensitivity is what one axis does to the objectives.
type Sensitivity struct {
	Axis   int
	Shares []float64    // by objective: of the variance over the candidates that this axis alone explains; NaN: nothing varies
	Steps  [][]Estimate // by objective, by value: with everything else as the winner has it
	Signs  [][]Sign     // the same: against the winner's own value
}

// Heat is the objectives over two axes, everything else as the winner has it.
type Heat struct {
	X, Y         int
	Replications int
	Values       [][][]float64 // by objective, by y, by x; NaN: no strategy
}
