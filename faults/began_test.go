package faults

import (
	"testing"
	"time"

	"wavetank/chain"
)

// TestBegan: when the first part of an answer comes.
func TestBegan(t *testing.T) {
	const sent = chain.Instant(time.Minute)
	stream := &Stream{soon(1000), 10} // 10 tokens: 1 s more
	for _, row := range []struct {
		name    string
		latency Law
		fault   Fault
		want    time.Duration // after it was sent
	}{
		{"a third of the way", soon(3000), &Hang{}, time.Second},
		{"as the law says", stream, &Hang{}, time.Second},
		{"slower, and so is its beginning", stream, &Latency{Factor: 3, Share: 1}, 3 * time.Second},
		{"cut later", stream, &Cut{At: 0.75, Share: 1}, time.Second},
		{"cut later, of a law of the whole", soon(3000), &Cut{At: 0.5, Share: 1}, time.Second},
		{"cut before it began", stream, &Cut{At: 0.25, Share: 1}, 500 * time.Millisecond},
		{"cut at once", stream, &Cut{At: 0, Share: 1}, 0},
		{"cut at its end", stream, &Cut{At: 1, Share: 1}, time.Second},
		{"instant", &Constant{}, &Hang{}, 0},
	} {
		w := single(t, Provider{Latency: row.latency}, func(s *Spec) {
			s.Timeline = []Entry{{For: Span{time.Hour, time.Hour}, Provider: []string{"all"}, Fault: row.fault}}
		})
		a := Ask{Request: 1, TokensIn: 10, TokensOut: 10}
		var r Reply
		w.Arrive(0, &a, sent, &r)
		if got := w.Began(0, &a, sent, &r).Sub(sent); got != row.want {
			t.Errorf("%s: it begins after %s and ends after %s, want %s", row.name, got, r.End.Sub(sent), row.want)
		}
	}
	if got := new(World).Began(0, nil, sent, &Reply{End: chain.Never}); got != chain.Never {
		t.Errorf("a hang begins at %s", got)
	}
}
