package faults

import "wavetank/chain"

func init() {
	Kinds.Register("throttle", "turns attempts away with 429, whatever the limits", func() Fault {
		return &Throttle{Share: 1, After: &Constant{Time(throttleAfter)}}
	})
}

// Throttle makes a provider answer 429 without counting anything: a quota that
// others used up, or a limit that was lowered.
type Throttle struct {
	Share      Share `yaml:"share" doc:"part of the attempts that are turned away"`
	After      Law   `yaml:"after" doc:"time to the answer"`
	RetryAfter Hint  `yaml:"retry_after" doc:"none, remaining (from the answer until the window ends), or a duration"`

	after *Table
}

func (f *Throttle) Check() error {
	return checkAfter(f.After)
}

// Compile is called once per scenario, before the first run.
func (f *Throttle) Compile(*Blueprint) (err error) {
	f.after, err = f.After.Table()
	return err
}

func (f *Throttle) Stage() Stage { return AtLimit }

func (f *Throttle) Phases(w Window, _ chain.Luck) Phases {
	return Steady(w, &throttleEffect{f, w.To})
}

// throttleEffect is Throttle in one window.
type throttleEffect struct {
	f     *Throttle
	until chain.Instant
}

func (e *throttleEffect) Apply(x *Exchange) bool {
	if !x.Hit(e.f.Share) {
		return false
	}
	after := e.f.after.Draw(x.Draw(1))
	x.Fail(429, after, e.f.RetryAfter.at(x.Now.Add(after), e.until))
	return true
}

func (e *throttleEffect) Harm() Harm { return Harm{Fail: float64(e.f.Share)} }
