// Package search looks for the settings of a strategy that no other beats on
// scenarios: it spells out the space, plays points for package tune, keeps what
// was played in checkpoints and parts, and turns what was found into a report and
// into documents that put the winner to use.
package search
