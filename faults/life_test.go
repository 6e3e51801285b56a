package faults

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
)

// layout is what a life must say, the dumb way: all phases of all sources, all
// instants at which one begins, and a second pass that finds the episodes.
func layout(w *World, provider int) (out []segment, episodes []Episode) {
	sources := w.sources(provider)
	all, at := make([][]Phase, len(sources)), []chain.Instant{past}
	for k, next := range w.sources(provider) {
		for next.more {
			all[k], at = append(all[k], next.coming), append(at, next.coming.At)
			next.coming, next.more = next.phases()
		}
	}
	slices.Sort(at)
	for _, from := range slices.Compact(at) {
		for k := range sources {
			sources[k].acting = nil
			for _, p := range all[k] {
				if p.At <= from {
					sources[k].acting = p.Effect
				}
			}
		}
		out = append(out, segment{from, w.regime(&w.b.providers[provider], sources), -1})
	}
	return out, mark(out, w.b.spec.Truth)
}

// mark finds the episodes among segments.
func mark(out []segment, t Truth) (episodes []Episode) {
	for i := 0; i < len(out); i++ {
		if out[i].regime.bad < t.Theta {
			continue
		}
		j, to := i, chain.Never
		for j+1 < len(out) && out[j+1].regime.bad >= min(t.ThetaOff, t.Theta) {
			j++
		}
		if j+1 < len(out) {
			to = out[j+1].from
		}
		if to == chain.Never || to.Sub(out[i].from) >= t.MinEpisode {
			for k := i; k <= j; k++ {
				out[k].episode = int32(len(episodes))
			}
			episodes = append(episodes, Episode{out[i].from, to})
		}
		i = j
	}
	return episodes
}

// TestLife: whatever is asked in whatever order, a life says what one says that
// was laid out beforehand.
func TestLife(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, true)
		for i := range w.providers {
			want, episodes := layout(w, i)
			if got := slices.Collect(w.Episodes(i)); !slices.Equal(got, episodes) {
				t.Fatalf("provider %d has the episodes %v, want %v", i, got, episodes)
			}
			p := &w.providers[i]
			for range 20 {
				at := chain.Instant(rapid.Int64Range(-20, 400).Draw(t, "at")) * 250_000_000
				if rapid.Bool().Draw(t, "seek") {
					p.seek(at)
				}
				k := len(want) - 1
				for want[k].from > at {
					k--
				}
				end := chain.Never
				if k+1 < len(want) {
					end = want[k+1].from
				}
				s, until := p.find(at)
				if s.from != want[k].from || until != end || s.episode != want[k].episode || s.regime.bad != want[k].regime.bad {
					t.Fatalf("at %s provider %d has %+v until %s, want %+v until %s", at, i, *s, until, want[k], end)
				}
			}
		}
	})
}

// flapping is a provider that goes down and up twice a second for so long.
func flapping(t testing.TB, long time.Duration) *World {
	f := &Flap{Down: Span{200 * time.Millisecond, 300 * time.Millisecond}, Up: Span{200 * time.Millisecond, 300 * time.Millisecond}, As: "hang"}
	b, err := Compile(Spec{Providers: []Provider{{Name: "a", Latency: soon(10)}}, Duration: long, Truth: Truth{MinEpisode: 100 * time.Millisecond},
		Timeline: []Entry{{For: Span{long, long}, Provider: []string{"all"}, Fault: f}}})
	if err != nil {
		t.Fatal(err)
	}
	return b.NewWorld()
}

// TestLifeMoves: a life keeps a window, and tells of what it let go as before.
func TestLifeMoves(t *testing.T) {
	const long = 20 * time.Hour
	w := flapping(t, long)
	w.Reset(1)
	want, p := segmentsOf(w, 0), &w.providers[0]
	if got := slices.Collect(w.Episodes(0)); !slices.Equal(got, mark(want, w.b.spec.Truth)) {
		t.Errorf("it has %d episodes, others than were laid out", len(got))
	}
	n := 0
	for s, e := w.schedule(0), (segment{}); s.next < chain.Never; n++ {
		e = s.step()
		var r Reply
		w.Arrive(0, &Ask{}, e.from, &r)
		if got := p.segments[p.at]; got.from != e.from {
			t.Fatalf("the cursor stands at %s, want %s", got.from, e.from)
		}
	}
	if len(p.segments) > 2*window || cap(p.segments) > 4*window || n < 10*window {
		t.Errorf("of %d segments it keeps %d", n, len(p.segments))
	}
	last := want[len(want)-1]
	for _, at := range []chain.Instant{last.from + 5, 0, 7e9, last.from, 3600e9} {
		k := (&life{segments: want}).search(at)
		if s, _ := p.find(at); s.from != want[k].from || s.episode != want[k].episode {
			t.Errorf("at %s it says %+v, want %+v", at, *s, want[k])
		}
	}
}

// BenchmarkReset is what a run costs before its first request, with the first
// question to each provider.
func BenchmarkReset(b *testing.B) {
	for _, row := range []struct {
		name string
		long time.Duration
	}{{"short", 10 * time.Second}, {"long", 500 * time.Hour}} {
		b.Run(row.name, func(b *testing.B) {
			w := flapping(b, row.long)
			b.ReportAllocs()
			var r Reply
			for i := range b.N {
				w.Reset(uint64(i))
				w.Arrive(0, &Ask{}, 0, &r)
			}
		})
	}
}
