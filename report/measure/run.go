package measure

import (
	"wavetank/chain"
	"wavetank/faults"
)

// Run is what one strategy did under one seed. A value that does not exist is
// NaN.
type Run struct {
	Seed         uint64
	Values       []float64   // by the order of Catalogue
	Providers    [][]float64 // of each provider, by the order of ProviderCatalogue
	Trips        []Trip      // the first 100
	TripsOmitted int
	Fired        []int64         // attempts that each timeline entry touched
	Windows      []faults.Window // when each timeline entry acted
	Strips       []Strip         // of each provider; only where the accumulator was asked to keep them
	Against      Shares          // the reference under the same seed
}

// Trip is one opening of a closed breaker, judged.
type Trip struct {
	At       chain.Instant
	Provider int
	Label    TripLabel
	Reason   string  // of a spurious one: noise, caller_fault, scope, race
	Badness  float64 // of the provider at the trip
	Counted  int     // failures that the breaker counted
	Slow     bool    // of a true one: the provider was sick by its slowness alone, so the truth's limit decides
}

// TripLabel judges a trip by the truth.
type TripLabel uint8

// The labels of trips (science.md 1.2).
const (
	TrueTrip     TripLabel = iota // the provider was sick
	StaleTrip                     // it had been, when at least half of the counted failures were sent
	SpuriousTrip                  // neither
)

// String returns the label as it is written in files.
func (l TripLabel) String() string { return [...]string{"true", "stale", "spurious"}[l] }

// Strip is one provider's run in buckets of equal time, for the screen.
type Strip struct {
	Sick    []bool  // the truth, at the bucket's middle
	Sent    []int32 // attempts sent to it that were no probes
	Failed  []int32 // of those, the ones labelled throttled, impatient, doomed or unlucky
	Hung    []int32 // of Failed, those that timed out and are not Cut
	Cut     []int32 // of Failed, those labelled impatient
	Probes  []int32 // half-open attempts
	Skipped []bool  // its breaker held it back for at least half of the bucket
}
