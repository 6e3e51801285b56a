package faults

import "wavetank/chain"

// Ask is one attempt as a provider sees it.
type Ask struct {
	Request   int64
	Ordinal   int
	Kind      chain.RequestKind
	TokensIn  int32
	TokensOut int32
}

// Reply is what a provider will answer and when, and what a judge should know
// about it. It is fixed when the attempt arrives; only the client's patience
// decides whether anyone sees it.
type Reply struct {
	End     chain.Instant // Never for a hang
	Outcome chain.Outcome
	Billed  int64   // nanodollars, whether or not anyone waited
	Bad     float64 // badness of the provider when the attempt was sent
	Episode int32   // which of the provider's episodes it was sent in, -1 for none
	Source  int32   // timeline entry that made the reply, -1 for none
	Usable  bool    // success status and fits the schema
	Futile  bool    // refused for the request's own sake: this provider would at any time
	Form    Form    // of a success's body
	Manner  Manner  // how it shows itself on a wire
	Through uint8   // of an answer that breaks off: percent of its time that had passed; says nothing elsewhere
	Holds   bool    // takes a slot of the provider's limiter until World.Leave
}
