package selftest

import (
	"math"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// windows holds what was drawn of the timeline against what is written.
func (b *books) windows() {
	for i, w := range b.world.Windows() {
		e := &b.spec.Timeline[i]
		from, lasts := w.From.Sub(0), w.To.Sub(w.From)
		if from < e.At.Min || from > e.At.Max || lasts < e.For.Min || lasts > e.For.Max {
			b.breaks(LawWorld, "timeline[%d] acts from %s for %s, and is written as %v, %v", i, from, lasts, e.At, e.For)
		}
	}
}

// acting tells whether an entry of the timeline acts at an instant.
func acting(w *faults.Window, at chain.Instant) bool { return w.From <= at && at < w.To }

// reply holds what a provider answered against the timeline.
func (b *books) reply(a *sim.Attempt) {
	r := &a.Reply
	windows := b.world.Windows()
	switch {
	case !(r.Bad >= 0 && r.Bad <= 1):
		b.breaks(LawWorld, "a provider's badness at %s is %v", a.Sent, r.Bad)
	case r.Usable && (r.Outcome.Status != 200 || r.Outcome.Class > chain.OKInvalid):
		b.breaks(LawWorld, "request %d: attempt %d is usable, with status %d and class %s", a.Request, a.Number, r.Outcome.Status, r.Outcome.Class)
	case r.End < a.Sent:
		b.breaks(LawWorld, "request %d: attempt %d is sent at %s and answered at %s", a.Request, a.Number, a.Sent, r.End)
	case int(r.Source) >= len(windows):
		return // a source of the provider's own
	case r.Source >= 0 && !acting(&windows[r.Source], a.Sent):
		b.breaks(LawWorld, "request %d: timeline[%d] acts on an attempt sent at %s, and its window is %v", a.Request, r.Source, a.Sent, windows[r.Source])
	}
	b.struck(a, windows)
}

// struck demands that an attempt that meets one fault alone, which strikes all, is
// struck.
func (b *books) struck(a *sim.Attempt, windows []faults.Window) {
	at := -1
	for i := range windows {
		if acting(&windows[i], a.Sent) {
			if at >= 0 {
				return
			}
			at = i
		}
	}
	if at < 0 || b.limits[a.Provider] != nil || b.spec.Timeline[at].Placed() {
		return
	}
	hit, _ := faults.Targets(b.spec.Timeline[at].Provider, b.spec.Providers)
	for _, p := range hit {
		if p == int(a.Provider) {
			b.struckBy(a, at)
			return
		}
	}
	if int(a.Reply.Source) == at {
		b.breaks(LawWorld, "request %d: timeline[%d] strikes provider %d, whom it does not name", a.Request, at, a.Provider)
	}
}

func (b *books) struckBy(a *sim.Attempt, at int) {
	share := faults.Share(0)
	switch f := b.spec.Timeline[at].Fault.(type) {
	case *faults.Hang:
		share = f.Share
	case *faults.Refuse:
		share = f.Share
	case *faults.Status:
		share = f.Share
	case *faults.Throttle:
		share = f.Share
	default:
		return
	}
	if hit := int(a.Reply.Source) == at; hit != (share == 1) && (share == 0 || share == 1) && b.spec.Providers[a.Provider].Errors == nil {
		b.breaks(LawWorld, "request %d: timeline[%d] strikes %v of the attempts, and the one sent at %s: %t", a.Request, at, share, a.Sent, hit)
	}
}

// price holds the bill of an attempt against the provider's prices.
func (b *books) price(r *sim.Request, a *sim.Attempt) {
	p, want := &b.spec.Providers[a.Provider], int64(0)
	if a.Reply.Outcome.Status == 200 {
		want = int64(r.TokensIn)*int64(math.Round(p.Price.In*1000)) + int64(r.TokensOut)*int64(math.Round(p.Price.Out*1000))
	}
	if a.Reply.Billed != want {
		b.breaks(LawWorld, "request %d: attempt %d, status %d, is billed %d nanodollars, not %d", r.Number, a.Number, a.Reply.Outcome.Status, a.Reply.Billed, want)
	}
}
