package faults

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
)

// TestLimitedTruth: with a limiter too, the badness that a world claims is the share
// of attempts that get no usable answer within the limit, in random worlds and
// whatever the limiter has been through: those that are sent in turn and those that
// ask without a trace find the same.
func TestLimitedTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := limitedWorld(t)
		p, in, out := &w.providers[0], mustTable(w.b.spec.TokensIn), mustTable(w.b.spec.TokensOut)
		luck, n := chain.NewLuck(rapid.Uint64().Draw(t, "luck")), uint64(0)
		ask := func(at chain.Instant, dry bool, r *Reply) {
			n++
			a := Ask{Request: int64(n), TokensIn: int32(in.Draw(luck.Draw(2*n)) / 1e9), TokensOut: int32(out.Draw(luck.Draw(2*n+1)) / 1e9)}
			w.x.dry = dry
			s, _ := p.find(at)
			w.exchange(p, s, &a, at, r)
		}
		at, held := chain.Instant(0), []Reply(nil)
		for range rapid.IntRange(1, 5).Draw(t, "bursts") {
			at = at.Add(time.Duration(rapid.IntRange(0, 20_000).Draw(t, "pause")) * time.Millisecond)
			for range rapid.IntRange(1, 30).Draw(t, "calls") {
				var r Reply
				ask(at, false, &r)
				held = append(held, r)
			}
			for i := range held[:rapid.IntRange(0, len(held)).Draw(t, "left")] {
				w.Leave(0, &held[i], at)
			}
			const sample = 4000
			b, _ := w.Truth(0, at)
			failed := 0
			for range sample {
				var r Reply
				if ask(at, true, &r); !r.Usable || r.End.Sub(at) > w.b.spec.Truth.Limit {
					failed++
				}
				if r.Bad != b {
					t.Fatalf("the reply says badness %g, the truth %g", r.Bad, b)
				}
			}
			got, slack := float64(failed)/sample, 4*math.Sqrt(b*(1-b)/sample)+1.0/quantiles
			if math.Abs(got-b) > slack {
				t.Fatalf("at %s %.4f of the attempts fail, but the badness is %.4f", at, got, b)
			}
		}
	})
}

// limitedWorld draws a provider with a limiter of some kind, under a fault.
func limitedWorld(t *rapid.T) *World {
	l := Limits{Counting: rapid.SampledFrom([]Counting{CountBucket, CountFixed}).Draw(t, "counting")}
	kinds := rapid.IntRange(1, 7).Draw(t, "kinds") // a bit each
	if kinds&1 > 0 {
		l.RequestsPerMinute = int64(rapid.IntRange(1, 60).Draw(t, "requests"))
	}
	if kinds&2 > 0 {
		l.TokensPerMinute = int64(rapid.IntRange(100, 20_000).Draw(t, "tokens"))
	}
	if kinds&4 > 0 {
		l.Concurrency = int64(rapid.IntRange(1, 40).Draw(t, "slots"))
	}
	if rapid.Bool().Draw(t, "punishes") {
		l.Penalty = Penalty{For: 5 * time.Second, Extends: rapid.Bool().Draw(t, "anew")}
	}
	b, err := Compile(Spec{Duration: 2 * time.Minute, Drain: time.Minute, Truth: Truth{Limit: 5 * time.Second},
		TokensIn: &Uniform{Min: Amount{Nanos: 10e9, Counted: true}, Max: Amount{Nanos: 900e9, Counted: true}}, TokensOut: fixedTokens(50),
		Providers: []Provider{{Name: "a", Limits: &l, Latency: &Exponential{Time(time.Second)}}},
		Timeline: []Entry{{At: Span{Min: 0, Max: time.Minute}, For: Span{Min: time.Minute, Max: time.Minute}, Provider: []string{"a"},
			Fault: rapid.SampledFrom([]Fault{&Latency{Factor: 5, Share: 0.5}, &Hang{Share: 0.3}, &Throttle{Share: 0.2, After: soon(1)}}).Draw(t, "fault")}}})
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(rapid.Uint64().Draw(t, "seed"))
	return w
}

func mustTable(l Law) *Table {
	t, err := l.Table()
	if err != nil {
		panic(err)
	}
	return t
}
