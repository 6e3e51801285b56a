// Package report is the table of formats: what -o takes, for a comparison, a search
// and an explanation, and which package's function writes it.
//
// Below it, one way down: measure turns runs into figures, explain tells of one
// request, judge makes verdicts, words says them, figure draws them, and screen,
// markdown, page, picture, feeds and stored are a medium each, none of which knows
// another.
package report
