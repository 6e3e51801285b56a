package search

import (
	"fmt"
	"math"
)

// What a search may cost before --max-work raises it.
const (
	// mostTried is how many values are tried before anything is played, each with every
	// preset to start from: a value takes some 0.2 ms.
	mostTried = 100_000
	// mostKept is how many bytes a search may keep of what it plays.
	mostKept = 1e9

	candidateBytes = 300 // of a candidate, and
	axisBytes      = 16  // of each axis, and
	figureBytes    = 8   // of each figure of each play
)

// tryable refuses axes of more values than can be tried in a moment.
func (t *Tuning) tryable() error {
	n, longest := 0, 0
	for i := range t.axes {
		n += len(t.axes[i].Labels) * max(1, len(t.presets))
		if len(t.axes[i].Labels) > len(t.axes[longest].Labels) {
			longest = i
		}
	}
	if float64(n) <= mostTried*max(1, t.MaxWork) {
		return nil
	}
	a := &t.axes[longest]
	return fmt.Errorf("--vary '%s': it has %d of %d values that would be tried, and %d are the most: vary less, or allow it with --max-work %d",
		a.Name, len(a.Labels)*max(1, len(t.presets)), n, mostTried, (n+mostTried-1)/mostTried)
}

// afford refuses a search that would keep more than a machine has.
func (t *Tuning) afford() error {
	p := t.Plan
	size, fits := t.varied.Size()
	if !fits {
		return nil // which the search refuses
	}
	candidates := min(float64(size), float64(p.Candidates))
	figures := float64(len(t.suite) * len(t.aims.columns.names))
	plays := max(candidates, min(candidates*float64(p.Replications), float64(p.Affordable))) + float64(float64(p.Most+p.Held)*100)
	kept := float64(candidates*(candidateBytes+float64(axisBytes*float64(len(t.axes))))) + float64(plays*figures*figureBytes)
	if kept <= mostKept*max(1, t.MaxWork) {
		return nil
	}
	return fmt.Errorf("this search would keep about %.2g GB, more than %.2g GB: lower --candidates (%d) or --budget (%d), vary less, or allow it with --max-work %.0f",
		kept/1e9, mostKept*max(1, t.MaxWork)/1e9, p.Candidates, p.Affordable, math.Ceil(kept/mostKept))
}
