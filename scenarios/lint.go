package scenarios

import (
	"fmt"
	"math"
	"time"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/report/judge"
)

// lint warns of what is legal and probably not meant.
func (l *loader) lint() {
	f := l.sc.Document
	if d := f.Workload.Deadline; d > 0 && f.SLO > d {
		l.warn(l.root.Place("slo"), "the slo %s is longer than the deadline %s, so it adds nothing to it", f.SLO, d)
	}
	if k := f.Workload.Requests.Kinds; k.Chat == 0 && k.Overlong == 0 {
		l.warn(l.root.Place("workload.requests.kinds"), "no request can be served: every provider refuses these kinds")
	}
	if f.Truth.Limit > f.Workload.Patience {
		l.warn(l.root.Place("truth.limit"), "callers give up after %s, before the truth's limit of %s", f.Workload.Patience, f.Truth.Limit)
	}
	for i := range f.Timeline {
		l.lintFault(FmtPath("timeline", i), &f.Timeline[i])
	}
	l.lintCooldowns()
	l.lintOrders()
}

// warn records a warning at a place.
func (l *loader) warn(at yamldoc.Pos, format string, args ...any) {
	l.sc.Warnings = append(l.sc.Warnings, judge.Warning{File: at.Origin, Line: at.Line, Text: fmt.Sprintf(format, args...)})
}

func (l *loader) lintFault(path string, e *faults.Entry) {
	d := l.sc.Document.Duration
	if e.At.Max+e.For.Max > d {
		l.warn(l.root.Place(path+".for"), "the fault may outlast the scenario: it ends at %s, the duration is %s", e.At.Max+e.For.Max, d)
	}
	if harmless(e.Fault, faults.Window{From: 0, To: 1e9}) {
		l.warn(l.root.Place(path), "the fault changes nothing")
	}
}

// harmless reports whether a fault does nothing to anybody.
func harmless(f faults.Fault, w faults.Window) bool {
	for _, p := range f.Phases(w, 0) {
		if p.Effect == nil {
			continue
		}
		if h := p.Effect.Harm(); h.Fail > 0 || h.Slowed > 0 || h.Diverge > 0 {
			return false
		}
	}
	return true
}

// lintCooldowns warns of breakers whose first cooldown is longer than every
// fault: they never test a provider while it is ill, so the scenario shows
// nothing about their probes.
func (l *loader) lintCooldowns() {
	longest := time.Duration(0)
	for _, e := range l.sc.Document.Timeline {
		longest = max(longest, e.For.Max)
	}
	if longest == 0 {
		return
	}
	for _, s := range l.sc.Strategies {
		b := s.Doc.Breaker
		if b == nil || b.Open == nil {
			continue
		}
		if first := b.Open.Build().Length(&policy.Opening{Row: 1, Draw: math.MaxUint64}); first >= longest {
			l.warn(l.placeOf(s.Name, "breaker.open"), "%s: a cooldown of %s never ends inside an outage of %s or less", s.Name, first, longest)
		}
	}
}
