package measure

import (
	"cmp"
	"slices"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// held books the time in a stretch for which a well provider was held back: a
// breaker holds whether or not somebody asks. A provider whose limiter was closed
// when its breaker opened would have refused every call until then.
func (b *watch) held(w *faults.World, h *faults.Health, since, until chain.Instant) {
	b.holds(until, func(m *move, from, to chain.Instant) {
		from, to = max(from, since), min(to, until)
		b.skip(w, from, to)
		if m.to == chain.Open {
			from = max(from, m.shut)
		}
		if from < to {
			b.hold += int64(h.Well(from, to))
		}
	})
}

// end is when a scenario's clock stops.
func end(w *faults.World) chain.Instant {
	return chain.Instant(0).Add(w.Blueprint().Spec().Duration)
}

// holds calls f with each stretch up to end in which calls were held back after a
// move: while a cooldown ran, and while a test let nobody through. A breaker whose
// cooldown is over holds nobody back, however late it is asked.
func (b *watch) holds(end chain.Instant, f func(m *move, from, to chain.Instant)) {
	slices.SortFunc(b.tests, func(x, y pass) int { return cmp.Or(cmp.Compare(x.move, y.move), cmp.Compare(x.from, y.from)) })
	tests := b.tests
	for k := range b.moves {
		m, to := &b.moves[k], end
		if k+1 < len(b.moves) {
			to = min(end, b.moves[k+1].at)
		} else if m.to == chain.Open {
			to = min(end, m.over)
		}
		n := 0
		for n < len(tests) && tests[n].move == k {
			n++
		}
		switch {
		case m.to == chain.Open:
			f(m, m.at, to)
		case m.to == chain.HalfOpen && m.door.Permits == 0:
			f(m, m.first, to) // it turns some away, and counts whole
		case m.to == chain.HalfOpen:
			full(tests[:n], m.door.Permits, to, func(from, to chain.Instant) { f(m, from, to) })
		}
		tests = tests[n:]
	}
}

// tested notes a probe, and how long it keeps the permit of the half-open state in
// which it was sent.
func (b *watch) tested(x *sim.Attempt) {
	k := len(b.moves) - 1
	for k >= 0 && (b.moves[k].at > x.Sent || b.moves[k].to != chain.HalfOpen) {
		k--
	}
	if k < 0 {
		return
	}
	m := &b.moves[k]
	if m.first = min(m.first, x.Sent); m.door.Permits == 0 {
		return
	}
	p := pass{k, x.Sent, chain.Never}
	if m.door.Return || x.Verdict.Evidence == chain.None && !m.door.Lose {
		p.to = x.End
	}
	b.tests = append(b.tests, p)
}

// full calls f with each stretch up to end in which a half-open state has given
// all its permits out.
func full(tests []pass, permits int, end chain.Instant, f func(from, to chain.Instant)) {
	type change struct {
		at   chain.Instant
		more int
	}
	changes := make([]change, 0, 2*len(tests))
	for _, p := range tests {
		changes = append(changes, change{p.from, 1}, change{p.to, -1})
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.more, b.more)) })
	out := 0
	for i, c := range changes {
		if out += c.more; out >= permits && c.at < end {
			f(c.at, min(end, changes[i+1].at))
		}
	}
}
