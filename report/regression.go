package report

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

// Change is how a figure moved against a baseline.
type Change uint8

// The changes.
const (
	Unchanged Change = iota // the interval of the difference lies within the tolerance
	Improved                // wholly beyond it, for the better
	Regressed               // wholly beyond it, for the worse
	Unclear                 // it straddles the tolerance
)

// String returns the change as it is written in files.
func (c Change) String() string {
	return [...]string{"unchanged", "improved", "regressed", "inconclusive"}[c]
}

// Regression judges one figure of one strategy against its value in a baseline.
type Regression struct {
	Strategy   string
	Metric     string
	Base, Head Summary
	Diff       Summary // head less base, paired by seed where both share their luck
	Tolerance  float64 // how much worse is borne, in the metric's unit
	Change     Change
}
