// Package chain is a failover chain as a pure state machine: it is told the
// time and what happened, and answers with what to do.
//
// A [Strategy] is a recipe of parts; [New] makes a [Chain] of it, which holds
// whatever remembers (breakers, budgets) and may be used for one run.
// [Chain.Begin] starts a [Call]; [Call.Step] feeds it answers and the passing
// of time. A driver carries out the [Effects]: an event loop in virtual time or
// an HTTP client in real time.
//
// What the driver owes the machine:
//
//  1. Time never goes back: every now is at least the one before, over all
//     calls of one chain.
//  2. Each Send is carried out once, and its answer comes back by Step with the
//     attempt's number, at most once.
//  3. Step is called no later than Effects.Wake; earlier steps are harmless.
//  4. Effects belong to the chain and are valid until the next step of any call.
//  5. After Effects.Done the call is given back with [Chain.Free] and not used
//     again.
//  6. One goroutine at a time: the chain has no locks.
package chain
