// Package measure turns the records of runs into figures.
//
// An [Accumulator] takes the records of one run, labels every attempt and every
// trip by the truth that the world knows ([LabelOf]), and gives a [Run]: one value
// per metric of the [Catalogue], whose rows say how each comes about. [Compare]
// plays strategies under seeds; [Summarize] makes a mean and an interval of one
// figure over seeds; a [Sheet] sees more of the runs than figures, for formats that
// ask before the play ([Need]).
//
// Numbers and their units are written here too, since a unit knows how: everything
// above says a figure the same way.
//
// The replication is the unit of every statistic: requests inside a run are not
// independent of each other.
package measure
