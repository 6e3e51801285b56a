package client_test

import (
	"cmp"
	"slices"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// kind says what a record tells.
type kind uint8

const (
	sent kind = iota
	ended
	finished
	moved
)

// record is one decision of a chain.
type record struct {
	request int64
	what    kind
	at      chain.Instant
	send    chain.Send
	ended   chain.Ended
	done    chain.Done
	move    chain.Move
}

// history is what one driver's chain decided: of each call in order, and of the
// breakers in order.
type history struct {
	calls []record
	moves []record
}

// sort puts calls into the order of their numbers, sends first.
func (h *history) sort() {
	slices.SortFunc(h.calls, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.request, b.request), cmp.Compare(a.what, b.what), cmp.Compare(a.send.Attempt, b.send.Attempt), cmp.Compare(a.ended.Attempt, b.ended.Attempt))
	})
}

// observe takes a step of the client's.
func (h *history) observe(now chain.Instant, call int64, e *chain.Effects) {
	for _, x := range e.Ended {
		h.calls = append(h.calls, record{request: call, what: ended, at: now, ended: x})
	}
	for _, m := range e.Moved {
		h.moves = append(h.moves, record{what: moved, move: m})
	}
	for _, s := range e.Send {
		h.calls = append(h.calls, record{request: call, what: sent, at: now, send: s})
	}
	if e.Over {
		h.calls = append(h.calls, record{request: call, what: finished, at: now, done: e.Done})
	}
}

func (h *history) Begin(*faults.World, uint64) {}

func (h *history) Ended(a *sim.Attempt) {
	h.calls = append(h.calls,
		record{request: a.Request, what: sent, at: a.Sent, send: chain.Send{Attempt: a.Number, Provider: a.Provider, Ordinal: a.Ordinal, Reason: a.Reason, Probe: a.Probe}},
		record{request: a.Request, what: ended, at: a.End, ended: chain.Ended{Attempt: a.Number, Verdict: a.Verdict, Counted: a.Counted, Cancelled: a.Cancelled}})
}

func (h *history) Moved(m *chain.Move) { h.moves = append(h.moves, record{what: moved, move: *m}) }

func (h *history) Finished(r *sim.Request) {
	h.calls = append(h.calls, record{request: r.Number, what: finished, at: r.End, done: r.Done})
}

func (h *history) Close(chain.Instant) {}
