package report

import "io"

// WriteJSON writes everything about an explanation, for programs. Times are
// seconds since the run began.
func (e *Explanation) WriteJSON(w io.Writer) error {
	out, err := appendJSON(nil, e.document(), "")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

func (e *Explanation) document() object {
	slowest, wasted, moves := block{}, block{}, block{}
	for i := range e.Slowest {
		p := &e.Slowest[i]
		slowest = append(slowest, line{{"provider", e.providerName(p.Provider)}, {"label", p.Label.String()}, {"spent", p.Spent.String()},
			{"seconds", number(p.Seconds)}, {"calls", number(p.Calls)}})
	}
	for i := range e.Wasted {
		p := &e.Wasted[i]
		wasted = append(wasted, line{{"provider", e.providerName(p.Provider)}, {"label", p.Label.String()},
			{"calls", number(p.Calls)}, {"seconds", number(p.Seconds)}})
	}
	for i := range e.Moves {
		moves = append(moves, e.moveLine(&e.Moves[i]))
	}
	return object{
		{"schema_version", schemaVersion},
		{"model", Model},
		{"scenario", line{{"name", e.Scenario.Name}, {"hash", e.Scenario.Hash}, {"file", e.Scenario.File}}},
		{"strategy", line{{"name", e.Strategy.Name}, {"preset", e.Strategy.Preset}, {"hash", e.Strategy.Hash}}},
		{"seed", e.Seed},
		{"requests", e.Last + 1},
		{"p99", line{{"seconds", number(e.P99)}, {"during_faults", e.During}, {"requests", e.Slow}, {"took", number(e.Seconds)}}},
		{"slowest", slowest},
		{"wasted", wasted},
		{"breakers", moves},
		{"request", e.storyObject()},
	}
}

// providerName is null for nobody.
func (e *Explanation) providerName(i int) any {
	if i < 0 {
		return nil
	}
	return e.Scenario.Providers[i]
}

func (e *Explanation) moveLine(m *BreakerMove) line {
	out := line{{"at", number(m.At.Seconds())}, {"provider", e.Scenario.Providers[m.Provider]},
		{"from", m.From.String()}, {"to", m.To.String()}, {"open", number(m.Open.Seconds())}}
	if m.Trip != nil {
		out = append(out, member{"trip", line{{"label", m.Trip.Label.String()}, {"reason", m.Trip.Reason},
			{"badness", number(m.Trip.Badness)}, {"counted", m.Counted}}})
	}
	return out
}

// storyObject is the request with its steps and attempts.
func (e *Explanation) storyObject() object {
	t := e.teller()
	steps, attempts := block{}, block{}
	for i := range t.Steps {
		steps = append(steps, t.stepLine(&t.Steps[i]))
	}
	for k := range t.Attempts {
		x := &t.Attempts[k]
		status := int16(0) // of an answer that nobody waited for: none
		if x.Answered {
			status = x.Reply.Outcome.Status
		}
		attempts = append(attempts, line{{"attempt", k}, {"provider", e.Scenario.Providers[x.Provider]}, {"reason", x.Reason.String()},
			{"probe", x.Probe}, {"sent", number(x.Sent.Seconds())}, {"end", number(x.End.Seconds())}, {"class", x.Verdict.Class.String()},
			{"status", status}, {"cancelled", x.Cancelled}, {"counted", x.Counted}, {"label", t.Labels[k].String()},
			{"spent", spentOn(&t.Request, x).String()}, {"dollars", number(float64(x.Reply.Billed) / 1e9)}})
	}
	all, useless := t.Cost()
	return object{
		{"number", t.Number},
		{"chosen", e.Chosen},
		{"kind", t.Kind.String()},
		{"tokens", line{{"in", t.TokensIn}, {"out", t.TokensOut}}},
		{"arrived", number(t.Arrived.Seconds())},
		{"end", number(t.End.Seconds())},
		{"ended", t.Done.Reason.String()},
		{"usable", t.Usable()},
		{"dollars", number(all)},
		{"useless_dollars", number(useless)},
		{"attempts", attempts},
		{"steps", steps},
		{"ideal", t.bound()},
	}
}

var stepKinds = [...]string{StepSkip: "skip", StepSend: "send", StepEnd: "end"}

// stepLine is one decision, in figures and in words.
func (t *teller) stepLine(s *Step) line {
	out := line{{"at", number(s.At.Seconds())}, {"step", stepKinds[s.Kind]}, {"provider", t.scenario.Providers[s.Provider]}}
	if s.Kind == StepSkip {
		out = append(out, member{"by", s.By.String()})
	} else {
		out = append(out, member{"attempt", s.Attempt})
	}
	if s.Breaker.Exists {
		out = append(out, member{"breaker", s.Breaker.State.String()}, member{"failures", s.Breaker.Failures})
	}
	return append(out, member{"sick", s.Truth.Sick}, member{"badness", number(s.Truth.Bad)}, member{"words", t.decision(s)},
		member{"truth", t.reality(s)})
}
