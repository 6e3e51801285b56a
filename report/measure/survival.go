package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// What stands behind the name of a time that may never end: how many of its
// episodes did not, and how many there were.
const (
	CensoredSuffix = ".censored"
	EpisodesSuffix = ".episodes"
)

// Spell is a time until something came about, or for how long it had not when
// nobody looked any more.
type Spell struct {
	Time  float64
	Ended bool
}

// Spells are a metric's values by seed; one of which some part never ended is at
// least that. There are none for a metric that always ends.
func (s *Strategy) Spells(metric string) []Spell {
	return SpellsOf(s.Values(metric), s.Values(metric+CensoredSuffix))
}

// SpellsOf are times by seed with how many parts of each never ended.
func SpellsOf(times, never []float64) (out []Spell) {
	for i := range min(len(times), len(never)) {
		if !Bad(times[i]) {
			out = append(out, Spell{times[i], !(never[i] > 0)})
		}
	}
	return out
}

// Never says how many episodes of a metric never ended, over all seeds, and of how
// many: 0 of 0 for a metric that always ends.
func (s *Strategy) Never(metric string) (censored, of int) {
	return total(s.Values(metric + CensoredSuffix)), total(s.Values(metric + EpisodesSuffix))
}

func total(counts []float64) int {
	sum := 0.0
	for _, v := range counts {
		if !Bad(v) {
			sum += v
		}
	}
	return int(math.Round(sum))
}

// LogRank compares two samples of times of which some never ended (Mantel 1966,
// Peto and Peto 1972): at each end it asks how many of a's were to be expected
// among those that are still at risk. Chi2 has one degree of freedom; p is that
// of samples that end alike; sooner tells that a's ends come sooner than was to be
// expected. Both are NaN where nothing ends.
//
//	chi2 = (O - E)^2 / V, E = sum d n_a/n, V = sum d (n_a/n) (1 - n_a/n) (n-d)/(n-1)
func LogRank(a, b []Spell) (chi2, p float64, sooner bool) {
	var ends []float64
	for _, s := range slices.Concat(a, b) {
		if s.Ended {
			ends = append(ends, s.Time)
		}
	}
	slices.Sort(ends)
	less, spread := 0.0, 0.0
	for _, t := range slices.Compact(ends) {
		riskA, endA := atRisk(a, t)
		riskB, endB := atRisk(b, t)
		n, d := riskA+riskB, endA+endB
		share := riskA / n
		less += endA - float64(d*share)
		if n > 1 {
			spread += float64(d * share * (1 - share) * (n - d) / (n - 1))
		}
	}
	if spread == 0 {
		return math.NaN(), math.NaN(), false
	}
	chi2 = less * less / spread
	return chi2, distuv.ChiSquared{K: 1}.Survival(chi2), less > 0
}

// atRisk counts the spells that had not ended before an instant, and those that
// end at it.
func atRisk(all []Spell, t float64) (risk, end float64) {
	for _, s := range all {
		if s.Time >= t {
			risk++
		}
		if s.Ended && s.Time == t {
			end++
		}
	}
	return risk, end
}
