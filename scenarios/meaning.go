package scenarios

import (
	"fmt"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
)

// maxDuration bounds a scenario, so that a slip of the pen is a message.
const maxDuration = 31 * 24 * time.Hour

// mean is the third pass: what the words say together.
func (l *loader) mean() {
	f := l.sc.Document
	if f.SchemaVersion != SchemaVersion {
		l.note("schema_version", "", "schema version %d is unknown: this build reads %d", f.SchemaVersion, SchemaVersion)
	}
	if !validName(f.Name) {
		l.note("name", "", "%q is no name: %s", f.Name, nameRule)
	}
	l.meanTimes()
	l.meanProviders()
	for i := range f.Timeline {
		l.meanFault(FmtPath("timeline", i), &f.Timeline[i])
	}
	l.meanStrategies()
	l.meanReference()
	l.meanRules()
	l.meanDecide()
}

// FmtPath is the path of a list's item.
func FmtPath(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

// noteAt records a problem at a place.
func (l *loader) noteAt(at yamldoc.Pos, path, hint, format string, args ...any) {
	l.problems = append(l.problems, yamldoc.Problem{Pos: at, Path: path, Text: fmt.Sprintf(format, args...), Hint: hint})
}

// spelt writes a duration as files do: 15m, where Go writes 15m0s.
func spelt(d time.Duration) string { return Types.Node(d).Text }

func (l *loader) meanTimes() {
	f := l.sc.Document
	if f.Duration <= 0 || f.Duration > maxDuration {
		l.note("duration", "", "the duration %s is not above zero and at most %s", spelt(f.Duration), spelt(maxDuration))
	}
	if f.Warmup < 0 || f.Warmup > maxDuration {
		l.note("warmup", "", "the warm-up %s is not in 0s to %s", spelt(f.Warmup), spelt(maxDuration))
	}
	if f.SLO < 0 {
		l.note("slo", "", "the slo %s is below zero", f.SLO)
	}
	l.meanTruth()
}

func (l *loader) meanTruth() {
	t := &l.sc.Document.Truth
	if t.Theta == 0 {
		l.note("truth.theta", "", "theta 0 makes every provider sick")
	}
	if t.ThetaOff > t.Theta {
		l.note("truth.theta_off", "", "theta_off %g is over theta %g", float64(t.ThetaOff), float64(t.Theta))
	}
	for _, d := range []struct {
		key string
		d   time.Duration
	}{{"limit", t.Limit}, {"min_episode", t.MinEpisode}, {"flap_window", t.FlapWindow}} {
		if d.d < 0 {
			l.note("truth."+d.key, "", "%s %s is below zero", d.key, d.d)
		}
	}
}

// Roles are the words that stand for a provider's place in the chain.
var Roles = []string{"primary", "second", "last", "all"}

func isRole(name string) bool {
	for _, r := range Roles {
		if name == r {
			return true
		}
	}
	return false
}

func (l *loader) meanProviders() {
	f := l.sc.Document
	if len(f.Providers) == 0 {
		l.note("providers", "name at least one, or give --chain FILE", "no providers")
	}
	for i := range f.Providers {
		p := &f.Providers[i].Value
		path := "providers." + p.Name
		if !validName(p.Name) {
			l.note(path, "", "%q is no name: %s", p.Name, nameRule)
		} else if isRole(p.Name) {
			l.note(path, "", "%q is a role, not a name: roles are %s", p.Name, strings.Join(Roles, ", "))
		}
		if p.Latency == nil {
			l.note(path, "for example latency: {kind: lognormal, median: 600ms, p99: 2.4s}", "%s has no latency", p.Name)
		} else if err := faults.CheckTimes(p.Latency); err != nil {
			l.note(path+".latency", "", "%s", err)
		}
		if p.ContextWindow < 0 {
			l.note(path+".context_window", "", "a context window of %d tokens", p.ContextWindow)
		}
		if p.Price.In < 0 || p.Price.Out < 0 || p.Price.In > maxPrice || p.Price.Out > maxPrice {
			l.note(path+".price", "", "prices lie between 0 and %d dollars per million tokens", maxPrice)
		}
		if p.Quality < 0 {
			l.note(path+".quality", "", "quality %g is below zero", p.Quality)
		}
	}
}

// maxPrice bounds dollars per million tokens, so that nanodollars fit.
const maxPrice = 1_000_000

// meanFault checks one line of the timeline.
func (l *loader) meanFault(path string, e *faults.Entry) {
	l.meanTargets(path, e.Provider)
	d := l.sc.Document.Duration
	switch {
	case e.For.Max == 0:
		l.note(path+".for", "", "a fault that lasts 0s never acts")
	case d > 0 && e.At.Min >= d:
		l.note(path+".at", "", "the fault begins at %s or later, when the scenario is over: its duration is %s", spelt(e.At.Min), spelt(d))
	case d > 0 && e.At.Max >= d:
		l.note(path+".at", "", "the fault may begin at %s, when the scenario is over: its duration is %s", spelt(e.At.Max), spelt(d))
	}
}

// meanTargets checks the providers that a fault names.
func (l *loader) meanTargets(path string, names []string) {
	providers := l.providers()
	at := path + ".provider"
	if len(names) == 0 {
		l.note(path, "name a provider or a role: "+strings.Join(Roles, ", "), "the fault names no provider")
	}
	byIndex := map[int]string{}
	for i, name := range names {
		if len(names) > 1 {
			at = FmtPath(path+".provider", i)
		}
		found, unknown := faults.Targets([]string{name}, providers)
		if len(unknown) > 0 && len(providers) > 0 {
			l.unknownProvider(at, name)
		}
		for _, p := range found {
			if before, dup := byIndex[p]; dup {
				l.note(at, "", "%s is named twice: as %s and as %s", providers[p].Name, before, name)
			}
			byIndex[p] = name
		}
	}
}

func (l *loader) unknownProvider(path, name string) {
	providers := l.providers()
	if isRole(name) {
		l.note(path, "", "the role %s needs two providers or more, and there is %d", name, len(providers))
		return
	}
	known := append([]string{}, Roles...)
	for _, p := range providers {
		known = append(known, p.Name)
	}
	hint := yamldoc.DidYouMean(name, known)
	if hint == "" {
		hint = "it may be " + strings.Join(known, ", ")
	}
	l.note(path, hint, "unknown provider %q", name)
}

func (l *loader) providers() []faults.Provider {
	out := make([]faults.Provider, len(l.sc.Document.Providers))
	for i, p := range l.sc.Document.Providers {
		out[i] = p.Value
	}
	return out
}
