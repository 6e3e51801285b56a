package scenarios

import (
	"fmt"
	"math"
	"strings"
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
	if f.Output == nil {
		for i := range f.Providers {
			if o := f.Providers[i].Value.Outputs; o != nil && formed(o) {
				l.warn(l.root.Place("providers."+f.Providers[i].Name+".outputs"), "answers without a schema fit in every form but an empty one: add output: {schema: ...}")
			}
		}
	}
	l.lintCooldowns()
	l.lintTimeouts()
	l.lintOrders()
	l.lintIdle()
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
	if d, ok := e.Fault.(*faults.Diverge); ok && l.sc.Document.Output == nil && (d.Outputs == nil || formed(d.Outputs)) {
		l.warn(l.root.Place(path), "answers without a schema fit in every form but an empty one, so most of this fault changes nothing: add output: {schema: ...}")
	}
	if harmless(e.Fault, faults.Window{From: 0, To: 1e9}) {
		l.warn(l.root.Place(path), "the fault changes nothing")
	}
}

// formed reports whether a mix has forms that only a schema tells from valid ones.
func formed(o *faults.Outputs) bool {
	only := *o
	only.Valid, only.Empty = 0, 0
	return only.Check() == nil // else nothing is left
}

// harmless reports whether a fault does nothing to anybody.
func harmless(f faults.Fault, w faults.Window) bool {
	phases := f.Phases(w, 0)
	for p, ok := phases(); ok; p, ok = phases() {
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

// lintTimeouts warns of attempts that may take all the time that a call has, in
// strategies that somebody chose. What a preset's own timeout makes late is the
// scenario's to show.
func (l *loader) lintTimeouts() {
	if len(l.Options.Strategies)+len(l.sc.Document.Strategies) == 0 {
		return
	}
	for _, s := range l.sc.Strategies {
		if s.Doc.Attempt == nil || s.Name == Ideal || s.Doc.Hedge != nil || len(l.sc.Document.Providers) < 2 {
			continue // or somebody else is asked meanwhile, or never
		}
		deadline, slo := l.sc.Document.Workload.Deadline, l.sc.SLO
		if d := s.Doc.Deadline; d != nil && d.Total > 0 && (deadline == 0 || d.Total < deadline) {
			deadline = d.Total
		}
		at := s.Tree.Place("attempt.total")
		if strings.HasPrefix(at.Origin, "preset ") {
			slo = 0
		}
		if at.Line == 0 || strings.HasPrefix(at.Origin, "preset ") { // not in a file of the user's
			at = l.placeOf(s.Name, "attempt.total")
		}
		if text := TooPatient(silence(s.Doc.Attempt), deadline, slo); text != "" {
			l.warn(at, "%s: %s", s.Name, text)
		}
	}
}

// silence is how long an attempt that hangs is waited for, 0 for as long as the
// caller waits.
func silence(a *policy.Attempt) time.Duration {
	out := a.Total
	if a.FirstByte > 0 && (out == 0 || a.FirstByte < out) {
		out = a.FirstByte
	}
	return out
}

// TooPatient says what an attempt timeout makes impossible that is no shorter than
// the whole call's deadline, or than its slo; "" for one that is, and for limits
// that are not there.
func TooPatient(attempt, deadline, slo time.Duration) string {
	switch {
	case attempt <= 0:
	case deadline > 0 && attempt >= deadline:
		return fmt.Sprintf("the attempt timeout of %s is no shorter than the deadline of %s: after an attempt that hangs nobody else is asked in time", Written(attempt), Written(deadline))
	case slo > 0 && attempt >= slo:
		return fmt.Sprintf("the attempt timeout of %s is no shorter than the slo of %s: after an attempt that hangs every answer comes too late", Written(attempt), Written(slo))
	}
	return ""
}
