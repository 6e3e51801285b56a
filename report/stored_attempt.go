package report

import (
	"bufio"
	"context"
	"io"
	"strconv"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

func init() {
	registerFormat("attempts", "every attempt as a line of JSON, for other tools", writeAttempts)
}

// writeAttempts plays the runs again and writes a line per attempt as its
// request ends, in the order of strategies, seeds and ends: what it takes in
// memory does not grow with the runs. Times are seconds since the run began,
// exact to the nanosecond; the keys are those of AttemptSchema.
func writeAttempts(w io.Writer, r *Report) error {
	out := bufio.NewWriterSize(w, 1<<16)
	for _, one := range r.Results {
		ctx, stop := context.WithCancel(context.Background())
		lines := newAttemptLines(out, one, stop)
		err := one.replayAll(ctx, lines.of)
		stop()
		if lines.err != nil {
			return lines.err // why the replay was stopped
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// attemptLines is the sim.Sink that writes attempts. Its first error stops the
// replay.
type attemptLines struct {
	out       *bufio.Writer
	result    *Result
	providers [][]byte // names as JSON
	faults    [][]byte // of the timeline's entries: their kinds as JSON
	stop      func()
	err       error

	theta float64
	front []byte // what all lines of a run begin with
	line  []byte
}

func newAttemptLines(out *bufio.Writer, r *Result, stop func()) *attemptLines {
	l := &attemptLines{out: out, result: r, stop: stop}
	for _, name := range r.Scenario.Providers {
		l.providers = append(l.providers, quote(name))
	}
	for i := range r.Scenario.Timeline {
		l.faults = append(l.faults, quote(r.Scenario.Timeline[i].Kind))
	}
	return l
}

// of prepares the lines of one run.
func (l *attemptLines) of(strategy int, seed uint64) sim.Sink {
	l.front = append(l.front[:0], `{"scenario":`...)
	l.front = append(l.front, quote(l.result.Scenario.Name)...)
	l.front = append(append(l.front, `,"strategy":`...), quote(l.result.Strategies[strategy].Name)...)
	l.front = strconv.AppendUint(append(l.front, `,"seed":`...), seed, 10)
	return l
}

// Begin implements sim.Sink.
func (l *attemptLines) Begin(w *faults.World, _ uint64) { l.theta = w.Blueprint().Spec().Truth.Theta }

// Ended implements sim.Sink.
func (l *attemptLines) Ended(*sim.Attempt) {}

// Moved implements sim.Sink.
func (l *attemptLines) Moved(*chain.Move) {}

// Close implements sim.Sink.
func (l *attemptLines) Close(chain.Instant) {}

// Finished implements sim.Sink: only now is it known what each attempt was for.
func (l *attemptLines) Finished(r *sim.Request) {
	discovered := false
	for i := range r.Attempts {
		if l.err != nil {
			return
		}
		a := &r.Attempts[i]
		label := LabelOf(r, a, l.theta, discovered)
		discovered = discovered || label == FutileDiscovery
		l.line = append(l.line[:0], l.front...)
		l.request(r)
		l.attempt(a)
		l.judged(a, label)
		l.line = append(l.line, "}\n"...)
		if _, l.err = l.out.Write(l.line); l.err != nil {
			l.stop()
		}
	}
}

func (l *attemptLines) request(r *sim.Request) {
	l.integer("request", r.Number)
	l.word("kind", r.Kind.String())
	l.instant("arrived", r.Arrived)
	l.flag("warmup", !r.Counted)
	l.word("ended", r.Done.Reason.String())
}

func (l *attemptLines) attempt(a *sim.Attempt) {
	l.integer("attempt", int64(a.Number))
	l.key("provider")
	l.line = append(l.line, l.providers[a.Provider]...)
	l.integer("ordinal", int64(a.Ordinal))
	l.word("reason", a.Reason.String())
	l.flag("probe", a.Probe)
	l.instant("sent", a.Sent)
	l.instant("end", a.End)
	l.flag("answered", a.Answered)
	l.flag("cancelled", a.Cancelled)
	if a.Cancelled {
		l.line = append(l.line, `,"class":null`...) // the chain never heard how it would have ended
	} else {
		l.word("class", a.Verdict.Class.String())
	}
	if a.Answered {
		l.integer("status", int64(a.Reply.Outcome.Status))
		l.instant("hint", chain.Instant(a.Reply.Outcome.Hint))
	} else {
		l.line = append(l.line, `,"status":0,"hint":0`...)
	}
	l.word("evidence", a.Verdict.Evidence.String())
	l.flag("counted", a.Counted)
}

// judged writes what only the world knows.
func (l *attemptLines) judged(a *sim.Attempt, label Label) {
	l.word("label", label.String())
	l.flag("usable", a.Reply.Usable)
	l.instant("billed", chain.Instant(a.Reply.Billed)) // nanodollars, as nanoseconds are written
	l.key("bad")
	l.line = number(a.Reply.Bad).append(l.line)
	n := int(a.Reply.Source)
	if n < 0 || n >= len(l.faults) {
		l.line = append(l.line, `,"fault":null,"fault_entry":null`...)
		return
	}
	l.key("fault")
	l.line = append(l.line, l.faults[n]...)
	l.integer("fault_entry", int64(n))
}

func (l *attemptLines) key(key string) {
	l.line = append(append(append(l.line, `,"`...), key...), `":`...)
}

// word writes a word of ours, which needs no escape.
func (l *attemptLines) word(key, value string) {
	l.key(key)
	l.line = append(append(append(l.line, '"'), value...), '"')
}

func (l *attemptLines) integer(key string, value int64) {
	l.key(key)
	l.line = strconv.AppendInt(l.line, value, 10)
}

func (l *attemptLines) flag(key string, value bool) {
	l.key(key)
	l.line = strconv.AppendBool(l.line, value)
}

// instant writes billionths as a decimal number without rounding: a float of
// twelve digits would lose nanoseconds.
func (l *attemptLines) instant(key string, at chain.Instant) {
	l.key(key)
	l.line = appendNano(l.line, int64(at))
}

func appendNano(out []byte, n int64) []byte {
	if n < 0 {
		out, n = append(out, '-'), -n
	}
	out = strconv.AppendInt(out, n/1e9, 10)
	n %= 1e9
	if n == 0 {
		return out
	}
	out = append(out, '.')
	for unit := int64(1e8); n > 0; unit /= 10 {
		out = append(out, byte('0'+n/unit))
		n %= unit
	}
	return out
}
