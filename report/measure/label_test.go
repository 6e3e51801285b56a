package measure

import (
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// TestImpatient tells a timeout of our own from a provider's failure: the answer
// that was cut off must have been usable, within the truth's limit, from a
// provider that was well.
func TestImpatient(t *testing.T) {
	truth := faults.Truth{Theta: 0.5, Limit: 60 * time.Second}
	for _, c := range []struct {
		about string
		alter func(a *sim.Attempt)
		want  Label
	}{
		{"a good answer 10 s after the timeout", func(*sim.Attempt) {}, Impatient},
		{"at the limit itself", func(a *sim.Attempt) { a.Reply.End = 60e9 }, Impatient},
		{"beyond the limit", func(a *sim.Attempt) { a.Reply.End = 60e9 + 1 }, Unlucky},
		{"an answer at exactly the timeout", func(a *sim.Attempt) { a.Answered, a.Reply.End = true, 10e9 }, Impatient},
		{"a timeout that the strategy calls a server's error", func(a *sim.Attempt) { a.Verdict.Class = chain.Server }, Impatient},
		{"slow, but well", func(a *sim.Attempt) { a.Reply.Bad = 0.49 }, Impatient},
		{"an ill provider", func(a *sim.Attempt) { a.Reply.Bad = 0.5 }, DoomedUndetected},
		{"a hang", func(a *sim.Attempt) { a.Reply.End, a.Reply.Usable, a.Reply.Bad = chain.Never, false, 1 }, DoomedUndetected},
		{"a stray hang of a provider that is well", func(a *sim.Attempt) { a.Reply.End, a.Reply.Usable = chain.Never, false }, Unlucky},
		{"an error that would have come later", func(a *sim.Attempt) { a.Reply.Usable = false }, Unlucky},
		{"a hedge that lost", func(a *sim.Attempt) { a.Cancelled, a.End = true, 11e9 }, Duplicate},
	} {
		a := sim.Attempt{End: 10e9, Verdict: chain.Verdict{Class: chain.Timeout}, Reply: faults.Reply{End: 20e9, Usable: true,
			Outcome: chain.Outcome{Class: chain.OK, Status: 200}}}
		c.alter(&a)
		r := sim.Request{End: 11e9, Done: chain.Done{Reason: chain.Delivered, Attempt: 1}, Attempts: []sim.Attempt{a, {Number: 1}}}
		if got := LabelOf(&r, &r.Attempts[0], &truth, false); got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}
