package faults

// Manner is how a reply shows itself on a wire, where one outcome has several
// ways; in a simulation it changes nothing. So the keys of files that say it stand
// in the canonical form only where they differ from the default: a scenario that
// does without keeps its hash.
type Manner uint8

// The manners.
const (
	Usual            Manner = iota // refused for a connection that fails, silence before the headers for a hang, JSON for an error
	ByReset                        // the connection is taken, and reset before any byte
	AfterHeaders                   // a hang: the status and the headers come, then nothing
	MidAnswer                      // a hang: a part of the answer comes, then nothing
	ByHTML                         // an error: a proxy's page instead of JSON
	ByNothing                      // an error: an empty body
	BeforeConnection               // a hang: the connection never stands
)
