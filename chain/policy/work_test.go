package policy

import (
	"testing"
	"time"
)

// TestLooksAreBounded holds that no breaker looks at one window so often that a call
// would wait for it: a library's user has no other bound.
func TestLooksAreBounded(t *testing.T) {
	for _, c := range []struct {
		window, every time.Duration
		ok            bool
	}{{10 * time.Second, 1, false}, {10 * time.Second, time.Microsecond, false}, {10 * time.Second, time.Millisecond, true},
		{24 * time.Hour, time.Second, false}, {time.Hour, time.Second, true}, {time.Minute, 0, true}} {
		s := Span{Window: c.window, Every: c.every}
		for _, trip := range []Trip{&RatioTrip{Ratio: 500, Min: 1, Span: s}, &SlowTrip{Ratio: 500, Slow: time.Second, Min: 1, Span: s}} {
			if err := trip.Check(); (err == nil) != c.ok {
				t.Errorf("%T: window %s, every %s: got %v, want ok %v", trip, c.window, c.every, err, c.ok)
			}
		}
	}
	doc := Document{Breaker: &Breaker{Trip: &RatioTrip{Ratio: 500, Min: 1, Span: Span{Window: 10 * time.Second, Every: 1}},
		Open: &ConstantOpen{Base: time.Second}, HalfOpen: &SingleProbe{}}}
	if _, err := doc.Strategy("hostile"); err == nil {
		t.Error("a strategy of it is built")
	}
}

// TestWorkIsTold holds that what kinds remember is told: more asked for is more told.
func TestWorkIsTold(t *testing.T) {
	trip := func(tr Trip) Document { return Document{Breaker: &Breaker{Trip: tr}} }
	for _, c := range []struct {
		what        string
		small, huge Document
	}{
		{"count", trip(&CountTrip{Failures: 1}), trip(&CountTrip{Failures: 1 << 16})},
		{"n_of_m", trip(&NOfMTrip{N: 1, M: 1}), trip(&NOfMTrip{N: 1, M: 1 << 16})},
		{"buckets", trip(&RatioTrip{Span: Span{Window: 1, Buckets: 1}}), trip(&RatioTrip{Span: Span{Window: 1, Buckets: 1 << 12}})},
		{"last", trip(&SlowTrip{Span: Span{Last: 1}}), trip(&SlowTrip{Span: Span{Last: 1 << 16}})},
		{"any_of", trip(&AnyTrip{}), trip(&AnyTrip{Of: []Trip{&NOfMTrip{N: 1, M: 1 << 16}}})},
		{"hedge", Document{Hedge: &QuantileHedge{Window: 1}}, Document{Hedge: &QuantileHedge{Window: 1 << 16}}},
	} {
		if a, b := c.small.Work(2), c.huge.Work(2); b.State < a.State+60_000 && c.what != "any_of" || b.State <= a.State {
			t.Errorf("%s: %d bytes, and %d of the large one", c.what, a.State, b.State)
		}
	}
	retry := Document{Retry: &ExponentialRetry{Max: 254}}
	if n := retry.Work(64).Attempts; n != 255 {
		t.Errorf("%d attempts of one call, want the most there are, 255", n)
	}
	polly := Document{Retry: &ExponentialRetry{Max: 254, Jitter: JitterPolly}}
	if n := polly.Work(1).Shared; n < 32*4096*8 {
		t.Errorf("polly's tables are %d bytes", n)
	}
}
