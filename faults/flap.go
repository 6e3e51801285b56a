package faults

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"wavetank/chain"
)

func init() {
	Kinds.Register("flap", "goes down and up again and again", func() Fault {
		return &Flap{Down: Span{20 * time.Second, 20 * time.Second}, Up: Span{40 * time.Second, 40 * time.Second}, As: "hang", Code: 503, After: soon(200)}
	})
}

// Flap makes a provider go down and up again and again, beginning down.
type Flap struct {
	Down  Span   `yaml:"down" doc:"how long it is down; of a range each stretch draws one"`
	Up    Span   `yaml:"up" doc:"how long it is up in between"`
	As    string `yaml:"as" enum:"hang,refuse,status" doc:"what it does while down"`
	Code  int    `yaml:"code" doc:"HTTP status, with as: status"`
	After Law    `yaml:"after" doc:"time to the refusal or the status"`

	down Fault
}

// flapManners are the values of As.
var flapManners = []string{"hang", "refuse", "status"}

// minFlap keeps the number of stretches of a run within reason.
const minFlap = time.Millisecond

func (f *Flap) Check() error {
	if !slices.Contains(flapManners, f.As) {
		return fmt.Errorf("as is one of %s, not %q", strings.Join(flapManners, ", "), f.As)
	}
	for _, s := range []Span{f.Down, f.Up} {
		if s.Min < minFlap || s.Max < s.Min {
			return fmt.Errorf("down and up are at least %s, not %s..%s", minFlap, s.Min, s.Max)
		}
	}
	return f.manner().Check()
}

// manner is the fault that acts while the provider is down.
func (f *Flap) manner() Fault {
	switch f.As {
	case "refuse":
		return &Refuse{Share: 1, After: f.After}
	case "status":
		return &Status{Code: f.Code, Share: 1, After: f.After}
	}
	return &Hang{Share: 1}
}

// Compile is called once per scenario, before the first run.
func (f *Flap) Compile(b *Blueprint) error {
	if err := b.checkTicks(f.Down.Min + f.Up.Min); err != nil {
		return err
	}
	f.down = f.manner()
	if c, ok := f.down.(compiler); ok {
		return c.Compile(b)
	}
	return nil
}

func (f *Flap) Stage() Stage { return f.manner().Stage() }

func (f *Flap) Phases(w Window, l chain.Luck) Phases {
	first, _ := f.down.Phases(w, l)()
	at, n := w.From, uint64(0)
	return func() (p Phase, ok bool) {
		if at >= w.To || n >= maxTicks {
			return p, false
		}
		p.At = at
		if n%2 == 0 {
			p.Effect = first.Effect
			at = at.Add(f.Down.Draw(l.Draw(n)))
		} else {
			at = at.Add(f.Up.Draw(l.Draw(n)))
		}
		n++
		return p, true
	}
}
