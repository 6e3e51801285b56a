package faults

import "wavetank/chain"

func init() {
	Kinds.Register("reset", "takes connections and resets them before any byte", func() Fault { return &Reset{Share: 1, After: soon(200)} })
}

// Reset makes a provider take connections and reset them before any byte of an
// answer, as a crashing server or an overfull balancer does.
type Reset struct {
	Share Share `yaml:"share" doc:"part of the attempts that are reset"`
	After Law   `yaml:"after" doc:"time to the reset"`

	after *Table
}

func (f *Reset) Check() error { return checkAfter(f.After) }

// Compile is called once per scenario, before the first run.
func (f *Reset) Compile(*Blueprint) (err error) {
	f.after, err = f.After.Table()
	return err
}

func (f *Reset) Stage() Stage { return AtConnect }

func (f *Reset) Phases(w Window, _ chain.Luck) Phases { return Steady(w, f) }

func (f *Reset) Apply(x *Exchange) bool {
	if !x.Hit(f.Share) {
		return false
	}
	x.Break(chain.Connect, f.after.Draw(x.Draw(1)))
	x.Reply.Manner = ByReset
	return true
}

func (f *Reset) Harm() Harm { return Harm{Fail: float64(f.Share)} }
