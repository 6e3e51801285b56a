package faults

import "wavetank/chain"

func init() {
	Kinds.Register("refuse", "refuses connections", func() Fault { return &Refuse{Share: 1, After: soon(20)} })
}

// Refuse makes a provider refuse connections: nobody listens, and the refusal
// takes one round trip (20 ms, assumed).
type Refuse struct {
	Share Share `yaml:"share" doc:"part of the attempts that are refused"`
	After Law   `yaml:"after" doc:"time to the refusal"`

	after *Table
}

func (f *Refuse) Check() error { return checkAfter(f.After) }

// Compile is called once per scenario, before the first run.
func (f *Refuse) Compile(*Blueprint) (err error) {
	f.after, err = f.After.Table()
	return err
}

func (f *Refuse) Stage() Stage { return AtConnect }

func (f *Refuse) Phases(w Window, _ chain.Luck) Phases { return Steady(w, f) }

func (f *Refuse) Apply(x *Exchange) bool {
	if !x.Hit(f.Share) {
		return false
	}
	x.Break(chain.Connect, f.after.Draw(x.Draw(1)))
	return true
}

func (f *Refuse) Harm() Harm { return Harm{Fail: float64(f.Share)} }
