// Package tune searches a space of settings for those that no other beats, given
// a function that plays one of them. It knows neither what a setting means nor
// what its figures measure.
//
// The method is that of successive halving over common replications: every
// candidate is played a few times, the better part more often, and whoever
// belongs to the layers that nobody beats stays. Where the space is small enough
// everything is played in full. A point leaves the final front only if another
// one is better by its interval in every objective. Fresh replications, which no
// choice has seen, judge the winner.
//
// Nothing depends on the number of workers, on the order in which plays finish,
// or on whether they were played here or looked up in a log: equal problems and
// plans give equal outcomes, bit by bit.
package tune
