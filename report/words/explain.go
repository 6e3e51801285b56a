package words

import (
	"strings"
	"time"

	"wavetank/chain"

	"wavetank/report/explain"
	"wavetank/report/measure"
)

// About says which request it is, and what it asked.
func About(e *explain.Explanation, t *Teller) string {
	if e.Chosen == "" {
		return t.asks()
	}
	return e.Chosen + ": " + t.asks()
}

// asks says what the request was and when it came.
func (t *Teller) asks() string {
	out := t.Kind.String() + ", " + measure.FormatThousands(int64(t.TokensIn)) + " tokens in, " + measure.FormatThousands(int64(t.TokensOut)) + " out, at " + Moment(t.Arrived)
	end, bounded := t.Request.Deadline.Sub(t.Arrived), t.Request.Deadline != chain.Never && t.Request.Deadline != 0
	switch {
	case t.patience > 0 && (!bounded || t.patience < end):
		out += ", its caller gives up after " + Span3(t.patience)
	case bounded:
		out += ", deadline after " + Span3(end)
	}
	if !t.Counted {
		out += ", not counted: it came in the warm-up"
	}
	return out
}

// Beside is what stands beside a step: the truth beside a decision, the label and
// the money beside an end.
func (t *Teller) Beside(s *explain.Step) string {
	if s.Kind != explain.StepEnd {
		return "it is " + t.Reality(s)
	}
	out := t.Labels[s.Attempt].String()
	if c := t.Attempts[s.Attempt].Reply.Billed; c > 0 {
		out += ", " + measure.FormatDollars(float64(c)/1e9)
	}
	return out
}

// Part is how much of the request's time has passed at an instant, 0 to 1.
func (t *Teller) Part(at chain.Instant) float64 {
	if t.End <= t.Arrived {
		return 0
	}
	return min(1, float64(at-t.Arrived)/float64(t.End-t.Arrived))
}

// Costs says what the request was billed.
func (t *Teller) Costs() string {
	all, useless := t.Cost()
	out := measure.Plural(len(t.Attempts), "call") + ", " + measure.FormatDollars(all)
	if useless > 0 {
		out += ", " + measure.FormatDollars(useless) + " of it for nothing"
	}
	return out
}

// PartWords say what a contributor's time went to.
func PartWords(e *explain.Explanation, p *measure.Part) string {
	if p.Spent == measure.OnWait {
		return "waits before another call"
	}
	return spentWords[p.Spent] + ", " + LabelWords[p.Label]
}

var spentWords = [...]string{measure.OnAnswer: "answers", measure.OnError: "failures", measure.OnHang: "hangs", measure.OnSlow: "answers not waited for", measure.OnWait: "waits"}

// UnsentWords say what a chain's own limits and budgets did not let it send; "" where
// they let it send all.
func UnsentWords(e *explain.Explanation) string {
	var parts []string
	for _, by := range []chain.Refusal{chain.ByAdmission, chain.ByBudget, chain.ByLimit} {
		if n := e.Unsent[by]; n > 0 {
			parts = append(parts, measure.FormatThousands(n)+" by "+[...]string{chain.ByAdmission: "admission", chain.ByBudget: "the budget", chain.ByLimit: "the attempts that a call may send"}[by])
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "our own held attempts back: " + strings.Join(parts, ", ")
}

// FailingWords say what most of the failing calls of a strip come to.
var FailingWords = [...]string{measure.OnError: "calls fail on it", measure.OnHang: "calls hang on it", measure.OnSlow: "our own timeout"}

// LabelWords say what a label means.
var LabelWords = [measure.NumLabels]string{
	measure.Useful: "useful", measure.Duplicate: "another call was faster", measure.Late: "the caller had gone", measure.Invalid: "they break the schema",
	measure.FutileDiscovery: "a bad prompt is found out", measure.FutileRepeat: "a bad prompt is sent on", measure.Throttled: "over its limit", measure.Impatient: "our own timeout",
	measure.DoomedUndetected: "before this chain had noticed", measure.DoomedKnown: "it had failed in that outage before",
	measure.DoomedProbe: "tests of an ill provider", measure.Unlucky: "everyday errors",
}

// MoveWords judge a move of a breaker.
func MoveWords(e *explain.Explanation, m *explain.BreakerMove) string {
	held := ""
	if m.Open > 0 {
		held = "for " + Span3(m.Open)
	}
	switch {
	case m.Trip != nil:
		out := m.Trip.Label.String() + " trip"
		if m.Trip.Reason != "" {
			out += " (" + m.Trip.Reason + ")"
		}
		return out + ": " + measure.Plural(m.Counted, "failure") + " counted, badness " + measure.Scaled(m.Trip.Badness) + ", " + held
	case m.To == chain.Open:
		return "the probe failed, " + held
	case m.To == chain.HalfOpen:
		return "the cooldown is over"
	case m.Cleared:
		return "a success that came late cleared it"
	case m.From == chain.Open:
		return "the cooldown is over"
	}
	return "the probe succeeded"
}

// Moment writes an instant of a run with tenths of seconds.
func Moment(at chain.Instant) string {
	d := time.Duration(at)
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	tenths := int64(d/(100*time.Millisecond)) % 10
	return sign + measure.Clock(d.Truncate(time.Second)) + "." + string(rune('0'+tenths))
}
