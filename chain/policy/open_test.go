package policy

import (
	"testing"
	"time"
)

func TestCooldowns(t *testing.T) {
	for _, c := range []struct {
		what string
		open Open
		draw uint64
		want []time.Duration // of the first opening in a row, the second, ...
	}{
		{"constant stays", &ConstantOpen{Base: 30 * sec}, half, []time.Duration{30 * sec, 30 * sec, 30 * sec}},
		{"linear counts openings", &LinearOpen{Base: 30 * sec, Max: 80 * sec}, half, []time.Duration{30 * sec, 60 * sec, 80 * sec, 80 * sec}},
		{"exponential doubles to its cap", &ExponentialOpen{Base: 30 * sec, Factor: 2000, Max: 300 * sec}, half,
			[]time.Duration{30 * sec, 60 * sec, 120 * sec, 240 * sec, 300 * sec, 300 * sec}},
		{"equal jitter keeps half at least", &ExponentialOpen{Base: 30 * sec, Factor: 2000, Jitter: JitterEqual}, 0,
			[]time.Duration{15 * sec, 30 * sec, 60 * sec}},
		{"equal jitter of half a draw", &ExponentialOpen{Base: 30 * sec, Factor: 2000, Jitter: JitterEqual}, half,
			[]time.Duration{45 * sec / 2, 45 * sec}},
	} {
		for i, want := range c.want {
			if got := c.open.Build().Length(&Opening{Row: i + 1, Draw: c.draw}); got != want {
				t.Errorf("%s: opening %d lasts %s, want %s", c.what, i+1, got, want)
			}
		}
	}
}

// TestLongCooldownsSaturate lets an uncapped cooldown grow past the longest
// duration.
func TestLongCooldownsSaturate(t *testing.T) {
	for _, open := range []Open{&ExponentialOpen{Base: sec, Factor: 2000}, &LinearOpen{Base: time.Hour}} {
		c, last := open.Build(), time.Duration(0)
		for row := 1; row < 1<<24; row *= 2 {
			d := c.Length(&Opening{Row: row, Draw: half})
			if d < last {
				t.Fatalf("%T: opening %d lasts %s, less than %s before", open, row, d, last)
			}
			last = d
		}
	}
}
