package selftest

import "fmt"

// Law names what must hold of any run.
type Law string

// The laws.
const (
	LawLoads     Law = "a drawn document loads, or is refused with its place"
	LawPlays     Law = "a scenario that loads can be played"
	LawWritten   Law = "a scenario as written reads back to itself, and plays alike"
	LawTime      Law = "time never goes back, and at one instant answers come before requests"
	LawArrivals  Law = "every strategy is asked what the traffic asks, each request once"
	LawEnds      Law = "everything that begins ends, once, and nothing ends before it began"
	LawDelivered Law = "what is delivered was answered, in time, and by the attempt that is named"
	LawBounds    Law = "deadlines, patience, timeouts and bounds on attempts are kept"
	LawBudget    Law = "no more extra attempts are sent than the budget affords"
	LawAdmission Law = "a provider carries no more than it is asked to"
	LawBreaker   Law = "breakers move as they may, and admit what they may"
	LawReturned  Law = "what a part let pass, it is told the end of, once"
	LawWorld     Law = "faults act in their windows and nowhere else, and answers are billed"
	LawLimits    Law = "a limiter admits what its limits allow, and refuses nothing else"
	LawFigures   Law = "figures are those of the records, counted again"
	LawRanges    Law = "every figure lies in its range"
	LawBytes     Law = "the same seed gives the same bytes, again and on any number of cores"
	LawEngines   Law = "the native breaker and gobreaker decide alike"
	LawIdeal     Law = "nobody beats the chain that foresees everything"
)

// Laws are all of them.
var Laws = []Law{LawLoads, LawPlays, LawWritten, LawTime, LawArrivals, LawEnds, LawDelivered, LawBounds, LawBudget, LawAdmission,
	LawBreaker, LawReturned, LawWorld, LawLimits, LawFigures, LawRanges, LawBytes, LawEngines, LawIdeal}

// Broken is a law that does not hold.
type Broken struct {
	Law      Law
	Strategy string // whose run; "" where it is about all
	Seed     uint64 // of the run
	Text     string // what was seen
}

func (b *Broken) String() string {
	if b.Strategy == "" {
		return fmt.Sprintf("%s: %s", b.Law, b.Text)
	}
	return fmt.Sprintf("%s: %s, seed %d: %s", b.Law, b.Strategy, b.Seed, b.Text)
}

// witness notes what breaks a law: of each run the first, which is what matters.
type witness struct {
	strategy string
	seed     uint64
	first    *Broken
}

func (w *witness) breaks(law Law, format string, args ...any) {
	if w.first == nil {
		w.first = &Broken{law, w.strategy, w.seed, fmt.Sprintf(format, args...)}
	}
}
