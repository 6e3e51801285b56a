// Package screen writes for a terminal: what to ship, the rules, the figures, and what
// was left out where there is no room.
package screen
