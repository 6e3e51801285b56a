// Package sim runs a chain against a world in virtual time.
//
// A [Setup] is what all strategies of a scenario share; a [Runner] plays one
// strategy under one seed and streams what happens into a [Sink]. The loop
// orders events by instant and, within one, answers before timeouts and wakes
// before arrivals, first scheduled first. It reads no clock and draws no luck
// but keyed luck: the same seed gives the same bytes, on any number of cores.
//
// What the caller owes a Runner:
//
//  1. One goroutine at a time. Run replications side by side with a Runner each.
//  2. A Sink that keeps nothing of a record beyond the call: records are reused.
package sim
