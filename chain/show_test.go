package chain_test

import (
	"fmt"
	"strings"

	"wavetank/chain"
)

// show writes effects a line each, in their own order. Names are those of the
// chain's providers.
func show(eff *chain.Effects, call int, providers []string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, i := range eff.Cancel {
		line("cancel %d.%d", call, i)
	}
	for _, e := range eff.Ended {
		line("end %d.%d: %s", call, e.Attempt, verdict(e))
	}
	for _, s := range eff.Skips {
		line("skip %d at %s: %s", call, providers[s.Provider], s.By)
	}
	for _, s := range eff.Send {
		line("send %d.%d to %s: %s%s", call, s.Attempt, providers[s.Provider], s.Reason, sent(s))
	}
	for _, m := range eff.Moved {
		line("%s at %s: %s to %s%s", providers[m.Provider], m.At, m.From, m.To, moved(m))
	}
	if eff.Over {
		line("done %d: %s", call, done(eff.Done, providers))
	}
	return b.String()
}

func verdict(e chain.Ended) string {
	s := e.Verdict.Class.String()
	if e.Verdict.Retry {
		s += ", retry"
	}
	if e.Verdict.Failover {
		s += ", failover"
	}
	if e.Cancelled {
		return s + ", cancelled"
	}
	s += ", " + e.Verdict.Evidence.String()
	if e.Counted {
		s += ", counted"
	}
	return s
}

func sent(s chain.Send) (more string) {
	if s.Ordinal > 0 {
		more += fmt.Sprintf(", attempt %d there", s.Ordinal+1)
	}
	if s.Probe {
		more += ", probe"
	}
	return more
}

func moved(m chain.Move) (more string) {
	if m.Counted > 0 {
		more += fmt.Sprintf(", counted %d", m.Counted)
	}
	if m.Open > 0 {
		more += fmt.Sprintf(", for %s", m.Open)
	}
	return more
}

func done(d chain.Done, providers []string) string {
	if d.Reason == chain.Delivered {
		return fmt.Sprintf("%s by %s, attempt %d, %s", d.Reason, providers[d.Provider], d.Attempt, d.Class)
	}
	return fmt.Sprintf("%s, %s", d.Reason, d.Class)
}
