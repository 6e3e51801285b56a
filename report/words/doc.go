// Package words says what was measured and judged: headlines, complaints, rules,
// notes, the story of a request, what a search found; and it has the one model of a
// table that every medium draws.
//
// It knows no medium: no widths of a screen, no markup, no colours.
package words
