package chain

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// extras are the parts that few chains have. They stand apart, so that the
// others pay one look at a nil for all of them.
type extras struct {
	soon       time.Duration
	detours    [NumClasses][]int16
	inside     *Inside
	reselect   Reselect
	parter     Parter // nil: a call moves on at once
	follower   Follower
	rerouter   Rerouter
	admissions []Admission // nil: none
	draws      Luck        // of admissions
	learning   LearningHedge
	traits     Traits
	phased     bool
	failovers  int // 0: no bound
	slice      time.Duration
}

// makeExtras makes what the strategy has of them.
func (c *Chain) makeExtras(luck Luck) error {
	s, x := &c.s, extras{}
	x.soon, x.inside, x.phased = s.Soon, s.Inside, s.Attempt.phased()
	x.failovers, x.slice = s.Deadline.Failovers, s.Deadline.Slice
	if r, ok := s.Retry.(Reselector); ok {
		x.reselect = r.Reselects()
	}
	x.parter, _ = s.Retry.(Parter)
	x.follower, _ = c.order.(Follower)
	x.rerouter, _ = c.order.(Rerouter)
	if m, ok := s.Hedge.(HedgeMaker); ok {
		x.learning = m.MakeHedge()
	}
	if t, ok := s.Hedge.(Trait); ok {
		x.traits = t.Traits()
	}
	if s.Admission != nil {
		x.draws = luck.For(PurposeAdmission)
		for range c.providers {
			x.admissions = append(x.admissions, s.Admission.MakeAdmission())
		}
	}
	detours, err := c.makeDetours(&x)
	if err != nil {
		return err
	}
	any := detours || x.soon > 0 || x.inside != nil || x.phased || x.failovers > 0 || x.slice > 0 ||
		x.reselect != SameProvider || x.parter != nil || x.follower != nil || x.rerouter != nil || x.learning != nil || x.traits != Traits{} || x.admissions != nil ||
		s.Attempt.As != OK
	if any {
		c.extras = &x
	}
	return nil
}

func (c *Chain) makeDetours(x *extras) (any bool, err error) {
	for _, d := range c.s.Detours {
		for _, name := range d.Providers {
			i := slices.Index(c.providers, name)
			if i < 0 {
				return false, fmt.Errorf("detour after %s: unknown provider %q, there are %s", d.Class, name, strings.Join(c.providers, ", "))
			}
			x.detours[d.Class] = append(x.detours[d.Class], int16(i))
			any = true
		}
	}
	return any, nil
}
