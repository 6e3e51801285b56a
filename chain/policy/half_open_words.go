package policy

// After is how a test ends that nobody decided.
type After = Word[afterWords]

// The ends.
const (
	ToOpen After = iota
	ToClosed
)

type afterWords struct{}

func (afterWords) list() []string { return []string{"open", "closed"} }

// Late is what is done with results of attempts sent before a test.
type Late = Word[lateWords]

// What may be done.
const (
	DiscardLate Late = iota
	CountLate
)

type lateWords struct{}

func (lateWords) list() []string { return []string{"discard", "count"} }

// Permit is what permits count.
type Permit = Word[permitWords]

// What they may count.
const (
	TotalPermits      Permit = iota // attempts of a test
	ConcurrentPermits               // attempts at one time
)

type permitWords struct{}

func (permitWords) list() []string { return []string{"total", "concurrent"} }
