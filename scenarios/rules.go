package scenarios

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// meanRules holds each rule against the grammar and the names that it may speak
// of, and refuses rules that can have no value.
func (l *loader) meanRules() {
	for i := range l.sc.Document.Expect {
		r := &l.sc.Document.Expect[i]
		parsed, err := judge.ParseRule(r.Text, l.names(l.sc.Document.ProviderNames()))
		if err != nil && l.Chain != "" {
			if _, was := judge.ParseRule(r.Text, l.names(l.was.providers)); was == nil {
				l.warn(r.Pos, "left out, for --chain has other providers: %s", r.Text)
				continue
			}
		}
		if err != nil {
			l.ruleMistake(i, r, err)
			continue
		}
		l.meanValue(i, r, parsed)
		if r.On != judge.OnEstimate && !parsed.Single() {
			l.noteAt(r.onPos, FmtPath("expect", i)+".on", "only one figure has an interval: leave it out", "the observed side of this rule is an expression, which has no %s end", r.On)
			continue
		}
		parsed.Why, parsed.Advisory, parsed.On = r.Why, r.Severity == SeverityAdvisory, r.On
		if r.Pos.Line > 0 { // a rule of the command line stands in no file
			parsed.File, parsed.Line = r.Pos.Origin, r.Pos.Line
		}
		l.sc.Rules = append(l.sc.Rules, parsed)
	}
}

// names are what rules may speak of: strategies that do not take part, because
// the command line named others, are skipped and not unknown.
func (l *loader) names(providers []string) judge.Names {
	var strategies []string
	add := func(name string) {
		if !slices.Contains(strategies, name) {
			strategies = append(strategies, name)
		}
	}
	add(Ideal)
	for _, name := range l.was.strategies {
		add(name)
	}
	for _, s := range l.sc.Document.Strategies {
		add(s.Name)
	}
	for _, s := range l.sc.Strategies {
		add(s.Name)
	}
	if len(l.was.strategies) == 0 {
		for _, name := range defaultStrategies {
			add(name)
		}
	}
	for _, name := range l.Others {
		add(name)
	}
	return judge.Names{Strategies: strategies, Providers: providers, Nearest: yamldoc.Nearest}
}

// ProviderNames are the names of the providers, in the written order.
func (f *File) ProviderNames() []string {
	out := make([]string, len(f.Providers))
	for i, p := range f.Providers {
		out[i] = p.Name
	}
	return out
}

// ruleMistake notes what is wrong with a rule at its column.
func (l *loader) ruleMistake(i int, r *Rule, err error) {
	at, text, hint := r.Pos, err.Error(), ""
	var e *judge.RuleError
	if errors.As(err, &e) {
		text, hint = e.Text, e.Hint
		if at.Line > 0 {
			at.Col += e.Column - 1 + r.quote
		} else {
			text = "column " + strconv.Itoa(e.Column) + ": " + text
		}
	}
	l.noteAt(at, FmtPath("expect", i), hint, "%s", text)
}

// meanValue refuses a rule over a figure that this scenario never has: it would
// fail for ever, and nobody would know why.
func (l *loader) meanValue(i int, r *Rule, parsed *judge.Rule) {
	for _, word := range strings.FieldsFunc(parsed.String(), notInQuantity) {
		_, metric, ok := strings.Cut(strings.TrimPrefix(word, "baseline."), ".")
		if why := l.valueless(metric); ok && why != "" {
			l.noteAt(r.Pos, FmtPath("expect", i), "", "%s", why)
			return
		}
	}
}

// valueless says why a figure never has a value in this scenario; empty where it
// may have one.
func (l *loader) valueless(metric string) string {
	f := l.sc.Document
	base, phase, _ := strings.Cut(metric, ".")
	switch {
	case (base == "slo_rate" || base == "apdex") && f.SLO == 0:
		return base + " has no value: the scenario sets no slo"
	case metric == "silent_bad" && f.Output == nil:
		return "silent_bad has no value: the scenario asks for no output schema"
	case len(f.Timeline) == 0 && (phase == "during" || phase == "after" || phase == measure.Since):
		return metric + " has no value: the timeline is empty"
	}
	return ""
}

func notInQuantity(c rune) bool {
	return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_-./", c)
}
