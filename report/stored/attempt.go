package stored

import (
	"bufio"
	"context"
	"io"
	"reflect"
	"sync"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim"
)

var attemptShape = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[attemptDoc]()) })

type attemptDoc struct {
	dense      `doc:"One attempt, written when its request ended. Times are seconds since the run began; the warm-up lies before zero."`
	Scenario   string `json:"scenario" doc:"its name"`
	Strategy   string `json:"strategy" doc:"its name in the run"`
	Seed       seed   `json:"seed" doc:"of the run"`
	Request    int64  `json:"request" doc:"counts from 0 in order of arrival, the warm-up included"`
	Kind       string `json:"kind" words:"kind" doc:"what is wrong with the request, if anything"`
	Arrived    exact  `json:"arrived" doc:"when the application asked"`
	Warmup     bool   `json:"warmup" doc:"the request arrived outside [0, duration), so no figure counts it"`
	Ended      string `json:"ended" words:"end" doc:"how the request ended"`
	Attempt    int    `json:"attempt" doc:"within the request, from 0"`
	Provider   string `json:"provider" doc:"whom it was sent to"`
	Ordinal    int    `json:"ordinal" doc:"within the request and provider, from 0"`
	Reason     string `json:"reason" words:"reason" doc:"why it was sent"`
	Probe      bool   `json:"probe" doc:"a half-open breaker's test"`
	Sent       exact  `json:"sent" doc:"when it was sent"`
	End        exact  `json:"end" doc:"when the chain stopped waiting for it"`
	Answered   bool   `json:"answered" doc:"the answer or error reached the chain; false where the chain timed it out or cancelled it"`
	Cancelled  bool   `json:"cancelled" doc:"it was in flight when the request ended"`
	Class      orNull `json:"class" words:"class" doc:"what the strategy took the outcome for; null where it was cancelled"`
	Status     int    `json:"status" doc:"HTTP status of what reached the chain; 0: none"`
	Hint       exact  `json:"hint" doc:"Retry-After in seconds; 0: none"`
	Evidence   string `json:"evidence" words:"evidence" doc:"what the breaker was told of it"`
	Counted    bool   `json:"counted" doc:"the breaker took the evidence"`
	Label      string `json:"label" words:"label" doc:"what it was good for, by the truth; useful or a kind of waste"`
	Usable     bool   `json:"usable" doc:"its answer, had anyone waited, is a success that fits the schema"`
	Billed     exact  `json:"billed" doc:"dollars, whether or not anyone waited"`
	Bad        share  `json:"bad" doc:"how ill the provider was when it was sent: the chance that an attempt gives no usable answer"`
	Fault      orNull `json:"fault" doc:"kind of the timeline's entry that made the reply; null: none did"`
	FaultEntry *int   `json:"fault_entry" doc:"its place in the timeline, from 0"`
}

// WriteAttempts plays the runs again and writes a line per attempt as its
// request ends, in the order of strategies, seeds and ends: what it takes in
// memory does not grow with the runs. Times are seconds since the run began,
// exact to the nanosecond.
func WriteAttempts(w io.Writer, r *words.Report) error {
	out := bufio.NewWriterSize(w, 1<<16)
	for _, one := range r.Results {
		ctx, stop := context.WithCancel(context.Background())
		lines := &attemptLines{out: out, result: one, stop: stop}
		lines.fields = attemptShape().bind(reflect.ValueOf(&lines.doc).Elem())
		err := one.ReplayAll(ctx, lines.of)
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
	out    *bufio.Writer
	result *judge.Result
	stop   func()
	err    error

	truth  *faults.Truth
	doc    attemptDoc
	fields []func(out []byte) []byte // of doc
	entry  int                       // where its fault entry is
	line   []byte
}

// of prepares the lines of one run.
func (l *attemptLines) of(strategy int, number uint64) sim.Sink {
	l.doc = attemptDoc{Scenario: l.result.Scenario.Name, Strategy: l.result.Strategies[strategy].Name, Seed: seed(number)}
	return l
}

// Begin implements sim.Sink.
func (l *attemptLines) Begin(w *faults.World, _ uint64) { l.truth = &w.Blueprint().Spec().Truth }

// Ended implements sim.Sink.
func (l *attemptLines) Ended(*sim.Attempt) {}

// Moved implements sim.Sink.
func (l *attemptLines) Moved(*chain.Move) {}

// Close implements sim.Sink.
func (l *attemptLines) Close(chain.Instant) {}

// Finished implements sim.Sink: only now is it known what each attempt was for.
func (l *attemptLines) Finished(r *sim.Request) {
	discovered := false
	d := &l.doc
	d.Request, d.Kind, d.Arrived, d.Warmup, d.Ended = r.Number, r.Kind.String(), exact(r.Arrived), !r.Counted, r.Done.Reason.String()
	for i := range r.Attempts {
		if l.err != nil {
			return
		}
		a := &r.Attempts[i]
		label := measure.LabelOf(r, a, l.truth, discovered)
		discovered = discovered || label == measure.FutileDiscovery
		d.Label = label.String()
		l.attempt(a)
		l.line = l.line[:0]
		for _, write := range l.fields {
			l.line = write(l.line)
		}
		l.line = append(l.line, "}\n"...)
		if _, l.err = l.out.Write(l.line); l.err != nil {
			l.stop()
		}
	}
}

func (l *attemptLines) attempt(a *sim.Attempt) {
	d := &l.doc
	d.Attempt, d.Provider, d.Ordinal = int(a.Number), l.result.Scenario.Providers[a.Provider], int(a.Ordinal)
	d.Reason, d.Probe, d.Sent, d.End, d.Answered, d.Cancelled = a.Reason.String(), a.Probe, exact(a.Sent), exact(a.End), a.Answered, a.Cancelled
	d.Class, d.Status, d.Hint = "", 0, 0
	if !a.Cancelled { // else the chain never heard how it would have ended
		d.Class = orNull(a.Verdict.Class.String())
	}
	if a.Answered {
		d.Status, d.Hint = int(a.Reply.Outcome.Status), exact(a.Reply.Outcome.Hint)
	}
	d.Evidence, d.Counted = a.Verdict.Evidence.String(), a.Counted
	d.Usable, d.Billed, d.Bad = a.Reply.Usable, exact(a.Reply.Billed), share(a.Reply.Bad)
	d.Fault, d.FaultEntry = "", nil
	if n := int(a.Reply.Source); n >= 0 && n < len(l.result.Scenario.Timeline) {
		l.entry = n
		d.Fault, d.FaultEntry = orNull(l.result.Scenario.Timeline[n].Kind), &l.entry
	}
}
