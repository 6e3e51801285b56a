package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"wavetank/chain"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// tripWords are the labels of trips for people.
var tripWords = [...]string{measure.TrueTrip: "true", measure.StaleTrip: "stale", measure.SpuriousTrip: "false"}

// tripLanes draw when breakers opened, a lane for each label that occurs, over all
// runs: the more often, the higher.
func (b *sectionBuilder) tripLanes(s *measure.Strategy) (out []pageLane) {
	if !s.HasBreaker || b.Scenario.Duration <= 0 {
		return nil
	}
	var counts [3][measure.StripBuckets]int
	most := 1
	for i := range s.Runs {
		for _, t := range s.Runs[i].Trips {
			if k := int(float64(t.At) / float64(b.Scenario.Duration) * measure.StripBuckets); k >= 0 && k < measure.StripBuckets {
				counts[t.Label][k]++
				most = max(most, counts[t.Label][k])
			}
		}
	}
	for label, buckets := range counts {
		word, d, sum := tripWords[label], "", 0
		for k, n := range buckets {
			if sum += n; n > 0 {
				high := 4 + 10*n/most
				d += fmt.Sprintf("M%d.1 14v-%dh.8v%dz", k, high, high)
			}
		}
		if sum > 0 {
			l := pageLane{Name: word + " trips", Kind: "marks", High: 14, Spoken: measure.Plural(sum, word+" trip") + " in all runs"}
			l.add("trip-"+word, d)
			out = append(out, l)
		}
	}
	return out
}

// pageTrips is the table of one strategy's trips.
type pageTrips struct {
	Summary string
	Table   *pageTable
}

// tripRows is how many trips of a strategy a page lists: those that should not
// have been come first.
const tripRows, tripRowsOfMany = 100, 20

// trips lists when breakers opened, and whether they were right.
func (b *sectionBuilder) trips(rows int) []*pageTrips {
	var out []*pageTrips
	for _, s := range b.Rank.Order {
		all, omitted := tripsOf(s)
		if len(all) == 0 {
			continue
		}
		p := &pageTrips{Summary: words.StrategyLabel(s) + ": " + tripCounts(all)}
		p.Table = &pageTable{Caption: "Trips of " + words.StrategyLabel(s) + ", false and stale ones first", Corner: "label",
			Head: []pageHead{{"provider", true}, {"seed", false}, {"at", false}, {"reason", true}, {"badness", false}, {"failures", false}}}
		for _, t := range all[:min(len(all), rows)] {
			p.Table.Rows = append(p.Table.Rows, b.tripRow(&t))
		}
		p.Table.dropEmpty(3)
		if more := omitted + max(0, len(all)-rows); more > 0 {
			p.Table.Note = measure.FormatThousands(int64(more)) + " more are not listed."
		}
		out = append(out, p)
	}
	return out
}

// seedTrip is a trip and the seed it happened under.
type seedTrip struct {
	seed uint64
	measure.Trip
}

// tripsOf gathers the trips of all runs, false and stale ones first, in the order
// of runs and time.
func tripsOf(s *measure.Strategy) (all []seedTrip, omitted int) {
	for i := range s.Runs {
		for _, t := range s.Runs[i].Trips {
			all = append(all, seedTrip{s.Runs[i].Seed, t})
		}
		omitted += s.Runs[i].TripsOmitted
	}
	slices.SortStableFunc(all, func(a, b seedTrip) int { return cmp.Compare(b.Label, a.Label) })
	return all, omitted
}

// tripCounts counts by label.
func tripCounts(all []seedTrip) string {
	var n [3]int
	for i := range all {
		n[all[i].Label]++
	}
	text := ""
	for label := range n {
		if text != "" {
			text += ", "
		}
		text += measure.FormatThousands(int64(n[label])) + " " + tripWords[label]
	}
	return text
}

func (b *sectionBuilder) tripRow(t *seedTrip) pageRow {
	provider := "?"
	if t.Provider < len(b.Scenario.Providers) {
		provider = b.Scenario.Providers[t.Provider]
	}
	reason := t.Reason
	if reason == "caller_fault" {
		reason = "caller's fault"
	}
	word := tripWords[t.Label]
	return pageRow{Name: word, Class: "trip-" + word, Cells: []pageCell{{Text: provider}, {Text: strconv.FormatUint(t.seed, 10)},
		{Text: tripClock(t.At)}, {Text: reason}, {Text: measure.FormatPercent(t.Badness)}, {Text: measure.FormatCount(float64(t.Counted))}}}
}

// tripClock is the moment of a trip.
func tripClock(at chain.Instant) string { return measure.Clock(time.Duration(at)) }
