package measure

import (
	"slices"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// Spent is what a stretch of a request's time went to.
type Spent uint8

// What time goes to.
const (
	OnAnswer Spent = iota // the answer that was delivered
	OnError               // an attempt that came back without a usable answer
	OnHang                // an attempt that nobody would ever have answered
	OnSlow                // an attempt that was left before its answer came
	OnWait                // nothing was in flight: a wait before an attempt
)

// String returns the name as it is written in files.
func (s Spent) String() string { return [...]string{"answer", "error", "hang", "slow", "wait"}[s] }

// SpentOn is what waiting for an attempt is.
func SpentOn(r *sim.Request, x *sim.Attempt) Spent {
	switch {
	case r.Done.Reason == chain.Delivered && r.Done.Attempt == x.Number:
		return OnAnswer
	case x.Answered:
		return OnError
	case x.Reply.End == chain.Never:
		return OnHang
	}
	return OnSlow
}

// split parts a finished request's latency into stretches, in order of time: each
// belongs to the newest attempt in flight, or is a wait for the next one. The
// stretches sum to the latency. Attempt -1 is the wait of a request that sent
// nothing.
func split(r *sim.Request, add func(attempt int, on Spent, from, to chain.Instant)) {
	points := []chain.Instant{r.Arrived, r.End}
	for k := range r.Attempts {
		x := &r.Attempts[k]
		points = append(points, min(x.Sent, r.End), min(x.End, r.End))
	}
	slices.Sort(points)
	points = slices.Compact(points)
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		k, on := frontIn(r, from, to)
		add(k, on, from, to)
	}
}

// frontIn is the newest attempt in flight over a stretch in which none begins or
// ends; in a wait it is the attempt before, or the first one.
func frontIn(r *sim.Request, from, to chain.Instant) (attempt int, on Spent) {
	before := -1
	for k := len(r.Attempts) - 1; k >= 0; k-- {
		x := &r.Attempts[k]
		switch {
		case x.Sent <= from && x.End >= to:
			return k, SpentOn(r, x)
		case x.End <= from:
			before = max(before, k)
		}
	}
	if before < 0 && len(r.Attempts) > 0 {
		before = 0
	}
	return before, OnWait
}

// LabelsOf judges all attempts of a finished request.
func LabelsOf(r *sim.Request, truth *faults.Truth, buf []Label) []Label {
	buf = buf[:0]
	discovered := false
	for k := range r.Attempts {
		l := LabelOf(r, &r.Attempts[k], truth, discovered)
		discovered = discovered || l == FutileDiscovery
		buf = append(buf, l)
	}
	return buf
}
