package report_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/report/measure"
	"wavetank/sim"
)

// TestDoubledTime: where every time is twice as long, the clock's too, nothing
// that is counted changes.
func TestDoubledTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWaters(t, calm{limits: true, fixed: true})
		single, double := w.setup(t, 1), w.setup(t, 2)
		for _, l := range some(t, presets(t)) { // anew each time: their numbers change
			if looksAgain(l) {
				continue
			}
			a := w.counts(t, single, l.Recipe, 10*time.Second)
			lengthen(reflect.ValueOf(&l.Doc).Elem(), 2)
			if b, ok := l.Doc.Budget.(*policy.ShareBudget); ok {
				b.MinRate /= 2 // a second
			}
			s, err := l.Doc.Strategy(l.Name)
			if err != nil {
				t.Fatal(err)
			}
			if b := w.counts(t, double, s, 20*time.Second); !slices.Equal(a, b) {
				t.Fatalf("%s:\n%v\nbecomes, in doubled time,\n%v", l.Name, a, b)
			}
		}
	})
}

// looksAgain tells whether a strategy's calls wait for a breaker: while another
// call's probe is under way they look again each tenth of a second, at any pace.
func looksAgain(l *strategy.Loaded) bool {
	a, ok := l.Doc.Availability.(*policy.SkipOpen)
	return ok && (a.AllOpen == policy.WaitEarliest || a.AllOpen == policy.Pend)
}

// counts plays one seed and returns all metrics that are numbers of things.
func (w waters) counts(t *rapid.T, setup *sim.Setup, s chain.Strategy, slo time.Duration) []string {
	t.Helper()
	runs, _, err := measure.Compare(context.Background(), measure.Comparison{Setup: setup, Strategies: []chain.Strategy{s},
		Seeds: []uint64{7}, SLO: slo, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, m := range measure.Catalogue {
		if v := runs[0][0].Values[i]; (m.Unit == measure.Count || m.Unit == measure.Rate) && !math.IsNaN(v) {
			out = append(out, fmt.Sprintf("%s=%v", m.Name, v))
		}
	}
	return out
}

// lengthen multiplies every duration of a document.
func lengthen(v reflect.Value, k time.Duration) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			lengthen(v.Elem(), k)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			lengthen(v.Field(i), k)
		}
	case reflect.Slice:
		for i := range v.Len() {
			lengthen(v.Index(i), k)
		}
	case reflect.Int64:
		if d, ok := v.Interface().(time.Duration); ok {
			v.SetInt(int64(k * d))
		}
	}
}
