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
//
// # One call, file by file
//
// All control flow stands in call.go; the other files answer its questions.
//
// Begin takes a call from the free ones (callstate.go; it has a tail where the
// strategy has parts that few have) and fills its queue
// (itinerary.go: enqueue asks the order and filters by availability). Then
// launch runs until nothing is due:
//
//	candidate  itinerary.go  who is next: a retry that waits, the queue, a hedge
//	admit      gate.go       the breaker lends a ticket, the admission a place; what
//	                         their no means is refused (refusal.go)
//	Spend      gate.go       the budget of extra attempts; its no is refuse,
//	                         which gives ticket and place back
//	send       attempt.go    the attempt is in the air
//	bound      clock.go      when it times out, where more than a total bounds it
//	due        clock.go      when the call wants a step of its own
//
// A step brings an answer, progress (clock.go), the caller's cancel, or only the
// time. What has been in flight for too long expires; whatever has ended
// is settled:
//
//	judge      call.go       what the outcome means
//	inside.go                an SDK below may ask again by itself (wait: within), under the same
//	                         ticket: gate and order do not hear of it
//	tell       call.go       the gate takes ticket and place back (gate.go: ended),
//	                         orders and hedges learn (itinerary.go: teach)
//	retry      retry.go      the same provider after a wait, or the order anew
//	leaveFor   itinerary.go  a detour, or a queue that the order edits
//
// A success, an error that nobody would mend, an empty queue (retry.go: startOver
// may go round once more), the deadline or the caller end the call: end
// cancels what still flies, and drop gives each one back to the gate.
//
// So where does a half-open probe that is hedged return its slot? Its ticket
// stands in its attempt. The hedge makes it an elder (callstate.go), and changes
// nothing in the gate. It goes back in gate.ended, once, by whichever way comes
// first: its own answer or timeout (settle, by tell), or the hedge's success (end, by
// drop, with evidence that blames nobody). Where a timeout leaves
// it in flight (hedge.go: soften), the breaker hears of the timeout at once
// and not again. A probe that the budget refuses returns it unsent (gate.go: refuse), one
// that the admission refuses in carries; an attempt inside which an SDK waits,
// when the call ends, in dropInside. All of them pass gate.record, the one place
// where a breaker is told.
package chain
