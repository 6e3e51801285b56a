package policy

import (
	"strings"
	"testing"
	"time"
)

// TestOwnChecks: parts of a provider's own say something, ask that provider, and
// have what they differ from.
func TestOwnChecks(t *testing.T) {
	again := func(whom Reselect) *ConstantRetry {
		return &ConstantRetry{RetryOptions: RetryOptions{Reselect: whom}, Max: 1}
	}
	breaker := &Breaker{Trip: &NeverTrip{}, Open: &ConstantOpen{Base: time.Second}, HalfOpen: &NoHalfOpen{}}
	for what, row := range map[string]struct {
		retry   Retry
		breaker *Breaker
		own     Own
		want    string
	}{
		"nothing":           {own: Own{}, want: "per_provider.a: a provider of its own"},
		"never":             {own: Own{Retry: &NoRetry{}}},
		"somebody else":     {own: Own{Retry: again(1)}, want: "per_provider.a: retry: it asks this provider"},
		"a bad retry":       {own: Own{Retry: &ConstantRetry{}}, want: "per_provider.a: retry: max"},
		"beside a reselect": {retry: again(1), own: Own{Retry: &NoRetry{}}, want: "per_provider.a.retry: means nothing"},
		"no part":           {breaker: breaker, own: Own{Breaker: &OwnBreaker{}}, want: "per_provider.a: a breaker of its own"},
		"a trip":            {breaker: breaker, own: Own{Breaker: &OwnBreaker{Trip: &ImmediateTrip{}}}},
		"a bad trip":        {breaker: breaker, own: Own{Breaker: &OwnBreaker{Trip: &ConsecutiveTrip{}}}, want: "per_provider.a: trip: failures"},
		"no breaker":        {own: Own{Breaker: &OwnBreaker{Trip: &ImmediateTrip{}}}, want: "per_provider.a.breaker: the strategy has none"},
	} {
		d := Document{Retry: row.retry, Breaker: row.breaker, PerProvider: map[string]*Own{"a": &row.own}}
		s, err := d.Strategy("x")
		switch {
		case row.want == "" && (err != nil || len(s.Own) != 1):
			t.Errorf("%s: %v, %d with parts of their own", what, err, len(s.Own))
		case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
			t.Errorf("%s: %v, want %s", what, err, row.want)
		}
	}
}

// TestOwnShared: equal breakers are made by one maker, so that providers may share
// one.
func TestOwnShared(t *testing.T) {
	own := func(base time.Duration) *Own { return &Own{Breaker: &OwnBreaker{Open: &ConstantOpen{Base: base}}} }
	d := Document{Breaker: &Breaker{Trip: &ImmediateTrip{}, Open: &ConstantOpen{Base: time.Second}, HalfOpen: &NoHalfOpen{}},
		PerProvider: map[string]*Own{"a": own(time.Minute), "b": own(time.Minute), "c": own(time.Hour)}}
	s, err := d.Strategy("x")
	if err != nil {
		t.Fatal(err)
	}
	if s.Own["a"].Breaker != s.Own["b"].Breaker || s.Own["a"].Breaker == s.Own["c"].Breaker {
		t.Error("makers are not shared by those whose breakers are alike, and by them alone")
	}
}
