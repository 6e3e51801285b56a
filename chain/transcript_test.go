package chain_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"wavetank/chain"
)

// TestTranscripts plays the files of testdata/rules, one rule a file.
//
//	chain providers=(a,b,c) [foresee=PROVIDER@INSTANT | foresee=nothing]
//	SLOT [KIND] key=value ...    the strategy, a line a slot
//	----
//	what is wrong with it, or ok
//
//	begin at=0s call=1 [deadline=5s]
//	answer at=1s attempt=1.0 [class=server] [status=503] [hint=10s] [fit=yes|no] [body=TEXT]
//	progress at=1s attempt=1.0 phase=connected|part [flow=2s]
//	tick at=1s call=1
//	give-up at=1s call=1
//	health at=1s
//	error call=1
//
// Attempts are written call.attempt. An instant is the time since the run began.
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata/rules", func(t *testing.T, path string) {
		s := &stage{t: t}
		datadriven.RunTest(t, path, func(t *testing.T, td *datadriven.TestData) string { return s.run(td) })
	})
}

// stage is one chain and the calls that were begun on it.
type stage struct {
	t     *testing.T
	chain *chain.Chain
	calls map[int]*chain.Call
}

func (s *stage) run(td *datadriven.TestData) string {
	switch td.Cmd {
	case "chain":
		return s.build(td)
	case "begin":
		return s.begin(td)
	case "answer":
		return s.answer(td)
	case "progress":
		return s.progress(td)
	case "tick":
		return s.step(td, s.call(td), chain.Event{})
	case "give-up":
		return s.step(td, s.call(td), chain.Event{Kind: chain.GiveUp})
	case "health":
		return s.health(s.at(td))
	case "error":
		return fmt.Sprintf("%v\n", s.calls[s.call(td)].Err())
	}
	td.Fatalf(s.t, "unknown command")
	return ""
}

func (s *stage) build(td *datadriven.TestData) string {
	d, err := strategyOf(td.Input)
	if err != nil {
		return err.Error() + "\n"
	}
	recipe, err := d.Strategy("it")
	if err != nil {
		return err.Error() + "\n"
	}
	arg, _ := td.Arg("providers")
	if s.chain, err = chain.New(recipe, arg.Vals, chain.NewLuck(1), s.oracle(td, arg.Vals)); err != nil {
		return err.Error() + "\n"
	}
	s.calls = map[int]*chain.Call{}
	return "ok\n"
}

// fixed is an oracle that foresees always the same.
type fixed struct {
	f  chain.Foresight
	ok bool
}

func (o fixed) Foresee(chain.Instant, *chain.Request) (chain.Foresight, bool) { return o.f, o.ok }

func (s *stage) oracle(td *datadriven.TestData, providers []string) chain.Oracle {
	if !td.HasArg("foresee") {
		return nil
	}
	var text string
	td.ScanArgs(s.t, "foresee", &text)
	name, at, ok := strings.Cut(text, "@")
	o := fixed{ok: ok}
	for i, p := range providers {
		if p == name {
			o.f.Provider = int16(i)
		}
	}
	if ok {
		o.f.At = s.instant(td, at)
	}
	return o
}

func (s *stage) begin(td *datadriven.TestData) string {
	r := chain.Request{Number: int64(s.call(td))}
	if td.HasArg("deadline") {
		var text string
		td.ScanArgs(s.t, "deadline", &text)
		r.Deadline = s.instant(td, text)
	}
	call, eff := s.chain.Begin(s.at(td), &r)
	s.calls[s.call(td)] = call
	return s.show(s.call(td), eff)
}

func (s *stage) answer(td *datadriven.TestData) string {
	var which, class, fit, hint string
	ev := chain.Event{Kind: chain.Answer}
	o := &ev.Outcome
	td.ScanArgs(s.t, "attempt", &which)
	td.MaybeScanArgs(s.t, "fit", &fit)
	o.Fit = map[string]chain.Fit{"yes": chain.FitYes, "no": chain.FitNo}[fit]
	if td.MaybeScanArgs(s.t, "hint", &hint) {
		o.Hint = time.Duration(s.instant(td, hint))
	}
	var status int
	if td.MaybeScanArgs(s.t, "status", &status) {
		o.Status, o.Class = int16(status), chain.ClassOfStatus(status)
	}
	if td.MaybeScanArgs(s.t, "class", &class) {
		c, ok := chain.ParseClass(class)
		if !ok {
			td.Fatalf(s.t, "no class %s", class)
		}
		o.Class = c
	}
	var call int
	if _, err := fmt.Sscanf(which, "%d.%d", &call, &ev.Attempt); err != nil {
		td.Fatalf(s.t, "attempt=%s: %v", which, err)
	}
	return s.step(td, call, ev)
}

// progress tells how far an answer has come.
func (s *stage) progress(td *datadriven.TestData) string {
	var which, phase, flow string
	ev := chain.Event{Kind: chain.Progress}
	td.ScanArgs(s.t, "attempt", &which)
	td.ScanArgs(s.t, "phase", &phase)
	ev.Phase = map[string]chain.Phase{"connected": chain.Connected, "part": chain.Part}[phase]
	if td.MaybeScanArgs(s.t, "flow", &flow) {
		ev.Flow = s.instant(td, flow)
	}
	var call int
	if _, err := fmt.Sscanf(which, "%d.%d", &call, &ev.Attempt); err != nil {
		td.Fatalf(s.t, "attempt=%s: %v", which, err)
	}
	return s.step(td, call, ev)
}

func (s *stage) step(td *datadriven.TestData, call int, ev chain.Event) string {
	return s.show(call, s.calls[call].Step(s.at(td), &ev))
}

func (s *stage) show(call int, eff *chain.Effects) string {
	out := show(eff, call, s.chain.Providers())
	if eff.Wake != chain.Never {
		out += fmt.Sprintf("wake at %s\n", eff.Wake)
	}
	if out == "" {
		return "nothing\n"
	}
	return out
}

func (s *stage) health(now chain.Instant) string {
	var b strings.Builder
	for _, h := range s.chain.Health(now) {
		fmt.Fprintf(&b, "%s %s", h.Provider, h.State)
		if h.OpenUntil != 0 {
			fmt.Fprintf(&b, " until %s", h.OpenUntil)
		}
		fmt.Fprintf(&b, ", last success %s, last error %s %d\n", h.LastSuccess, h.LastError, h.LastStatus)
	}
	return b.String()
}

func (s *stage) at(td *datadriven.TestData) chain.Instant {
	var text string
	td.ScanArgs(s.t, "at", &text)
	return s.instant(td, text)
}

func (s *stage) instant(td *datadriven.TestData, text string) chain.Instant {
	d, err := time.ParseDuration(text)
	if err != nil {
		td.Fatalf(s.t, "%v", err)
	}
	return chain.Instant(d)
}

func (s *stage) call(td *datadriven.TestData) (n int) {
	td.ScanArgs(s.t, "call", &n)
	return n
}
