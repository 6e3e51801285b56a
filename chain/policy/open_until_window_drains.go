package policy

import "time"

func init() {
	Opens.Register("until_window_drains", "until the window in which it opened is over", func() Open { return &WindowOpen{} })
}

// WindowOpen stays open until the window of time is over in which it opened:
// Helicone's counters start anew each minute, and so does its trust.
type WindowOpen struct {
	Window time.Duration `yaml:"window" required:"true" doc:"length of the windows, which begin at its multiples"`
}

func (o *WindowOpen) Check() error { return positive("window", o.Window) }

func (o *WindowOpen) Build() Cooldown { c := *o; return &c }

func (o *WindowOpen) Length(x *Opening) time.Duration {
	w := int64(o.Window)
	return time.Duration((floorDiv(int64(x.Now), w)+1)*w - int64(x.Now))
}
