package faults

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawSpec draws a world of up to four providers and six faults. Without ranges
// all changes fall on whole seconds.
func drawSpec(t *rapid.T, ranges bool) Spec {
	s := Spec{Duration: 2 * time.Minute, Warmup: 10 * time.Second, Drain: time.Minute}
	s.Truth.ThetaOff = rapid.SampledFrom([]float64{0, 0.2}).Draw(t, "theta_off")
	s.Truth.MinEpisode = rapid.SampledFrom([]time.Duration{0, 5 * time.Second}).Draw(t, "min_episode")
	for i := range rapid.IntRange(1, 4).Draw(t, "providers") {
		s.Providers = append(s.Providers, Provider{Name: fmt.Sprintf("p%d", i), Latency: soon(int64(500 + 100*i))})
	}
	seconds := func(name string, low, high int) Span {
		from := rapid.IntRange(low, high).Draw(t, name)
		to := from
		if ranges {
			to += rapid.IntRange(0, 3).Draw(t, "more")
		}
		return Span{time.Duration(from) * time.Second, time.Duration(to) * time.Second}
	}
	for range rapid.IntRange(0, 6).Draw(t, "faults") {
		target := rapid.SampledFrom([]string{"primary", "second", "last", "all", "p0"}).Draw(t, "target")
		if target == "second" && len(s.Providers) < 2 {
			target = "all"
		}
		s.Timeline = append(s.Timeline, Entry{At: seconds("at", 0, 100), For: seconds("for", 0, 40), Provider: []string{target}, Fault: drawFault(t, ranges)})
	}
	return s
}

func drawFault(t *rapid.T, ranges bool) Fault {
	second := Span{time.Second, time.Second}
	up := second
	if ranges {
		up.Max = 2 * time.Second
	}
	share := Share(rapid.SampledFrom([]float64{0.1, 0.3, 0.6, 1}).Draw(t, "share"))
	switch rapid.IntRange(0, 5).Draw(t, "fault") {
	case 0:
		return &Hang{Share: share}
	case 1:
		return &Refuse{Share: share, After: soon(5)}
	case 2:
		return &Flap{Down: second, Up: up, As: "hang"}
	case 3:
		return &Errors{Status: 500, After: soon(100), Bursts: Bursts{ToBad: 0.3, ToGood: 0.3, ShareGood: 0.05, ShareBad: share, Every: time.Second}}
	case 4:
		return &Latency{Factor: 100, Share: share}
	}
	return severity(SeverityDrawn)
}

func drawWorld(t *rapid.T, ranges bool) *World {
	b, err := Compile(drawSpec(t, ranges))
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(rapid.Uint64().Draw(t, "seed"))
	return w
}

// acting lists the timeline entries that act on a provider at an instant, by
// asking every fault for its phases afresh.
func acting(w *World, provider int, at chain.Instant, root chain.Luck) (out []int32) {
	type one struct {
		stage Stage
		entry int32
	}
	var all []one
	for k, e := range w.b.spec.Timeline {
		win := w.windows[k]
		if at < win.From || at >= win.To || !slices.Contains(w.Targets(k), provider) {
			continue
		}
		var now Effect
		next := e.Fault.Phases(win, root.Of(entity(k)).For(purposePhase))
		for p, ok := next(); ok; p, ok = next() {
			if p.At <= at {
				now = p.Effect
			}
		}
		if now != nil {
			all = append(all, one{e.Fault.Stage(), int32(k)})
		}
	}
	slices.SortStableFunc(all, func(a, b one) int { return int(a.stage) - int(b.stage) })
	for _, o := range all {
		out = append(out, o.entry)
	}
	return out
}

// TestSegments: at every instant the segment holds just the faults that act.
func TestSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, err := Compile(drawSpec(t, true))
		if err != nil {
			t.Fatal(err)
		}
		w, seed := b.NewWorld(), rapid.Uint64().Draw(t, "seed")
		w.Reset(seed)
		for i := range w.providers {
			p := &w.providers[i]
			all := segmentsOf(w, i)
			for k := 1; k < len(all); k++ {
				if all[k].from <= all[k-1].from {
					t.Fatalf("segment %d begins at %s, no later than the one before", k, p.segments[k].from)
				}
			}
			for range 30 {
				at := chain.Instant(rapid.Int64Range(-10, 200).Draw(t, "at")) * 500_000_000
				var got []int32
				s, _ := p.find(at)
				for _, a := range s.regime.effects {
					got = append(got, a.source)
				}
				if want := acting(w, i, at, chain.NewLuck(seed)); !slices.Equal(got, want) {
					t.Fatalf("at %s the segment of provider %d holds entries %v, want %v", at, i, got, want)
				}
			}
		}
	})
}

// TestCursor: a world that moves forward finds the same segments as a search.
func TestCursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, true)
		at := chain.Instant(-10e9)
		for i := range int64(100) {
			at += chain.Instant(rapid.Int64Range(0, 3e9).Draw(t, "step"))
			provider := rapid.IntRange(0, len(w.providers)-1).Draw(t, "provider")
			p := &w.providers[provider]
			var r Reply
			w.Arrive(provider, &Ask{Request: i}, at, &r)
			p.at, p.until = 0, past // so that find has to search
			if s, _ := p.find(at); r.Bad != s.regime.bad || r.Episode != s.episode {
				t.Fatalf("at %s the cursor says badness %g in episode %d, the search %g in %d", at, r.Bad, r.Episode, s.regime.bad, s.episode)
			}
		}
	})
}

