package judge

import (
	"fmt"
	"slices"

	"wavetank/report/measure"
)

// Statistic is what of a figure a rule looks at.
type Statistic uint8

// The statistics.
const (
	OnEstimate Statistic = iota // the mean over seeds
	OnUpper                     // the upper end of its 95 % interval
	OnLower                     // the lower end
)

// String returns the statistic as it is written in files.
func (s Statistic) String() string { return [...]string{"estimate", "upper", "lower"}[s] }

// Words lists the statistics as written.
func (Statistic) Words() []string {
	return []string{OnEstimate.String(), OnUpper.String(), OnLower.String()}
}

// MarshalText writes the statistic's word.
func (s Statistic) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a statistic's word.
func (s *Statistic) UnmarshalText(text []byte) error {
	i := slices.Index(s.Words(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown statistic %q", text)
	}
	*s = Statistic(i)
	return nil
}

// Change is how a figure moved against a baseline.
type Change uint8

// The changes.
const (
	Unchanged Change = iota // the interval of the difference lies within the tolerance
	Improved                // wholly beyond it, for the better; or a value appeared
	Regressed               // wholly beyond it, for the worse; or a value vanished
	Unclear                 // it straddles the tolerance, or one seed has no interval
)

// String returns the change as it is written in files.
func (c Change) String() string {
	return [...]string{"unchanged", "improved", "regressed", "inconclusive"}[c]
}

// Regression judges one figure of one strategy against its value in a baseline.
type Regression struct {
	Strategy   string
	Metric     string
	Base, Head measure.Summary
	Diff       measure.Summary // head less base, paired by seed where both share their luck; its interval is at Level
	Level      float64         // 1 - alpha over the figures that one gate holds
	Tolerance  float64         // how much worse is borne, in the metric's unit
	Change     Change
	Text       string // what figures cannot say, as of a value that vanished; mostly empty
}

// better is which way the metric wants to go.
func (g *Regression) better() measure.Better {
	return measure.Catalogue[measure.Index[g.Metric]].Better
}

// worse returns the ends of the difference's interval so that more is worse.
func (g *Regression) worse() (low, high float64) {
	if g.better() == measure.Higher {
		return -g.Diff.High, -g.Diff.Low
	}
	return g.Diff.Low, g.Diff.High
}

// MayBeWorse reports whether a regression is neither shown nor ruled out. What
// is inconclusive otherwise is better or unchanged.
func (g *Regression) MayBeWorse() bool {
	_, high := g.worse()
	return g.Change == Unclear && (measure.Bad(high) || high > g.Tolerance || g.Text != "")
}

// TallyChanges counts by change.
func (r *Result) TallyChanges() (n [Unclear + 1]int) {
	for i := range r.Regressions {
		n[r.Regressions[i].Change]++
	}
	return n
}
