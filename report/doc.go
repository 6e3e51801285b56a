// Package report turns runs into figures, verdicts and pages.
//
// An [Accumulator] takes the records of one run, labels every attempt and every
// trip by the truth that the world knows, and gives a [Run]: one value per
// metric. Runs of all seeds of all strategies make a [Result], which holds means
// and intervals over seeds, judges the rules, and is written by a format. A
// [Gate] holds it against a baseline: another result on the same seeds, played
// beside it or read by [ReadResults].
//
// [Result.Compared] holds every strategy against a reference over common seeds,
// and [Result.Regret] against the bound that foresees every fault.
//
// The replication is the unit of every statistic: requests inside a run are not
// independent of each other.
package report
