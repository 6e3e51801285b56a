package tune

import "context"

// Over is how an objective's figures in several members of a suite, as
// scenarios, become one.
type Over uint8

// The ways.
const (
	Mean   Over = iota // the mean over the members
	Worst              // of the member in which the point's mean is worst
	Regret             // of the member in which the point lies farthest behind the best point there, less that point's
)

// Overs are the ways' names, in order.
var Overs = []string{"mean", "worst", "regret"}

// String returns the way's name.
func (o Over) String() string { return Overs[o] }

// Objective is a figure that is to become small, or large.
type Objective struct {
	Name    string
	Higher  bool    // more is better
	Weight  float64 // of a difference as large as the front is wide, against the other objectives'; 0: nobody gave one
	Columns []int   // of a play's figures: one for each member of the suite

	// The width that a front must have here to count as wide, in the figure's unit
	// and as a share of the best value; the larger one counts. Narrower ones are
	// measured by it, so that noise is not blown up to a difference.
	Least, LeastShare float64
}

// Requirement is a figure that a point must keep on one side of a limit, in the
// mean over replications.
type Requirement struct {
	Name    string
	AtLeast bool // the limit is the least, not the most
	Strict  bool // the limit itself breaks it
	Columns []int
	First   int // the member of the suite that the first column is of; the others follow it
	Limit   float64
	Current bool // the limit is Limit times the current setting's own mean
}

// Player plays points. It may keep buffers between plays.
type Player interface {
	// Play fills in the figures of one replication of a point: NaN where a figure
	// has no value. ErrInvalid says that the point's settings go together in no
	// strategy. The same point and replication give the same figures, always.
	Play(ctx context.Context, p Point, replication int, figures []float64) error
}

// invalid is the type of ErrInvalid.
type invalid struct{}

func (invalid) Error() string { return "tune: these settings do not go together" }

// ErrInvalid is what a Player returns for settings that do not go together.
var ErrInvalid error = invalid{}

// Problem is what is searched.
type Problem struct {
	Space        Space
	InForce      []int         // by axis, the place of the value that the current setting has; -1 for none; nil for none at all
	Outside      int           // strategies outside the space: the current setting first, then rivals for the held-out replications
	Suite        int           // members of the suite, at least 1
	Columns      int           // figures of a play
	Objectives   []Objective   // at least one
	Requirements []Requirement // none: every point will do
	Over         Over
	NewPlayer    func() Player // one for each worker

	// Decide chooses among points by their figures in the same replications: those
	// that nobody beats, the best first, and whether more replications could change
	// that. Nil: the least score of the objectives.
	Decide func(points [][][]float64) (first []int, open bool)
}

// Plan is how the search is done. Zero fields take the defaults of NewPlan.
type Plan struct {
	Candidates   int     // most points that are looked at; a larger space is sampled
	Replications int     // of those that reach the end of the halving
	Affordable   int     // plays up to which nobody is halved away, and that a rung may cost beyond
	Most         int     // replications of a finalist, as long as two cannot be told apart
	Held         int     // replications that no choice has seen
	Indifference float64 // difference of score that does not matter, against the front's width
	Workers      int     // 0: one for each core
	Shard        Shard
}

// NewPlan returns the defaults.
//
// A Latin hypercube takes over above 100,000 points, which is what enumeration
// affords in some minutes. 20 replications are those of a run.
func NewPlan() Plan {
	return Plan{Candidates: 100_000, Replications: 20, Affordable: 20_000, Most: 80, Held: 20, Indifference: 0.02}
}

// Shard is the part of a search's candidates that one machine plays. The zero
// value is all of them.
type Shard struct{ Index, Of int } // from 1; 0 of 0: all

// Log keeps what was played, so that a search that was cut short goes on, and
// machines can share one. Its methods are called by one goroutine at a time.
type Log interface {
	// Find returns the figures of a play that was recorded, and nil figures for
	// one that is invalid.
	Find(p Point, replication int) (figures []float64, ok bool)
	// Record keeps a play's figures; nil: the point is invalid.
	Record(p Point, replication int, figures []float64) error
}

// FirstHeld is the first replication that judges the winner; those before it
// belong to the search.
const FirstHeld = 1_000_000