// TestEpisodes holds episodes, health and healthy time against a walk over the
// run in half seconds.
func TestEpisodes(t *testing.T) {
	const step = 500 * time.Millisecond
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, false)
		truth := w.b.spec.Truth
		from, to := chain.Instant(0), chain.Instant(3*time.Minute)
		for i := range w.providers {
			var want []Episode
			var healthy time.Duration
			since := chain.Never
			for at := from; at <= to; at = at.Add(step) {
				bad, sick := w.Truth(i, at)
				if sick != (bad >= truth.Theta) || w.Healthy(i, at) != (bad < truth.ThetaOff) {
					t.Fatalf("at %s badness %g makes sick %t, healthy %t", at, bad, sick, w.Healthy(i, at))
				}
				if at < to && bad < truth.ThetaOff {
					healthy += step
				}
				switch {
				case since == chain.Never && sick:
					since = at
				case since != chain.Never && bad < truth.ThetaOff:
					if at.Sub(since) >= truth.MinEpisode {
						want = append(want, Episode{since, at})
					}
					since = chain.Never
				}
			}
			if diff := cmp.Diff(want, slices.Collect(w.Episodes(i))); diff != "" {
				t.Fatalf("episodes of provider %d (-walk +world):\n%s", i, diff)
			}
			if got := w.HealthySpan(i, from, to); got != healthy {
				t.Fatalf("provider %d is healthy for %s, want %s", i, got, healthy)
			}
		}
	})
}

// TestStretch: before, during and after the timeline, against a look at every
// window.
func TestStretch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, true)
		for at := chain.Instant(-5e9); at < chain.Instant(3*time.Minute); at += chain.Instant(rapid.Int64Range(1, 4).Draw(t, "step")) * 500_000_000 {
			want := Before
			for _, win := range w.Windows() {
				switch {
				case win.From >= win.To:
				case win.From <= at && at < win.To:
					want = During
				case at >= win.To && want == Before:
					want = After
				}
			}
			if got := w.Stretch(at); got != want {
				t.Fatalf("Stretch(%s) = %d, want %d of %v", at, got, want, w.Windows())
			}
		}
	})
}

// TestForesee: what an oracle names is usable; it names the first in order where
// a first attempt now will do; and where it names nothing, nothing is usable.
func TestForesee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, false)
		now := chain.Instant(rapid.Int64Range(0, 120).Draw(t, "now")) * 1_000_000_000
		r := chain.Request{Number: rapid.Int64Range(0, 1000).Draw(t, "request"), Deadline: now.Add(time.Duration(rapid.Int64Range(1, 60).Draw(t, "patience")) * time.Second)}
		usable := func(p, ordinal int, at chain.Instant, by chain.Instant) bool {
			end, ok := w.peek(p, at, &r, ordinal)
			return ok && end < by
		}
		f, ok := w.Foresee(now, &r)
		limit := min(r.Deadline, now.Add(w.b.spec.Truth.Limit))
		for p := range w.providers {
			if usable(p, 0, now, limit) {
				if !ok || f.Provider != int16(p) || f.Ordinal != 0 || f.At != now {
					t.Fatalf("Foresee() = %+v, %t, but the first attempt on provider %d works at once", f, ok, p)
				}
				return
			}
		}
		if ok {
			if !usable(int(f.Provider), f.Ordinal, f.At, r.Deadline) || f.At < now {
				t.Fatalf("Foresee() = %+v, which is of no use before %s", f, r.Deadline)
			}
			return
		}
		for at := now; at < r.Deadline; at += 500_000_000 {
			for p := range w.providers {
				for n := range foreseenOrdinals {
					if usable(p, n, at, r.Deadline) {
						t.Fatalf("Foresee() knows nothing, but attempt %d on provider %d at %s works", n, p, at)
					}
				}
			}
		}
	})
}

// TestForeseeUnservable: no oracle helps a request that nobody takes.
func TestForeseeUnservable(t *testing.T) {
	b, err := Compile(Spec{Providers: []Provider{{Name: "small", Latency: soon(10), ContextWindow: 100}, {Name: "large", Latency: soon(10), ContextWindow: 1000}}})
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(1)
	for _, row := range []struct {
		name   string
		r      chain.Request
		want   bool
		served int16
	}{
		{"a small chat", chain.Request{TokensIn: 50}, true, 0},
		{"one that only the large window holds", chain.Request{Kind: chain.Overlong, TokensIn: 500}, true, 1},
		{"one that no window holds", chain.Request{Kind: chain.Overlong, TokensIn: 5000}, false, 0},
		{"a malformed one", chain.Request{Kind: chain.Malformed}, false, 0},
		{"a disallowed one", chain.Request{Kind: chain.Disallowed}, false, 0},
	} {
		f, ok := w.Foresee(0, &row.r)
		if ok != row.want || ok && f.Provider != row.served || b.Servable(row.r.Kind, row.r.TokensIn) != row.want {
			t.Errorf("%s: Foresee() = %+v, %t", row.name, f, ok)
		}
	}
}
