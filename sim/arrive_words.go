package sim

import (
	"fmt"
	"path"
	"path/filepath"
	"strconv"
)

// perSecond writes a rate for the head of a report.
func perSecond(rate float64) string { return strconv.FormatFloat(rate, 'g', 4, 64) + " req/s" }

// String says the traffic in a few words.
func (a *Constant) String() string {
	if a.Every > 0 {
		return "a request every " + a.Every.String()
	}
	return perSecond(a.Rate)
}

// String says the traffic in a few words.
func (a *Poisson) String() string { return perSecond(a.Rate) }

// String says the traffic in a few words.
func (a *Gamma) String() string { return perSecond(a.Rate) }

// String says the traffic in a few words.
func (a *Ramp) String() string {
	return strconv.FormatFloat(a.From, 'g', 4, 64) + " to " + perSecond(a.To)
}

// String says the traffic in a few words.
func (a *Steps) String() string {
	low, high := a.Steps[0].Rate, a.Steps[0].Rate
	for _, s := range a.Steps {
		low, high = min(low, s.Rate), max(high, s.Rate)
	}
	if low == high {
		return perSecond(high)
	}
	return strconv.FormatFloat(low, 'g', 4, 64) + " to " + perSecond(high)
}

// String says the traffic in a few words.
func (a *Bursts) String() string {
	return perSecond(a.Rate) + ", bursts of " + strconv.FormatFloat(a.BurstRate, 'g', 4, 64)
}

// String says the traffic in a few words.
func (a *Closed) String() string { return fmt.Sprintf("%d users", a.Users) }

// String says the traffic in a few words.
func (a *Trace) String() string { return "as in " + path.Base(filepath.ToSlash(a.File)) }
