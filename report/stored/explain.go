package stored

import (
	"io"
	"reflect"

	"wavetank/report/explain"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// WriteExplanation writes everything about an explanation, for programs. Times are
// seconds since the run began.
func WriteExplanation(e *explain.Explanation, w io.Writer) error {
	doc := explanationDocument(e)
	return writeDocument(w, shapeOf(reflect.TypeOf(doc)), &doc)
}

func explanationDocument(e *explain.Explanation) object {
	slowest, wasted, moves := []short{}, []short{}, []short{}
	for i := range e.Slowest {
		p := &e.Slowest[i]
		slowest = append(slowest, short{{"provider", providerName(e, p.Provider)}, {"label", p.Label.String()}, {"spent", p.Spent.String()},
			{"seconds", p.Seconds}, {"calls", p.Calls}})
	}
	for i := range e.Wasted {
		p := &e.Wasted[i]
		wasted = append(wasted, short{{"provider", providerName(e, p.Provider)}, {"label", p.Label.String()},
			{"calls", p.Calls}, {"seconds", p.Seconds}})
	}
	for i := range e.Moves {
		moves = append(moves, moveLine(e, &e.Moves[i]))
	}
	return object{
		{"schema_version", schemaVersion},
		{"model", judge.Model},
		{"scenario", short{{"name", e.Scenario.Name}, {"hash", e.Scenario.Hash}, {"file", e.Scenario.File}}},
		{"strategy", short{{"name", e.Strategy.Name}, {"preset", e.Strategy.Preset}, {"hash", e.Strategy.Hash}}},
		{"seed", e.Seed},
		{"requests", e.Last + 1},
		{"p99", short{{"seconds", e.P99}, {"during_faults", e.During}, {"requests", e.Slow}, {"took", e.Seconds}}},
		{"slowest", slowest},
		{"wasted", wasted},
		{"breakers", moves},
		{"request", storyObject(e)},
	}
}

// providerName is null for nobody.
func providerName(e *explain.Explanation, i int) any {
	if i < 0 {
		return nil
	}
	return e.Scenario.Providers[i]
}

func moveLine(e *explain.Explanation, m *explain.BreakerMove) short {
	out := short{{"at", m.At.Seconds()}, {"provider", e.Scenario.Providers[m.Provider]},
		{"from", m.From.String()}, {"to", m.To.String()}, {"open", m.Open.Seconds()}}
	if m.Trip != nil {
		out = append(out, member[any]{"trip", short{{"label", m.Trip.Label.String()}, {"reason", m.Trip.Reason},
			{"badness", m.Trip.Badness}, {"counted", m.Counted}}})
	}
	return out
}

// storyObject is the request with its steps and attempts.
func storyObject(e *explain.Explanation) object {
	t := words.ExplanationTeller(e)
	steps, attempts := []short{}, []short{}
	for i := range t.Steps {
		steps = append(steps, stepLine(t, &t.Steps[i]))
	}
	for k := range t.Attempts {
		x := &t.Attempts[k]
		status := 0 // of an answer that nobody waited for: none
		if x.Answered {
			status = int(x.Reply.Outcome.Status)
		}
		attempts = append(attempts, short{{"attempt", k}, {"provider", e.Scenario.Providers[x.Provider]}, {"reason", x.Reason.String()},
			{"probe", x.Probe}, {"sent", x.Sent.Seconds()}, {"end", x.End.Seconds()}, {"class", x.Verdict.Class.String()},
			{"status", status}, {"cancelled", x.Cancelled}, {"counted", x.Counted}, {"label", t.Labels[k].String()},
			{"spent", measure.SpentOn(&t.Request, x).String()}, {"dollars", float64(x.Reply.Billed) / 1e9}})
	}
	all, useless := t.Cost()
	return object{
		{"number", t.Number},
		{"chosen", e.Chosen},
		{"kind", t.Kind.String()},
		{"tokens", short{{"in", t.TokensIn}, {"out", t.TokensOut}}},
		{"arrived", t.Arrived.Seconds()},
		{"end", t.End.Seconds()},
		{"ended", t.Done.Reason.String()},
		{"usable", t.Usable()},
		{"dollars", all},
		{"useless_dollars", useless},
		{"attempts", attempts},
		{"steps", steps},
		{"ideal", t.Bound()},
	}
}

var stepKinds = [...]string{explain.StepSkip: "skip", explain.StepSend: "send", explain.StepEnd: "end"}

// stepLine is one decision, in figures and in words.
func stepLine(t *words.Teller, s *explain.Step) short {
	out := short{{"at", s.At.Seconds()}, {"step", stepKinds[s.Kind]}, {"provider", t.Setting.Providers[s.Provider]}}
	if s.Kind == explain.StepSkip {
		out = append(out, member[any]{"by", s.By.String()})
	} else {
		out = append(out, member[any]{"attempt", s.Attempt})
	}
	if s.Breaker.Exists {
		out = append(out, member[any]{"breaker", s.Breaker.State.String()}, member[any]{"failures", s.Breaker.Counts.Failures})
	}
	return append(out, member[any]{"sick", s.Truth.Sick}, member[any]{"badness", s.Truth.Bad}, member[any]{"words", t.Decision(s)},
		member[any]{"truth", t.Reality(s)})
}
