package report

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"wavetank/chain"
)

// tripPlaces is how many places for marks a lane of trips has.
const tripPlaces = StripBuckets

// tripWords are the labels of trips for people.
var tripWords = [...]string{TrueTrip: "true", StaleTrip: "stale", SpuriousTrip: "false"}

// tripLanes mark when breakers opened, a lane for each label that occurs, over
// all runs.
func (b *sectionBuilder) tripLanes(s *Strategy) []pageLane {
	if !s.HasBreaker || b.Scenario.Duration <= 0 {
		return nil
	}
	var counts [3][tripPlaces]int
	var sums [3]int
	most := 1
	for i := range s.Runs {
		for _, t := range s.Runs[i].Trips {
			k := int(float64(t.At) / float64(b.Scenario.Duration) * tripPlaces)
			if k < 0 || k >= tripPlaces {
				continue
			}
			counts[t.Label][k]++
			sums[t.Label]++
			most = max(most, counts[t.Label][k])
		}
	}
	var out []pageLane
	for label, places := range counts {
		if sums[label] == 0 {
			continue
		}
		word := tripWords[label]
		l := pageLane{Name: word + " trips", Spoken: plural(sums[label], word+" trip") + " in all runs"}
		for k, n := range places {
			if n > 0 {
				l.Marks = append(l.Marks, pageMark{At: place((float64(k)+0.5)/tripPlaces, 2), Shape: "trip-" + word,
					Weight: place(0.4+0.6*float64(n)/float64(most), 0) / 100, Hint: b.placeClock(k) + " " + plural(n, word+" trip") + " in all runs"})
			}
		}
		out = append(out, l)
	}
	return out
}

// placeClock is the time that a place stands for.
func (b *sectionBuilder) placeClock(k int) string {
	width := b.Scenario.Duration / tripPlaces
	return clock(time.Duration(k)*width) + "–" + clock(time.Duration(k+1)*width)
}

// pageTrips is the table of one strategy's trips.
type pageTrips struct {
	Summary string
	Table   *pageTable
}

// tripRows is how many trips of a strategy a page lists: those that should not
// have been come first.
const tripRows = 100

// trips lists when breakers opened, and whether they were right.
func (b *sectionBuilder) trips() []*pageTrips {
	var out []*pageTrips
	for _, s := range b.rank.Order {
		all, omitted := tripsOf(s)
		if len(all) == 0 {
			continue
		}
		p := &pageTrips{Summary: strategyLabel(s) + ": " + tripCounts(all)}
		p.Table = &pageTable{Caption: "Trips of " + strategyLabel(s) + ", false and stale ones first", Corner: "label",
			Head: []pageHead{{"provider", true}, {"seed", false}, {"at", false}, {"reason", true}, {"badness", false}, {"failures", false}}}
		for _, t := range all[:min(len(all), tripRows)] {
			p.Table.Rows = append(p.Table.Rows, b.tripRow(&t))
		}
		p.Table.dropEmpty(3)
		if more := omitted + max(0, len(all)-tripRows); more > 0 {
			p.Table.Note = thousands(int64(more)) + " more are not listed."
		}
		out = append(out, p)
	}
	return out
}

// seedTrip is a trip and the seed it happened under.
type seedTrip struct {
	seed uint64
	Trip
}

// tripsOf gathers the trips of all runs, false and stale ones first, in the order
// of runs and time.
func tripsOf(s *Strategy) (all []seedTrip, omitted int) {
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
		text += thousands(int64(n[label])) + " " + tripWords[label]
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
		{Text: tripClock(t.At)}, {Text: reason}, {Text: percent(t.Badness)}, {Text: count(float64(t.Counted))}}}
}

// tripClock is the moment of a trip.
func tripClock(at chain.Instant) string { return clock(time.Duration(at)) }
