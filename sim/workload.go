package sim

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Workload is the traffic that every strategy of a scenario meets.
type Workload struct {
	Arrivals Arrivals      `yaml:"arrivals" required:"true" doc:"when requests arrive"`
	Requests Requests      `yaml:"requests" doc:"what they are"`
	Deadline time.Duration `yaml:"deadline" doc:"how long the caller waits for an answer; 0: until patience ends"`
	Patience time.Duration `yaml:"patience" doc:"when the caller gives up, so that every run ends; default 10m"`
}

// Requests says what the requests are like.
type Requests struct {
	Kinds  KindWeights `yaml:"kinds" doc:"exclusive weights of chat, malformed, overlong, disallowed; default chat only"`
	Tokens TokenLaws   `yaml:"tokens" doc:"sizes, drawn once per request and the same for every provider"`
}

// KindWeights are exclusive weights; they need not sum to anything.
type KindWeights struct {
	Chat       float64 `yaml:"chat" doc:"nothing wrong with it"`
	Malformed  float64 `yaml:"malformed" doc:"every provider answers 400"`
	Overlong   float64 `yaml:"overlong" doc:"larger than every context window but the largest"`
	Disallowed float64 `yaml:"disallowed" doc:"refused by every content policy"`
}

// TokenLaws are the sizes of prompts and answers, in tokens.
type TokenLaws struct {
	In  faults.Law `yaml:"in" doc:"tokens of a prompt; default constant 600"`
	Out faults.Law `yaml:"out" doc:"tokens of an answer; default constant 200"`
}

// Arrivals is a kind of traffic. Each kind is one struct in one file that
// registers itself.
type Arrivals interface {
	Check() error
	// Clock starts the arrivals of one run at from (a warm-up lies before zero).
	// Draws are keyed by the arrival's number.
	Clock(luck chain.Luck, from, until chain.Instant) (Clock, error)
	// Serial reports whether a request waits for the end of the one before.
	Serial() bool
	// String says the traffic in a few words, for the head of a report.
	String() string
}

// Compiler is implemented by arrivals with work that all runs share; NewSetup
// has it done once.
type Compiler interface{ Compile() error }

// Clock gives the arrivals of one run, in order of time.
type Clock interface {
	// Next returns when the n-th request arrives, n counting from 0, or ok false
	// after the last one. Arrivals at or after until are the caller's to refuse.
	Next(n int64) (at chain.Instant, ok bool)
}

// Users is implemented by closed-loop clocks: a user thinks, asks, and thinks
// again after the answer.
type Users interface {
	// Users returns how many there are.
	Users() int
	// Think returns how long a user thinks before the n-th question, n counting
	// from 0 over all users.
	Think(user int, n int64) time.Duration
}

// Sizer is implemented by clocks that know the sizes of their requests, as a
// trace does.
type Sizer interface {
	Size(n int64) (in, out int32)
}

// ArrivalKinds holds the kinds of arrivals.
var ArrivalKinds chain.Registry[Arrivals]

// Purposes of a workload's streams of luck.
const (
	purposeArrival uint64 = iota + 32
	purposeKind
	purposeTokensIn
	purposeTokensOut
	purposeReplica
)
