package gobreaker

import (
	"fmt"
	"go/format"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/scenarios/foreign"
)

// Settings writes a strategy's breaker as a Go file whose function settings
// returns a gobreaker.Settings (github.com/sony/gobreaker/v2, 2.4 or later) that
// decides alike. What gobreaker has not gives no source and a reason that names
// the slot: half a breaker would be another one.
func Settings(l *strategy.Loaded) (source []byte, reason string) {
	b := l.Doc.Breaker
	if b == nil {
		return nil, "breaker: the strategy has none"
	}
	p := &plainBreaker{Strategy: foreign.OneRow(l.Name), Scope: scopeWords(&b.Scope)}
	if reason := p.plain(b); reason != "" {
		return nil, reason
	}
	p.evidence(l.Recipe.Classify)
	var out strings.Builder
	if err := gobreakerFile.Execute(&out, p); err != nil {
		panic("scenarios: the file of a gobreaker.Settings: " + err.Error())
	}
	source, err := format.Source([]byte(out.String()))
	if err != nil {
		panic("scenarios: the file of a gobreaker.Settings: " + err.Error())
	}
	return source, ""
}

// plainBreaker is a breaker as gobreaker knows it.
type plainBreaker struct {
	Strategy, Scope string
	Permits         int
	Failures        int    // in a row, that open it; 0: no count does
	Timeout         string // Go source

	Good, Excluded, Bad, Trips []string // classes
}

// plain reads a breaker, or says what of it gobreaker has not.
func (p *plainBreaker) plain(b *policy.Breaker) (reason string) {
	c := *b
	c.Engine = policy.Gobreaker
	if n, ok := inARow(b.Trip); ok {
		p.Failures, c.Trip = n, &policy.ConsecutiveTrip{Failures: max(1, n)}
	}
	var all []string
	if err := c.Check(); err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			slot, what, _ := strings.Cut(line, ": ")
			switch {
			case slot == "trip":
				what = "gobreaker counts failures in a row; its windows begin with a request, and an answer counts when its request was sent"
			case slot == "half_open" && b.HalfOpen.Build().Permits > 0:
				what = "gobreaker lets MaxRequests attempts through, wants each to succeed, and judges no others"
			}
			what, _, _ = strings.Cut(what, "; for")
			all = append(all, "breaker."+slot+": "+what)
		}
	}
	cooldown, ok := foreign.Constant(b.Open)
	if !ok {
		all = append(all, "breaker.open: gobreaker's Timeout is the same each time, and this cooldown depends on how often it opened, or on what opened it")
	}
	p.Permits, p.Timeout = b.HalfOpen.Build().Permits, goDuration(cooldown)
	return strings.Join(all, "; ")
}

// inARow is how many failures in a row are the same as a kind of trip, 0 where no
// count opens the breaker; ok is false where it takes something else.
func inARow(t policy.Trip) (n int, ok bool) {
	switch t := t.(type) {
	case *policy.NeverTrip:
		return 0, true
	case *policy.ImmediateTrip:
		return 1, true
	case *policy.ConsecutiveTrip:
		return t.Failures, true
	case *policy.CountTrip:
		return t.Failures, t.Failures == 1
	case *policy.NOfMTrip:
		return t.N, t.N == t.M
	case *policy.RatioTrip: // all of the last so many
		return t.Last, t.Last > 0 && t.Min == t.Last && t.Ratio == foreign.WholeRatio && !t.Over && t.Every() == 0
	case *policy.AnyTrip:
		return fewest(t.Of)
	}
	return 0, false
}

// fewest is the least count of several kinds of trip.
func fewest(all []policy.Trip) (least int, ok bool) {
	least = math.MaxInt
	for _, one := range all {
		n, ok := inARow(one)
		if !ok {
			return 0, false
		}
		if n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt {
		least = 0
	}
	return least, true
}

// evidence sorts the classes by what they tell the breaker.
func (p *plainBreaker) evidence(c chain.Classifier) {
	if c == nil {
		c = chain.AnyError{}
	}
	for class := range chain.NumClasses {
		name := strconv.Quote(class.String())
		list := [...]*[]string{chain.None: &p.Excluded, chain.Good: &p.Good, chain.Bad: &p.Bad, chain.Trip: &p.Trips}[c.Classify(&chain.Outcome{Class: class}).Evidence]
		*list = append(*list, name)
	}
}

// scopeWords say which providers share a breaker.
func scopeWords(s *policy.Scope) string {
	switch {
	case s.All:
		return "all providers share one breaker"
	case s.Vendor:
		return "providers whose names agree up to the first hyphen share one breaker"
	case len(s.Groups) == 0:
		return "each provider has a breaker of its own"
	}
	var groups []string
	for _, g := range s.Groups {
		groups = append(groups, strings.Join(g, " and "))
	}
	return foreign.OneRow("these share one breaker each: " + strings.Join(groups, "; "))
}

// goDuration writes a duration as Go source, in the largest unit that it is whole
// in.
func goDuration(d time.Duration) string {
	units := []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond, time.Microsecond, time.Nanosecond}
	names := []string{"Hour", "Minute", "Second", "Millisecond", "Microsecond", "Nanosecond"}
	i := slices.IndexFunc(units, func(u time.Duration) bool { return d%u == 0 })
	if d == units[i] {
		return "time." + names[i]
	}
	return fmt.Sprintf("%d * time.%s", d/units[i], names[i])
}
