package report

import (
	"io"
	"slices"

	"wavetank/chain"
)

// Report is what a format writes: the results of one command, and how the
// reader wants to see them.
type Report struct {
	Results []*Result
	View    View
}

// View is how a person looks at a report. Files that programs read ignore it.
type View struct {
	Width int  // columns of the screen; 0: 100
	Wide  bool // everything: intervals, all percentiles, labels, providers
	Quiet bool // no notes
	Color bool // ANSI colours; they never carry meaning alone

	// Locate says where a file lies in its repository, with slashes, and "" where
	// it lies in none: for formats that point at lines. Nil: as it is written.
	Locate func(file string) string
}

// Format writes a report. The same report gives the same bytes, and the
// writer's first error comes back.
type Format func(io.Writer, *Report) error

// Formats holds the formats by the name that -o takes.
var Formats chain.Registry[Format]

func registerFormat(name, summary string, f Format) {
	Formats.Register(name, summary, func() Format { return f })
}

// Binary reports whether a format is no text.
func Binary(kind string) bool { return kind == "png" }

// needs are what formats must see of the runs, beside the figures.
var needs = map[string][]*Need{"html": {seesTapes}, "svg": {seesTapes}, "png": {seesTapes}, "hdr": {seesSpectra}}

// NeedsOf returns what formats of these names must see of the runs, each once.
func NeedsOf(kinds ...string) (out []*Need) {
	for _, k := range kinds {
		for _, n := range needs[k] {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}
