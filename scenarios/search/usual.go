package search

import (
	"strings"

	"wavetank/chain/strategy"
	"wavetank/report/judge"
)

// usual are the settings that people choose by guess, each with a few values over
// the range in which systems have them.
var usual = []string{
	"attempt.total=2s..60s 4",
	"breaker.trip.failures=2,3,5",
	"breaker.trip.of[].failures=2,3,5",
	"breaker.open.base=5s..5m 4",
	"breaker.open.else.base=5s..5m 4",
	"breaker.open.default.base=5s..5m 4",
	"breaker.trip.ratio=0.25,0.5,1",
	"breaker.trip.of[].ratio=0.25,0.5,1",
	"retry.max=0,1,2,3",
	"order.groups[].attempts=1,2,3",
}

// mostOrdered is how many providers are put in every order without being asked:
// 120 orders.
const mostOrdered = 5

// varyUsual varies what the strategy has of the usual settings, and the order, and
// says so.
func (t *Tuning) varyUsual() {
	if names, err := t.providers(); err == nil && len(names) > 1 && len(names) <= mostOrdered && t.ordered() {
		t.Vary = append(t.Vary, orderPath)
	}
	for _, text := range usual {
		path, values, _ := strings.Cut(text, "=")
		if path != "attempt.total" && t.valueInForce(path) == "" {
			continue // an attempt may get a timeout, the others hang on what is there
		}
		a, err := valuesAxis(path, values)
		if err != nil {
			continue
		}
		if kept := t.loadable(path, a.Labels); len(kept) > 0 {
			if !strings.Contains(values, "..") {
				text = path + "=" + strings.Join(kept, ",")
			}
			t.Vary = append(t.Vary, text)
		}
	}
	if len(t.Vary) > 0 {
		t.warnings = append(t.warnings, judge.Warning{Text: "varied, since nobody said what: " + strings.Join(t.Vary, ", ")})
	}
}

// loadable are the values with which there is a strategy, as one retry where none
// at all is another kind.
func (t *Tuning) loadable(path string, labels []string) (out []string) {
	for _, label := range labels {
		if _, ps := strategy.Load(t.base.Name, t.base.Tree, strategy.Options{Set: t.settings(t.base, path, label), Engine: t.Engine, Env: t.Env}); ps == nil {
			out = append(out, label)
		}
	}
	return out
}
